"""How a game ended, as plain JSON and in words: for games, and for positions without one."""

from __future__ import annotations

from typing import Any

from noughts.explain.sentence import outcome_sentence
from noughts.game.position import Position
from noughts.records.ending import Ending


def ending_json(ending: Ending, position: Position) -> dict[str, Any]:
    """The winner, the reason, the completed lines, and all that as a sentence."""
    name = position.board.cell_name
    return {
        "winner": ending.winner and str(ending.winner),
        "reason": ending.reason,
        "lines": [[name(cell) for cell in line] for line in ending.lines],
        "words": _words(ending, position),
    }


def _words(ending: Ending, position: Position) -> str:
    if ending.reason == "resignation":
        assert ending.winner
        return f"{ending.winner.other} resigned: {ending.winner} wins."
    if ending.reason == "agreement":
        return "A draw by agreement."
    assert position.outcome
    return outcome_sentence(position.outcome, position.board)
