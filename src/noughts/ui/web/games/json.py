"""A game as everybody may see it: no token, no hash, nothing that lets anybody act."""

from __future__ import annotations

from typing import Any

from noughts.game.outcome import Mark
from noughts.players.registry import LEVELS
from noughts.records.log import FRIEND, PERSON
from noughts.records.store import Record
from noughts.ui.web.endings import ending_json
from noughts.ui.web.games.schemas import GameView
from noughts.ui.web.opponents import opponent

_MARKS = (Mark.X, Mark.O)


def game_view(record: Record) -> GameView:
    """The game as docs/server.md describes it."""
    header, log = record.header, record.log
    state, position, ending = log.state, log.state.position, log.state.ending
    name = position.board.cell_name
    content = {
        "id": header.id,
        "version": log.version,
        "board": str(position.board),
        "start": str(header.start),
        "position": str(position),
        "ply": position.ply,
        "to_move": str(position.to_move),
        "moves": [name(cell) for cell in state.game.moves],
        "redo": sum(state.groups),
        "seats": {str(mark): _seat_json(header.seats[mark], state.taken) for mark in _MARKS},
        "legal": [] if ending else [name(cell) for cell in position.empty],
        "may": {str(mark): log.may(mark) for mark in _MARKS},
        "outcome": ending and ending_json(ending, position),
        "offers": [_offer_json(what, seat) for what, seat in state.offers.items()],
        "score": dict(zip(("X", "O", "draw"), score(record), strict=True)),
        "next": state.next,
        "previous": header.previous,
        "swapped": header.swapped,
    }
    return GameView.model_validate(content)


def score(record: Record) -> tuple[int, int, int]:
    """The finished games of the row so far, this one included: won by X's seat, by O's, drawn."""
    x, o, draw = record.header.score
    ending = record.log.state.ending
    if ending is None:
        return x, o, draw
    return x + (ending.winner is Mark.X), o + (ending.winner is Mark.O), draw + (ending.winner is None)


def _seat_json(seat: str, taken: bool) -> dict[str, Any]:
    if seat in (PERSON, FRIEND):
        return {"kind": seat, "player": None, "level": None, "taken": seat == PERSON or taken}
    level = seat if seat in LEVELS else None
    return {"kind": "computer", "player": str(opponent(seat)), "level": level, "taken": True}


def _offer_json(what: str, seat: Mark) -> dict[str, Any]:
    return {"seat": str(seat), "what": "again" if what == "swap" else what, "swap": what == "swap"}
