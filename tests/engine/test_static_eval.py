"""A look at the lines: what cells are worth and where threats lie, as counted anew for every cell."""

import pytest

from noughts import Board
from noughts.engine.static_eval import WORTHS, LineKind, line_kinds, threats, worths
from tests.positions import board_of, games


@pytest.mark.parametrize(
    ("name", "straight", "diagonal"),
    [("3x3x3", 6, 2), ("15x15x5", 330, 242), ("cube4", 48, 28), ("torus4x4x4", 8, 8), ("5x2x3", 6, 0)],
)
def test_lines_along_one_axis_are_straight(name, straight, diagonal):
    """Rows, columns and piles are straight, all others diagonal: so many of each."""
    kinds = line_kinds(Board.parse(name))
    assert (kinds.count(LineKind.STRAIGHT), kinds.count(LineKind.DIAGONAL)) == (straight, diagonal)


@pytest.mark.parametrize("name", ["3x3x3", "5x4x4", "mixed", "7x7x5", "cube3"])
@pytest.mark.parametrize("overlooked", [(), (LineKind.STRAIGHT,), (LineKind.DIAGONAL,), tuple(LineKind)])
@pytest.mark.parametrize("sees_last", [False, True])
def test_cells_are_worth_the_lines_through_them(name, overlooked, sees_last):
    """Four times the worth of each line that the mover can complete, three times of the other side's that it sees."""
    board = board_of(name)
    kinds = dict(zip(board.lines, line_kinds(board), strict=True))
    for position in games(board, 8, 1):
        seen = worths(position, frozenset(overlooked), sees_last)
        assert set(seen) == set(position.empty)
        for cell, worth in seen.items():
            counted = 0
            for line in (line for line in board.lines if cell in line):
                marks = {position.at(c) for c in line} - {None}
                lacks = sum(position.at(c) is None for c in line)
                each = WORTHS[min(lacks, len(WORTHS) - 1)]
                mine = marks <= {position.to_move}
                strikes = sees_last and marks == {position.to_move.other} and lacks == 1
                theirs = marks <= {position.to_move.other} and (kinds[line] not in overlooked or strikes)
                counted += each * (4 * mine + 3 * theirs)
            assert worth == counted, (str(position), cell)


@pytest.mark.parametrize("name", ["3x3x3", "6x6x4", "cube3"])
def test_threats_are_the_others_lines_that_lack_two_at_most(name):
    """Every line with stones of the other side alone that lacks one or two, and no other."""
    board = Board.parse(name)
    for position in games(board, 10, 2):
        found = {threat.line: threat.lacks for threat in threats(position)}
        for line in board.lines:
            marks = [position.at(c) for c in line]
            lacks = marks.count(None)
            there = set(marks) == {position.to_move.other, None} and lacks <= 2
            assert (line in found) is there
            assert not there or found[line] == lacks
