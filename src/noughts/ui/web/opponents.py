"""Computer players as requests name them, made once."""

from __future__ import annotations

import random
from functools import lru_cache

from noughts.game.board import Board, Cell
from noughts.game.position import Position
from noughts.players.player import Player
from noughts.players.registry import player
from noughts.ui.web.boards import position_named

_QUICK_CELLS = 9
"""Up to so many cells every player of the house answers in about a millisecond, but those that think long."""


@lru_cache(maxsize=512)
def opponent(name: str) -> Player:
    """The player of a name; the errors are those of ``players.registry.player``."""
    return player(name)


def chosen(name: str, position: Position) -> Cell:
    """A move of a player, drawn as likely as its decision says."""
    return opponent(name).decide(position).pick(random.SystemRandom())


def chosen_elsewhere(name: str, board: str, position: str) -> Cell:
    """The same for another process: names are soon sent there, and a board's lines are not."""
    return chosen(name, position_named(board, position))


def think_ahead() -> None:
    """Lets the players of 3x3x3 search its tree once, or the first game would wait for it, and others with it."""
    start = Position.start()
    for name in ("tic", "tic(deep=True)", "minimax", "perfect"):
        opponent(name).decide(start)


def is_quick(board: Board, name: str | None = None) -> bool:
    """Whether an answer on this board is so soon there that others may wait for it."""
    return board.size <= _QUICK_CELLS and (name is None or _answers_soon(opponent(name)))


def _answers_soon(player: Player) -> bool:
    return type(player).__module__.startswith("noughts.players.") and not player.thinks_long
