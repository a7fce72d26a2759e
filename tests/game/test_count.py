"""Counting: the known numbers, and a slow walk that agrees by ply on every sort of board."""

import pytest

from noughts import Board, Position, TooLargeError, count
from noughts.game.count import Tally, walk
from tests import reference


def tally(x, o, draw):
    """A tally by position, as the literature lists it."""
    return Tally(x, o, draw)


def test_the_numbers_of_3x3x3():
    """5,478 positions, 765 up to symmetry, 958 and 138 of them finished, 255,168 games."""
    counted = count(Board.mnk(3, 3, 3))
    assert (counted.positions, counted.canonical) == (5_478, 765)
    assert [ply.canonical for ply in counted.by_ply] == [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]
    assert counted.terminal == tally(626, 316, 16)
    assert counted.canonical_terminal.total == 138
    assert counted.games == tally(131_184, 77_904, 46_080)
    assert counted.games.total == 255_168


def test_the_numbers_of_4x3x3():
    """111,973 positions, 28,275 up to symmetry, 151,188,768 games, however the board lies."""
    for board in (Board.mnk(4, 3, 3), Board.mnk(3, 4, 3)):
        counted = count(board)
        assert (counted.positions, counted.canonical) == (111_973, 28_275)
        assert counted.games.total == 151_188_768


def test_the_numbers_of_4x4x4():
    """9,722,011 positions, 1,217,977 up to symmetry, 659,392 finished, over 15 million million games."""
    counted = count(Board.mnk(4, 4, 4))
    assert (counted.positions, counted.canonical) == (9_722_011, 1_217_977)
    assert counted.terminal == tally(401_096, 252_940, 5_356)
    assert counted.terminal.total == 659_392
    assert counted.games == tally(3_225_291_101_568, 3_106_180_802_304, 8_707_262_054_400)
    assert counted.games.total == 15_038_733_958_272


BOARDS = (
    *(
        "1x1x1",
        "2x1x1",
        "2x1x2",
        "2x2x1",
        "2x2x2",
        "4x1x2",
        "1x5x3",
        "3x2x2",
        "3x2x3",
        "3x3x2",
        "3x3x3",
        "4x2x3",
    ),
    *("2x4x2", "torus2x2x2", "torus3x3x3", "torus3x2x2", "torus4x2x2", "cube1", "cube2"),
)
COUNTED = [
    *map(Board.parse, BOARDS),
    pytest.param(Board.parse("4x3x3"), marks=pytest.mark.long),
    Board("odd", 3, 2, ((0, 1), (2, 4, 5))),
]


@pytest.mark.parametrize("board", COUNTED, ids=str)
def test_counts_agree_with_a_walk(board):
    """Positions, canonical ones, finished ones by result and games are, ply by ply, those of a slow walk."""
    plies = reference.walk(board.size, board.lines, board.symmetries)
    counted = count(board)
    assert [ply.ply for ply in counted.by_ply] == list(range(len(plies)))
    for ply, seen in zip(counted.by_ply, plies, strict=True):
        assert (ply.positions, ply.canonical) == (seen["positions"]["all"], seen["canonical"]["all"])
        for what in ("terminal", "canonical_terminal", "games"):
            assert getattr(ply, what) == tally(*(seen[what][end] for end in ("X", "O", "draw"))), what


@pytest.mark.parametrize("name", ["3x3x3", "2x2x2", "torus3x3x3", "cube2"])
def test_totals_are_sums_over_the_plies(name):
    """Every total of a count is the sum of what it says by ply."""
    counted = count(Board.parse(name))
    for what in ("positions", "canonical"):
        assert getattr(counted, what) == sum(getattr(ply, what) for ply in counted.by_ply)
    for what in ("terminal", "canonical_terminal", "games"):
        total = getattr(counted, what)
        parts = [getattr(ply, what) for ply in counted.by_ply]
        assert (total.x, total.o, total.draw) == tuple(
            sum(getattr(part, side) for part in parts) for side in ("x", "o", "draw")
        )
        assert total.total == total.x + total.o + total.draw


@pytest.mark.parametrize("name", ["3x3x3", "2x2x2", "4x2x2", "torus3x3x3", "cube2"])
def test_the_walk_yields_every_position_once_in_order_of_plies(name):
    """`walk` gives each reachable position once, those with fewer marks first, all accepted by `Position`."""
    board = Board.parse(name)
    seen = [Position(board, x, o) for x, o in walk(board)]
    assert len(set(seen)) == len(seen) == count(board).positions
    plies = [position.ply for position in seen]
    assert plies == sorted(plies)


def test_counting_tells_how_far_it_is():
    """The progress function is told the steps done, in order, and how many there are."""
    told = []
    count(Board.mnk(3, 3, 3), lambda done, of: told.append((done, of)))
    assert told == [(step, 8) for step in range(8)]


@pytest.mark.parametrize("name", ["7x3x3", "5x5x4", "19x19x5", "cube3"])
def test_boards_too_large_to_count_are_refused(name):
    """Beyond 20 cells the answer would not come; the message names the board and the limit."""
    with pytest.raises(TooLargeError, match=f"{name}: .* at most 20"):
        count(Board.parse(name))
