"""How a game ends: what a complete line and a full board mean."""

from enum import StrEnum


class GameRule(StrEnum):
    """The rule that a board is played by."""

    LINE = "line"
    """Whoever completes a line wins; a full board without one is a draw."""

    MISERE = "misere"
    """Whoever completes a line loses; a full board without one is a draw."""

    LAST = "last"
    """Whoever completes a line wins, and who cannot move loses: on a full board the last mover wins. No draws."""

    @property
    def prefix(self) -> str:
        """What the names of boards with this rule begin with."""
        return "" if self is GameRule.LINE else f"{self}-"
