"""The exact value of a position, from the point of view of the side to move."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import total_ordering


class Result(IntEnum):
    """How the game ends with best play on both sides, for the side to move."""

    LOSS = -1
    DRAW = 0
    WIN = 1

    def __str__(self) -> str:
        return self.name.lower()


@total_ordering
@dataclass(frozen=True, slots=True, eq=False)
class Value:
    """A result and the number of plies until the end: a winner hurries, a loser delays.

    A draw's distance is the number of plies to the full board; draws are worth the same however long they
    take. Values are ordered from worst to best:

    >>> loss, draw, win = Value(Result.LOSS, 2), Value(Result.DRAW, 4), Value(Result.WIN, 3)
    >>> loss < Value(Result.LOSS, 4) < draw < Value(Result.WIN, 5) < win
    True
    >>> -win
    Value(result=<Result.LOSS: -1>, plies=3)

    What has not been solved has no Value at all: "unknown" is never a draw.
    """

    result: Result
    plies: int

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Value):
            return NotImplemented
        return self._rank == other._rank

    def __hash__(self) -> int:
        return hash(self._rank)

    def __lt__(self, other: Value) -> bool:
        if not isinstance(other, Value):
            return NotImplemented
        return self._rank < other._rank

    def __neg__(self) -> Value:
        """The same value seen by the other side, at the same moment."""
        return Value(Result(-self.result), self.plies)

    def __str__(self) -> str:
        return f"{self.result} in {self.plies}" if self.result else "draw"

    @property
    def _rank(self) -> tuple[int, int]:
        return self.result, -self.result * self.plies

    def before(self) -> Value:
        """What a move that leads here is worth to the player who makes it."""
        return Value(Result(-self.result), self.plies + 1)
