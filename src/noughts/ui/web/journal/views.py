"""Games as everybody may see them: no token, no hash, nothing that lets anybody act."""

from __future__ import annotations

from noughts.contract.games import ClockJson, GameJson, OfferJson, SeatJson
from noughts.contract.numbers import SCHEMA
from noughts.explain.jsonable import side_json
from noughts.game.outcome import Mark
from noughts.players.registry import LEVELS
from noughts.records.game_state import State
from noughts.records.log import FRIEND, PERSON, Log
from noughts.ui.web.compute.opponents import full_name, thinking_seconds
from noughts.ui.web.endings import ending_json
from noughts.ui.web.journal.game_decisions import milliseconds, score
from noughts.ui.web.journal.shared import GameRecord


def game_json(record: GameRecord) -> GameJson:
    """The game as docs/server.md describes it."""
    header, log = record.header, record.log
    state, position, ending = log.state, log.state.position, log.state.ending
    name = position.board.cell_name
    x, o, draw = score(record)
    return {
        "schema": SCHEMA,
        "id": header.id,
        "version": log.version,
        "board": str(position.board),
        "start": header.start.rows_text,
        "position": position.rows_text,
        "ply": position.ply,
        "to_move": side_json(position.to_move),
        "moves": [name(cell) for cell in state.game.moves],
        "redo": sum(state.groups),
        "seats": {side_json(mark): _seat_json(header.seats[mark], state, mark) for mark in (Mark.X, Mark.O)},
        "legal": [] if ending else [name(cell) for cell in position.empty],
        "may": {side_json(mark): log.may(mark) for mark in (Mark.X, Mark.O)},
        "outcome": ending_json(ending, position) if ending else None,
        "offers": [_offer_json(what, seat) for what, seat in state.offers.items()],
        "clock": _clock_json(log),
        "score": {"X": x, "O": o, "draw": draw},
        "next": state.next,
        "previous": header.previous,
        "swapped": header.swapped,
        "classroom": header.classroom,
    }


def _seat_json(seat: str, state: State, mark: Mark) -> SeatJson:
    person = seat in (PERSON, FRIEND)
    player = None if person else full_name(seat)
    level = (player or "").partition("(")[0]
    return {
        "kind": "friend" if seat == FRIEND else "person" if person else "computer",
        "player": player,
        "level": level if level in LEVELS else None,
        "seconds": thinking_seconds(seat, state.position.board) or None if player else None,
        "taken": state.taken or seat != FRIEND,
        "name": state.names.get(mark),
    }


def _clock_json(log: Log) -> ClockJson | None:
    clock, mover = log.state.clock, log.state.position.to_move
    if clock is None:
        return None
    runs = clock.since is not None and not log.state.ending
    now = milliseconds() if runs else clock.since or 0
    return {
        "seconds": clock.seconds,
        "increment": clock.increment,
        "left": {side_json(mark): max(0, clock.left_of(mark, mover, now)) for mark in (Mark.X, Mark.O)},
        "running": side_json(mover) if runs else None,
    }


def _offer_json(what: str, seat: Mark) -> OfferJson:
    return {
        "seat": side_json(seat),
        "what": "draw" if what == "draw" else "undo" if what == "undo" else "again",
        "swap": what == "swap",
    }
