"""Limits of what is stored: a daily share of each address, and a maximum size of the database."""

import asyncio
import itertools
import random
import secrets
import sqlite3
from contextlib import closing
from datetime import datetime

import httpx
import pytest
from sqlalchemy import update

from noughts import Mark, NoughtsError
from noughts.records.log import Event, Kind
from noughts.server import services
from noughts.server.app import create_app
from noughts.server.options import parse_size
from noughts.server.rate_limits import RATES, Rate
from noughts.server.retention import Retention, tidy
from noughts.server.tables import SHARED, Store
from tests.processes import wait_until
from tests.server.people import Running, Visitor
from tests.server.test_classes import School
from tests.server.test_presence import Clock
from tests.server.test_tables import many

MOVE = Event(Kind.MOVE, Mark.X, "b2")

SHARE = 150_000
"""Bytes of a day in these tests."""

CELLS = [f"{column}{row}" for column in "abcdefghijklmnopqrst" for row in range(1, 21)]
random.Random(7).shuffle(CELLS)


def used(file):
    """The bytes of a database file that hold something, by SQLite itself."""
    with closing(sqlite3.connect(file)) as connection:
        pages, free, size = (
            connection.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("page_count", "freelist_count", "page_size")
        )
    return (pages - free) * size


@pytest.fixture
def share(monkeypatch):
    """A share that a test can use up, and as many requests as it takes for that."""
    for name in ("make", "enter", "act", "request", "compute", "unknown"):
        monkeypatch.setitem(RATES, name, Rate(1e9, 1e9))
    monkeypatch.setitem(RATES, "store", Rate(SHARE / 1e6, SHARE / 1e6 / 86_400))
    return SHARE


@pytest.fixture
def file(tmp_path):
    return tmp_path / "games.db"


@pytest.fixture
def serve(file):
    """Starts servers on one file."""
    running = []

    def begin(**more):
        running.append(Running(f"sqlite:///{file}", **more))
        return running[-1]

    yield begin
    for each in running:
        each.stop()


class Attacker(School):
    """One client that writes as much as it can. Each kind of request is a generator of responses."""

    def __init__(self, running):
        super().__init__(running.address)
        self.others = []

    def close(self):
        for each in (self, *self.others):
            each.visitor.close()

    def make(self, **body):
        return self.visitor.http.post("/api/games", json={"x": "person", "o": "person", **body})

    def games(self, **body):
        while True:
            yield self.make(**body)

    def small_games(self):
        return self.games()

    def large_games(self):
        return self.games(board="20x20x20")

    def long_games(self):
        return self.games(board="20x20x20", moves=CELLS[:300])

    def pasted_games(self):
        return self.games(board="20x20x20", record=" ".join(CELLS[:300]), o="friend")

    def long_starts(self):
        rows = "/".join(("XXOO" * 5) if row % 2 else ("OOXX" * 5) for row in range(20))
        last = rows.rindex("O")
        return self.games(board="20x20x20", position=f"{rows[:last]}.{rows[last + 1 :]}")

    def long_seats(self):
        return self.games(x="minimax(randomness=1/9999999999999999)", o="newell-simon(level=1)")

    def act_in_game(self, verb, game=None, seat="X", **body):
        made = game or self.game
        return self.visitor.post(verb, token=made["tokens"][seat], game=made["game"]["id"], json=body)

    def moves(self):
        while True:
            self.game = self.make().json()
            for version in range(0, 1_900, 2):
                yield self.act_in_game("moves", version=version, ply=0, cell="b2")
                yield self.act_in_game("undo", version=version + 1)

    def moves_of(self, game):
        for version in range(1, 1_900, 2):
            yield self.act_in_game("undo", game, version=version)
            yield self.act_in_game("moves", game, version=version + 1, ply=0, cell="b2")

    def names(self):
        self.game = self.make().json()
        for number in range(1_900):
            yield self.act_in_game("name", name="\U0001f600" * 28 + f"{number % 100:02}")

    def rematches(self):
        game = self.make(board="20x20x20").json()
        while True:
            answer = self.act_in_game("again", game, version=0, swap=False)
            yield answer
            game = {"tokens": game["tokens"], "game": {"id": answer.json()["next"]}}

    def classes(self):
        while True:
            yield self.post("", json={"board": "20x20x20", "clock": {"seconds": 300, "increment": 5}})

    def pupils(self):
        while True:
            school = School(self.visitor.http.base_url)
            self.others.append(school)
            for _ in range(60):  # as many as a class takes from one address
                body = {"name": "\U0001f600" * 25 + secrets.token_hex(2), "nonce": secrets.token_hex(16)}
                yield school.post(f"/{school.id}/pupils", json=body)

    def come_and_go(self):
        nonce = secrets.token_hex(16)
        while True:
            entered = self.post(f"/{self.id}/pupils", json={"name": "Ada", "nonce": nonce})
            yield entered
            yield self.act("leave", entered.json()["token"])

    def rounds(self):
        self.enter(*(f"Pupil {number}" for number in range(40)))
        for number in itertools.count(1):
            yield self.act("round", round=number)

    def locks(self):
        for number in itertools.count():
            yield self.act("door", locked=number % 2 == 0)


KINDS = [
    *(
        "small_games",
        "large_games",
        "long_games",
        "pasted_games",
        "long_starts",
        "long_seats",
        "moves",
        "names",
    ),
    *("rematches", "classes", "pupils", "come_and_go", "rounds", "locks"),
]


def rejection(answers, most=20_000):
    """The first response of a series with 429, before which all were good."""
    for answer in itertools.islice(answers, most):
        if answer.status_code == 429:
            return answer
        assert answer.status_code in (200, 201), answer.text
    raise AssertionError("never rejected")


@pytest.mark.parametrize(
    "kind",
    [
        kind
        if kind in ("small_games", "pasted_games", "rounds")
        else pytest.param(kind, marks=pytest.mark.long)
        for kind in KINDS
    ],
)
def test_what_an_address_writes_is_bounded_by_its_share(share, serve, file, kind):
    """By whatever route it writes, the file grows by less than the share, and by a fifth of it at least."""
    with closing(Attacker(serve())) as attacker:
        before = used(file)
        answer = rejection(getattr(attacker, kind)())
    body = answer.json()
    assert body["code"] == "too-many"
    assert "this address has stored its share of 0.15 MB a day" in body["error"]
    assert int(answer.headers["retry-after"]) > 0
    assert 0.2 * share < used(file) - before < share


@pytest.mark.long
def test_one_share_holds_for_all_kinds_of_requests(share, serve, file, monkeypatch):
    """Bytes written by one route are missing for the others; only existing games may use a tenth more."""
    share *= 4  # so that each kind of request succeeds at least once
    monkeypatch.setitem(RATES, "store", Rate(share / 1e6, share / 1e6 / 86_400))
    with closing(Attacker(serve())) as attacker:
        before = used(file)
        kinds = [iter(getattr(attacker, kind)()) for kind in KINDS]
        while kinds:
            for kind in tuple(kinds):
                if next(kind).status_code == 429:
                    kinds.remove(kind)
        assert 0.2 * share < used(file) - before < share


def test_games_in_play_go_on_when_nothing_new_may_be_stored(share, serve, file):
    """With its share used up, an address has a tenth more for moves; it may read and delete at any time."""
    with closing(Attacker(serve())) as attacker:
        game = attacker.make().json()
        answer = rejection(attacker.small_games())
        assert "games in play go on" in answer.json()["error"]
        assert attacker.act_in_game("moves", game, version=0, ply=0, cell="b2").status_code == 200
        assert attacker.post("", json={}).status_code == 429
        rejected = rejection(attacker.moves_of(game))
        assert "games in play" not in rejected.json()["error"]
        assert int(rejected.headers["retry-after"]) > 0
        assert attacker.visitor.game(game["game"]["id"])["version"] > 50
        assert attacker.act_in_game("delete", game).status_code == 200


def test_a_repeated_request_is_not_charged(share, serve):
    """A move that was made already is accepted again, stores nothing and costs nothing."""
    running = serve()
    with closing(Attacker(running)) as attacker:
        game = attacker.make().json()
        attacker.act_in_game("moves", game, version=0, ply=0, cell="b2")
        left = running.app.state.services.limits._permits("store", "127.0.0.1")
        for _ in range(100):
            answer = attacker.act_in_game("moves", game, version=0, ply=0, cell="b2")
            assert answer.status_code == 200
        assert running.app.state.services.limits._permits("store", "127.0.0.1") >= left


def test_a_single_user_has_no_share(monkeypatch, serve):
    """A server without limits, as in a browser tab, stores every game."""
    monkeypatch.setitem(RATES, "store", Rate(1e-6, 1e-9))
    with closing(Attacker(serve(limited=False))) as attacker:
        assert attacker.make().status_code == 201


def test_addresses_of_one_network_have_one_share(share, file):
    """All addresses of an IPv6 /64 share, and each of another network has its own."""

    async def post(app, address):
        transport = httpx.ASGITransport(app, client=(address, 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return (await client.post("/api/games", json={"x": "person", "o": "person"})).status_code

    async def attack():
        with closing(Store(f"sqlite:///{file}")) as store:
            app = create_app(store)
            async with app.router.lifespan_context(app):
                made = [await post(app, f"2001:db8:0:1::{number:x}") for number in range(1, 400)]
                return made, await post(app, "2001:db8:0:2::1"), await post(app, "192.0.2.1")

    before_open = 60_000
    made, other, fourth = asyncio.run(attack())
    assert made[-1] == 429
    assert (other, fourth) == (201, 201)
    assert used(file) < share + before_open


def test_presence_is_charged_to_the_address_that_watches(share, serve):
    """A request with a pupil's sign stores that the pupil is present, and later that the pupil is away."""
    running = serve()
    clock = Clock(running)
    limits = running.app.state.services.limits
    with closing(Attacker(running)) as attacker:
        entered = attacker.post(
            f"/{attacker.id}/pupils", json={"name": "Ada", "nonce": "a nonce for Ada here"}
        )
        sign = entered.json()["sign"]
        left = limits._permits("store", "127.0.0.1")
        assert attacker.visitor.http.get(f"/api/classes/{attacker.id}?as={sign}").status_code == 200
        wait_until(lambda: clock.due)
        clock.passes()
        wait_until(lambda: limits._permits("store", "127.0.0.1") < left - 100e-6)


LIMIT = 200_000
"""Maximum size of a database in these tests."""

PAGES = 5 * 4_096
"""Bytes by which a database may pass it: it grows by whole pages, in several tables and indexes at once."""


@pytest.fixture
def limited(serve, monkeypatch):
    """A server whose database has a maximum size, which is measured often."""
    monkeypatch.setattr(services, "_MEASURE_SECONDS", 0.05)
    for name in ("make", "enter", "act", "request"):
        monkeypatch.setitem(RATES, name, Rate(1e9, 1e9))
    return lambda: serve(max_store_bytes=LIMIT)


def fill(attacker):
    """Make games until there is no room, and return the response that says so."""
    for answer in itertools.islice(attacker.games(), 2_000):
        if answer.status_code != 201:
            return answer
    raise AssertionError("never full")


def test_a_full_database_rejects_what_is_new_and_nothing_else(limited, file, caplog):
    """507 with one sentence for games, rematches, classes, pupils and rounds; what exists goes on, and stays."""
    with closing(Attacker(limited())) as attacker:
        game, other, third = (attacker.make().json() for _ in range(3))
        friends = attacker.make(o="friend").json()
        attacker.enter("Ada", "Ben")
        answer = fill(attacker)
        assert (answer.status_code, answer.json()["code"]) == (507, "store-full")
        assert answer.json()["error"].startswith("the database of this server has reached its maximum size: ")
        assert 0.8 * LIMIT < used(file) <= LIMIT + PAGES
        with closing(sqlite3.connect(file)) as connection:
            (games,) = connection.execute("SELECT count(*) FROM shared").fetchone()
        pupil = {"name": "Cleo", "nonce": "a nonce for Cleo now"}
        for rejected in (
            attacker.make(o="tic"),
            attacker.post("", json={}),
            attacker.post(f"/{attacker.id}/pupils", json=pupil),
            attacker.act("round", round=1),
            attacker.act_in_game("again", other, version=0, swap=False),
            attacker.act_in_game("again", friends, version=0, swap=True),
        ):
            assert (rejected.status_code, rejected.json()["code"]) == (507, "store-full")
        for done in (
            attacker.act_in_game("moves", game, version=0, ply=0, cell="b2"),
            attacker.act_in_game("resign", other, version=0),
            attacker.act_in_game("delete", third),
            attacker.act("leave", attacker.tokens[1]),
            attacker.act("ban", pupil=2, banned=True),
            attacker.visitor.http.get("/ready"),
        ):
            assert done.status_code == 200, done.text
        with closing(sqlite3.connect(file)) as connection:
            assert connection.execute("SELECT count(*) FROM shared").fetchone() == (games - 1,)
        metrics = attacker.visitor.http.get("/metrics").text
        size = next(
            line.split()[1] for line in metrics.splitlines() if line.startswith("noughts_store_bytes ")
        )
        assert 0.8 * LIMIT < float(size) <= LIMIT + PAGES
    assert caplog.text.count("the database has reached its maximum size") == 1
    assert "below its maximum size" not in caplog.text


@pytest.mark.long
def test_a_database_has_room_again_after_games_were_deleted(limited, file, caplog):
    """`noughts tidy`, from another process, makes new games possible without a restart, and the log says so once."""
    with closing(Attacker(limited())) as attacker:
        assert fill(attacker).status_code == 507
        with closing(Store(f"sqlite:///{file}")) as store:
            with store.writing() as connection:
                connection.execute(update(SHARED).values(made=datetime(2020, 1, 1)))
            assert tidy(store, Retention(keep_days=1)).removed > 100
        wait_until(lambda: "below its maximum size again" in caplog.text)
        assert attacker.make().status_code == 201
        assert fill(attacker).status_code == 507
    assert caplog.text.count("has reached its maximum size") == 2
    assert caplog.text.count("below its maximum size again") == 1


def test_a_server_that_starts_on_a_full_database_rejects_at_once(limited, serve, file):
    """Its first request for a new game gets 507."""
    with closing(Store(f"sqlite:///{file}")) as store:
        many(store, [f"game {number}" for number in range(400)], [MOVE])
    with closing(Visitor(limited().address)) as visitor:
        assert visitor.http.post("/api/games", json={"x": "person", "o": "person"}).status_code == 507


def test_many_games_at_once_do_not_pass_the_maximum_size(limited, file):
    """Requests that come together are counted together."""
    running = limited()

    async def flood():
        limits = httpx.Limits(max_connections=50)
        async with httpx.AsyncClient(base_url=running.address, limits=limits, timeout=60) as client:
            body = {"x": "person", "o": "person", "board": "20x20x20", "moves": CELLS[:100]}
            return await asyncio.gather(*(client.post("/api/games", json=body) for _ in range(50)))

    statuses = {answer.status_code for answer in asyncio.run(flood())}
    assert statuses == {201, 507}
    assert used(file) <= LIMIT + PAGES


def test_space_of_deleted_games_counts_as_free(database):
    """On SQLite and on PostgreSQL: once its games are deleted a large database has the size of a small one."""
    with closing(Store(database)) as store:
        names = [f"game {number}" for number in range(2_000)]
        many(store, names, [MOVE])
        full = store.size(0)
        assert full > 400_000
        store.delete(names[:100])
        assert store.size(0) > 0.8 * full
        store.delete(names)
        assert store.size(0) < 0.3 * full


@pytest.mark.parametrize(
    ("text", "size"),
    [
        *(("500MB", 500_000_000), ("10GB", 10_000_000_000), ("1.5 gb", 1_500_000_000), ("65536", 65_536)),
        *(("1kB", 1_000), ("2KiB", 2_048), ("1MiB", 1_048_576), ("3TiB", 3 << 40), ("12B", 12)),
    ],
)
def test_a_size_is_a_number_with_a_unit(text, size):
    """Powers of 1000 and of 1024, in upper or lower case; without a unit it is in bytes."""
    assert parse_size(text) == size


@pytest.mark.parametrize(
    "given", ["lots", "0", "0GB", "-5MB", "10XB", "1e9", "", "5 5MB", "0.1", "٣MB", "9" * 40]
)
def test_what_is_no_size_is_quoted(given):
    """The message says what is accepted."""
    with pytest.raises(NoughtsError) as error:
        parse_size(given)
    assert str(error.value).startswith(f"not a size: {given!r} (bytes, or a number with kB")
