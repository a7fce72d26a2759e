"""The engine looks at the same positions as before, or a commit says that it does not."""

import pytest

from tests.engine.signature import OPENINGS, SIGNATURE, reached, to_depth

pytest.importorskip("numba", reason="the kernels need the extra 'solver'")


@pytest.mark.parametrize("name", OPENINGS)
def test_the_signature_is_known(name):
    """A change of the search or of its weights shows in these numbers, and is made knowingly."""
    assert to_depth(reached(name), OPENINGS[name][0]) == SIGNATURE[name]
