"""What a position is worth, from the point of view of the side to move."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum
from functools import total_ordering
from math import exp, inf

from noughts.game.board import Cell


class Result(IntEnum):
    """How the game ends with best play on both sides, for the side to move."""

    LOSS = -1
    DRAW = 0
    WIN = 1

    def __str__(self) -> str:
        return self.name.lower()


SURE = 10_000
"""The score of a proved win; estimates stay below."""


class Certainty(Enum):
    """What a value rests on."""

    EXACT = "exact"
    """Every line of play: the result is right, and nobody who can win wins sooner."""
    PROVED = "proved"
    """A proof: the result is right, and its plies are those of the proof; a shorter win may be there."""
    ESTIMATED = "estimated"
    """What the engine thinks, if it has looked at all: there is no result."""


@total_ordering
@dataclass(frozen=True, slots=True, eq=False)
class Value:
    """A result and the number of plies until the end, or an estimate where there is none: ``certainty`` says which.

    A winner hurries, a loser delays. A draw's distance is the number of plies to the full board; draws are worth the
    same however long they take. Values are ordered from worst to best:

    >>> loss, draw, win = Value(Result.LOSS, 2), Value(Result.DRAW, 4), Value(Result.WIN, 3)
    >>> loss < Value(Result.LOSS, 4) < draw < Value(Result.WIN, 5) < win
    True
    >>> str(-win)
    'loss in 3'

    ``proof`` makes a value proved: the moves with which its proof begins, none where only that it holds is known.
    ``estimate`` is the engine's score in thousandths of a logit, as in `Candidate`. Without a result a value is no
    draw, but lies where its estimate does, between the losses and the wins; without an estimate too, below all others
    that are not lost:

    >>> unknown, even = Value(), Value(estimate=0)
    >>> loss < unknown < even < draw < Value(estimate=100) < win
    True
    """

    result: Result | None = None
    plies: int | None = None
    proof: tuple[Cell, ...] | None = None
    estimate: int | None = None

    @property
    def certainty(self) -> Certainty:
        """Whether the value is exact, proved, or no more than an estimate."""
        if self.result is None:
            return Certainty.ESTIMATED
        return Certainty.EXACT if self.proof is None else Certainty.PROVED

    @property
    def is_exact(self) -> bool:
        """Whether every line of play was looked at."""
        return self.certainty is Certainty.EXACT

    @property
    def known_result(self) -> Result:
        """The result, where it must be known; ValueError for an estimate."""
        if self.result is None:
            raise ValueError(f"{self} is no result")
        return self.result

    @property
    def score(self) -> int | None:
        """Thousandths of a logit: the estimate, `SURE` for a win, 0 for a draw; None where nothing is known."""
        return self.estimate if self.result is None else SURE * self.result

    @property
    def chance(self) -> float | None:
        """The estimate as a share of one: what the engine expects to score, a draw counting half."""
        return None if self.estimate is None else chance(self.estimate)

    def __eq__(self, other: object) -> bool:
        """Whether two values are worth the same, whatever they rest on; what is known equals no estimate."""
        if not isinstance(other, Value):
            return NotImplemented
        return self is other or self._rank == other._rank

    def __hash__(self) -> int:
        return hash(self._rank)

    def __lt__(self, other: Value) -> bool:
        if not isinstance(other, Value):
            return NotImplemented
        return self._rank < other._rank

    def __neg__(self) -> Value:
        """The same value seen by the other side, at the same moment."""
        return Value(
            None if self.result is None else Result(-self.result),
            self.plies,
            self.proof,
            None if self.estimate is None else -self.estimate,
        )

    def __str__(self) -> str:
        if self.result is None:
            share = self.chance
            return "unknown" if share is None else f"about {round(100 * share)} in 100"
        return f"{self.result} in {self.plies}" if self.result else "draw"

    @property
    def _rank(self) -> tuple[int, float, bool]:
        if self.result is None:
            return 0, -inf if self.estimate is None else self.estimate, False
        return self.result, -self.result * (self.plies or 0), True

    def before(self, *moves: Cell) -> Value:
        """What a move that leads here is worth to the player who makes it; the proof of that begins with ``moves``."""
        other = -self
        if other.plies is None:
            return other
        return Value(other.result, other.plies + 1, None if other.proof is None else (*moves, *other.proof))

    def with_proof(self, *moves: Cell) -> Value:
        """The same value, its proof beginning with these moves; one that needs no proof, or has none, as it is."""
        return self if self.proof is None else Value(self.result, self.plies, moves)


def chance(score: int) -> float:
    """A score in thousandths of a logit as a share of one: 0 is a half, 1,000 is 73 in 100."""
    return 1 / (1 + exp(-score / 1000))
