"""Boards and positions as requests name them."""

from __future__ import annotations

from functools import lru_cache

from noughts.errors import NotationError, quote
from noughts.game.board import Board
from noughts.game.position import Position

_STRIP = "strip"


@lru_cache(maxsize=256)
def board_named(name: str) -> Board:
    """The board of a name, made once; NotationError for a strip, else the errors are those of ``Board.parse``.

    The lines of a strip's block are shares of other lines, for proofs about endless boards: no game is played there.
    """
    if name.startswith(_STRIP):
        raise NotationError(
            f"not a board to play on: {quote(name)} (a block of an endless strip, for proofs)"
        )
    return Board.parse(name)


def position_named(board: str | None, position: str | None) -> Position:
    """The position of a text: the empty board where none is given, 3x3x3 where no board is given either."""
    on = None if board is None else board_named(board)
    return Position.start(on) if position is None else Position.parse(position, on)
