"""Values: one order for what is known and what is estimated, seen from either side."""

from hypothesis import given
from hypothesis import strategies as st

from noughts import EstimatedValue, ExactValue, ProvedValue, Result

RESULTS, PLIES = st.sampled_from(Result), st.integers(0, 400)
KNOWN = st.builds(ExactValue, RESULTS, PLIES) | st.builds(
    ProvedValue, RESULTS, PLIES, st.lists(st.integers(0, 8)).map(tuple)
)
ESTIMATED = st.builds(EstimatedValue, st.none() | st.integers(-9_999, 9_999))
VALUES = KNOWN | ESTIMATED


@given(VALUES, VALUES)
def test_the_order_is_total(one, other):
    """Of two values one is better, or they are the same; a win is above whatever is no win, a loss below."""
    assert (one < other) + (one == other) + (one > other) == 1
    if one.result is Result.WIN and other.result is not Result.WIN:
        assert one > other
    if one.result is Result.LOSS and other.result is not Result.LOSS:
        assert one < other


@given(KNOWN)
def test_a_result_is_worth_the_same_whatever_it_rests_on(value):
    """A proved value equals the exact value of the same result and plies, and is one key with it."""
    exact = ExactValue(value.result, value.plies)
    assert exact == value
    assert {exact: 1}[value] == 1


@given(ESTIMATED)
def test_unknown_is_no_draw(value):
    """What has no result equals no value that has one, whatever its estimate."""
    assert value != ExactValue(Result.DRAW, 4)
    assert (value.result, value.plies, value.score) == (None, None, value.estimate)


@given(VALUES)
def test_both_sides_see_the_same(value):
    """Seen twice from the other side a value is what it was, and rests on the same."""
    other = -value
    assert -other == value
    assert type(other) is type(value)


@given(VALUES, st.integers(0, 8))
def test_a_move_comes_before(value, cell):
    """Before a move that leads to it a value is the other side's, one ply further off, and rests on the same."""
    before = value.before(cell)
    assert type(before) is type(value)
    if value.result is None:
        assert before == -value
    else:
        assert (before.result, before.plies) == (-value.result, value.plies + 1)


def test_a_proof_begins_with_the_move():
    """Who moves to a proved loss wins by that move; cells of a proof are renamed, and other values have none."""
    before = ProvedValue(Result.LOSS, 4, (1,)).before(2)
    assert (before, before.proof) == (ProvedValue(Result.WIN, 5), (2, 1))
    assert before.with_proof(3).proof == (3,)
    assert before.with_cells(lambda cell: cell + 1).proof == (3, 2)
    exact = ExactValue(Result.DRAW, 4)
    assert exact.with_proof(3) is exact.with_cells(lambda cell: cell + 1) is exact


def test_a_value_tells_itself():
    """A result with its plies, a draw, an estimate as a share of 100, and what nobody knows."""
    values = (ProvedValue(Result.WIN, 5), ExactValue(Result.DRAW, 7), EstimatedValue(1000), EstimatedValue())
    assert list(map(str, values)) == ["win in 5", "draw", "about 73 in 100", "unknown"]
