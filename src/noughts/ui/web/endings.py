"""How a game ended, as plain JSON and in words: for games, and for positions without one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from noughts.explain.jsonable import side_json
from noughts.explain.sentences import outcome_sentence
from noughts.game.position import Position
from noughts.records.game_state import Ending

if TYPE_CHECKING:  # shapes are for the type checker: nothing of them is needed at run time
    from noughts.contract.values import OutcomeJson


def ending_json(ending: Ending | None, position: Position) -> OutcomeJson | None:
    """The winner, the reason, the completed lines, and all that as a sentence; None while the game goes on."""
    if ending is None:
        return None
    name = position.board.cell_name
    return {
        "winner": side_json(ending.winner) if ending.winner else None,
        "reason": ending.reason,
        "lines": [[name(cell) for cell in line] for line in ending.lines],
        "words": _words(ending, position),
    }


def _words(ending: Ending, position: Position) -> str:
    winner, loser = ending.winner, ending.winner and ending.winner.other
    said = {
        "resignation": f"{loser} resigned: {winner} wins.",
        "time": f"{loser} has spent all time: {winner} wins.",
        "forfeit": f"{ending.why}. {winner} wins.",
        "agreement": "A draw by agreement.",
        "abandoned": "Nobody came back to this game: it was closed, and nobody won.",
    }
    if ending.reason in said:
        return said[ending.reason]
    assert position.outcome
    return outcome_sentence(position.outcome, position.board)
