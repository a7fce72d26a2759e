"""A player that learns, and its training: game after game on both sides, from dice that a seed decides.

What it learns is a memory that games change, one table of numbers by box; for every state of it the learner has an
exact distribution. A pupil takes part in a single game, remembers what it did there, and changes the memory. Training
is done once a process, when the player first decides, unless a kept memory is brought (see ``training_file``).
"""

from __future__ import annotations

import random
import re
from abc import abstractmethod
from bisect import bisect
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from itertools import accumulate
from typing import ClassVar, Generic, Protocol, TypeVar

from noughts.errors import OptionError, expect, quote, whole
from noughts.game.board import Board
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.players.distribution import weigh
from noughts.players.learning.states import BOARD, CELLS, GOES_ON, WON, Case, Move, case, key_of
from noughts.players.player import Choice, Player
from noughts.players.registry import player

MOST_GAMES = 1_000_000
"""The most games of a training: some minutes."""


ITSELF = "itself"
"""The opponent of who learns on both sides at once, from one memory."""

Memory = dict[int, list[float]]
"""What is learnt: some numbers for every box that was met."""


class Pupil(Protocol):
    """A learner in one game."""

    def move(self, case: Case, dice: random.Random, /) -> Move | None:
        """What it plays, or None where it resigns."""

    def end(self, result: int) -> None:
        """The game is over: +1 it has won, 0 it was drawn, -1 it has lost or resigned."""


@dataclass(frozen=True)
class Learner(Player):
    """A player of 3x3x3 after so many games on each side, against a player or itself, with the dice of a seed."""

    thinks_long: ClassVar[bool] = True

    games: int = 1_000
    against: str = "random"
    seed: int = 0

    def __post_init__(self) -> None:
        if not 1 <= self.games <= MOST_GAMES:
            raise OptionError(f"{self.name}: games={quote(self.games)} is not from 1 to {MOST_GAMES:,}")
        if not re.fullmatch(r"[A-Za-z][\w-]*", self.against, re.ASCII):
            raise OptionError(
                f"{self.name}: against={quote(self.against)} is not a player's bare name, or {ITSELF}"
            )

    def plays(self, board: Board) -> bool:
        return board == BOARD

    def choose(self, position: Position) -> Choice:
        return self.choice(memory_of(self), position)

    @staticmethod
    def case(at: Position | int) -> Case:
        """The box of an unfinished position, and its kinds of moves; a box itself may be asked for them."""
        return case(at if isinstance(at, int) else key_of(at))

    @abstractmethod
    def pupil(self, memory: Memory) -> Pupil:
        """This learner in a new game, with a memory that it may change."""

    def places(self, box: int) -> int:
        """How many numbers its memory has for a box: one for each kind of move, unless a learner says otherwise."""
        return len(case(box).kinds)

    @abstractmethod
    def choice(self, memory: Memory, position: Position) -> Choice:
        """What it does with such a memory in an unfinished position."""


L = TypeVar("L", bound=Learner)

_REMEMBERED = 64
"""So many trained players are remembered in a process."""

_LEARNT: dict[Learner, Memory] = {}


def memory_of(learner: Learner) -> Memory:
    """The memory of a learner after its games; trained when first asked for."""
    memory = _LEARNT.get(learner)
    if memory is None:
        training = Training(learner)
        training.run(learner.games)
        memory = remember(learner, training.memory)
    return memory


def remember(learner: Learner, memory: Memory) -> Memory:
    """Keeps a memory as what this learner has memory_of, for this process."""
    while len(_LEARNT) >= _REMEMBERED:
        _LEARNT.pop(next(iter(_LEARNT)), None)
    _LEARNT[learner] = memory
    return memory


class Training(Generic[L]):
    """A learner that goes on learning. ``games`` counts those played on each side; its own number is no limit.

    Against another player a game is played on each side in turn; against itself one game is one on each side. Each
    side has dice of its own, so that what is learnt as X does not depend on what happens as O.
    Raises UnknownPlayerError, UnsupportedBoardError for an opponent that does not play 3x3x3, InputTypeError for
    who learns nothing.
    """

    def __init__(self, learner: L) -> None:
        expect(learner, Learner, "a learner")
        self.learner = learner
        self.memory: Memory = {}
        self.games = 0
        self.dice = {mark: random.Random(f"{learner.seed} {mark}") for mark in Mark}
        self._rival = None if learner.against == ITSELF else Rival(learner.against)

    def run(self, games: int, stop: Callable[[], bool] | None = None) -> bool:
        """Plays until so many games are played on each side; asks ``stop`` before each. Whether it came so far."""
        while self.games < whole("games", games):
            if stop and stop():
                return False
            self._next()
            self.games += 1
        return True

    @property
    def player(self) -> L:
        """The player that its games until now have made, which need not be trained again in this process.

        Raises OptionError before the first game.
        """
        learner = replace(self.learner, games=self.games)
        remember(learner, {box: list(numbers) for box, numbers in self.memory.items()})
        return learner

    def _next(self) -> None:
        if self._rival is None:
            _play({mark: self.learner.pupil(self.memory) for mark in Mark}, self.dice[Mark.X])
            return
        for mark in Mark:
            _play({mark: self.learner.pupil(self.memory), mark.other: self._rival}, self.dice[mark])


def _play(pupils: dict[Mark, Pupil], dice: random.Random) -> None:
    """One game of pupils, each on its side."""
    key, sides = 0, (Mark.X, Mark.O)
    for ply in range(CELLS):
        side = sides[ply % 2]
        move = pupils[side].move(case(key), dice)
        if move is None or move[2] != GOES_ON:
            won = sides[1 - ply % 2] if move is None else side if move[2] == WON else None
            for mark, each in pupils.items():
                each.end(0 if won is None else 1 if mark is won else -1)
            return
        key = move[1]


class Rival:
    """The player, or level, of a bare name as a pupil that learns nothing; it must play 3x3x3."""

    def __init__(self, name: str) -> None:
        self._player = player(name)
        self._player.check(BOARD)
        self._decided = cache(self._decide)

    def move(self, case: Case, dice: random.Random) -> Move:
        """What it plays, drawn as likely as it says."""
        moves, bounds = self._decided(case.key)
        return moves[bisect(bounds, dice.randrange(bounds[-1]))]

    def end(self, result: int) -> None:
        """It is as it was."""

    def _decide(self, key: int) -> tuple[list[Move], list[int]]:
        """The moves that it may play, and the bounds below which a roll falls on each."""
        position = Position.unchecked(BOARD, key & BOARD.full, key >> CELLS)
        moves = {move[0]: move for kind in case(key).kinds for move in kind}
        _, weights = weigh(self._player, position, self._player.choose(position))
        return [moves[cell] for cell, _ in weights], list(accumulate(weight for _, weight in weights))
