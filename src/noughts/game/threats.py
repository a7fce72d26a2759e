"""What the lines threaten: the cells that complete a line, and those where two lines meet."""

from __future__ import annotations

from functools import reduce
from itertools import combinations
from operator import or_

from noughts.game.board import Board, Cell, cells_of


def completions(board: Board, own: int, other: int) -> tuple[Cell, ...]:
    """The empty cells where the side that holds ``own`` completes a line, in reading order."""
    return tuple(cells_of(reduce(or_, _missing(board, own, other, 1), 0)))


def forks(board: Board, own: int, other: int) -> tuple[Cell, ...]:
    """The empty cells, in reading order, where two lines meet that lack only this cell and one more."""
    open_lines = _missing(board, own, other, 2)
    return tuple(cells_of(reduce(or_, (a & b for a, b in combinations(open_lines, 2)), 0)))


def _missing(board: Board, own: int, other: int, number: int) -> list[int]:
    """The empty cells of each line without the other side that lacks so many cells, as bit sets."""
    return [m & ~own for m in board.masks if not m & other and (m & ~own).bit_count() == number]
