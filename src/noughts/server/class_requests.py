"""Classes over HTTP: making one, coming and going, the next round, and a stream of it all."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
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
from noughts.server.game_requests import Caller, Client, Decide, plain_name
from noughts.server.services import Services
from noughts.server.stored_records import ClassHeader, ClassRecord, Record
from noughts.server.workers import SERVER


async def onlooker(request: Request, _: object = None) -> Caller[ClassHeader]:
    """Return the client as one who looks at the class that the path names."""
    return Caller(request, ClassHeader, request.path_params["class"])


async def member(request: Request, _: object = None) -> Caller[ClassHeader]:
    """Return the client as the holder of a token of the class. Raises Refusal without a token."""
    return await (await onlooker(request)).with_token()


async def _class_json(services: Services, record: ClassRecord) -> ClassroomJson:
    """The class, with the results of games that may have to be read."""
    results = results_in(services.journal, now=False)
    return classroom_json(record, await services.workers.waiting(SERVER, results, record.log))


async def _after(caller: Caller[ClassHeader], decide: Decide, *args: Any) -> ClassroomJson:
    """The class after what somebody asks, which is decided by how its games stand now."""
    results = results_in(caller.services.journal, now=True)
    return await _class_json(caller.services, await caller.ask(decide, *args, results=results))


async def _start(services: Services, who: str, board: str | None, position: str | None) -> Position:
    """Where games shall begin; OptionError where none can."""
    start = await services.workers.waiting(who, find_position, board, position)
    if start.outcome:
        raise OptionError(f"a class plays from here, and {start.rows_text} is over already")
    return start


async def make(client: Client, body: schemas.NewClass) -> MadeClassroomJson:
    """Makes a class, and gives out the token that directs it, this once."""
    services, who = client.services, client.who
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


async def show(caller: Caller[ClassHeader], query: schemas.ClassQuery) -> ClassroomJson:
    """The class as it stands."""
    record = await caller.look()
    if query.sign is not None:
        caller.services.streams.presence.pass_by(
            (record.header.id, classes.pupil_of_sign(record, query.sign))
        )
    return await _class_json(caller.services, record)


async def events(caller: Caller[ClassHeader], query: schemas.ClassEventsQuery) -> Response:
    """The class at once, and again after every change, as server-sent events; with ``boards`` each game, too."""
    record = await caller.look()
    pupil = None if query.sign is None else classes.pupil_of_sign(record, query.sign)
    return caller.services.streams.classroom(caller.id, query.boards, caller.who, pupil)


async def enter(caller: Caller[ClassHeader], body: schemas.NewPupil) -> EnteredJson:
    """Comes into the class, and is paired with whoever waits."""
    name, limits = plain_name(body.name) if body.name.strip() else "", caller.services.limits
    limits.take("make", caller.who)
    await caller.look()
    limits.take("enter", f"{caller.who} {caller.id}")
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


async def leave(caller: Caller[ClassHeader], body: schemas.Gone) -> ClassroomJson:
    """A pupil goes, or the teacher sends one away; whoever is left without a game waits for the next."""
    return await _after(caller, classes.leave, body.pupil)


async def next_round(caller: Caller[ClassHeader], body: schemas.NextRound) -> ClassroomJson:
    """The teacher begins the next round: all who are there are paired anew, with somebody new if that can be.

    It is played on the board and from the position that are named, or as the round before was.
    """
    limits, who, start = caller.services.limits, caller.who, None
    limits.take("make", who)
    if body.board is not None or body.position is not None:
        start = await _start(caller.services, who, body.board, body.position)
    begun = await _after(caller, classes.next_round, body.round, start)
    limits.pay("make", who, max(0, len(begun["pairs"]) - 1))
    return begun


async def door(caller: Caller[ClassHeader], body: schemas.ClassLock) -> ClassroomJson:
    """The teacher locks the door, so that nobody new comes, and nobody who was sent away; or opens it."""
    return await _after(caller, classes.door, body.locked)


async def switch_help(caller: Caller[ClassHeader], body: schemas.ClassHelp) -> ClassroomJson:
    """The teacher lets all be helped in their games, or nobody until the round is over."""
    return await _after(caller, classes.switch_help, body.help)


async def ban(caller: Caller[ClassHeader], body: schemas.Ban) -> ClassroomJson:
    """The teacher sends a pupil away whose token and name then come in no more; or lets them come again.

    Another browser under another name is somebody else: against that the door is locked.
    """
    return await _after(caller, classes.ban, body.pupil, body.banned)


async def close(caller: Caller[ClassHeader]) -> ClassroomJson:
    """The teacher ends the class: nobody comes any more, and what is over counts."""
    return await _after(caller, classes.close)


async def delete(caller: Caller[ClassHeader]) -> DeletedJson:
    """The teacher removes the class, with all games and names in it."""
    return await caller.delete(classes.check_teacher, with_later=True)
