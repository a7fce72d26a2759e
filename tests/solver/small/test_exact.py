"""Exact values: the order of values, the slow reference, the known results of small boards."""

import operator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import Board, ExactValue, Position, Result, TooLargeError
from noughts.game.count import walk
from noughts.solver.small.exact import exact
from tests import reference
from tests.positions import positions

THREE = Board.mnk(3, 3, 3)
LOSS, DRAW, WIN = Result.LOSS, Result.DRAW, Result.WIN
values = st.builds(ExactValue, st.sampled_from(Result), st.integers(0, 20))


def test_values_are_ordered_from_quick_loss_to_quick_win():
    """A loser would rather delay, a winner hurry, and any draw lies between."""
    ends = [(LOSS, 0), (LOSS, 2), (LOSS, 8), (DRAW, 4), (WIN, 9), (WIN, 1)]
    ordered = [ExactValue(*end) for end in ends]
    assert sorted(ordered[i] for i in (3, 0, 5, 2, 4, 1)) == ordered


@given(values, values, values)
def test_the_order_of_values_is_total(a, b, c):
    """Of two values one is less or they rank equal; the order is transitive and negation turns it round."""
    assert (a < b) + (b < a) + (not a < b and not b < a) == 1
    assert not (a < b < c) or a < c
    assert (a < b) == (-b < -a)
    assert (a <= b) == (not b < a)
    assert operator.neg(-a) == a


@given(values)
def test_a_move_turns_the_value_round_and_adds_a_ply(value):
    """What leads to a value is worth its opposite, one ply further from the end."""
    before = value.before()
    assert (before.result, before.plies) == (-value.result, value.plies + 1)


def test_values_are_shown_in_words():
    """A value reads "win in 3", "loss in 2", "draw"."""
    shown = [str(ExactValue(WIN, 3)), str(ExactValue(LOSS, 2)), str(ExactValue(DRAW, 5)), str(WIN)]
    assert shown == ["win in 3", "loss in 2", "draw", "win"]
    with pytest.raises(TypeError):
        _ = ExactValue(WIN, 3) < 3


def slow(position, known):
    """`reference.minimax` with every position of 3x3 looked at once: children first, then the same lines."""
    outcome = position.outcome
    if outcome is not None:
        return ExactValue(LOSS if outcome.winner else DRAW, 0)
    return max(known[position.play(cell)].before() for cell in position.moves)


def test_every_value_of_3x3_follows_from_its_moves():
    """In all 5,478 positions the value is what the textbook's rule makes of the values after each move."""
    known = {}
    for x, o in reversed(list(walk(THREE))):
        position = Position(THREE, x, o)
        known[position] = slow(position, known)
    assert len(known) == 5478
    solver = exact(THREE)
    assert {position: solver.value(position) for position in known} == known


def test_values_and_trees_equal_the_slow_reference_near_the_end():
    """With at most five empty cells, value and tree size are those of a walk that remembers nothing."""
    solver = exact(THREE)
    near = [p for p in (Position(THREE, x, o) for x, o in walk(THREE)) if len(p.empty) <= 5]
    chosen = [p for p in near if len(p.empty) < 5][::3] + [p for p in near if len(p.empty) == 5][::30]
    assert len(chosen) > 800
    for position in chosen:
        assert solver.value(position) == reference.minimax(position)
        assert solver.tree_size(position) == reference.tree_size(position)


@pytest.mark.parametrize(
    "name",
    [
        *("1x1x1", "2x1x2", "2x2x2", "3x2x2", "3x3x2", "torus3x2x2", "cube2"),
        pytest.param("4x2x3", marks=pytest.mark.long),
    ],
)
def test_small_boards_equal_the_slow_reference(name):
    """From the empty board, value and size of the tree are those of the slow reference."""
    start = Position.start(Board.parse(name))
    solver = exact(start.board)
    if start.board.size < 9:
        assert solver.tree_size(start) == reference.tree_size(start)
    assert solver.value(start) == reference.minimax(start)


@given(
    positions(st.sampled_from([Board.mnk(4, 3, 3), Board.mnk(4, 4, 4), Board.cube(3), Board.mnk(5, 5, 4)]))
)
def test_larger_boards_near_their_end_equal_the_slow_reference(position):
    """Positions with few empty cells of any board are solved, and as the slow reference does."""
    solver = exact(position.board)
    if len(position.empty) <= 5:
        assert solver.value(position) == reference.minimax(position)
        assert solver.tree_size(position) == reference.tree_size(position)


@pytest.mark.parametrize(
    ("name", "result", "plies"),
    [
        ("1x1x1", WIN, 1),
        ("2x2x2", WIN, 3),
        ("3x3x2", WIN, 3),
        ("3x3x3", DRAW, 9),
        ("4x3x3", WIN, 7),
        ("3x4x3", WIN, 7),
        ("4x3x4", DRAW, 12),
        ("cube2", WIN, 3),
    ],
)
def test_known_values_of_empty_boards(name, result, plies):
    """3x3 is a draw, 4x3 with three in a row a win in 7 plies, and so on, as the literature has it."""
    assert exact(Board.parse(name)).value(Position.start(Board.parse(name))) == ExactValue(result, plies)


def test_results_are_the_signs_of_the_values():
    """The results by move are those of the values by move, without the distance."""
    solver = exact(THREE)
    for x, o in walk(THREE):
        position = Position(THREE, x, o)
        found = solver.values(position)
        assert {cell: value.result for cell, value in found.items()} == solver.results(position)
        assert list(found) == list(position.moves)


def test_symmetric_positions_have_equal_values():
    """All turned and mirrored positions of 3x3 have one value."""
    solver = exact(THREE)
    for position in {Position(THREE, x, o).canonical() for x, o in walk(THREE)}:
        images = map(position.transform, THREE.symmetries)
        assert {solver.value(image) for image in images} == {solver.value(position)}


def test_all_scores_are_the_reachable_positions():
    """The full table of 3x3 holds exactly the 5,478 positions and decodes to their values."""
    solver = exact(THREE)
    scores = solver.all_scores()
    positions = [Position(THREE, x, o) for x, o in walk(THREE)]
    assert set(scores) == {(p.own, p.other) for p in positions}
    for p in positions:
        assert solver.decode(scores[p.own, p.other], len(p.empty)) == solver.value(p)


@given(st.integers(0, (1 << 12) - 1), st.sampled_from(["4x3x3", "3x3x3", "4x4x4", "torus4x3x3"]))
def test_has_line_sees_every_line(cells, name):
    """A set of cells has a line exactly if one of the board's lines lies in it."""
    board = Board.parse(name)
    cells &= board.full
    expected = any(all(cells >> c & 1 for c in line) for line in board.lines)
    assert exact(board).has_line(cells) == expected


@pytest.mark.parametrize("name", ["5x3x3", "4x4x4", "19x19x5"])
def test_too_many_empty_cells_are_refused(name):
    """Beyond 12 empty cells value, values, results and tree say so, with the position and the limit."""
    position = Position.start(Board.parse(name))
    solver = exact(position.board)
    assert not solver.reaches(position)
    for ask in (solver.value, solver.values, solver.results, solver.tree_size, solver.score):
        with pytest.raises(TooLargeError, match=f"on {name}, at most 12") as caught:
            ask(position)
        assert str(position)[:60] in str(caught.value)
