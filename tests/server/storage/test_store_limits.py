"""What an address may store in a day, and how large the database may become."""

import asyncio
import itertools
import json
import logging
import random
import secrets
import sqlite3
from contextlib import closing

import httpx
import pytest
from click.testing import CliRunner
from sqlalchemy import update

from noughts.cli.main import cli
from noughts.records.classroom import Classroom
from noughts.server import services
from noughts.server.app import create_app
from noughts.server.options import parse_size
from noughts.server.rate_limits import RATES, Rate, RateLimits
from noughts.server.retention import Retention, tidy
from noughts.server.services import Setting
from noughts.server.stored_records import Change, ClassHeader, Record
from noughts.server.tables import SHARED, Store
from tests.processes import wait_until
from tests.server.people import Running, Visitor
from tests.server.storage.test_classes import School
from tests.server.storage.test_databases import keep
from tests.server.storage.test_presence import Clock

SHARE = 400_000
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
    monkeypatch.setitem(RATES, "store", Rate(SHARE, SHARE / 86_400))
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
        self.running = running

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
        return self.games(board="20x20x20", position=rows[: rows.rindex("X")] + "." + rows[rows.rindex("X") + 1 :])

    def long_seats(self):
        return self.games(x=f"minimax(randomness=1/{'9' * 50})", o=f"minimax(randomness=1/{'8' * 50})")

    def moves(self):
        while True:
            made = self.make().json()
            self.visitor.id, self.visitor.tokens = made["game"]["id"], made["tokens"]
            for version, cell in enumerate(["a1", "b1", "a2", "b2"] * 50):
                yield self.visitor.send("moves", "XO"[version % 2], version=2 * version, ply=0 + 0, cell=cell)
                yield self.visitor.send("undo", "X", version=2 * version + 1)

    def names(self):
        made = self.make().json()
        self.visitor.id, self.visitor.tokens = made["game"]["id"], made["tokens"]
        for number in itertools.count():
            yield self.visitor.send("name", "X", version=0, name="\U0001f600" * 28 + f"{number % 100:02}")

    def rematches(self):
        made = self.make().json()
        game = made["game"]
        while True:
            self.visitor.id, self.visitor.tokens = game["id"], made["tokens"]
            answer = self.visitor.send("again", "X", version=game["version"], swap=False)
            yield answer
            game = self.visitor.game(answer.json()["next"])

    def classes(self):
        while True:
            yield self.post("", json={"board": "20x20x20", "clock": {"seconds": 300, "increment": 5}})

    def pupils(self):
        while True:
            school = School(self.visitor.http.base_url)
            for _ in range(90):
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

    def help(self):
        for number in itertools.count():
            yield self.act("help", help=number % 2 == 1)


KINDS = [
    *("small_games", "large_games", "long_games", "pasted_games", "long_starts", "long_seats", "moves", "names"),
    *("rematches", "classes", "pupils", "come_and_go", "rounds", "locks", "help"),
]


def rejection(answers, most=20_000):
    """The first response of a series with 429, before which all were good."""
    for answer in itertools.islice(answers, most):
        if answer.status_code == 429:
            return answer
        assert answer.status_code in (200, 201), answer.text
    raise AssertionError("never rejected")


@pytest.mark.parametrize("kind", KINDS)
def test_what_an_address_writes_is_bounded_by_its_share(share, serve, file, kind):
    """By whatever route it writes, the file grows by less than the share and a tenth of it, and by a good part of it."""
    attacker = Attacker(serve())
    before = used(file)
    answer = rejection(getattr(attacker, kind)())
    body = answer.json()
    assert body["code"] == "too-many"
    assert "this address has stored its share of 0.4 MB a day" in body["error"]
    assert int(answer.headers["retry-after"]) > 0
    assert 0.2 * share < used(file) - before < share
