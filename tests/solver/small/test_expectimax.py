"""Expectimax: the averages of a side that plays its best against one that plays at random."""

import pytest

from noughts import Board, Position, TooLargeError
from noughts.game.count import walk
from noughts.solver.small.expectimax import Expectimax
from tests import reference

BOARDS = (
    "1x1x1",
    "3x2x2",
    "4x2x3",
    "3x3x3",
    "torus3x2x2",
    "cube2",
    "misere-4x2x2",
    "last-3x2x3",
    "last-4x2x3",
)


@pytest.mark.parametrize("name", BOARDS)
def test_averages_equal_the_slow_references(name):
    """By every rule, in positions with at most five empty cells, finished ones too, the average is that of a walk by
    fractions that remembers nothing.
    """
    board = Board.parse(name)
    averages = Expectimax(board)
    near = [p for p in (Position(board, x, o) for x, o in walk(board)) if len(p.empty) <= 5]
    for position in near[:: 1 + len(near) // 500]:
        assert averages.value(position) == reference.expectimax(position), position


def test_what_is_too_large_is_refused():
    """Beyond twelve empty cells nothing is walked."""
    board = Board.mnk(4, 4, 4)
    with pytest.raises(TooLargeError, match="16 empty cells on 4x4x4, at most 12"):
        Expectimax(board).value(Position.start(board))
