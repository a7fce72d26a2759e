"""Boards and positions as requests name them."""

from __future__ import annotations

from functools import lru_cache

from noughts.game.board import Board
from noughts.game.position import Position


@lru_cache(maxsize=256)
def board_named(name: str) -> Board:
    """The board of a name, made once; the errors are those of ``Board.playable``."""
    return Board.playable(name)


def position_named(board: str | None, position: str | None) -> Position:
    """The position of a text: the empty board where none is given, 3x3x3 where no board is given either."""
    on = None if board is None else board_named(board)
    return Position.start(on) if position is None else Position.parse(position, on)
