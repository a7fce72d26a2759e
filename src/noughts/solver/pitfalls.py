"""How easily the other side errs: of moves that are worth the same, after which most replies give something away.

The second thought of ``tic`` in another measure: here the replies are counted that cost the other side its result, and
nothing is said of what comes after them.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from noughts.game.board import Cell
from noughts.game.position import Position
from noughts.solver.analysis import Analysis, analyse


@dataclass(frozen=True, slots=True)
class Pitfall:
    """A best move: of so many ``replies`` to it ``wrong`` ones give something away."""

    cell: Cell
    wrong: int
    replies: int

    @property
    def share(self) -> Fraction:
        """How much of the replies is wrong, from 0 to 1; 0 where none is left."""
        return Fraction(self.wrong, self.replies) if self.replies else Fraction(0)


def pitfalls(analysis: Analysis) -> tuple[Pitfall, ...]:
    """The best moves of a position, the one first after which the other side errs most easily; of equal ones in order.

    Raises TooLargeError beyond what can be searched.
    """
    found = (_pitfall(cell, analysis.position.play_unchecked(cell)) for cell in analysis.best)
    return tuple(sorted(found, key=lambda each: -each.share))


def _pitfall(cell: Cell, after: Position) -> Pitfall:
    if after.is_over:
        return Pitfall(cell, 0, 0)
    replies = analyse(after)
    best = replies.value.known_result
    wrong = sum(value.known_result < best for value in replies.moves.values())
    return Pitfall(cell, wrong, len(replies.moves))
