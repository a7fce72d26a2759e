"""A copy of all games while they are played."""

import sqlite3
import threading

import pytest
from click.testing import CliRunner

from noughts import Mark, Position
from noughts.cli.main import cli
from noughts.records.log import PERSON, Event, Kind, Log
from noughts.server.api_errors import StoreError
from noughts.server.databases import back_up
from noughts.server.stored_records import Change, GameHeader, Record
from noughts.server.tables import Store

SEATS = dict.fromkeys(Mark, PERSON)


def keep(store, name):
    """A game of one move."""
    log = Log.begin(Position.start(), SEATS, [Event(Kind.MOVE, Mark.X, "b2")])
    store.append(Change(None, begun=[Record(GameHeader(name, Position.start(), SEATS, {}), log)]))


def test_a_copy_of_a_running_database_holds_all_that_was_kept(tmp_path):
    """While another thread goes on writing, every game kept before is in the copy, which reads as the first."""
    url, copy = f"sqlite:///{tmp_path / 'games.db'}", tmp_path / "copy.db"
    store, done = Store(url), threading.Event()
    for number in range(100):
        keep(store, f"before {number}")

    def write():
        for number in range(10_000):
            if done.is_set():
                return
            keep(store, f"meanwhile {number}")

    writing = threading.Thread(target=write)
    writing.start()
    try:
        games = back_up(url, copy)
    finally:
        done.set()
        writing.join()
    assert games >= 100
    assert copy.stat().st_mode & 0o777 == 0o600
    assert [file.name for file in tmp_path.glob("copy*")] == ["copy.db"]
    restored = Store(f"sqlite:///{copy}")
    for number in range(100):
        assert restored.load(f"before {number}") == store.load(f"before {number}")
    restored.close()
    store.close()


def test_what_cannot_be_copied_is_said(tmp_path):
    """No database, one of another kind, a damaged one, a file that is there, no folder: told, and nothing left."""
    url, copy = f"sqlite:///{tmp_path / 'games.db'}", tmp_path / "copy.db"
    with pytest.raises(StoreError, match="there is no database"):
        back_up(url, copy)
    with pytest.raises(StoreError, match="pg_dump"):
        back_up("postgresql://me:secret@host/games", copy)
    with pytest.raises(StoreError, match="not a database"):
        back_up("games", copy)
    Store(url).close()
    with pytest.raises(StoreError, match="cannot write"):
        back_up(url, tmp_path / "nowhere" / "copy.db")
    taken = tmp_path / "taken"
    taken.write_text("mine")
    with pytest.raises(StoreError, match="already"):
        back_up(url, taken)
    assert taken.read_text() == "mine"
    (tmp_path / "games.db").write_bytes(b"nothing of the kind" * 1_000)
    with pytest.raises(StoreError, match="cannot copy"):
        back_up(url, copy)
    assert not copy.exists()


def test_a_database_of_an_older_edition_is_copied(tmp_path):
    """A database made before 0.2.0, which no server opens, can be backed up."""
    with sqlite3.connect(tmp_path / "games.db") as file:
        file.execute("CREATE TABLE games (id)")
        file.executemany("INSERT INTO games VALUES (?)", [("one",), ("two",)])
    file.close()
    assert back_up(f"sqlite:///{tmp_path / 'games.db'}", tmp_path / "copy.db") == 2


def test_the_command_copies_and_counts(tmp_path):
    """It says how many games there are; what goes wrong is one line."""
    url = f"sqlite:///{tmp_path / 'games.db'}"
    store = Store(url)
    keep(store, "a game")
    store.close()
    done = CliRunner().invoke(cli, ["backup", "--database", url, str(tmp_path / "copy.db")])
    assert (done.exit_code, done.output.startswith("1 game copied to")) == (0, True)
    with sqlite3.connect(tmp_path / "copy.db") as copy:
        assert copy.execute("SELECT id FROM shared").fetchall() == [("a game",)]
    copy.close()
