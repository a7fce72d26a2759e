"""Computer players as requests name them, made once: the house's, and the programs that this server admits.

Programs sit down only where the owner of this server admitted them, by names of the owner's own choice: a request names
one of these, never a command. A program answers for one game at a time on each side, so that its games take turns, and
one that hangs holds up nobody else's.
"""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from functools import lru_cache

from noughts.adapters.programs.program import Program
from noughts.errors import NoughtsError, OptionError, PlayerError, quote
from noughts.game.board import Board, Cell
from noughts.game.position import Position
from noughts.players.player import Player
from noughts.players.registry import is_house, player
from noughts.server.boards import find_position
from noughts.server.worker_queue import TurnLimits, Turns

_QUICK_CELLS = 9
"""Up to so many cells every player of the house answers in about a millisecond, but those that think long."""

TIMES = (1, 5, 30)
"""Seconds a move that a player who takes time may be given in a game; in all else that is asked the first is the most.
"""

_MOST = {"nodes": 200_000, "playouts": 20_000, "seconds": TIMES[0]}
_MOST_IN_A_GAME = {**_MOST, "seconds": TIMES[-1]}
"""The most that a request may ask of a player, by the option's name; at home one may ask for more."""

_FEW_CELLS = 64
"""Up to so many cells a player that looks at nothing but lines tells within a few milliseconds, too, why it moves."""

_PROGRAM = TurnLimits(places=2, patience=20.0, most=200, each=20)
"""A program's sides, and the games that wait for it."""


@lru_cache(maxsize=512)
def pure_player(name: str) -> Player:
    """The player or level of a name, which any process can make; the errors are those of ``registry.player``."""
    return _within(_MOST, name)


@lru_cache(maxsize=512)
def game_player(name: str) -> Player:
    """The same as it sits in a game, where it may think longer."""
    return _within(_MOST_IN_A_GAME, name)


def _within(limits: dict[str, int], name: str) -> Player:
    named = player(name)
    if named.reads_a_file:
        raise OptionError(f"{quote(name)} names a file: this server plays by none that a request names")
    for option, most in limits.items():
        value = getattr(named, option, 0)
        if isinstance(value, (int, float)) and value > most:
            raise OptionError(f"{option}={quote(value)} is more than this server computes: at most {most:,}")
    return named


def thinking_seconds(name: str, board: Board) -> int:
    """How long a player of this name thinks before each move there, by the clock; 0 where that is no matter of time."""
    try:
        player = game_player(name)
    except NoughtsError:  # a program, or a player that is here no more
        return 0
    seconds: int = getattr(player, "seconds", 0)
    return seconds if seconds and player.takes_time(board) else 0


class Opponents:
    """Whoever can be played against here: pure players, and ``programs`` under what they are ``called``."""

    def __init__(self, programs: Iterable[Program] = ()) -> None:
        self.programs = {each.called: each for each in programs}
        self._turns = {name: Turns(_PROGRAM) for name in self.programs}

    def player(self, name: str) -> Player:
        """The player of a name, or the program; the errors are those of ``registry.player``."""
        return self.programs.get(name) or game_player(name)

    def refuse_program(self, name: str, why: str) -> None:
        """Raises PlayerError for a program, which can do nothing but play."""
        if name in self.programs:
            raise PlayerError(f"{quote(name)} is a program: {why}")

    @asynccontextmanager
    async def turn(self, name: str, who: str) -> AsyncIterator[Program]:
        """A program, once it is free for an address. Raises Refusal where that takes too long."""
        async with self._turns[name].turn(who):
            yield self.programs[name]


Think = Callable[[str, Position], Cell]
"""Asks a player, by its name, for its move."""


class Unthought(Exception):  # noqa: N818 - a wish, not a fault
    """A player has to think first: a request is decided on the event loop, where nobody may think long."""

    def __init__(self, name: str, position: Position) -> None:
        super().__init__(name, position)
        self.name = name
        self.position = position
        self.seconds = thinking_seconds(name, position.board)

    @property
    def names(self) -> tuple[str, str, str]:
        """The player, the board and the position as they go to another process."""
        return self.name, str(self.position.board), self.position.rows_text


def unthought(name: str, position: Position) -> Cell:
    """As ``Think``: nobody thinks, for it is only asked whether anybody has to."""
    raise Unthought(name, position)


def full_name(name: str) -> str:
    """A seat's full name; of a program, or a player that is here no more, the name it sat down by."""
    try:
        return str(game_player(name))
    except NoughtsError:
        return name


def draw_move(player: Player, position: Position) -> Cell:
    """A move of a player, drawn as likely as its decision says."""
    return player.decide(position).pick(random.SystemRandom())


def draw_elsewhere(name: str, board: str, position: str) -> Cell:
    """The same for another process: names are soon sent there, and a board's lines are not."""
    return draw_move(game_player(name), find_position(board, position))


def think_ahead() -> None:
    """Lets the players of 3x3x3 search its tree once, or the first game would wait for it, and others with it."""
    start = Position.start()
    for name in ("tic", "tic(deep=True)", "minimax", "perfect"):
        pure_player(name).decide(start)


def is_quick(board: Board, player: Player) -> bool:
    """Return whether a built-in player moves so soon on this board that others may wait for it."""
    return _answers_soon(player) if board.size <= _QUICK_CELLS else _reads_lines_only(player)


def is_explained_quickly(board: Board, player: Player | None) -> bool:
    """Whether an answer, by a player where one has to think for it, is there within some milliseconds."""
    if board.size <= _QUICK_CELLS:
        return player is None or _answers_soon(player)
    return board.size <= _FEW_CELLS and player is not None and _reads_lines_only(player)


def _answers_soon(player: Player) -> bool:
    return is_house(player.name) and not player.thinks_long


def _reads_lines_only(player: Player) -> bool:
    return is_house(player.name) and player.reads_lines_only
