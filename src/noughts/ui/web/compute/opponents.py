"""Computer players as requests name them, made once.

Programs sit down only where the owner of this server admitted them, by names of the owner's own choice: a request names
one of these, never a command. They run in the server's own process, so that one move at a time is asked of each.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import lru_cache

from noughts.adapters.programs.program import Program
from noughts.errors import OptionError, PlayerError, quote
from noughts.game.board import Board, Cell
from noughts.game.position import Position
from noughts.players.player import Player
from noughts.players.registry import player
from noughts.ui.web.compute.boards import position_named

_QUICK_CELLS = 9
"""Up to so many cells every player of the house answers in about a millisecond, but those that think long."""

_MOST = {"nodes": 200_000, "playouts": 20_000}
"""The most that a request may ask of a player, by the option's name; at home one may ask for more."""

_LIGHT = ("random", "weights")
"""Players that choose within a millisecond on every board."""

_FEW_CELLS = 64
"""Up to so many cells they tell within a few milliseconds, too, why."""

_ADMITTED: dict[str, Program] = {}
"""The programs that this process lets play, by name."""


def admit(programs: Iterable[Program]) -> None:
    """Lets programs play here under what they are ``called``, and no others."""
    _ADMITTED.clear()
    _ADMITTED.update((each.called, each) for each in programs)


def admitted() -> tuple[Program, ...]:
    """The programs that may play here."""
    return tuple(_ADMITTED.values())


def is_program(name: str) -> bool:
    """Whether a program plays under this name."""
    return name in _ADMITTED


def opponent(name: str) -> Player:
    """The player or level of a name, or an admitted program; the errors are those of ``players.registry.player``."""
    return _ADMITTED.get(name) or _player(name)


@lru_cache(maxsize=512)
def _player(name: str) -> Player:
    named = player(name)
    for option, most in _MOST.items():
        given = getattr(named, option, 0)
        if isinstance(given, (int, float)) and given > most:
            raise OptionError(f"{option}={quote(given)} is more than this server computes: at most {most:,}")
    return named


def shown_name(name: str) -> str:
    """A seat's full name; of a player that is here no more, the name it sat down by."""
    try:
        return str(opponent(name))
    except PlayerError:
        return name


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


def is_quick(board: Board, name: str) -> bool:
    """Whether a player's move on this board is so soon there that others may wait for it."""
    if board.size <= _QUICK_CELLS:
        return _answers_soon(opponent(name))
    return opponent(name).name in _LIGHT


def is_told_quickly(board: Board, name: str | None) -> bool:
    """Whether an answer, by a player where one has to think for it, is there within some milliseconds."""
    if board.size <= _QUICK_CELLS:
        return name is None or _answers_soon(opponent(name))
    return board.size <= _FEW_CELLS and name is not None and opponent(name).name in _LIGHT


def _answers_soon(player: Player) -> bool:
    return type(player).__module__.startswith("noughts.players.") and not player.thinks_long
