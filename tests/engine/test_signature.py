"""The engine looks at the same positions as before, or a commit says that it does not."""

import pytest

from tests.engine.signature import OPENINGS, SIGNATURE, TEN_SIGNATURE, reached, ten_to_depth, to_depth


@pytest.mark.parametrize("name", OPENINGS)
def test_the_signature_is_known(name):
    """A change of the search or of its weights shows in these numbers, and is made knowingly."""
    assert to_depth(reached(name), OPENINGS[name][0]) == SIGNATURE[name]


def test_the_signature_of_ten_positions_is_known():
    """The same of ten positions of 15x15x5: the number that a commit states when it changes."""
    assert ten_to_depth() == TEN_SIGNATURE
