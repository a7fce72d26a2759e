"""Learners of values: one number for a move or for what it leads to, which goes a step towards what comes of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from noughts.errors import OptionError, quote
from noughts.game.board import Cell
from noughts.players.evidence import Learned
from noughts.players.learning.training import Learner, Memory
from noughts.players.player import Choice, heaviest, uniform


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

    def best(self, values: Mapping[Cell, float], meaning: str) -> Choice:
        """Any of the moves of the highest value, evenly; what is told of them are estimates to six places."""
        estimates = {cell: round(values[cell], 6) or 0.0 for cell in sorted(values)}
        return Choice(uniform(sorted(heaviest(values))), Learned(estimates, meaning, self.games))


class ValuePupil:
    """A learner of values in one game: what its last move was worth goes a step towards what came of it."""

    def __init__(self, memory: Memory, step: float, explore: float) -> None:
        self.memory, self.explore = memory, explore
        self._step = step
        self.last: tuple[list[float], int] | None = None

    def learn(self, target: float) -> None:
        """Moves the value of the last move, if there is one to be learnt."""
        if self.last is not None:
            values, place = self.last
            values[place] += self._step * (target - values[place])


def check_share(learner: Learner, option: str, share: Fraction, *, zero: bool) -> None:
    """Raises OptionError unless an option is a share of one; 0 only where that makes sense."""
    if not 0 <= share <= 1 or (share == 0 and not zero):
        least = "from 0" if zero else "above 0 and up"
        raise OptionError(f"{learner.name}: {option}={quote(share)} is not {least} to 1")
