"""What a player that learns is: a memory that games change, and an exact distribution for every state of it.

The memory is one table, numbers by box. A pupil takes part in a single game, remembers what it did there, and changes
the memory; the learner reads it. Training is deterministic: a seed, so many games, an opponent. It is done once a
process, when the player first decides, unless a kept memory is brought (see ``players.learning.kept``).
"""

from __future__ import annotations

import re
from abc import abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from noughts.errors import OptionError, quote
from noughts.game.board import Board
from noughts.game.position import Position
from noughts.players.learning.cases import BOARD, Case, case, key_of
from noughts.players.learning.training import ITSELF, Memory, Pupil, learnt
from noughts.players.player import Choice, Player

MOST_GAMES = 1_000_000
"""The most games of a training: some minutes."""


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
        return self.choice(learnt(self), position)

    @staticmethod
    def case(at: Position | int) -> Case:
        """The box of an unfinished position, and its kinds of moves; a box itself may be asked for them."""
        return case(at if isinstance(at, int) else key_of(at))

    @abstractmethod
    def pupil(self, memory: Memory) -> Pupil:
        """This learner in a new game, with a memory that it may change."""

    @abstractmethod
    def places(self, box: int) -> int:
        """How many numbers its memory has for a box."""

    @abstractmethod
    def choice(self, memory: Memory, position: Position) -> Choice:
        """What it does with such a memory in an unfinished position."""


@dataclass(frozen=True)
class ValueLearner(Learner):
    """A learner of values: one moves by ``step`` of the way to what it led to; ``explore`` of the moves are random."""

    games: int = 2_000
    step: Fraction = Fraction(1, 10)
    explore: Fraction = Fraction(1, 10)

    def __post_init__(self) -> None:
        super().__post_init__()
        check_share(self, "step", self.step, zero=False)
        check_share(self, "explore", self.explore, zero=True)


def check_share(learner: Learner, option: str, share: Fraction, *, zero: bool) -> None:
    """Raises OptionError unless an option is a share of one; 0 only where that makes sense."""
    if not 0 <= share <= 1 or (share == 0 and not zero):
        least = "from 0" if zero else "above 0 and up"
        raise OptionError(f"{learner.name}: {option}={quote(share)} is not {least} to 1")
