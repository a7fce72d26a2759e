"""Games that are long, many, watched by many or not there at all: none of them holds up or crowds out the others."""

import asyncio
import json
import sqlite3
import threading
from contextvars import ContextVar
from functools import partial

import httpx
import pytest
from pydantic import TypeAdapter

from noughts import Board, Mark, Position
from noughts.records import log as logs
from noughts.records.log import PERSON, Event, Kind, Log
from noughts.server import (
    analyses,
    analysis_requests,
    boards,
    event_streams,
    games,
    openapi,
    rate_limits,
    routes,
)
from noughts.server import game_store as journals
from noughts.server import tables as stores
from noughts.server.event_streams import Streams
from noughts.server.game_store import Journal
from noughts.server.opponents import Opponents
from noughts.server.rate_limits import Rate, RateLimits
from noughts.server.stored_records import GameHeader
from noughts.server.tables import Store
from noughts.server.this_machine import Machine
from noughts.server.workers import SERVER, Workers
from tests.processes import wait_until
from tests.server.people import Running, Visitor
from tests.server.test_contract_shapes import QUESTIONS


@pytest.fixture
def few(monkeypatch):
    """Two permits of each kind, and none more while the test lasts."""
    monkeypatch.setattr(rate_limits, "RATES", dict.fromkeys(rate_limits.RATES, Rate(2, 0.001)))


def new_game():
    """A game of two people on 3x3x3, which nobody keeps yet."""
    return games.new_game(Opponents(), Position.start(), (), dict.fromkeys(Mark, PERSON))


def test_a_game_has_so_many_events(visitor, monkeypatch):
    """Beyond that nothing is added but its end: the refusal says so, and `may` offers what is left."""
    monkeypatch.setattr(logs, "MOST_EVENTS", 7)
    visitor.make()
    visitor.play("b2")
    for verb in ("undo", "redo", "undo", "redo", "undo", "redo"):
        game = visitor.do(verb)
    assert (game["version"], game["may"]) == (
        7,
        {"X": ["draw", "resign", "again"], "O": ["draw", "resign", "again"]},
    )
    for verb, body in (("undo", {}), ("moves", {"ply": 1, "cell": "a1"})):
        answer = visitor.send(verb, "O" if body else "X", **body)
        assert (answer.status_code, answer.json()["code"]) == (409, "too-long")
        assert "7 events" in answer.json()["error"]
    assert visitor.do("resign")["outcome"]["reason"] == "resignation"
    assert visitor.do("again")["next"]


def test_two_who_only_make_offers_come_to_an_end(visitor, friend, monkeypatch):
    """Offers of another game are allowed a little longer, so that two can agree on it; and not for ever."""
    monkeypatch.setattr(logs, "MOST_EVENTS", 1)
    monkeypatch.setattr(logs, "_LAST_OFFERS", 3)
    visitor.make(o="friend")
    friend.join(visitor)
    assert visitor.send("draw").json()["code"] == "too-long"
    for _ in range(3):
        game = visitor.do("again", swap=bool(visitor.game()["version"] % 2))
    assert visitor.send("again", swap=bool(game["version"] % 2)).json()["code"] == "too-long"
    assert friend.do("again", "O")["next"]


def test_a_long_game_that_was_kept_before_is_still_read():
    """What was written when games had no limit is there as it was."""
    seats = dict.fromkeys(Mark, PERSON)
    turns = [Event(kind, Mark.X, "1") for _ in range(1_200) for kind in (Kind.UNDO, Kind.REDO)]
    log = Log.begin(Position.start(Board.parse("3x3x3")), seats, [Event(Kind.MOVE, Mark.X, "b2"), *turns])
    assert log.version > logs.MOST_EVENTS
    assert str(log.state.position) == ".../.X./..."


def test_another_game_is_a_game_made(visitor, monkeypatch):
    """Whoever goes from game to game takes the same permits as whoever makes them."""
    monkeypatch.setitem(rate_limits.RATES, "make", Rate(2, 0.001))
    visitor.make()
    visitor.do("again")
    following = visitor.game()["next"]
    answer = visitor.send("again", game=following, version=0)
    assert (answer.status_code, answer.json()["code"]) == (429, "too-many")


def test_games_that_are_not_there_cost_their_asker(own_server, monkeypatch):
    """Whoever guesses ids is soon told to wait, whatever is asked of them; known games can be played on."""
    visitor = Visitor(own_server.address)
    visitor.make()
    monkeypatch.setitem(rate_limits.RATES, "unknown", Rate(3, 0.001))
    asked = [visitor.http.get(f"/api/games/none{number}").status_code for number in range(2)]
    asked += [visitor.send("resign", game="none", version=0).status_code for _ in range(2)]
    asked.append(visitor.http.get("/api/games/none/events").status_code)
    assert asked == [404, 404, 404, 429, 429]
    assert visitor.play("b2")["moves"] == ["b2"]
    visitor.close()


def test_random_tokens_push_nobody_out(own_server, monkeypatch):
    """Wrong tokens are counted by who sends them, and take no place among those that are right."""
    visitor = Visitor(own_server.address)
    visitor.make()
    visitor.play("b2")
    buckets = own_server.app.state.services.limits._buckets
    before = len(buckets["act"])
    sent = [visitor.send("undo", token=f"wrong {n}", version=1).status_code for n in range(40)]
    assert (sent[0], sent[-1]) == (403, 429)
    assert len(buckets["act"]) == before
    visitor.close()


def test_every_address_of_the_interface_has_a_limit(own_server, few):
    """Whatever is asked without a token ends in 429 for who asks it too often."""
    visitor = Visitor(own_server.address)
    visitor.make()
    paths = ["/static/style.css", "/api/players", "/api/position", "/api/decide?player=tic", "/api/board.svg"]
    paths += ["/", "/learn/fork", "/openapi.json", "/ready", "/api/addresses", "/api/nothing", "/nothing"]
    paths += [f"/api/games/{visitor.id}{rest}" for rest in ("", "/record.json", "/events")]
    for path in paths:
        limits = own_server.app.state.services.limits
        limits.__init__()
        told = []
        for _ in range(3):
            with visitor.http.stream("GET", path) as answer:
                told.append(answer.status_code)
        assert told[-1] == 429, path
    visitor.close()


def test_nothing_is_answered_without_a_permit(own_server, monkeypatch):
    """Every address of the description, asked as it may be: without permits none of them answers, health included."""
    visitor = Visitor(own_server.address)
    visitor.make()
    paths = visitor.http.get("/openapi.json").json()["paths"]
    gets = [path for path, methods in paths.items() if "get" in methods]
    asked = [f"/api/{name}?{queries[0]}" for name, queries in QUESTIONS.items()]
    asked += [path.replace("{game}", visitor.id).replace("{format}", "json") for path in gets]
    monkeypatch.setattr(rate_limits, "RATES", dict.fromkeys(rate_limits.RATES, Rate(0, 0.001)))
    told = {}
    for path in asked:
        with visitor.http.stream("GET", path) as answer:
            told[path] = answer.status_code
    assert len(told) > 50
    assert {path for path, status in told.items() if status < 400} == set()
    assert visitor.http.get("/health").status_code == 429
    visitor.close()


def test_the_first_requests_find_everything_made(own_server, monkeypatch):
    """What checks requests is made before the server listens, and what describes them by another thread."""
    made, plain = [], TypeAdapter.__init__

    def note(*args, **kwargs):
        made.append(threading.current_thread())
        plain(*args, **kwargs)

    monkeypatch.setattr(TypeAdapter, "__init__", note)
    monkeypatch.setattr(routes, "create_model", note)
    openapi.openapi.cache_clear()
    openapi.openapi_json.cache_clear()
    visitor = Visitor(own_server.address)
    visitor.make()
    visitor.play("b2")
    paths = [f"/api/games/{visitor.id}", "/", "/api/position", "/api/players", "/metrics", "/nothing"]
    assert [visitor.http.get(path).status_code for path in paths] == [200, 200, 200, 200, 200, 404]
    assert not made
    assert visitor.http.get("/openapi.json").json()["paths"]
    assert made
    assert own_server.thread not in made
    visitor.close()


def test_what_takes_long_is_not_done_where_games_are(own_server, monkeypatch):
    """Boards that are new, games from the database and QR codes are made by another thread, records in a process."""
    made, playable, load = [], Board.playable, own_server.store.load

    def noted(work):
        return lambda *args: made.append((work.__name__, threading.current_thread())) or work(*args)

    monkeypatch.setattr(Board, "playable", noted(playable))
    monkeypatch.setattr(own_server.store, "load", noted(load))
    monkeypatch.setattr(analyses, "read", noted(analyses.read))
    monkeypatch.setattr(analysis_requests, "_modules", noted(analysis_requests._modules))
    visitor = Visitor(own_server.address)
    visitor.http.get("/api/position", params={"board": "torus16x16x9"})
    visitor.http.get("/api/board.svg", params={"board": "torus16x15x9"})
    visitor.make(board="torus15x16x9")
    record = "(;FF[4]GM[1]SZ[19]" + "AB[aa:ss]" * 300 + ")"
    assert visitor.http.post(
        "/api/games", json={"x": "person", "o": "person", "record": record}
    ).is_client_error
    assert visitor.http.post("/api/qr", json={"text": "a" * 500}).status_code == 200
    own_server.app.state.services.journal.forget(visitor.id)
    for path in ("", "/record.json"):
        assert visitor.http.get(f"/api/games/{visitor.id}{path}").status_code == 200
    own_server.app.state.services.journal.forget(visitor.id)
    visitor.play("a1")
    assert {name for name, _ in made} == {"playable", "load", "_modules"}
    assert own_server.thread not in {thread for _, thread in made}
    visitor.close()


def test_a_game_is_written_out_once_for_all_who_watch(tmp_path, monkeypatch):
    """Fifty watch one game: each version is made into text once, and reaches every one of them."""
    written = []
    plain = games.game_json
    monkeypatch.setattr(
        games, "game_json", lambda record: written.append(record.log.version) or plain(record)
    )
    store = Store(f"sqlite:///{tmp_path / 'games.db'}")
    made = new_game()
    name, token = made.record.header.id, made.tokens[Mark.X]
    play = partial(games.move, token=token, version=0, ply=0, cell="b2", think=None)

    async def watch():
        journal = Journal(store, Workers(RateLimits(), Machine()))
        await journal.make(made.record, SERVER)
        told = Streams(journal)
        seen = [told.events(name, event_streams.GameBroadcast, "here") for _ in range(50)]
        for events in seen:
            await anext(events)
        assert len({await anext(events) for events in seen}) == 1
        await journal.decide(GameHeader, name, play, SERVER)
        texts = {await anext(events) for events in seen}
        for events in seen:
            await events.aclose()
        assert told.open == 0
        told.close()
        return texts

    (text,) = asyncio.run(watch())
    assert written == [0, 1]
    assert text.startswith(b"event: game\nid: 1\ndata: {")
    assert json.loads(text.split(b"data: ")[1])["moves"] == ["b2"]
    store.close()


def test_streams_of_an_address_are_limited(own_server):
    """One more than an address may have is refused; one that is closed makes room."""
    own_server.app.state.services.streams._others.each = 1
    visitor = Visitor(own_server.address)
    visitor.make()
    with visitor.stream() as events:
        next(events)
        answer = visitor.http.get(f"/api/games/{visitor.id}/events")
        assert (answer.status_code, answer.json()["code"]) == (429, "too-many")
    wait_until(lambda: not own_server.app.state.services.streams.open)
    with visitor.stream() as events:
        assert next(events)[0] == 0
    visitor.close()


def test_a_locked_database_holds_up_no_page(tmp_path, monkeypatch):
    """Many wait for the lock, more than a pool has connections: the page is answered before any of them."""
    monkeypatch.setattr(stores, "_patience", ContextVar("_patience", default=60.0))
    locked = Running(f"sqlite:///{tmp_path / 'games.db'}")
    visitor, waiting = Visitor(locked.address), []
    visitor.make()
    path = f"{locked.address}/api/games"
    holder = sqlite3.connect(locked.store.engine.url.database, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")

    async def crowd():
        async with httpx.AsyncClient(timeout=60) as client:
            sent = asyncio.Semaphore(0)

            async def trace(event, _):
                if event == "http11.send_request_body.complete":
                    sent.release()

            for _ in range(30):
                body = {"x": "person", "o": "person"}
                asked = client.post(path, json=body, extensions={"trace": trace})
                waiting.append(asyncio.create_task(asked))
            for _ in waiting:
                await sent.acquire()
            for _ in range(5):
                assert (await client.get(f"{locked.address}/static/style.css")).status_code == 200
            assert not any(each.done() for each in waiting)
            holder.close()
            return [each.status_code for each in await asyncio.gather(*waiting)]

    assert set(asyncio.run(crowd())) == {201}
    visitor.close()
    locked.stop()


def test_what_games_and_boards_take_is_bounded(tmp_path, monkeypatch):
    """Beyond so many bytes the games longest unseen are forgotten, and their boards with them; they are read again."""
    monkeypatch.setattr(journals, "_REMEMBERED_BYTES", 60_000)
    store = Store(f"sqlite:///{tmp_path / 'games.db'}")
    journal = Journal(store, Workers(RateLimits(), Machine()))
    made = [new_game().record for _ in range(20)]
    names = [each.header.id for each in made]

    async def make_all():
        return [await journal.make(each, SERVER) for each in made]

    assert all(asyncio.run(make_all()))
    assert 5 < sum(journal.recall(GameHeader, each) is not None for each in names) < 15
    assert all(journal.now(GameHeader, each) for each in names)
    monkeypatch.setattr(boards, "_FEW", 0)
    monkeypatch.setattr(boards, "_USED_BYTES", 0)
    assert all(journal.now(GameHeader, each) for each in names)
    assert len(journal._records) == 1
    store.close()


def test_a_board_is_made_once_whatever_it_is_called():
    """Games loaded from the database share the boards of those that are made."""
    assert boards.find_board("7x7x4") is boards.find_board("7x7x4")
    assert boards.find_board("3x3") is boards.find_board("3x3x3")
    assert boards.at_hand("3x3")
    assert not boards.at_hand("19x2x2")
