"""How a played game ended: on the board, given up, lost without a move or out of time, agreed to, or left."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from noughts.game.board import Line
from noughts.game.outcome import Mark, Outcome, Reason

Why = Literal["line", "full board", "resignation", "agreement", "forfeit", "abandoned", "time"]

_REASONS: Mapping[Reason, Why] = {Reason.LINE: "line", Reason.FULL: "full board"}


@dataclass(frozen=True)
class Ending:
    """The winner or None, the reason in words, every completed line, and ``why`` a player forfeits.

    Without a winner it is a draw, unless it was abandoned: then it is nothing.
    """

    winner: Mark | None
    reason: Why
    lines: tuple[Line, ...] = ()
    why: str = ""


def ending_of(outcome: Outcome | None) -> Ending | None:
    """An end on the board; None while the game goes on."""
    if outcome is None:
        return None
    return Ending(outcome.winner, _REASONS[outcome.reason], outcome.lines)
