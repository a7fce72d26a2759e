"""A class bears those who watch it by the hundred, and those who come and go: bytes and counts, not times."""

import asyncio
import json
from contextlib import closing

import pytest

from noughts import Position
from noughts.records.classroom import Classroom
from noughts.server import classes, event_streams
from noughts.server.game_store import Journal
from noughts.server.rate_limits import RATES, Rate, RateLimits
from noughts.server.stored_records import Change, ClassHeader, Record
from noughts.server.tables import Store
from noughts.server.this_machine import Machine
from noughts.server.workers import Workers
from tests.processes import PATIENCE
from tests.server.test_classes import School

WATCHERS = 200
CLASS = "bcdf-ghjk"


async def entered(journal, *names):
    """Everybody comes."""
    for name in names:
        nonce = f"the nonce of {name}, random"
        await journal.decide(
            ClassHeader, CLASS, lambda room, who=name, by=nonce: classes.enter(room, who, by), "here"
        )


@pytest.mark.parametrize("feed", [event_streams.ClassBroadcast, event_streams.BoardsBroadcast])
def test_a_class_is_written_out_once_for_all_who_watch(tmp_path, monkeypatch, feed):
    """Two hundred watch: each version is made into text once, and each holds the very same bytes, not a copy."""
    written = []
    plain = event_streams.classroom_json
    monkeypatch.setattr(
        event_streams, "classroom_json", lambda *told: written.append(told[0].log.version) or plain(*told)
    )

    async def watch(journal):
        await entered(journal, "Ada", "Ben")
        watched = event_streams.Streams(journal)
        seen = [watched.events(CLASS, feed, "here") for _ in range(WATCHERS)]
        for events in seen:
            await anext(events)

        async def next_of_all():
            pieces = [await anext(events) for events in seen]
            assert all(piece is pieces[0] for piece in pieces)
            return pieces[0]

        first = await next_of_all()
        paired = {pair.game for pair in journal.recall(ClassHeader, CLASS).log.pairs}
        assert paired  # a pupil's stream hears of the end of a game, too
        assert paired <= set(journal._watchers)
        if feed is event_streams.BoardsBroadcast:
            assert (await next_of_all()).startswith(b"event: game")
        await entered(journal, "Cleo")
        second = await next_of_all()
        for events in seen:
            await events.aclose()
        assert (watched.open, watched._broadcasts, journal._watchers) == (0, {}, {})
        return [json.loads(piece.split(b"data: ")[1]) for piece in (first, second)]

    with closing(Store(f"sqlite:///{tmp_path / 'games.db'}")) as store:
        store.append(
            Change(
                None, begun=[Record(ClassHeader(CLASS, Position.start(), "a hash", "a secret"), Classroom())]
            )
        )
        told = asyncio.run(watch(Journal(store, Workers(RateLimits(), Machine()))))
    assert [len(room["pupils"]) for room in told] == [2, 3]
    assert written == [room["version"] for room in told]


def test_streams_of_a_class_are_bounded(own_server):
    """So many watch one class, whatever they see of it, and one more is refused; another class may be watched."""
    own_server.app.state.services.streams._others.of_a_class = 2
    one, other = School(own_server.address), School(own_server.address)
    path = "/api/classes/{}/events"
    with (
        one.visitor.http.stream("GET", path.format(one.id)) as first,
        one.visitor.http.stream("GET", path.format(one.id), params={"boards": "true"}) as second,
    ):
        seen = [answer.iter_lines() for answer in (first, second)]
        assert all(any(line.startswith("data:") for line in lines) for lines in seen)
        refused = one.visitor.http.get(path.format(one.id), timeout=PATIENCE)
        assert (refused.status_code, refused.json()["code"]) == (429, "too-many")
        with one.visitor.http.stream("GET", path.format(other.id)) as elsewhere:
            assert elsewhere.status_code == 200
    for each in (one, other):
        each.visitor.close()


def test_who_comes_and_goes_is_told_no_more(server):
    """After fifty who came and went a class is told in as many bytes as before; to leave again is no fault."""
    school = School(server.address)
    before = len(json.dumps(school.enter("Ada")))
    for number in range(2, 52):
        school.enter(f"Somebody {number}")
        for _ in range(2):
            assert school.act("leave", school.tokens[number]).status_code == 200
    after = school.look()
    assert [each["name"] for each in after["pupils"]] == ["Ada"]
    assert len(json.dumps(after)) < before + 10
    school.visitor.close()


def test_an_address_comes_into_a_class_so_often(server, monkeypatch):
    """Beyond that it is refused, also where everybody left again; another class is open to it."""
    monkeypatch.setitem(RATES, "enter", Rate(3, 0.0001))
    one, other = School(server.address), School(server.address)
    for number in range(1, 4):
        one.enter("Ada")
        one.act("leave", one.tokens[number])
    refused = one.post(f"/{one.id}/pupils", json={"nonce": "a nonce that nobody has used"})
    assert (refused.status_code, refused.json()["code"]) == (429, "too-many")
    assert other.enter("Ada")["pupils"]
    for each in (one, other):
        each.visitor.close()


def test_the_teacher_locks_the_door(server):
    """Nobody new comes, nor who was sent away; only the teacher turns the key, and everybody sees it."""
    school = School(server.address)
    assert not school.enter("Ada", "Ben")["locked"]
    assert school.act("door", school.tokens[1], locked=True).status_code == 403
    assert school.act("door", locked=True).json()["locked"]
    school.act("leave", pupil=2)
    refused = school.post(f"/{school.id}/pupils", json={"name": "Ben", "nonce": "another nonce of Ben's"})
    assert (refused.status_code, refused.json()["code"]) == (409, "class-locked")
    assert not school.act("door", locked=False).json()["locked"]
    assert [each["name"] for each in school.enter("Cleo")["pupils"]] == ["Ada", "Cleo"]
    school.visitor.close()
