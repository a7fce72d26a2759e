"""Requests of classes: create and enter one, leave it, begin the next round, watch it."""

from __future__ import annotations

from typing import Any

from starlette.responses import Response

from noughts.contract.classes import ClassGroupsJson, ClassroomJson, EnteredJson, MadeClassroomJson
from noughts.contract.games import DeletedJson, SignJson
from noughts.contract.numbers import SCHEMA
from noughts.errors import OptionError
from noughts.game.position import Position
from noughts.records.classroom import Classroom
from noughts.records.log import person_name
from noughts.server import classes, schemas
from noughts.server.boards import find_position
from noughts.server.classes import classroom_json, results_in
from noughts.server.game_requests import TOKEN_ERRORS, Client, Decide, RecordClient
from noughts.server.games import class_id, new_token, token_digest
from noughts.server.services import Services
from noughts.server.stored_records import ClassHeader, ClassRecord, Record
from noughts.server.workers import SERVER


class ClassClient(RecordClient[ClassHeader]):
    """The client of a class."""

    kind, holders, aside = ClassHeader, "a teacher or a pupil", True

    def holder(self, record: ClassRecord) -> int:
        """Return the holder of the token."""
        return classes.holder(record, self.token)

    def holder_of_sign(self, record: ClassRecord, sign: str) -> int:
        """Return the holder of a sign."""
        return classes.holder_of_sign(record, sign)


class MemberClient(ClassClient):
    """The client of a class with the token of its teacher or of a pupil."""

    errors = TOKEN_ERRORS
    needs_token = True


async def _class_json(services: Services, record: ClassRecord) -> ClassroomJson:
    """The class, with the results of games that may have to be read."""
    results = results_in(services.journal, now=False)
    return classroom_json(record, await services.workers.waiting(SERVER, results, record.log))


async def _after(client: MemberClient, decide: Decide, *args: Any) -> ClassroomJson:
    """The class after what somebody asks, which is decided by how its games stand now."""
    results = results_in(client.services.journal, now=True)
    return await _class_json(client.services, await client.ask(decide, *args, results=results))


async def _start(services: Services, who: str, board: str | None, position: str | None) -> Position:
    """Where games shall begin; OptionError where none can."""
    start = await services.workers.waiting(who, find_position, board, position)
    if start.outcome:
        raise OptionError(f"a class plays from here, and {start.rows_text} is over already")
    return start


async def make(client: Client, body: schemas.NewClass) -> MadeClassroomJson:
    """Create a class, and return the teacher's token.

    The server returns the token only once.
    """
    services, who = client.services, client.who
    services.limits.take("make", who)
    start = await _start(services, who, body.board, body.position)
    clock = body.clock.text if body.clock else None
    if body.meanwhile is not None:
        services.opponents.player(body.meanwhile).check(start.board)
    teacher, made = new_token(), False
    while not made:
        fixed = (token_digest(teacher), new_token(), clock, body.meanwhile)
        record = Record(ClassHeader(class_id(), start, *fixed), Classroom())
        made = await services.journal.make(record, who)
    return {"schema": SCHEMA, "classroom": await _class_json(services, record), "token": teacher}


async def show(client: ClassClient, query: schemas.ClassQuery) -> ClassroomJson:
    """Return the class."""
    record, number = await client.watcher(query.sign)
    if query.sign and number:
        client.services.streams.presence.pass_by((record.header.id, number), client.who)
    return await _class_json(client.services, record)


async def events(client: ClassClient, query: schemas.ClassEventsQuery) -> Response:
    """Stream the class: an event `class` now and after every change.

    With `boards`, the stream also has an event `game`, now and after every change, for each game of the
    round and for the games in which a pair plays on (`next`).
    """
    record, number = await client.watcher(query.sign)
    seat = number if number is not None and classes.is_member(record, number) else None
    return client.services.streams.classroom(client.id, query.boards, client.who, seat, number or None)


async def sign(client: MemberClient) -> SignJson:
    """Return the `sign` of the token's holder: the parameter `as` of the requests that watch the class."""
    record, number = await client.read_holder()
    return {"schema": SCHEMA, "sign": classes.sign(record, number)}


async def enter(client: ClassClient, body: schemas.NewPupil) -> EnteredJson:
    """Enter the class as a pupil, and return the pupil's number, token and `sign`.

    The pupil is paired with the one who waits, if there is one. A repeated `nonce` returns the same pupil, so that
    a pupil can come back. The token acts for the pupil in the class and in each of the pupil's games. The `sign` is the
    parameter `as` of the requests that watch the class.
    """
    name, limits = person_name(body.name) if body.name.strip() else "", client.services.limits
    limits.take("make", client.who)
    await client.read()
    limits.take("enter", f"{client.who} {client.id}")
    record = await client.decide(lambda room: classes.enter(room, name, body.nonce, client.who))
    number, token = classes.pupil(record, body.nonce)
    assert number is not None
    return {
        "schema": SCHEMA,
        "classroom": await _class_json(client.services, record),
        "pupil": number,
        "token": token,
        "sign": classes.sign(record, number),
    }


async def leave(client: MemberClient, body: schemas.LeaveClass) -> ClassroomJson:
    """Leave the class, as a pupil, or remove one pupil or several, as the teacher.

    If a pupil's game is not over, the opponent is paired with the next pupil who is free. Several pupils
    are removed at once: those who are free then are paired with each other.
    """
    return await _after(client, classes.leave, _numbers(body.pupil))


def _numbers(named: int | list[int] | None) -> list[int]:
    return named if isinstance(named, list) else [] if named is None else [named]


async def groups(client: MemberClient) -> ClassGroupsJson:
    """Return which pupils came from one address, as the teacher.

    The address itself is neither stored nor returned. A pupil who entered with an older version of noughts
    is in no group.
    """
    record, _ = await client.read_holder()
    classes.check_teacher(record, client.token)
    return {"schema": SCHEMA, "groups": classes.groups(record)}


async def next_round(client: MemberClient, body: schemas.NextRound) -> ClassroomJson:
    """Begin the next round, as the teacher.

    All pupils who are present are paired again, with someone new if possible. A repeated request does
    nothing. An older `round` is rejected with 409 `stale`, fewer than two present pupils with 409
    `too-few`.
    """
    limits, who, start = client.services.limits, client.who, None
    limits.take("make", who)
    if body.board is not None or body.position is not None:
        start = await _start(client.services, who, body.board, body.position)
    begun = await _after(client, classes.next_round, body.round, start)
    limits.pay("make", who, max(0, len(begun["pairs"]) - 1))
    return begun


async def door(client: MemberClient, body: schemas.ClassLock) -> ClassroomJson:
    """Lock or unlock the class, as the teacher.

    While it is locked, no new pupil can enter (409 `class-locked`), and none who left or was removed.
    """
    return await _after(client, classes.door, body.locked)


async def switch_help(client: MemberClient, body: schemas.ClassHelp) -> ClassroomJson:
    """Allow or forbid help in the games of the class, as the teacher.

    While help is off, these requests are rejected with 409 `no-help` if their parameter `game` is a game
    of the class, until all games of the round are over: `hint`, `analyse` and its stream, `line`,
    `lines`, `review`, `decide`, `brains`, `tree` and `board.png`. The page sends the parameter, and hides
    what is off. A request about a position without a game is not restricted.
    """
    return await _after(client, classes.switch_help, body.help)


async def ban(client: MemberClient, body: schemas.Ban) -> ClassroomJson:
    """Remove pupils and keep them out, as the teacher, or let them enter again.

    A banned pupil is recognised by the token of their browser and by their name, and gets 403 `banned`.
    Another browser with another name is not recognised; lock the class against that.
    """
    return await _after(client, classes.ban, _numbers(body.pupil), body.banned)


async def close(client: MemberClient) -> ClassroomJson:
    """End the class, as the teacher.

    No pupil can enter any more (409 `class-closed`). Games that are over count.
    """
    return await _after(client, classes.close)


async def delete(client: MemberClient) -> DeletedJson:
    """Delete the class, as the teacher, with all games played in it and those in which a pair played on."""
    return await client.delete(classes.check_teacher, with_later=True)
