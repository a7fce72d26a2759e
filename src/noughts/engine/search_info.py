"""What the engine thinks of a position: a move, its score and line, and what is proved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from noughts.game.board import Cell
from noughts.solver.value import EstimatedValue, KnownValue, Value


@dataclass(frozen=True, slots=True)
class Candidate:
    """A move and its score for who makes it, in thousandths of a logit: 1,000 is 73 in 100, 0 is even.

    ``exact``: the search gives this score; otherwise the move is worth that much at most. ``value`` is what is
    proved of it, if anything.
    """

    cell: Cell
    score: int
    exact: bool
    value: KnownValue | None = None


@dataclass(frozen=True, slots=True)
class Thought:
    """The answer of a search, for the side to move, and the evidence of who plays by it; scores as in `Candidate`.

    ``value`` is proved, or None: its plies are those of the win found, so the shortest may be shorter. ``depth`` is
    the last depth completed in plies, 0 where no search was needed. ``pv`` is the best play of both sides.
    ``threat`` is the winning sequence of threats found for the side to move, ``danger`` that of fours which the
    other side would have next if nothing were done. ``nodes`` counts the positions looked at.
    """

    score: int
    depth: int
    pv: tuple[Cell, ...]
    candidates: tuple[Candidate, ...]
    value: KnownValue | None = None
    threat: tuple[Cell, ...] = ()
    danger: tuple[Cell, ...] = ()
    nodes: int = 0
    kind: ClassVar[str] = "engine"

    @property
    def plies(self) -> int | None:
        """In how many plies, at most, what is proved comes; None where nothing is."""
        return self.value.plies if self.value else None

    @property
    def best(self) -> Cell:
        """The move chosen."""
        return self.pv[0]

    @property
    def worth(self) -> Value:
        """What is proved, by the line, or else the score as an estimate."""
        return self.value.with_proof(*self.pv) if self.value else EstimatedValue(self.score)
