"""What the marks on the lines of a position show: who could complete a line where, and where lines meet.

This is reading, not search: nothing is played, no move is judged.
"""

from __future__ import annotations

from noughts.game.board import Cell, Line
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.game.rule import GameRule
from noughts.game.threats import completions, forks, stones_of


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
