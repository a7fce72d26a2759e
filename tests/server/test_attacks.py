"""Whoever asks too much of the server waits alone: each of these kept a game waiting, or stopped it, once."""

import asyncio
import contextlib
import inspect
import random
import sqlite3
import threading
from contextvars import ContextVar
from pathlib import Path

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
    this_machine,
)
from noughts.server import tables as stores
from noughts.server.api_errors import OutOfTimeError, Refusal
from noughts.server.app import create_app
from noughts.server.tables import Store
from noughts.server.this_machine import Machine
from noughts.server.worker_queue import LaneLimits
from tests.server.crowd import connected
from tests.server.people import Running, Visitor
from tests.server.service import Service
from tests.server.worker_jobs import fail, hold, slowly_imported, spin

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


def lane(**more):
    """A lane of one process, and what it was told that addresses have cost."""
    rules = {"places": 1, "niceness": 0, "seconds": 0.3, "patience": 600.0, "most": 10, "each": 5, **more}
    spent = []
    return Machine().lane(LaneLimits(**rules), lambda who, seconds: spent.append((who, seconds))), spent


def test_a_computation_ends_when_its_time_is_spent():
    """It is told, paid for, and the same process goes on with the next."""

    async def run():
        only, spent = lane()
        try:
            assert await only.compute("a", spin, 0.01) == 0.01
            with pytest.raises(OutOfTimeError, match=r"more than 0\.3 seconds"):
                await only.compute("a", spin, 60)
            (computer,) = only._idle
            assert await only.compute("b", spin, 0.01) == 0.01
            assert only._idle == [computer]
        finally:
            only.close()
        return spent

    spent = asyncio.run(run())
    assert [who for who, _ in spent] == ["a", "a", "b"]
    assert 0.25 < spent[1][1] < 60  # which is what it would have taken


def test_a_computation_ends_when_nobody_waits():
    """Whoever hangs up frees the process at once, whatever it would have taken."""

    async def run():
        only, spent = lane(seconds=500.0)
        try:
            await only.compute("a", spin, 0.01)
            asked = asyncio.create_task(only.compute("a", spin, 400))
            while not only.running:
                assert not asked.done()
                await asyncio.sleep(0)
            asked.cancel()
            assert await only.compute("b", spin, 0.01) == 0.01
        finally:
            only.close()
        return spent

    assert max(seconds for _, seconds in asyncio.run(run())) < 400


@pytest.fixture
def slow_module(tmp_path):
    """The folder of a module which, as many compiled ones do, loads once in a process and not again."""
    text = inspect.getsource(spin)
    once = "import sys, time\nassert not hasattr(sys, 'slowly')\nsys.slowly = open(__file__ + '.begun', 'w').close()"
    (tmp_path / "slowly.py").write_text(f"{once}\n{text}\nspin(0.8)\n")
    return str(tmp_path)


@pytest.mark.long
def test_an_import_is_not_ended_when_time_is_spent(slow_module):
    """What has to be loaded is loaded whole, once, and only what is computed with it ends in its time."""

    async def run():
        only, _ = lane()
        try:
            with pytest.raises(OutOfTimeError):
                await only.compute("a", slowly_imported, slow_module, 100)
            (computer,) = only._idle
            assert await only.compute("a", slowly_imported, slow_module, 0.01) == 0.01
            assert only._idle == [computer]
        finally:
            only.close()

    asyncio.run(run())


@pytest.mark.long
def test_an_import_in_one_piece_costs_nobody_his_time(slow_module):
    """What loads for long without a look in between, as compiled code does, leaves the time to compute what it was."""
    with open(f"{slow_module}/slowly.py", "a") as text:
        text.write(
            "before = time.process_time()\nwhile time.process_time() < before + 1:\n    sum(range(30_000_000))\n"
        )

    async def run():
        only, _ = lane()
        try:
            return await only.compute("a", slowly_imported, slow_module, 0.15)
        finally:
            only.close()

    assert asyncio.run(run()) == 0.15


@pytest.mark.long
def test_an_import_is_not_ended_when_nobody_waits(slow_module):
    """Whoever hangs up in the middle of an import leaves no half of a module to the next who needs it."""

    async def run():
        only, _ = lane(seconds=500.0)
        try:
            await only.compute("a", spin, 0.01)
            asked = asyncio.create_task(only.compute("a", slowly_imported, slow_module, 400))
            while not Path(f"{slow_module}/slowly.py.begun").exists():
                assert not asked.done()
                await asyncio.sleep(0.01)
            asked.cancel()
            assert await only.compute("b", slowly_imported, slow_module, 0.01) == 0.01
        finally:
            only.close()

    asyncio.run(run())


@pytest.mark.long
def test_a_process_that_holds_too_much_ends():
    """What a computation leaves behind in memory is gone with its process; the next one gets another."""

    async def run():
        only, _ = lane(seconds=60.0)
        try:
            assert await only.compute("a", spin, 0.01) == 0.01
            assert len(only._idle) == 1
            assert await only.compute("a", hold, 450_000_000) == 450_000_000
            assert not only._idle
            assert await only.compute("a", spin, 0.01) == 0.01
        finally:
            only.close()

    asyncio.run(run())


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


def test_a_process_that_fails_as_nobody_foresaw_is_used_no_more():
    """A refusal of the house leaves its process for the next; any other error ends it, as something may be broken."""

    async def run():
        only, _ = lane()
        try:
            with pytest.raises(ImpossibleError):
                await only.compute("a", fail, ImpossibleError("foreseen"))
            assert len(only._idle) == 1
            with pytest.raises(ZeroDivisionError):
                await only.compute("a", fail, ZeroDivisionError())
            assert not only._idle
            assert await only.compute("a", spin, 0.01) == 0.01
        finally:
            only.close()

    asyncio.run(run())


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


def test_addresses_take_turns():
    """Whoever asks once waits for one of whoever asks five times, not for all of them; too many are refused."""

    async def run():
        only, spent = lane()
        try:
            crowd = [asyncio.create_task(only.compute("crowd", spin, 0.05)) for _ in range(6)]
            await asyncio.sleep(0)
            one = asyncio.create_task(only.compute("one", spin, 0.01))
            await asyncio.sleep(0)
            with pytest.raises(Refusal, match="from here"):
                await only.compute("crowd", spin, 0.01)
            await asyncio.gather(*crowd, one)
        finally:
            only.close()
        return spent

    assert [who for who, _ in asyncio.run(run())].index("one") <= 2


def test_who_waits_too_long_is_asked_to_come_again():
    """After its patience a request is refused with the time to come back, and the queue is as if it had never been."""

    async def run():
        only, _ = lane(patience=0.05)
        try:
            first = asyncio.create_task(only.compute("a", spin, 0.2))
            await asyncio.sleep(0)
            with pytest.raises(Refusal) as refused:
                await only.compute("b", spin, 0.01)
            assert (refused.value.code, refused.value.retry_after) == ("busy", 5)
            assert only.waiting == 0
            await first
        finally:
            only.close()

    asyncio.run(run())


def test_who_gives_up_while_the_next_is_called_breaks_nothing():
    """A turn that is given up in the very moment in which it is passed over is no error, and the next one gets it."""

    async def run():
        only, spent = lane()
        try:
            first = asyncio.create_task(only.compute("a", spin, 0.2))
            await asyncio.sleep(0)
            late = asyncio.create_task(only.compute("b", spin, 0.01))
            after = asyncio.create_task(only.compute("c", spin, 0.01))
            await asyncio.sleep(0)
            late.cancel()
            only._turns.give_back()  # as the end of the first does, before `late` has heard of its own end
            with pytest.raises(asyncio.CancelledError):
                await late
            await asyncio.gather(first, after)
            assert only.waiting == 0
        finally:
            only.close()
        return [who for who, _ in spent]

    assert sorted(asyncio.run(run())) == ["a", "c"]


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
