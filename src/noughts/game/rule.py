"""How a game ends: what a complete line and a full board mean."""

from __future__ import annotations

from enum import StrEnum

from noughts.errors import ImpossibleError, quote


class GameRule(StrEnum):
    """The rule that a board is played by."""

    LINE = "line"
    """Whoever completes a line wins; a full board without one is a draw."""

    MISERE = "misere"
    """Whoever completes a line loses; a full board without one is a draw."""

    LAST = "last"
    """Whoever completes a line wins, and who cannot move loses: on a full board the last mover wins. No draws."""

    @classmethod
    def of(cls, given: GameRule | str) -> GameRule:
        """A rule as it is given: itself or its name; ImpossibleError for what is none."""
        if given not in list(cls):
            raise ImpossibleError(f"not a rule: {quote(given)} ({', '.join(cls)})")
        return cls(given)

    @property
    def prefix(self) -> str:
        """What the names of boards with this rule begin with."""
        return "" if self is GameRule.LINE else f"{self}-"
