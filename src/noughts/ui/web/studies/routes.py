"""A study over HTTP: read from whatever record, checked, and told with all its moves and as SGF. Nothing is kept."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import Field

from noughts.contract.games import StudyJson
from noughts.contract.numbers import SCHEMA
from noughts.explain.jsonable import side_json
from noughts.game.outcome import Mark
from noughts.records.formats.file import read_study
from noughts.records.formats.sgf_study import study_to_sgf
from noughts.records.study import Study
from noughts.ui.web.boards import board_named, position_named
from noughts.ui.web.games import schemas
from noughts.ui.web.services import Given, client

router = APIRouter(prefix="/api/studies", tags=["studies"])

REFUSALS = schemas.refusals(400, 413, 415, 422, 429, 500, 503)


Name = Annotated[str, Field(max_length=100, description="a player's name, for a record that tells none")]


class AskedStudy(schemas.Body):
    """A record, or nothing but a place; moves without a board of their own are on ``board``, from ``position``."""

    record: Annotated[
        str,
        Field(
            max_length=12_000,
            description="SGF, PSQ, JSON, or moves with variations and notes: b2 a1 (b1 {the other kind}) c1",
        ),
    ] = ""
    board: (
        Annotated[
            str, Field(max_length=20, json_schema_extra=schemas.pattern(schemas.BOARD), examples=["3x3x3"])
        ]
        | None
    ) = None
    position: schemas.Place | None = None
    x: Name = ""
    o: Name = ""


@router.post("", responses=REFUSALS)
async def study(body: AskedStudy, request: Request, services: Given) -> StudyJson:
    """What a record says, variations and notes and all; a refusal where anything in it cannot be read or played."""
    services.limits.take("question", client(request))
    return await services.workers.quick(_told, body)


def _told(body: AskedStudy) -> StudyJson:
    board = None if body.board is None else board_named(body.board)
    start = None if body.position is None else position_named(body.board, body.position)
    read = read_study(body.record, board, start)
    board_named(str(read.start.board))  # a record, too, may name only a board to play on
    return study_json(replace(read, x=read.x or body.x, o=read.o or body.o))


def study_json(study: Study) -> StudyJson:
    """A study as the contract tells it."""
    board = study.start.board
    names = {side_json(mark): name for mark, name in ((Mark.X, study.x), (Mark.O, study.o)) if name}
    return {
        "schema": SCHEMA,
        "board": str(board),
        "start": study.start.rows_text,
        "note": study.note,
        "moves": [
            {"after": move.after, "cell": board.cell_name(move.cell), "note": move.note}
            for move in study.moves
        ],
        "names": names,
        "sgf": study_to_sgf(study),
    }
