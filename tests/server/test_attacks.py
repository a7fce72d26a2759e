"""Whoever asks too much of the server waits alone: each of these kept a game waiting, or stopped it, once."""

import asyncio
import contextlib
import random
import sqlite3
import threading
from collections import Counter
from contextvars import ContextVar

import aiohttp
import httpx
import pytest
from pydantic import TypeAdapter

from noughts import Board, ImpossibleError, Position
from noughts.server import (
    analyses,
    analysis_requests,
    openapi,
    routes,
    tables,
    this_machine,
)
from noughts.server.app import create_app
from noughts.server.rate_limits import RATES, Rate
from noughts.server.tables import Store
from tests.server.crowd import connected
from tests.server.people import Running, Visitor
from tests.server.service import Service

TORUS = "torus19x19x13"
MOVE = {"version": 0, "ply": 0, "cell": "h8"}


@pytest.fixture(scope="module")
def service(tmp_path_factory):
    """One server for all of these: that it still serves after one of them is what the next one sees."""
    with Service(tmp_path_factory.mktemp("attacked") / "games.db") as running:
        yield running


def dear(number):
    """A position with twelve empty cells and no line: ten seconds to look at all that can follow."""
    marks, dice, board = [*("X" * 175), *("O" * 174), *("." * 12)], random.Random(number), Board.parse(TORUS)
    while True:
        dice.shuffle(marks)
        with contextlib.suppress(ImpossibleError):
            rows = "/".join("".join(marks[row * 19 : row * 19 + 19]) for row in range(19))
            position = Position.parse(rows, board)
            if not position.is_over:
                return str(position)


async def ask(client, path, seconds=200, **params):
    """The status of an answer, None where it did not come in time."""
    try:
        async with client.get(path, params=params, timeout=aiohttp.ClientTimeout(seconds)) as answer:
            return answer.status, await answer.json()
    except TimeoutError:
        return None, None


async def play(client):
    """A move on 15x15 against the engine, from the making of the game on."""
    async with client.post("/api/games", json={"board": "15x15x5", "x": "person", "o": "hard"}) as made:
        game = await made.json()
        assert made.status == 201, game
    path, right = (
        f"/api/games/{game['game']['id']}/moves",
        {"Authorization": f"Bearer {game['tokens']['X']}"},
    )
    async with client.post(path, json=MOVE, headers=right) as moved:
        assert moved.status == 200, await moved.text()
        assert len((await moved.json())["moves"]) == 2


@pytest.mark.long
def test_dear_questions_keep_no_game_waiting(service):
    """Eight questions of fifteen seconds each, some hung up at once: a move is there before any of them is answered.

    Those who wait are told an estimate, marked as one.
    """

    async def attack():
        async with connected(service.address) as client:
            await play(client)  # what is loaded once is loaded
            asked = [
                asyncio.create_task(
                    ask(
                        client,
                        "/api/analyse",
                        seconds=600 if number < 2 else 0.3,
                        board=TORUS,
                        position=dear(number),
                    )
                )
                for number in range(8)
            ]
            while "noughts_questions_computing 0" in await (await client.get("/metrics")).text():
                assert not all(each.done() for each in asked)
            await play(client)
            assert not asked[0].done()
            return await asyncio.gather(*asked)

    told = asyncio.run(attack())
    assert {status for status, _ in told[2:]} == {None}
    for status, body in told[:2]:
        assert status == 200, body
        assert not body["exact"]
        assert len(body["moves"]) == 12


@pytest.mark.long
def test_equal_questions_are_computed_once(service):
    """Forty who ask the same at once, and would take two seconds each, are all told within that time."""

    async def attack():
        async with connected(service.address) as client:
            place = {"board": "torus5x5x5", "position": "XOXO./...../...../...../....."}
            return await asyncio.gather(
                *(ask(client, "/api/analyse", nodes=150_000, **place) for _ in range(40))
            )

    told = asyncio.run(attack())
    assert {status for status, _ in told} == {200}
    assert len({str(body) for _, body in told}) == 1


@pytest.mark.parametrize(
    "player",
    [
        "mcts(playouts=1000000)",
        "impossible(seconds=31)",
        "engine(nodes=9999999)",
        "engine(nodes=200001)",
        "mcts(playouts=1e9)",
    ],
)
def test_no_player_thinks_without_end(visitor, player):
    """What a player may be asked to compute has a limit, which the refusal tells, at the table and in questions."""
    for answer in (
        visitor.http.post("/api/games", json={"board": "15x15x5", "x": "person", "o": player}),
        visitor.http.get("/api/decide", params={"board": "15x15x5", "player": player}),
    ):
        assert (answer.status_code, answer.json()["code"]) == (422, "malformed"), answer.text
        assert "at most" in answer.json()["error"] or "'1e9'" in answer.json()["error"]


def test_what_is_soon_computed_needs_no_process(own_server, monkeypatch):
    """Answers on 3x3, by rules and pictures, come without any process being begun."""
    monkeypatch.setattr(this_machine, "Computer", None)
    with httpx.Client(base_url=own_server.address, timeout=60) as client:
        for path in (
            "/api/decide?player=minimax&position=XX./.../O..",
            "/api/position?board=15x15x5",
            "/api/line?position=XX./.../O..",
            "/api/analyse?position=XX./.../O..",
            "/api/board.svg",
            "/api/lines?cell=b2",
        ):
            assert client.get(path).status_code == 200, path


@pytest.fixture
def flooded(tmp_path):
    """Sends so many requests of one address and then one of another to an application, without a network.

    What is answered, in its order: the address, the status, and the headers.
    """
    store = Store(f"sqlite:///{tmp_path / 'games.db'}")
    app = create_app(store)

    async def one(path, address, order):
        told = []
        head = {"method": "GET", "headers": [(b"host", b"localhost")], "query_string": b"", "root_path": ""}
        scope = {"type": "http", "path": path, "client": (address, 1), "http_version": "1.1", **head}

        async def receive():
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message):
            if message["type"] == "http.response.start":
                told.append((message["status"], dict(message["headers"])))

        await app(scope, receive, send)
        order.append((address, *told[0]))

    async def run(path, number):
        order = []
        crowd = [asyncio.create_task(one(path, "192.0.2.1", order)) for _ in range(number)]
        await asyncio.gather(*crowd, asyncio.create_task(one("/health", "192.0.2.2", order)))
        return order

    yield lambda path, number: asyncio.run(run(path, number))
    store.close()


@pytest.mark.parametrize("path", ["/health", "/api/games/none", "/nothing", "/static/style.css", "/ready/"])
def test_whoever_asks_once_goes_before_who_asks_for_nothing_many_times(flooded, path):
    """Whatever is asked for, few of an address's requests are answered before the first of another that came after."""
    order = flooded(path, 300)
    assert len(order) == 301
    assert [address for address, *_ in order].index("192.0.2.2") < 100


def test_every_request_costs_its_address_a_permit(flooded, monkeypatch):
    """After so many of any kind an address is told to wait, and loses the connection; others are answered."""
    monkeypatch.setitem(RATES, "request", Rate(40, 0.01))
    order = flooded("/nothing", 100)
    counted = Counter((address, status) for address, status, _ in order)
    assert counted == {("192.0.2.1", 404): 40, ("192.0.2.1", 429): 60, ("192.0.2.2", 200): 1}
    for _, status, headers in order:
        if status == 429:
            assert int(headers[b"retry-after"]) >= 90
            assert headers[b"connection"] == b"close"


def test_the_first_requests_find_everything_made(own_server, own_visitor, monkeypatch):
    """What checks requests is made before the server listens, and what describes them by another thread."""
    made, plain = [], TypeAdapter.__init__

    def note(*args, **kwargs):
        made.append(threading.current_thread())
        plain(*args, **kwargs)

    monkeypatch.setattr(TypeAdapter, "__init__", note)
    monkeypatch.setattr(routes, "create_model", note)
    openapi.openapi.cache_clear()
    openapi.openapi_json.cache_clear()
    own_visitor.make()
    own_visitor.play("b2")
    paths = [f"/api/games/{own_visitor.id}", "/", "/api/position", "/api/players", "/metrics", "/nothing"]
    assert [own_visitor.http.get(path).status_code for path in paths] == [200, 200, 200, 200, 200, 404]
    assert not made
    assert own_visitor.http.get("/openapi.json").json()["paths"]
    assert made
    assert own_server.thread not in made


def test_what_takes_long_is_not_done_where_games_are(own_server, own_visitor, monkeypatch):
    """Boards that are new, games from the database and QR codes are made by another thread, records in a process."""
    made, visitor = [], own_visitor

    def note(holder, name):
        work = getattr(holder, name)
        monkeypatch.setattr(
            holder, name, lambda *args: made.append((name, threading.current_thread())) or work(*args)
        )

    for holder, name in (
        (Board, "playable"),
        (own_server.store, "load"),
        (analyses, "read"),
        (analysis_requests, "_modules"),
    ):
        note(holder, name)
    visitor.http.get("/api/position", params={"board": "torus16x16x9"})
    visitor.http.get("/api/board.svg", params={"board": "torus16x15x9"})
    visitor.make(board="torus15x16x9")
    sent = {"x": "person", "o": "person", "record": "(;FF[4]GM[1]SZ[19]" + "AB[aa:ss]" * 300 + ")"}
    assert visitor.http.post("/api/games", json=sent).is_client_error
    assert visitor.http.post("/api/qr", json={"text": "a" * 500}).status_code == 200
    journal = own_server.app.state.services.journal
    journal.forget(visitor.id)
    for path in ("", "/record.json"):
        assert visitor.http.get(f"/api/games/{visitor.id}{path}").status_code == 200
    journal.forget(visitor.id)
    visitor.play("a1")
    assert {name for name, _ in made} == {"playable", "load", "_modules"}
    assert own_server.thread not in {thread for _, thread in made}


def test_a_locked_database_holds_up_nobody_else(tmp_path, monkeypatch):
    """Many wait for the lock, more than a pool has connections: pages and games are answered before any of them."""
    monkeypatch.setattr(tables, "_patience", ContextVar("_patience", default=60.0))
    file = tmp_path / "games.db"

    async def crowd(address, id_):
        async with httpx.AsyncClient(base_url=address, timeout=60) as client:
            sent, waiting = asyncio.Semaphore(0), []

            async def trace(event, _):
                if event == "http11.send_request_body.complete":
                    sent.release()

            for _ in range(30):
                body = {"x": "person", "o": "person"}
                asked = client.post("/api/games", json=body, extensions={"trace": trace})
                waiting.append(asyncio.create_task(asked))
            for _ in waiting:
                await sent.acquire()
            for path in ("/static/style.css", f"/api/games/{id_}") * 5:
                assert (await client.get(path)).status_code == 200
            assert not any(each.done() for each in waiting)
            holder.close()
            return [each.status_code for each in await asyncio.gather(*waiting)]

    with Running(f"sqlite:///{file}") as locked, Visitor(locked.address) as visitor:
        visitor.make()
        holder = sqlite3.connect(file, isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        assert set(asyncio.run(crowd(locked.address, visitor.id))) == {201}
