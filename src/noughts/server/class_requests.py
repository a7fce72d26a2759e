"""Classes over HTTP: making one, coming and going, the next round, and a stream of it all."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request
from starlette.responses import Response

from noughts.contract.classes import ClassroomJson, EnteredJson, MadeClassroomJson
from noughts.contract.games import DeletedJson
from noughts.contract.numbers import SCHEMA
from noughts.errors import OptionError
from noughts.game.position import Position
from noughts.records.classroom import Classroom
from noughts.server import classes, schemas, tokens
from noughts.server.boards import find_position
from noughts.server.classes import classroom_json, results_in
from noughts.server.game_requests import (
    ACT,
    LONGEST_ID,
    READ,
    WRITE,
    Bearer,
    Caller,
    Decide,
    ServicesDep,
    plain_name,
)
from noughts.server.rate_limits import payer_of
from noughts.server.services import Services
from noughts.server.stored_records import ClassHeader, ClassRecord, Record
from noughts.server.workers import SERVER

router = APIRouter(prefix="/api/classes", tags=["classes"])

ClassId = Annotated[str, Path(alias="class", max_length=LONGEST_ID, description="the class's id")]


async def _onlooker(classroom: ClassId, request: Request) -> Caller[ClassHeader]:
    return Caller(request, ClassHeader, classroom)


Looking = Annotated[Caller[ClassHeader], Depends(_onlooker)]


async def _holder(caller: Looking, _: Bearer) -> Caller[ClassHeader]:
    return await caller.with_token()


Member = Annotated[Caller[ClassHeader], Depends(_holder)]
"""Whoever looks at a class, and the holder of a token of it."""


async def _class_json(services: Services, record: ClassRecord) -> ClassroomJson:
    """The class, with the results of games that may have to be read."""
    results = results_in(services.journal, now=False)
    return classroom_json(record, await services.workers.waiting(SERVER, results, record.log))


async def _after(member: Caller[ClassHeader], decide: Decide, *args: Any) -> ClassroomJson:
    """The class after what somebody asks, which is decided by how its games stand now."""
    results = results_in(member.services.journal, now=True)
    return await _class_json(member.services, await member.ask(decide, *args, results=results))


async def _start(services: Services, who: str, board: str | None, position: str | None) -> Position:
    """Where games shall begin; OptionError where none can."""
    start = await services.workers.waiting(who, find_position, board, position)
    if start.outcome:
        raise OptionError(f"a class plays from here, and {start.rows_text} is over already")
    return start


@router.post("", status_code=201, responses=WRITE)
async def make(body: schemas.NewClass, request: Request, services: ServicesDep) -> MadeClassroomJson:
    """Makes a class, and gives out the token that directs it, this once."""
    who = payer_of(request.scope)
    services.limits.take("make", who)
    start = await _start(services, who, body.board, body.position)
    clock = body.clock.text if body.clock else None
    if body.meanwhile is not None:
        services.opponents.player(body.meanwhile).check(start.board)
    teacher, made = tokens.new_token(), False
    while not made:
        fixed = (tokens.digest(teacher), tokens.new_token(), clock, body.meanwhile)
        record = Record(ClassHeader(tokens.class_id(), start, *fixed), Classroom())
        made = await services.journal.make(record)
    return {"schema": SCHEMA, "classroom": await _class_json(services, record), "token": teacher}


Sign = Annotated[
    str | None,
    Query(alias="as", max_length=60, description="the sign of the pupil who watches, who is there so"),
]


@router.get("/{class}", responses={**READ, **schemas.refusals(403)})
async def show(caller: Looking, sign: Sign = None) -> ClassroomJson:
    """The class as it stands."""
    record = await caller.look()
    if sign is not None:
        caller.services.streams.presence.pass_by((record.header.id, classes.pupil_of_sign(record, sign)))
    return await _class_json(caller.services, record)


Boards = Annotated[bool, Query(description="whether all games of the round are told, too")]


@router.get(
    "/{class}/events", response_class=Response, responses={**schemas.STREAM, **READ, **schemas.refusals(403)}
)
async def events(classroom: ClassId, caller: Looking, boards: Boards = False, sign: Sign = None) -> Response:
    """The class at once, and again after every change, as server-sent events; with ``boards`` each game, too."""
    record = await caller.look()
    pupil = None if sign is None else classes.pupil_of_sign(record, sign)
    return caller.services.streams.classroom(classroom, boards, caller.who, pupil)


@router.post("/{class}/pupils", responses=WRITE)
async def enter(body: schemas.NewPupil, classroom: ClassId, caller: Looking) -> EnteredJson:
    """Comes into the class, and is paired with whoever waits."""
    name, limits = plain_name(body.name) if body.name.strip() else "", caller.services.limits
    limits.take("make", caller.who)
    await caller.look()
    limits.take("enter", f"{caller.who} {classroom}")
    record = await caller.decide(lambda room: classes.enter(room, name, body.nonce))
    number, token = classes.pupil(record, body.nonce)
    assert number is not None
    return {
        "schema": SCHEMA,
        "classroom": await _class_json(caller.services, record),
        "pupil": number,
        "token": token,
        "sign": classes.sign(record, number),
    }


@router.post("/{class}/leave", responses=ACT)
async def leave(body: schemas.Gone, member: Member) -> ClassroomJson:
    """A pupil goes, or the teacher sends one away; whoever is left without a game waits for the next."""
    return await _after(member, classes.leave, body.pupil)


@router.post("/{class}/round", responses=ACT)
async def next_round(body: schemas.NextRound, member: Member) -> ClassroomJson:
    """The teacher begins the next round: all who are there are paired anew, with somebody new if that can be.

    It is played on the board and from the position that are named, or as the round before was.
    """
    limits, who, start = member.services.limits, member.who, None
    limits.take("make", who)
    if body.board is not None or body.position is not None:
        start = await _start(member.services, who, body.board, body.position)
    begun = await _after(member, classes.next_round, body.round, start)
    limits.pay("make", who, max(0, len(begun["pairs"]) - 1))
    return begun


@router.post("/{class}/door", responses=ACT)
async def door(body: schemas.ClassLock, member: Member) -> ClassroomJson:
    """The teacher locks the door, so that nobody new comes, and nobody who was sent away; or opens it."""
    return await _after(member, classes.door, body.locked)


@router.post("/{class}/help", responses=ACT)
async def switch_help(body: schemas.ClassHelp, member: Member) -> ClassroomJson:
    """The teacher lets all be helped in their games, or nobody until the round is over."""
    return await _after(member, classes.switch_help, body.help)


@router.post("/{class}/ban", responses=ACT)
async def ban(body: schemas.Ban, member: Member) -> ClassroomJson:
    """The teacher sends a pupil away whose token and name then come in no more; or lets them come again.

    Another browser under another name is somebody else: against that the door is locked.
    """
    return await _after(member, classes.ban, body.pupil, body.banned)


@router.post("/{class}/close", responses=ACT)
async def close(member: Member) -> ClassroomJson:
    """The teacher ends the class: nobody comes any more, and what is over counts."""
    return await _after(member, classes.close)


@router.post("/{class}/delete", responses=ACT)
async def delete(member: Member) -> DeletedJson:
    """The teacher removes the class, with all games and names in it."""
    return await member.delete(classes.check_teacher, with_later=True)
