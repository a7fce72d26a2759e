"""Values: one order for what is known and what is thought, seen from either side."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import Certainty, Result, Value

KNOWN = st.builds(
    Value, st.sampled_from(Result), st.integers(0, 400), st.none() | st.lists(st.integers(0, 8)).map(tuple)
)
VALUES = KNOWN | st.builds(Value, estimate=st.none() | st.integers(-9_999, 9_999))


@given(VALUES, VALUES)
def test_the_order_is_total(one, other):
    """Of two values one is better, or they are the same; a win is above whatever is no win, a loss below."""
    assert (one < other) + (one == other) + (one > other) == 1
    if one.result is Result.WIN and other.result is not Result.WIN:
        assert one > other
    if one.result is Result.LOSS and other.result is not Result.LOSS:
        assert one < other


@given(VALUES)
def test_unknown_is_no_draw(value):
    """What has no result equals no value that has one, whatever its estimate, and is asked for its result in vain."""
    assert (value.certainty is Certainty.ESTIMATED) == (value.result is None)
    if value.result is None:
        assert value != Value(Result.DRAW, 4)
        with pytest.raises(ValueError, match="is no result"):
            _ = value.known_result


@given(VALUES)
def test_both_sides_see_the_same(value):
    """Seen twice from the other side a value is what it was, and rests on the same."""
    other = -value
    assert -other == value
    assert other.certainty is value.certainty


def test_a_move_comes_before():
    """Who moves to a proved loss wins one ply later, by that move; an estimate turns; exact values need no proof."""
    before = Value(Result.LOSS, 4, (1,)).before(2)
    assert (before, before.proof) == (Value(Result.WIN, 5), (2, 1))
    assert Value(estimate=300).before(2).estimate == -300
    assert Value(Result.DRAW, 4).before(2).is_exact


def test_a_value_tells_itself():
    """A result with its plies, a draw, an estimate as a share of 100, and what nobody knows."""
    values = (Value(Result.WIN, 5, ()), Value(Result.DRAW, 7), Value(estimate=1000), Value())
    assert list(map(str, values)) == ["win in 5", "draw", "about 73 in 100", "unknown"]
