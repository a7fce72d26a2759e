"""A study over HTTP: read from whatever record, checked, and told with all its moves and as SGF. Nothing is kept."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import Field
from starlette.responses import Response

from noughts.contract.games import StudyJson
from noughts.ui.web.api import schemas
from noughts.ui.web.api.question_routes import Asking
from noughts.ui.web.event_stream import while_there
from noughts.ui.web.questions.reading import LONGEST, study_bytes
from noughts.ui.web.refusal import OutOfTimeError, Refusal

study_router = APIRouter(tags=["studies"])

REFUSALS = schemas.refusals(400, 413, 415, 422, 429, 500, 503)

_QUICK = 4_000
"""Letters of a record that a thread reads in some milliseconds; a longer one is read in another process."""


Name = Annotated[str, Field(max_length=100, description="a player's name, for a record that tells none")]


class AskedStudy(schemas.Body):
    """A record, or nothing but a place; moves without a board of their own are on ``board``, from ``position``."""

    record: Annotated[
        str,
        Field(
            max_length=LONGEST,
            description="SGF, PSQ, JSON, or moves with variations and notes: b2 a1 (b1 {the other kind}) c1",
        ),
    ] = ""
    board: schemas.BoardName | None = None
    position: schemas.Place | None = None
    x: Name = ""
    o: Name = ""


@study_router.post(schemas.STUDIES, responses={**schemas.answer(StudyJson), **REFUSALS})
async def study(body: AskedStudy, request: Request, asker: Asking) -> Response:
    """What a record says, variations and notes and all; a refusal where anything in it cannot be read or played."""
    workers, asked = asker.services.workers, (body.record, body.board, body.position, body.x, body.o)
    if len(body.record) <= _QUICK:
        reading = workers.quick(asker.who, study_bytes, *asked)
    else:
        reading = workers.compute("questions", asker.who, study_bytes, *asked)
    try:
        return Response(await while_there(request.receive, reading), media_type=schemas.JSON)
    except OutOfTimeError as error:
        raise Refusal("malformed", f"this record takes too long to read: {error}") from None
