"""A game that leads to a position, for those who take none without its moves."""

from itertools import zip_longest

from noughts.game.board import Cell, cells_of
from noughts.game.position import Position


def in_turn(position: Position) -> list[Cell]:
    """An order in which the cells of an unfinished position can have been played: any, since none has won; X first."""
    turns = zip_longest(cells_of(position.x), cells_of(position.o))
    return [cell for turn in turns for cell in turn if cell is not None]
