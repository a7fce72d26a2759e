"""How a game ends: who won, why, and along which lines."""

from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Literal

from noughts.game.board import Line
from noughts.game.rule import GameRule


class Mark(StrEnum):
    """One of the two players; X moves first. It is its letter, too: ``position.to_move == "X"``."""

    _value_: Literal["X", "O"]

    X = "X"
    O = "O"  # noqa: E741 - the name of the mark

    @property
    def other(self) -> "Mark":
        """The opponent."""
        return Mark.O if self is Mark.X else Mark.X


class Reason(Enum):
    """The rule that ended the game."""

    LINE = "line"
    """One player holds every cell of a line."""
    FULL = "full"
    """Every cell is taken and nobody holds a line: a draw, or where the board's rule says so the last mover's win."""


@dataclass(frozen=True)
class Outcome:
    """The end of a game: the winner or None for a draw, the reason, and every completed line."""

    winner: Mark | None
    reason: Reason
    lines: tuple[Line, ...] = ()

    def points(self, side: Mark) -> int:
        """What it is worth to a side: 1 where it has won, -1 where the other has, 0 for a draw."""
        return 0 if self.winner is None else 1 if self.winner is side else -1


def winner(rule: GameRule, mover: Mark, *, line: bool) -> Mark | None:
    """Who has won, or None for a draw, once a side has completed a line or, without one, filled the board."""
    if line:
        return mover.other if rule is GameRule.MISERE else mover
    return mover if rule is GameRule.LAST else None
