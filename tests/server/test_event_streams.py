"""Server-sent events: the game at once, after every change, whoever made it, and an end when the server stops."""

import threading
from contextlib import closing

import httpx
import pytest

from noughts.server import event_streams
from noughts.server.game_store import Journal
from noughts.server.rate_limits import RateLimits
from noughts.server.stored_records import Change, GameHeader
from noughts.server.tables import Store
from noughts.server.this_machine import Machine
from noughts.server.workers import Workers
from tests.processes import PATIENCE, wait_until
from tests.server.people import Running, Visitor
from tests.server.test_tables import header, made, moved


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


def test_what_another_server_writes_is_told(cluster):
    """Two servers on one PostgreSQL: a move made at the one is told by the other, and so is the game's end there."""
    url = cluster.database()
    here, there = Running(url), Running(url)
    near, far = Visitor(here.address), Visitor(there.address)
    try:
        near.make(o="friend")
        with near.stream() as events:
            next(events)
            far.join(near)
            assert next(events)[0] == 1
            near.play("b2")
            assert next(events)[0] == 2
            far.play("a1", "O")
            assert next(events)[1]["moves"] == ["b2", "a1"]
            there.store.delete([near.id])
            assert list(events) == []
    finally:
        near.close()
        far.close()
        here.stop()
        there.stop()


def test_what_was_read_before_it_was_heard_of_is_not_remembered(tmp_path, monkeypatch):
    """A notice may overtake the reading of what stood before: the next who asks reads again, and sees what happened."""
    with closing(Store(f"sqlite:///{tmp_path / 'games.db'}")) as store:
        record, load = made(store, header()), store.load

        def overtaken(id_):
            before = load(id_)
            store.append(Change(record, [moved(record, "b2")]))
            journal._hear(id_, 1)
            return before

        journal = Journal(store, Workers(RateLimits(), Machine()))
        monkeypatch.setattr(store, "load", overtaken)
        assert journal.now(GameHeader, "a game").log.version == 0
        monkeypatch.setattr(store, "load", load)
        assert journal.latest(GameHeader, "a game").log.version == 1
        assert journal.recall(GameHeader, "a game").log.version == 1


def test_what_was_read_just_before_it_was_heard_of_is_told(tmp_path):
    """A request may see what another server did before the notice comes: who watches hears of it all the same."""
    with closing(Store(f"sqlite:///{tmp_path / 'games.db'}")) as store:
        record, told = made(store, header()), []
        journal = Journal(store, Workers(RateLimits(), Machine()))
        journal.watch("a game", lambda: told.append(journal.latest(GameHeader, "a game").log.version))
        assert journal.latest(GameHeader, "a game").log.version == 0
        store.append(Change(record, [moved(record, "b2")]))
        assert journal.now(GameHeader, "a game").log.version == 1
        journal._hear("a game", 1)
        assert told == [1]


def test_what_was_not_heard_is_found(cluster, monkeypatch):
    """After PostgreSQL was stopped at once, and with it who listens, the next change is told again."""
    url = cluster.database()
    here, there = Running(url), Running(url)
    near, far = Visitor(here.address), Visitor(there.address)
    try:
        near.make(o="friend")
        with near.stream() as events:
            next(events)
            cluster.stop()
            cluster.start()
            wait_until(lambda: far.join(near).status_code != 503)
            assert next(events)[0] == 1
            far.do("resign", "O")
            assert next(events)[1]["outcome"]["reason"] == "resignation"
    finally:
        near.close()
        far.close()
        here.stop()
        there.stop()


def test_a_silent_stream_says_that_it_is_alive(visitor, monkeypatch):
    """Nothing happens, and yet something comes, so that no one between closes the line."""
    monkeypatch.setattr(event_streams, "PING", 0.05)
    visitor.make()
    with visitor.http.stream("GET", f"/api/games/{visitor.id}/events") as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        lines = answer.iter_lines()
        assert any(line.startswith(":") for line, _ in zip(lines, range(40), strict=False))


def test_too_many_streams_are_refused(own_server):
    """Beyond the most that may be open, 429 says when to come back."""
    own_server.app.state.services.streams._others.limit = 1
    visitor = Visitor(own_server.address)
    visitor.make()
    with visitor.stream() as events:
        next(events)
        answer = visitor.http.get(f"/api/games/{visitor.id}/events", timeout=PATIENCE)
        assert (answer.status_code, answer.json()["code"]) == (429, "too-many")
        assert int(answer.headers["retry-after"]) > 0
    visitor.close()


def test_open_streams_end_when_the_server_stops(tmp_path):
    """Stopping does not wait for those who watch: their streams end, completely."""
    running = Running(f"sqlite:///{tmp_path / 'games.db'}")
    visitor = Visitor(running.address)
    visitor.make()
    began, ended = threading.Event(), threading.Event()

    def watch():
        with visitor.stream() as events:
            for _ in events:
                began.set()
        ended.set()

    watching = threading.Thread(target=watch)
    watching.start()
    assert began.wait(PATIENCE)
    running.stop()
    assert ended.wait(PATIENCE)
    watching.join()
    with pytest.raises(httpx.ConnectError):
        visitor.game()
    visitor.close()
