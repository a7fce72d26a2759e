"""A class as everybody may see it who has its address: names, pairs and points, no token and nothing that lets act."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from noughts.contract.numbers import SCHEMA
from noughts.records.classroom import Classmate, Result
from noughts.records.clock import Clock
from noughts.ui.web.journal.classroom_store import ClassRecord

if TYPE_CHECKING:  # shapes are for the type checker: nothing of them is needed at run time
    from noughts.contract.classes import ClassroomJson, PupilJson


def classroom_json(record: ClassRecord, results: Mapping[str, Result]) -> ClassroomJson:
    """The class as docs/server.md describes it; ``results`` are those of this round's games, by their ids."""
    header, room = record.header, record.room
    pupils = {each.number: each for each in room.pupils}
    for pair in room.pairs:
        if pair.result is None:
            pupils[pair.x] = pupils[pair.x].after(results[pair.game], "X")
            pupils[pair.o] = pupils[pair.o].after(results[pair.game], "O")
    clock = Clock.parse(header.clock) if header.clock else None
    return {
        "schema": SCHEMA,
        "id": header.id,
        "version": room.version,
        "board": str(header.start.board),
        "start": header.start.rows_text,
        "clock": {"seconds": clock.seconds, "increment": clock.increment} if clock else None,
        "meanwhile": header.meanwhile,
        "round": room.round,
        "closed": room.closed,
        "locked": room.locked,
        "pupils": [_pupil_json(each) for each in pupils.values()],
        "pairs": [
            {"game": pair.game, "seats": {"X": pair.x, "O": pair.o}, "result": results[pair.game]}
            for pair in room.pairs
        ],
        "waiting": list(room.waiting),
    }


def _pupil_json(pupil: Classmate) -> PupilJson:
    return {
        "number": pupil.number,
        "name": pupil.called,
        "here": pupil.here,
        "won": pupil.won,
        "drawn": pupil.drawn,
        "lost": pupil.lost,
    }
