"""Threats on the lines of a position: cells that complete a line, cells where lines meet, and rows open at both ends.

Threats are read from the marks as they stand. Nothing is played, and no move is judged.
"""

from __future__ import annotations

from functools import reduce
from itertools import combinations
from operator import or_

from noughts.game.board import Board, Cell, Line, cells_of
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.game.rule import GameRule

_LENGTH_OF_A_ROW = 4


def stones_of(position: Position, side: Mark) -> tuple[int, int]:
    """The cells of a side and those of the other."""
    return (position.x, position.o) if side is Mark.X else (position.o, position.x)


def completions(board: Board, own: int, other: int) -> tuple[Cell, ...]:
    """The empty cells where the side that holds ``own`` completes a line, in reading order."""
    return tuple(cells_of(reduce(or_, _missing(board, own, other, 1), 0)))


def forks(board: Board, own: int, other: int) -> tuple[Cell, ...]:
    """The empty cells, in reading order, where two lines meet that lack only this cell and one more."""
    open_lines = _missing(board, own, other, 2)
    return tuple(cells_of(reduce(or_, (a & b for a, b in combinations(open_lines, 2)), 0)))


def open_rows(board: Board, own: int, other: int) -> tuple[tuple[Cell, ...], ...]:
    """The marks that one more move makes a row of k - 1 open at both ends: in five in a row, every open three.

    Such a row is completed at either end, so that no single answer stops it: two lines along one another, of which one
    begins where the other has its second cell, that lack a cell of both and one more each. None where lines have no
    length of their own, or one below 4: there a single mark would be such a row.
    """
    if board.k is None or board.k < _LENGTH_OF_A_ROW:
        return ()
    lines = [m for m in board.masks if not m & other and (m & own).bit_count() == board.k - 2]
    along = ((a, b) for a, b in combinations(lines, 2) if (a & b).bit_count() == board.k - 1)
    return tuple(sorted({tuple(cells_of(a & own)) for a, b in along if a & own == b & own}))


def _missing(board: Board, own: int, other: int, number: int) -> list[int]:
    """The empty cells of each line without the other side that lacks so many cells, as bit sets."""
    return [m & ~own for m in board.masks if not m & other and (m & ~own).bit_count() == number]


def completed(position: Position, side: Mark, cell: Cell) -> tuple[Line, ...]:
    """The lines that lack only this empty cell for the side to win by them: none where a complete line loses."""
    if position.board.rule is GameRule.MISERE:
        return ()
    return _lines(position, side, cell, missing=1)


def advanced(position: Position, side: Mark, cell: Cell) -> tuple[Line, ...]:
    """The lines through this empty cell without the opponent that lack only it and one more."""
    return _lines(position, side, cell, missing=2)


def completing(position: Position, side: Mark) -> tuple[Cell, ...]:
    """The empty cells where the side completes a line, in reading order."""
    return completions(position.board, *stones_of(position, side))


def winning(position: Position, side: Mark) -> tuple[Cell, ...]:
    """Return the empty cells where the side wins by completing a line, in reading order."""
    return () if position.board.rule is GameRule.MISERE else completing(position, side)


def forking(position: Position, side: Mark) -> tuple[Cell, ...]:
    """The empty cells where two lines of the side meet that lack only this cell and one more."""
    return forks(position.board, *stones_of(position, side))


def _lines(position: Position, side: Mark, cell: Cell, missing: int) -> tuple[Line, ...]:
    board = position.board
    own, theirs = stones_of(position, side)
    return tuple(
        line
        for line, mask in zip(board.lines, board.masks, strict=True)
        if mask >> cell & 1 and not mask & theirs and (mask & ~own).bit_count() == missing
    )
