"""Server-sent events: games and classes after every change, each stream in a place of its own, and encoded once."""

import asyncio
import json
import re
import threading
import zlib
from contextlib import ExitStack, closing
from functools import partial

import httpx
import pytest

from noughts import Mark, Position
from noughts.records.classroom import Classroom
from noughts.records.log import PERSON
from noughts.server import (
    classes,
    event_streams,
    games,
)
from noughts.server.api_errors import Refusal
from noughts.server.event_streams import EventStream, Place, Places, Streams, event
from noughts.server.game_store import Journal
from noughts.server.opponents import Opponents
from noughts.server.rate_limits import RateLimits
from noughts.server.stored_records import Change, ClassHeader, Record
from noughts.server.tables import Store
from noughts.server.this_machine import Machine
from noughts.server.workers import SERVER, Workers
from tests.processes import PATIENCE, wait_until
from tests.server.people import Running, Visitor, bearer
from tests.server.test_classes import School


def test_the_game_comes_at_once_and_after_every_change(visitor, friend):
    """Each version is told in order, with the same game as when it is asked for."""
    game = visitor.make(o="friend")
    with visitor.stream() as events:
        assert next(events) == (0, game)
        friend.join(visitor)
        assert next(events) == (1, friend.game())
        visitor.play("b2")
        version, told = next(events)
        assert (version, told["moves"]) == (2, ["b2"])
        friend.do("resign", "O")
        assert next(events)[1]["outcome"]["words"] == "O resigned: X wins."


def test_who_comes_back_gets_the_game_as_it_stands(visitor):
    """After a lost connection the stream begins with the current version, whatever was seen before."""
    visitor.make()
    visitor.play("b2")
    visitor.play("a1", "O")
    with visitor.stream(**{"last-event-id": "1"}) as events:
        assert next(events) == (2, visitor.game())


def test_what_another_server_writes_is_told(near_and_far, two_servers):
    """Two servers on one PostgreSQL: a move made at the one is told by the other, and so is the game's end there."""
    near, far = near_and_far
    near.make(o="friend")
    with near.stream() as events:
        next(events)
        far.join(near)
        assert next(events)[0] == 1
        near.play("b2")
        assert next(events)[0] == 2
        far.play("a1", "O")
        assert next(events)[1]["moves"] == ["b2", "a1"]
        two_servers[1].store.delete([near.id])
        assert list(events) == []


def test_what_was_not_heard_is_found(near_and_far, cluster):
    """After PostgreSQL was stopped at once, and with it who listens, the next change is told again."""
    near, far = near_and_far
    near.make(o="friend")
    with near.stream() as events:
        next(events)
        cluster.stop()
        cluster.start()
        wait_until(lambda: far.join(near).status_code != 503)
        assert next(events)[0] == 1
        far.do("resign", "O")
        assert next(events)[1]["outcome"]["reason"] == "resignation"


def test_a_silent_stream_says_that_it_is_alive(visitor, monkeypatch):
    """Nothing happens, and yet something comes, so that no one between closes the line."""
    monkeypatch.setattr(event_streams, "PING", 0.05)
    visitor.make()
    with visitor.http.stream("GET", f"/api/games/{visitor.id}/events") as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        lines = answer.iter_lines()
        assert any(line.startswith(":") for line, _ in zip(lines, range(40), strict=False))


def test_open_streams_end_when_the_server_stops(tmp_path):
    """Stopping does not wait for those who watch: their streams end, completely."""
    began, ended = threading.Event(), threading.Event()

    def watch():
        with visitor.stream() as events:
            for _ in events:
                began.set()
        ended.set()

    running = Running(f"sqlite:///{tmp_path / 'games.db'}")
    with Visitor(running.address) as visitor:
        visitor.make()
        watching = threading.Thread(target=watch)
        watching.start()
        assert began.wait(PATIENCE)
        running.stop()
        assert ended.wait(PATIENCE)
        watching.join()
        with pytest.raises(httpx.ConnectError):
            visitor.game()


NEWS = [event("news", {"moves": dict.fromkeys("abcdefgh", number)}) for number in range(5)]


def sent(accepts, *, heavy=True):
    """The headers and the bodies that an application sends of the five pieces, one after another."""

    async def pieces():
        for piece in NEWS:
            yield piece

    async def stays():
        await asyncio.Event().wait()

    async def send(message):
        messages.append(message)

    messages = []
    scope = {"type": "http", "headers": [(b"accept-encoding", accepts)]}
    asyncio.run(EventStream(pieces, heavy=heavy)(scope, stays, send))
    start, *bodies = messages
    return dict(start["headers"]), [message["body"] for message in bodies]


def test_each_piece_of_a_compressed_stream_is_read_when_it_comes():
    """Whoever takes gzip has every event whole as soon as its bytes are there, and the whole is one gzip file."""
    headers, bodies = sent(b"gzip, br")
    assert headers[b"content-encoding"] == b"gzip"
    reader = zlib.decompressobj(wbits=16 + zlib.MAX_WBITS)
    assert [reader.decompress(body) for body in bodies] == [*NEWS, b""]
    assert reader.eof
    assert len(bodies[-2]) < len(NEWS[-1]) / 2


@pytest.mark.parametrize(("accepts", "heavy"), [(b"", True), (b"br", True), (b"gzip", False)])
def test_streams_are_plain_elsewhere(accepts, heavy):
    """Whoever does not take gzip, and a stream that says little, has events as they are."""
    headers, bodies = sent(accepts, heavy=heavy)
    assert b"content-encoding" not in headers
    assert bodies == [*NEWS, b""]


class Watching:
    """A server whose strangers have few places, and the streams that are open."""

    def __init__(self, server, stack):
        self.streams = server.app.state.services.streams
        self.streams._others.limit = self.streams._others.of_a_class = 2
        self.stack, self.kept = stack, []
        self.school = School(server.address)
        self.player = Visitor(server.address)
        self.player.make()
        self.school.enter("Ada", "Ben")
        stack.callback(self.school.visitor.close)
        stack.callback(self.player.close)
        self.class_path = f"/api/classes/{self.school.id}"
        self.game_path = f"/api/games/{self.player.id}"

    def open(self, path, token=None, **query):
        """The status of a stream, which stays open if it is 200, and its lines."""
        headers = bearer(token) if token else {}
        request = self.player.http.stream(
            "GET", f"{path}/events", params=query, headers=headers, timeout=PATIENCE
        )
        answer = self.stack.enter_context(request)
        lines = answer.iter_lines()
        self.kept.append(lines)  # httpx closes a stream whose iterator is collected
        if answer.status_code == 200:
            assert any(line.startswith("data:") for line in lines)
        return answer.status_code, lines

    def sign(self, path, token):
        answer = self.player.http.post(f"{path}/sign", headers=bearer(token))
        assert answer.status_code == 200, answer.text
        return answer.json()["sign"]


@pytest.fixture
def watching(own_server):
    with ExitStack() as stack:
        yield Watching(own_server, stack)


@pytest.mark.parametrize("limit", ["limit", "each"])
def test_streams_are_bounded(watching, limit):
    """One more than there may be in all or of an address gets 429 and when to come back; one that ends makes room."""
    others = watching.streams._others
    others.limit, others.each = 9, 9
    setattr(others, limit, 2)
    with ExitStack() as watching.stack:
        for path in (watching.class_path, watching.game_path):
            assert watching.open(path)[0] == 200
        with watching.player.http.stream("GET", f"{watching.game_path}/events") as refused:
            assert refused.status_code == 429
            assert json.loads(refused.read())["code"] == "too-many"
            assert int(refused.headers["retry-after"]) > 0
    wait_until(lambda: not watching.streams.open)
    assert watching.open(watching.game_path)[0] == 200


@pytest.mark.parametrize("boards", ["false", "true"])
def test_streams_of_a_class_are_bounded(watching, boards):
    """So many watch one class, whatever they see of it, and one more is refused; another class may be watched."""
    watching.streams._others.limit = 9
    for each in ("false", "true"):
        assert watching.open(watching.class_path, boards=each)[0] == 200
    assert watching.open(watching.class_path, boards=boards)[0] == 429
    other = watching.player.http.post("/api/classes", json={}).json()["classroom"]["id"]
    assert watching.open(f"/api/classes/{other}")[0] == 200


@pytest.mark.parametrize("boards", ["false", "true"])
def test_strangers_do_not_keep_a_class_out(watching, boards):
    """If strangers have all their places of a class, its teacher and pupils at the same address still watch it."""
    path, school = watching.class_path, watching.school
    signs = [watching.sign(path, token) for token in (school.teacher, school.tokens[1])]
    for _ in range(2):
        assert watching.open(path, boards=boards)[0] == 200
    assert watching.open(path, boards=boards)[0] == 429
    for sign in signs:
        assert watching.open(path, boards=boards, **{"as": sign})[0] == 200
    assert watching.open(path, school.tokens[2], boards=boards)[0] == 200
    assert watching.open(path, boards=boards)[0] == 429


def test_strangers_do_not_keep_the_players_out(watching):
    """Both players of a game watch it, with a token or its sign, when strangers have all of their places."""
    path, tokens = watching.game_path, watching.player.tokens
    sign = watching.sign(path, tokens["O"])
    for _ in range(2):
        assert watching.open(path)[0] == 200
    assert watching.open(path)[0] == 429
    assert watching.open(path, **{"as": sign})[0] == 200
    assert watching.open(path, tokens["X"])[0] == 200


def test_a_pupil_watches_games_of_the_class(watching):
    """The token of a pupil has a place in the pupil's game, but not in a game of others."""
    school = watching.school
    pair = school.look()["pairs"][0]
    for _ in range(2):
        assert watching.open(watching.game_path)[0] == 200
    assert watching.open(f"/api/games/{pair['game']}", school.tokens[1])[0] == 200
    assert watching.open(watching.game_path, school.tokens[1])[0] == 429


def test_other_signs_have_no_place(watching):
    """A sign of another class, game or pupil, or a wrong one, is rejected; the token of another is a stranger's."""
    school, other = watching.school, School(watching.player.http.base_url)
    other.enter("Eve")
    rival = Visitor(watching.player.http.base_url)
    rival.make()
    own = watching.sign(watching.class_path, school.tokens[1])
    wrong = {
        watching.class_path: [
            watching.sign(f"/api/classes/{other.id}", other.tokens[1]),
            watching.sign(f"/api/classes/{other.id}", other.teacher),
            *("0.nonsense", "", "x", "2", "2.nothing", f"2.{own.partition('.')[2]}"),
        ],
        watching.game_path: [
            watching.sign(f"/api/games/{rival.id}", rival.tokens["X"]),
            watching.sign(watching.class_path, school.teacher),
            "nonsense",
        ],
    }
    for path, signs in wrong.items():
        for sign in signs:
            assert watching.open(path, **{"as": sign})[0] == 403
            if path == watching.class_path:
                refused = watching.player.http.get(path, params={"as": sign})
                assert (refused.status_code, refused.json()["code"]) == (403, "wrong-token")
    for path, token in ((watching.class_path, other.teacher), (watching.game_path, rival.tokens["X"])):
        assert watching.player.http.post(f"{path}/sign", headers=bearer(token)).is_error
    for _ in range(2):
        assert watching.open(watching.class_path, other.tokens[1])[0] == 200
    assert watching.open(watching.class_path, other.teacher)[0] == 429
    other.visitor.close()
    rival.close()


def test_who_left_is_a_stranger(watching):
    """A pupil who has left keeps a sign that is valid, but no place."""
    school = watching.school
    sign = watching.sign(watching.class_path, school.tokens[1])
    school.act("leave", pupil=1)
    for _ in range(2):
        assert watching.open(watching.class_path, **{"as": sign})[0] == 200
    assert watching.open(watching.class_path, **{"as": sign})[0] == 429


def test_the_oldest_stream_of_a_seat_is_closed_for_the_fifth(watching):
    """A seat has four streams. A fifth ends the first, whose browser reconnects later than usual."""
    path, token = watching.game_path, watching.player.tokens["X"]
    first = watching.open(path, token)[1]
    for _ in range(3):
        assert watching.open(path, token)[0] == 200
    assert watching.streams.open == 4
    assert watching.open(path, token)[0] == 200
    assert [line for line in first if line] == ["retry: 10000"]
    wait_until(lambda: watching.streams.open == 4)


def test_head_takes_no_place(watching):
    """HEAD closes no stream of a seat that has all of its own, and is rejected where GET would be."""
    path, token = watching.game_path, watching.player.tokens["X"]
    for _ in range(4):
        watching.open(path, token)
    before = set(watching.streams._held.taken)
    headers = bearer(token)
    assert watching.player.http.head(f"{path}/events", headers=headers).status_code == 200
    assert set(watching.streams._held.taken) == before
    for _ in range(2):
        watching.open(path)
    assert watching.player.http.head(f"{path}/events").status_code == 429


def test_another_scheme_of_authorization_is_ignored(watching):
    """A browser behind a proxy with a password of its own sends that with every request."""
    answer = watching.player.http.head(
        f"{watching.game_path}/events", headers={"authorization": "Basic eA=="}
    )
    assert answer.status_code == 200


def crowd(places, *streams, share=1.0):
    """Take places as (address, id, seat), and return those that are refused."""
    refused = []
    for address, id_, seat in streams:
        place = Place(id_, address, seat)
        places.take(place, share)
        if place.is_closed:
            refused.append((address, id_, seat))
    return refused


def test_the_seat_with_most_streams_of_an_address_gives_way():
    """A client with many streams takes no places from others at its address that have fewer."""
    places = Places(100, 40, of_a_seat=4)
    assert not crowd(places, *(("school", f"game {number}", "X") for number in range(10) for _ in range(4)))
    assert not crowd(places, *(("school", "class", pupil) for pupil in range(30)))
    assert places.by_client["school"] == len(places.taken) == 40
    assert places.by_id["class"] == 30


def test_the_address_with_most_streams_gives_way():
    """If three addresses have taken all places, a class at a fourth has as many as each of them."""
    places = Places(120, 50, of_a_seat=4)
    for address in ("a", "b", "c"):
        crowd(places, *((address, f"game {address} {number}", "X") for number in range(50)))
    assert len(places.taken) == 120
    assert not crowd(places, *(("school", "class", pupil) for pupil in range(29)))
    assert len(places.taken) == 120
    assert places.by_client["school"] == 29


def test_an_address_has_a_share_of_the_places():
    """Beyond it the address is refused, and others are not."""
    places = Places(100, 20)
    assert len(crowd(places, *(("a", f"game {number}", "X") for number in range(30)))) == 10
    assert not crowd(places, ("b", "game", "X"))
    places.leave(next(iter(places.taken)))
    assert not crowd(places, ("a", "another game", "X"))


def test_where_connections_are_few_both_kinds_have_fewer_places(own_server):
    """With a fourth of the connections, holders and strangers have a fourth of their places each."""
    streams = own_server.app.state.services.streams
    streams.most = (streams._held.limit + streams._others.limit) // 4
    assert streams._share == 0.25
    places = Places(40, 20)
    assert len(crowd(places, *(("a", f"game {number}", "X") for number in range(20)), share=0.25)) == 15
    with pytest.raises(Refusal):
        places.outgoing(Place("another", "a", "X"), 0.25)


def test_all_streams_leave_room_for_other_connections(own_server):
    """Streams of an address take at most three quarters of its connections, and all of them half of all."""
    streams = own_server.app.state.services.streams
    assert streams._held.each + streams._others.each <= 2_048 * 3 / 4
    assert streams._held.limit + streams._others.limit <= 8_192 / 2


WATCHERS = 200
CLASS = "bcdf-ghjk"


def game_to_watch():
    """Return a game, nothing that happens before it is watched, and a move."""
    made = games.new_game(Opponents(), Position.start(), (), dict.fromkeys(Mark, PERSON))
    return (
        made.record,
        [],
        partial(games.move, token=made.tokens[Mark.X], version=0, ply=0, cell="b2", think=None),
    )


def class_to_watch():
    """Return a class, two pupils that enter it before it is watched, and a third."""
    record = Record(ClassHeader(CLASS, Position.start(), "a hash", "a secret"), Classroom())
    *before, change = (
        partial(classes.enter, name=name, nonce=f"the nonce of {name}, random")
        for name in ("Ada", "Ben", "Cleo")
    )
    return record, before, change


@pytest.mark.parametrize(
    ("feed", "watched", "encoder"),
    [
        (event_streams.GameBroadcast, game_to_watch, (games, "game_json")),
        (event_streams.ClassBroadcast, class_to_watch, (event_streams, "classroom_json")),
        (event_streams.BoardsBroadcast, class_to_watch, (event_streams, "classroom_json")),
    ],
)
def test_a_change_is_written_out_once_for_all_who_watch(tmp_path, monkeypatch, feed, watched, encoder):
    """Two hundred watch: each version is made into text once, and each holds the very same bytes, not a copy."""
    record, before, change = watched()
    written, plain = [], getattr(*encoder)
    monkeypatch.setattr(*encoder, lambda *told: written.append(told[0].log.version) or plain(*told))

    async def watch(journal):
        async def decide(work):
            await journal.decide(type(record.header), record.header.id, work, SERVER)

        for work in before:
            await decide(work)
        streams = Streams(journal)
        seen = [streams.events(Place(record.header.id, "here"), feed) for _ in range(WATCHERS)]

        async def next_of_all():
            pieces = [await anext(events) for events in seen]
            assert all(piece == pieces[0] for piece in pieces)
            return pieces

        await next_of_all()
        first = await next_of_all()
        if feed is not event_streams.GameBroadcast:
            paired = {pair.game for pair in journal.recall(ClassHeader, CLASS).log.pairs}
            assert paired  # a pupil's stream hears of the end of a game, too
            assert paired <= set(journal._watchers)
        if feed is event_streams.BoardsBroadcast:
            assert (await next_of_all())[0].startswith(b"event: game")
        await decide(change)
        second = await next_of_all()
        for events in seen:
            await events.aclose()
        assert (streams.open, streams._broadcasts, journal._watchers) == (0, {}, {})
        return first, second

    with closing(Store(f"sqlite:///{tmp_path / 'games.db'}")) as store:
        store.append(Change(None, begun=[record]))
        told = asyncio.run(watch(Journal(store, Workers(RateLimits(), Machine()))))
    for pieces, version in zip(told, written, strict=True):
        assert all(piece is pieces[0] for piece in pieces)
        assert re.match(rb"event: (game|class)\nid: %d\ndata: {" % version, pieces[0])
        assert json.loads(pieces[0].split(b"data: ")[1])["version"] == version
