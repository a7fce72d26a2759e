"""How a played game ended: on the board, or because somebody gave it up or both agreed."""

from __future__ import annotations

from dataclasses import dataclass

from noughts.game.board import Line
from noughts.game.outcome import Mark, Reason
from noughts.game.position import Position

_REASONS = {Reason.LINE: "line", Reason.FULL: "full board"}


@dataclass(frozen=True)
class Ending:
    """The winner or None for a draw, the reason in words, and every completed line.

    The reason is ``line``, ``full board``, ``resignation`` or ``agreement``.
    """

    winner: Mark | None
    reason: str
    lines: tuple[Line, ...] = ()


def ending_of(position: Position) -> Ending | None:
    """How the game ended on the board, or None while it goes on."""
    outcome = position.outcome
    if outcome is None:
        return None
    return Ending(outcome.winner, _REASONS[outcome.reason], outcome.lines)
