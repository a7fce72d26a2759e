"""What a position is worth, from the point of view of the side to move."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import total_ordering
from math import exp, inf
from typing import Self, TypeAlias

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


@total_ordering
class _Ranked:
    """The order of values, whatever they rest on."""

    __slots__ = ()

    @property
    def _rank(self) -> tuple[int, float, bool]:
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        """Return whether two values are worth the same. A result equals no estimate."""
        if not isinstance(other, _Ranked):
            return NotImplemented
        return self is other or self._rank == other._rank

    def __hash__(self) -> int:
        return hash(self._rank)

    def __lt__(self, other: Value) -> bool:
        if not isinstance(other, _Ranked):
            return NotImplemented
        return self._rank < other._rank

    def with_proof(self, *_: Cell) -> Self:
        """Return the value with a proof that begins with these moves, if it is a proved value."""
        return self

    def with_cells(self, _: Callable[[Cell], Cell]) -> Self:
        """Return the value with the cells of its proof renamed, if it has one."""
        return self


@dataclass(frozen=True, slots=True, eq=False)
class _Known(_Ranked):
    """A result, and the number of plies until the end."""

    result: Result
    plies: int

    @property
    def score(self) -> int:
        """`SURE` for a win, -`SURE` for a loss, 0 for a draw."""
        return SURE * self.result

    def __neg__(self) -> Self:
        """Return the same value seen by the other side, at the same moment."""
        return replace(self, result=Result(-self.result))

    def __str__(self) -> str:
        return f"{self.result} in {self.plies}" if self.result else "draw"

    @property
    def _rank(self) -> tuple[int, float, bool]:
        return self.result, -self.result * self.plies, True


@dataclass(frozen=True, slots=True, eq=False)
class ExactValue(_Known):
    """A result by every line of play: whoever can win wins in ``plies``, and not sooner.

    A winner hurries, a loser delays. A draw's distance is the number of plies to the full board; draws are worth the
    same however long they take. Values are ordered from worst to best:

    >>> loss, draw, win = ExactValue(Result.LOSS, 2), ExactValue(Result.DRAW, 4), ExactValue(Result.WIN, 3)
    >>> loss < ExactValue(Result.LOSS, 4) < draw < ExactValue(Result.WIN, 5) < win
    True
    >>> str(-win)
    'loss in 3'
    """

    def before(self, *_: Cell) -> ExactValue:
        """Return what a move that leads here is worth to the player who makes it."""
        return ExactValue(Result(-self.result), self.plies + 1)


@dataclass(frozen=True, slots=True, eq=False)
class ProvedValue(_Known):
    """A result by a proof: it is right, and ``plies`` are those of the proof; a shorter win may exist.

    ``proof`` has the moves with which the proof begins, as far as they are known.
    """

    proof: tuple[Cell, ...] = ()

    def before(self, *moves: Cell) -> ProvedValue:
        """Return what a move that leads here is worth to the player who makes it; its proof begins with ``moves``."""
        return ProvedValue(Result(-self.result), self.plies + 1, (*moves, *self.proof))

    def with_proof(self, *moves: Cell) -> ProvedValue:
        """Return the same value with a proof that begins with these moves."""
        return replace(self, proof=moves)

    def with_cells(self, rename: Callable[[Cell], Cell]) -> ProvedValue:
        """Return the same value with the cells of its proof renamed."""
        return replace(self, proof=tuple(map(rename, self.proof)))


@dataclass(frozen=True, slots=True, eq=False)
class EstimatedValue(_Ranked):
    """No result: ``estimate`` is the engine's score in thousandths of a logit, or None if it did not search.

    The value is no draw, but lies where its estimate does, between the losses and the wins; without an estimate,
    below all others that are no losses:

    >>> loss, draw, win = ExactValue(Result.LOSS, 2), ExactValue(Result.DRAW, 4), ExactValue(Result.WIN, 3)
    >>> unknown, even = EstimatedValue(), EstimatedValue(0)
    >>> loss < unknown < even < draw < EstimatedValue(100) < win
    True
    """

    estimate: int | None = None

    @property
    def result(self) -> None:
        """None."""

    @property
    def plies(self) -> None:
        """None."""

    @property
    def score(self) -> int | None:
        """The estimate."""
        return self.estimate

    @property
    def chance(self) -> float | None:
        """The estimate as a share of one: what the engine expects to score, a draw counting half."""
        return None if self.estimate is None else chance(self.estimate)

    def __neg__(self) -> EstimatedValue:
        """Return the same value seen by the other side, at the same moment."""
        return EstimatedValue(None if self.estimate is None else -self.estimate)

    def __str__(self) -> str:
        share = self.chance
        return "unknown" if share is None else f"about {round(100 * share)} in 100"

    @property
    def _rank(self) -> tuple[int, float, bool]:
        return 0, -inf if self.estimate is None else self.estimate, False

    def before(self, *_: Cell) -> EstimatedValue:
        """Return what a move that leads here is worth to the player who makes it."""
        return -self


KnownValue: TypeAlias = ExactValue | ProvedValue
"""A value with a result."""

Value: TypeAlias = ExactValue | ProvedValue | EstimatedValue
"""The value of a position. All three have ``result`` and ``plies``, which are None for an estimate, and ``score``."""


def chance(score: int) -> float:
    """A score in thousandths of a logit as a share of one: 0 is a half, 1,000 is 73 in 100."""
    return 1 / (1 + exp(-score / 1000))
