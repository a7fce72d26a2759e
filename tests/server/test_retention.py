"""How long games are kept: what nobody plays is closed, then removed, and what somebody plays is left alone."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest
from click.testing import CliRunner

from noughts import Mark
from noughts.cli.main import cli
from noughts.records.log import Event, Kind
from noughts.server.games import game_json
from noughts.server.retention import Retention, TidyReport, tidy
from noughts.server.stored_records import Change
from noughts.server.tables import Store
from tests.server.test_tables import header, kept, made, many

JOINED = Event(Kind.JOIN, Mark.O)
WON = [
    Event(Kind.MOVE, Mark(side), cell)
    for side, cell in zip("XOXOX", ("a1", "a2", "b1", "b2", "c1"), strict=True)
]


def in_days(days):
    return datetime.now(UTC) + timedelta(days)


def test_an_abandoned_game_is_closed_once(database):
    """Without a winner, and not as a draw; one that is over, or was played on, is left as it is."""
    with closing(Store(database)) as store:
        made(store, header("open"), [JOINED, WON[0]])
        made(store, header("won"), [JOINED, *WON])
        assert tidy(store, Retention(close_days=7), in_days(6)) == TidyReport(0, 0)
        assert tidy(store, Retention(close_days=7), in_days(8)) == TidyReport(1, 0)
        assert tidy(store, Retention(close_days=7), in_days(9)) == TidyReport(0, 0)
        told = game_json(store.load("open"))
        assert told["outcome"]["reason"] == "abandoned"
        assert told["outcome"]["winner"] is None
        assert told["score"] == {"X": 0, "O": 0, "draw": 0}
        assert told["may"]["X"] == ["again"]
        assert game_json(store.load("won"))["outcome"]["reason"] == "line"


def test_games_are_kept_so_many_days(database):
    """What is older is removed with all that belongs to it, however many there are; the others stay."""
    with closing(Store(database)) as store:
        many(store, [f"game {number}" for number in range(450)], [JOINED])
        assert tidy(store, Retention(), in_days(1000)) == TidyReport(0, 0)
        assert tidy(store, Retention(keep_days=30), in_days(29)) == TidyReport(0, 0)
        assert tidy(store, Retention(keep_days=30), in_days(31)) == TidyReport(0, 450)
        assert store.load("game 0") is None
        with store.engine.connect() as connection:
            for table in ("shared", "log"):
                asked = connection.exec_driver_sql(f"SELECT count(*) FROM {table}")  # noqa: S608 - ours
                assert asked.scalar_one() == 0


def test_what_is_asked_has_its_index(tmp_path):
    """Neither question about silent games reads through all of them."""
    with closing(Store(f"sqlite:///{tmp_path / 'games.db'}")) as store, store.engine.connect() as connection:
        for more, index in (("", "shared_made"), (" AND closed = 0", "shared_open")):
            where = f"kind = 'game' AND made < '2020-01-01'{more}"
            asked = f"SELECT id FROM shared WHERE {where} ORDER BY made LIMIT 5"  # noqa: S608
            (plan,) = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {asked}").fetchall()
            assert index in plan[-1]


def test_the_command_tidies(tmp_path):
    """It says what it did, and asks what to do where it was not told."""
    url = f"sqlite:///{tmp_path / 'games.db'}"
    with closing(Store(url)) as store:
        made(store, header())
    with closing(sqlite3.connect(tmp_path / "games.db")) as file, file:
        file.execute("UPDATE shared SET made = '2020-01-01'")
        file.execute("UPDATE log SET at = '2020-01-01'")
    for options, told in (
        (["--close-days", "7"], "1 game closed, 0 games removed"),
        (["--keep-days", "0"], "0 games closed, 1 game removed"),
    ):
        done = CliRunner().invoke(cli, ["tidy", "--database", url, *options])
        assert (done.exit_code, done.output.strip()) == (0, told)
    done = CliRunner().invoke(cli, ["tidy", "--database", url])
    assert done.exit_code == 2
    assert "--keep-days" in done.output


@pytest.mark.parametrize("given", ["-1", "soon", "nan"])
def test_days_are_a_number(given):
    """What is none is quoted."""
    done = CliRunner().invoke(cli, ["tidy", "--keep-days", given])
    assert done.exit_code == 2
    assert given in done.output


def test_classes_are_kept_so_many_days(database):
    """One in which something happens stays, and one that is silent goes, with its log."""
    with closing(Store(database)) as store:
        record = kept(store)
        store.append(Change(record, record.log.enter("h1", "Ada", lambda: "")))
        later = datetime.now(UTC) + timedelta(29)
        assert tidy(store, Retention(close_days=1, keep_days=30), later) == TidyReport(0, 0)
        assert tidy(store, Retention(keep_days=30), later + timedelta(2)) == TidyReport(0, 0, 1)
        assert store.load("bcdf-ghjk") is None
