"""Classes over HTTP: making one, coming and going, the next round, and a stream of it all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request, Security
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from starlette.responses import Response

from noughts.contract.classes import ClassroomJson, EnteredJson, MadeClassroomJson
from noughts.contract.games import DeletedJson
from noughts.contract.numbers import SCHEMA
from noughts.errors import OptionError
from noughts.records.log import RefusedError
from noughts.ui.web.api import class_schemas, schemas
from noughts.ui.web.api.acting import LONGEST_ID, counted
from noughts.ui.web.api.game_routes import ACT, READ, WRITE, called
from noughts.ui.web.api.services import Given, Services, client
from noughts.ui.web.compute.boards import position_named
from noughts.ui.web.compute.workers import SERVER
from noughts.ui.web.journal.class_views import classroom_json
from noughts.ui.web.journal.classroom_store import CLASS, ClassRecord
from noughts.ui.web.refusal import Refusal

router = APIRouter(prefix="/api/classes", tags=["classes"])

ClassId = Annotated[str, Path(alias="class", max_length=LONGEST_ID, description="the class's id")]

_Bearer = Annotated[
    HTTPAuthorizationCredentials | None,
    Security(HTTPBearer(auto_error=False, description="the token of a teacher or a pupil")),
]


class Member:
    """Whoever holds a token of a class, which is looked at where the request is decided."""

    def __init__(self, services: Services, classroom: str, token: str, address: str) -> None:
        self._services = services
        self._id = classroom
        self._token = token
        self._address = address

    async def asks(self, request: Callable[..., Any], *args: Any) -> Any:
        """What a request of ``ClassService`` comes to, which is told to all who watch."""
        work = self._services.workers.waiting(self._address, request, self._id, self._token, *args)
        done = await counted(self._services, self._address, work)
        self._services.streams.tell(CLASS + self._id)
        return done

    async def changes(self, request: Callable[..., ClassRecord], *args: Any) -> ClassroomJson:
        """The class after a request."""
        return await _told(self._services, await self.asks(request, *args))

    async def delete(self) -> DeletedJson:
        """Removes the class; all who watch see that it is not there any more."""
        await self.asks(self._services.classes.delete)
        return {"schema": SCHEMA, "deleted": self._id}


async def _member(classroom: ClassId, request: Request, services: Given, bearer: _Bearer) -> Member:
    """Whoever holds this token; Refusal where that is nobody's, or asks too often."""
    if bearer is None:
        raise Refusal(
            "no-token", "this needs the token of a teacher or a pupil, as Authorization: Bearer TOKEN"
        )
    who, token = client(request), bearer.credentials
    record = services.classes.remembered(classroom) or await _look_at(services, classroom, who)
    try:
        number = services.classes.holder(record, token)
    except RefusedError:
        # One that was just given out by another process is found where the request is decided.
        services.limits.check("guess", who, 1)
    else:
        services.limits.take("act", f"{CLASS}{classroom} {number}")
    return Member(services, classroom, token, who)


Acting = Annotated[Member, Depends(_member)]


async def _look_at(services: Services, classroom: str, who: str) -> ClassRecord:
    """A class as it stands now; one that is not there costs its asker a permit."""
    if services.classes.remembered(classroom) is None:
        services.limits.check("unknown", who, 1)
    try:
        return await services.workers.waiting(who, services.classes.classroom, classroom)
    except Refusal as refusal:
        if refusal.code == "unknown-class":
            services.limits.pay("unknown", who, 1)
        raise


async def _told(services: Services, record: ClassRecord) -> ClassroomJson:
    """The class, with the results of games that may have to be read."""
    results = await services.workers.waiting(SERVER, services.classes.results, record.room)
    return classroom_json(record, results)


@router.post("", status_code=201, responses=WRITE)
async def make(body: class_schemas.NewClass, request: Request, services: Given) -> MadeClassroomJson:
    """Makes a class, and gives out the token that directs it, this once."""
    who = client(request)
    services.limits.take("make", who)
    start = await services.workers.waiting(who, position_named, body.board, body.position)
    if start.outcome:
        raise OptionError(f"a class plays from here, and {start.rows_text} is over already")
    clock = body.clock.text if body.clock else None
    record, token = await services.workers.waiting(who, services.classes.make, start, clock, body.meanwhile)
    return {"schema": SCHEMA, "classroom": await _told(services, record), "token": token}


@router.get("/{class}", responses=READ)
async def show(classroom: ClassId, request: Request, services: Given) -> ClassroomJson:
    """The class as it stands."""
    return await _told(services, await _look_at(services, classroom, client(request)))


_STREAM: schemas.Description = {200: {"content": {"text/event-stream": {}}}}

Boards = Annotated[bool, Query(description="whether all games of the round are told, too")]


@router.get("/{class}/events", response_class=Response, responses={**_STREAM, **READ})
async def events(classroom: ClassId, request: Request, services: Given, boards: Boards = False) -> Response:
    """The class at once, and again after every change, as server-sent events; with ``boards`` each game, too."""
    await _look_at(services, classroom, client(request))
    return services.class_streams.stream(classroom, boards, client(request))


@router.post("/{class}/pupils", responses=WRITE)
async def enter(
    body: class_schemas.NewPupil, classroom: ClassId, request: Request, services: Given
) -> EnteredJson:
    """Comes into the class, and is paired with whoever waits."""
    who, name = client(request), called(body.name) if body.name.strip() else ""
    services.limits.take("make", who)
    await _look_at(services, classroom, who)
    services.limits.take("enter", f"{who} {classroom}")
    work = services.workers.waiting(who, services.classes.enter, classroom, name, body.nonce)
    record, number, token = await work
    services.streams.tell(CLASS + classroom)
    return {"schema": SCHEMA, "classroom": await _told(services, record), "pupil": number, "token": token}


@router.post("/{class}/leave", responses=ACT)
async def leave(body: class_schemas.Gone, member: Acting, services: Given) -> ClassroomJson:
    """A pupil goes, or the teacher sends one away; whoever is left without a game waits for the next."""
    return await member.changes(services.classes.leave, body.pupil)


@router.post("/{class}/round", responses=ACT)
async def next_round(
    body: class_schemas.NextRound, member: Acting, request: Request, services: Given
) -> ClassroomJson:
    """The teacher begins the next round: all who are there are paired anew, with somebody new if that can be."""
    who = client(request)
    services.limits.take("make", who)
    told = await member.changes(services.classes.next_round, body.round)
    services.limits.pay("make", who, max(0, len(told["pairs"]) - 1))
    return told


@router.post("/{class}/door", responses=ACT)
async def door(body: class_schemas.ClassLock, member: Acting, services: Given) -> ClassroomJson:
    """The teacher locks the door, so that nobody new comes, and nobody who was sent away; or opens it."""
    return await member.changes(services.classes.door, body.locked)


@router.post("/{class}/close", responses=ACT)
async def close(member: Acting, services: Given) -> ClassroomJson:
    """The teacher ends the class: nobody comes any more, and what is over counts."""
    return await member.changes(services.classes.close)


@router.post("/{class}/delete", responses=ACT)
async def delete(member: Acting) -> DeletedJson:
    """The teacher removes the class, with all games and names in it."""
    return await member.delete()
