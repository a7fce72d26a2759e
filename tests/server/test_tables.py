"""The store: what was kept is found again, nothing happens twice, what cannot be used is said, and older layouts."""

import multiprocessing
import os
import shutil
import sqlite3
import sys
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import create_engine, insert, inspect, select, update

from noughts import Board, Mark, Position
from noughts.records.classroom import Classroom
from noughts.records.log import FRIEND, PERSON, Event, Kind, Log
from noughts.server import tables as stores
from noughts.server.api_errors import BusyError, FullError, StoreError
from noughts.server.stored_records import Change, ClassHeader, GameHeader, Record
from noughts.server.tables import LAYOUT, METADATA, SHARED, VERSION, Store, impatient
from tests.server.worker_jobs import create_tables

START = Position.start()
NINE = ("a1", "b1", "c1", "a2", "c2", "b2", "a3", "c3", "b3")
SEATS = {Mark.X: PERSON, Mark.O: FRIEND}


def header(id_="a game", **more):
    return GameHeader(**{"id": id_, "start": START, "seats": SEATS, "tokens": {Mark.X: "hash of x"}, **more})


def game(header, events=()):
    """A game as it stands after the events."""
    return Record(header, Log.begin(header.start, header.seats, events))


def made(store, header, events=()):
    """The same once it is kept."""
    record = game(header, events)
    assert store.append(Change(None, begun=[record]))
    return record


def many(store, names, events=()):
    """Store games with these ids and events in one transaction."""
    assert store.append(Change(None, begun=[game(header(name), events) for name in names]))


def moved(record, cell):
    return record.log.move(record.log.state.position.to_move, START.board.cell(cell))


@pytest.fixture
def file(tmp_path):
    return tmp_path / "games.db"


@pytest.fixture
def url(database):
    """An empty database of each kind."""
    return database


@pytest.fixture
def any_store(url):
    opened = Store(url)
    yield opened
    opened.close()


@pytest.fixture
def store(file):
    opened = Store(f"sqlite:///{file}")
    yield opened
    opened.close()


def test_what_was_kept_is_found_again(any_store, url):
    """Another store on the same file reads the same game, every field of it."""
    torus = Position.parse("XO../..../..../....", Board.parse("torus4x4x3"))
    kept = header(
        start=torus,
        tokens={Mark.O: "hash of o", Mark.X: "hash of x"},
        invitation="hash of the invitation",
        secret="random text",  # noqa: S106 - nobody's
        previous="the game before",
        swapped=True,
        score=(1, 2, 3),
    )
    record = made(any_store, kept, [Event(Kind.MOVE, Mark.X, "c3"), Event(Kind.OFFER, Mark.O, "draw")])
    other = Store(url)
    assert other.load("a game") == record
    assert other.load("another game") is None
    other.close()


def test_only_one_of_two_who_saw_the_same_is_let_through(any_store, url):
    """What was decided on an outdated log is refused as a whole, and nothing of it is written."""
    other = Store(url)
    record = made(any_store, header())
    assert any_store.append(Change(record, [moved(record, "b2")]))
    late = [moved(record, "a1"), Event(Kind.JOIN, Mark.O, "hash of o")]
    assert not other.append(Change(record, late, [Record(header("the next"), record.log)]))
    found = other.load("a game")
    assert [event.detail for event in found.log.events] == ["b2"]
    assert other.load("the next") is None
    other.close()


def test_an_id_names_one_thing_for_ever(any_store):
    """The database itself refuses a second game, or a class, of a name."""
    record = made(any_store, header())
    assert not any_store.append(Change(None, begun=[record]))
    assert not any_store.append(
        Change(None, begun=[Record(ClassHeader("a game", START, "a hash", "a secret"), Classroom())])
    )
    assert any_store.load("a game") == record


def test_what_happened_since(any_store):
    """Events after a version are told without loading the rest."""
    record = made(any_store, header())
    events = [Event(Kind.MOVE, Mark.X, "b2"), Event(Kind.MOVE, Mark.O, "a1")]
    any_store.append(Change(record, events))
    logs = [record.log.extended(events[:number]) for number in range(3)]
    assert [any_store.events_after(replace(record, log=log)) for log in logs] == [
        tuple(events),
        (events[1],),
        (),
    ]
    assert any_store.events_after(made(any_store, header("another"))) == ()
    for log in logs:
        assert any_store.events_after(Record(header("no game"), log)) is None


def race(url, barrier, results):
    """Another process: wants every ply of one game for itself."""
    store = Store(url)
    won = 0
    for ply in range(9):
        barrier.wait()
        record = store.load("a game")
        if record.log.version == ply:
            won += store.append(Change(record, [moved(record, NINE[ply])]))
        barrier.wait()
    results.put(won)


@pytest.mark.long
def test_two_processes_play_each_ply_once(any_store, url):
    """Of two processes that play the same ply at the same moment, exactly one succeeds, every time."""
    made(any_store, header())
    context = multiprocessing.get_context("spawn")
    barrier, results = context.Barrier(2), context.Queue()
    racers = [context.Process(target=race, args=(url, barrier, results)) for _ in range(2)]
    for racer in racers:
        racer.start()
    won = [results.get(timeout=60) for _ in racers]
    for racer in racers:
        racer.join()
    assert sum(won) == 9
    found = any_store.load("a game").log
    assert found.version == 9
    assert found.state.position.ply == 9


def test_a_damaged_file_is_refused(store, file):
    """A file with a page overwritten in the middle, or that is no database, is said to be damaged."""
    many(store, [f"game {number}" for number in range(200)])
    store.close()
    body = bytearray(file.read_bytes())
    body[8192:12288] = b"\xa5" * 4096
    file.write_bytes(body)
    with pytest.raises(StoreError, match=r"games\.db' is damaged"):
        Store(f"sqlite:///{file}")
    file.write_text("This is a letter, not a database, and long enough to be one." * 20)
    with pytest.raises(StoreError, match=r"games\.db' is damaged: file is not a database"):
        Store(f"sqlite:///{file}")


def test_a_damaged_game_is_told_and_the_others_live(store, file):
    """A game whose moves are not legal is refused by its id; another in the same file is found."""
    record = made(store, header())
    store.append(Change(record, [moved(record, "b2")]))
    made(store, header("another"))
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE log SET detail = 'z9'")
    connection.close()
    with pytest.raises(StoreError, match="'a game' is damaged"):
        store.load("a game")
    assert store.load("another")


def test_a_newer_layout_is_refused_and_left_alone(store, file):
    """A database of a later program is not touched: its bytes stay as they are."""
    store.close()
    with sqlite3.connect(file) as connection:
        connection.execute("INSERT INTO noughts_layout VALUES (99)")
    connection.close()
    before = file.read_bytes()
    with pytest.raises(StoreError, match="newer noughts: layout 99"):
        Store(f"sqlite:///{file}")
    assert file.read_bytes() == before


def test_the_database_of_another_program_is_left_alone(file):
    """A file with other tables is refused, and not even its journal mode changes."""
    with sqlite3.connect(file) as connection:
        connection.execute("CREATE TABLE recipes (name)")
    connection.close()
    before = file.read_bytes()
    with pytest.raises(StoreError, match="another program"):
        Store(f"sqlite:///{file}")
    assert file.read_bytes() == before
    file.unlink()
    held = [os.readlink(name) for name in Path("/proc/self/fd").iterdir() if name.is_symlink()]
    assert not [name for name in held if name.startswith(str(file))], "who refuses a file lets go of it"


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("games.db", "not a database: 'games.db'"),
        ("sqlite://", "in memory keeps nothing"),
        ("sqlite:////nowhere/at/all/games.db", "unable to open"),
        ("nosuch://host/games", "nosuch"),
        ("postgresql+nosuch://someone:hidden@host/games", r"someone:\*\*\*@host"),
    ],
)
def test_a_url_that_cannot_be_used_is_quoted(url, message):
    """What is wrong with a database's address is said, without its password."""
    with pytest.raises(StoreError, match=message) as refused:
        Store(url)
    assert "hidden" not in str(refused.value)


def test_a_missing_driver_is_named(monkeypatch):
    """Where PostgreSQL's driver is not installed, the message says which extra brings it."""
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StoreError, match=r"it needs psycopg: pip install 'noughts\[postgres\]'"):
        Store("postgresql+psycopg://host/games")


def test_a_locked_database_is_busy(store, file):
    """While another program holds the lock, keeping fails as busy and reading goes on."""
    record = made(store, header())
    holder = sqlite3.connect(file, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    with impatient(), pytest.raises(BusyError, match="another program keeps it locked"):
        store.append(Change(record, [moved(record, "b2")]))
    assert store.load("a game") == record
    holder.close()
    assert store.append(Change(record, [moved(record, "b2")]))


def test_a_full_disk_loses_nothing_that_was_kept(store):
    """When there is no room, the whole of a request fails, and all before it stays."""
    with store.engine.connect() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        connection.exec_driver_sql(f"PRAGMA max_page_count={pages + 1}")
        connection.commit()
    kept = []

    def fill():
        while True:
            made(store, header(f"game {len(kept)}", secret="s" * 1000))
            kept.append(f"game {len(kept)}")

    with pytest.raises(FullError, match="the disk is full"):
        fill()
    assert kept
    assert all(store.load(each) for each in kept)
    assert store.load(f"game {len(kept)}") is None


def test_nobody_else_reads_the_file(tmp_path):
    """The file, and what SQLite puts beside it, are their owner's alone, also where the file was there before."""
    path = tmp_path / "games.db"
    path.touch(0o644)
    store = Store(f"sqlite:///{path}")
    made(store, header())
    assert {file.stat().st_mode & 0o777 for file in tmp_path.iterdir()} == {0o600}
    assert len(list(tmp_path.iterdir())) == 3
    store.close()


def test_one_of_two_servers_creates_the_tables(url):
    """Both start on an empty database, and its tables are created once."""
    context = multiprocessing.get_context("spawn")
    barrier, results = context.Barrier(2), context.Queue()
    starting = [context.Process(target=create_tables, args=(url, barrier, results)) for _ in range(2)]
    for each in starting:
        each.start()
    assert [results.get(timeout=120) for _ in starting] == [[VERSION], [VERSION]]
    for each in starting:
        each.join()


def test_an_id_that_no_database_holds_is_unknown(any_store):
    """A NUL, which PostgreSQL refuses, and signs of all kinds name no game."""
    for name in ("a\0game", "\U0001f600", "'; --", "\ud800".encode("utf-8", "replace").decode()):
        assert any_store.load(name) is None


def test_postgres_waits_so_long_and_no_longer(cluster):
    """A game that another keeps locked is busy after two seconds, and is played on afterwards; times are UTC."""
    store = Store(cluster.database())
    record = made(store, header())
    with store.engine.connect() as other:
        assert other.exec_driver_sql("SHOW TimeZone").scalar_one() == "UTC"
        other.exec_driver_sql("LOCK TABLE log IN ACCESS EXCLUSIVE MODE")
        with pytest.raises(BusyError):
            store.append(Change(record, [moved(record, "b2")]))
    assert store.append(Change(record, [moved(record, "b2")]))
    store.close()


def test_a_file_that_is_deleted_or_replaced_is_noticed(tmp_path):
    """Once another file, or none, is where the games were, nothing is acknowledged, and nothing is written there."""
    file, aside = tmp_path / "games.db", tmp_path / "aside.db"
    store = Store(f"sqlite:///{file}")
    record = made(store, header())
    file.rename(aside)
    for ask in (
        lambda: store.append(Change(record, [moved(record, "b2")])),
        lambda: store.load("a game"),
        lambda: made(store, header("another")),
        store.check,
    ):
        with pytest.raises(StoreError, match=r"games\.db' was deleted or replaced"):
            ask()
    assert not file.exists()
    shutil.copy(aside, file)
    with pytest.raises(StoreError, match="deleted or replaced"):
        store.append(Change(record, [moved(record, "b2")]))
    aside.rename(file)
    with pytest.raises(StoreError, match="until the server is started again"):
        store.append(Change(record, [moved(record, "b2")]))
    store.close()
    with closing(Store(f"sqlite:///{file}")) as again:
        assert again.append(Change(record, [moved(record, "b2")]))


def test_a_newer_layout_is_noticed_while_games_are_kept(any_store):
    """A program that was started before a newer one changed the tables writes nothing into them."""
    record = made(any_store, header())
    with any_store.engine.begin() as connection:
        connection.execute(insert(LAYOUT).values(version=VERSION + 1))
    with pytest.raises(StoreError, match=f"newer noughts: layout {VERSION + 1}"):
        any_store.append(Change(record, [moved(record, "b2")]))
    with pytest.raises(StoreError, match="newer noughts"):
        made(any_store, header("another"))
    assert any_store.load("a game") == record
    assert any_store.load("another") is None


def test_many_changes_are_kept_at_once(any_store):
    """Each of a batch is kept or told why not, as if it came alone, also where some of them are too late."""
    records = [made(any_store, header(f"game {number}")) for number in range(4)]
    changes = [Change(each, (moved(each, "b2"),)) for each in records]
    assert any_store.append_all(changes[:2]) == [True, True]
    gone = Change(Record(header("no game"), records[0].log), changes[0].events)
    assert any_store.append_all([*changes, gone, changes[2]]) == [False, False, True, True, False, False]
    assert [any_store.load(each.header.id).log.version for each in records] == [1] * 4


def test_what_is_deleted_is_gone_for_all_who_saw_it(any_store, url):
    """A game that one server removes is not there for another, which remembers it, and cannot be played on."""
    other = Store(url)
    record = made(any_store, header())
    assert any_store.append(Change(record, [moved(record, "b2")]))
    assert other.delete(["a game"]) == ["a game"]
    assert other.delete(["a game"]) == []
    assert any_store.load("a game") is None
    assert any_store.events_after(record) is None
    assert not any_store.append(Change(record, [moved(record, "b2")]))
    other.close()


def test_silent_games_are_found(any_store):
    """Those in which nothing happened since a moment, the oldest first; one move and a game is not silent."""
    records = {name: made(any_store, header(name)) for name in ("old", "older", "played", "new")}
    for days, name in ((20, "old"), (30, "older"), (40, "played")):
        with any_store.engine.begin() as connection:
            then = datetime.now(UTC).replace(tzinfo=None) - timedelta(days)
            connection.execute(update(SHARED).where(SHARED.c.id == name).values(made=then))
    any_store.append(Change(records["played"], [moved(records["played"], "b2")]))
    week_ago = datetime.now(UTC).replace(tzinfo=None) - timedelta(7)
    assert any_store.silent_since("game", week_ago, 10) == ["older", "old"]
    assert any_store.silent_since("game", week_ago, 1) == ["older"]
    any_store.mark_closed(["older"])
    assert any_store.silent_since("game", week_ago, 10, unclosed=True) == ["old"]
    assert sorted(any_store.delete(["older", "old"])) == ["old", "older"]
    assert any_store.silent_since("game", week_ago, 10) == []


def test_what_was_written_ahead_is_checked_in(tmp_path, monkeypatch):
    """Once it is worth it, and so that the file beside the database is written from its beginning; nothing is lost."""
    monkeypatch.setattr(stores, "WORTH_IT", 100_000)
    store, ahead = Store(f"sqlite:///{tmp_path / 'games.db'}"), tmp_path / "games.db-wal"
    store.check_in()
    for number in range(100):
        made(store, header(f"game {number}"))
    before = (tmp_path / "games.db").stat().st_size
    assert ahead.stat().st_size > 100_000
    store.check_in()
    assert (tmp_path / "games.db").stat().st_size > before
    size = ahead.stat().st_size
    made(store, header("another game"))
    assert ahead.stat().st_size == size
    assert all(store.load(f"game {number}") for number in range(100))
    store.close()


def test_times_are_utc(any_store):
    """When a game was made is kept in UTC, wherever the server is."""
    made(any_store, header())
    with any_store.engine.connect() as connection:
        then = connection.execute(select(SHARED.c.made)).scalar_one()
    assert abs(datetime.now(UTC).replace(tzinfo=None) - then) < timedelta(hours=1)


@pytest.mark.long
def test_nothing_kept_is_lost_when_postgres_is_stopped_at_once(cluster):
    """After an immediate stop and a new start the game stands as it was told, and the same store goes on with it."""
    store = Store(cluster.database())
    record = made(store, header())
    assert store.append(Change(record, [moved(record, "b2")]))
    cluster.stop()
    with pytest.raises(StoreError):
        store.load("a game")
    cluster.start()
    assert store.load("a game").log.version == 1
    store.close()


OLD = """
CREATE TABLE noughts_layout (version INTEGER NOT NULL, PRIMARY KEY (version));
CREATE TABLE games (id VARCHAR NOT NULL, board VARCHAR NOT NULL, PRIMARY KEY (id));
INSERT INTO noughts_layout VALUES (1);
INSERT INTO games VALUES ('kept', '3x3x3')
"""
"""Some of the tables of noughts 0.1.0."""


RELEASED = """
CREATE TABLE noughts_layout (version INTEGER NOT NULL, PRIMARY KEY (version));
CREATE TABLE shared (id VARCHAR NOT NULL, kind VARCHAR NOT NULL, header VARCHAR NOT NULL, made {time} NOT NULL,
    closed BOOLEAN DEFAULT false NOT NULL, PRIMARY KEY (id));
CREATE INDEX shared_made ON shared (kind, made);
CREATE INDEX shared_open ON shared (kind, made) WHERE closed = false;
CREATE TABLE log (id VARCHAR NOT NULL, number INTEGER NOT NULL, kind VARCHAR NOT NULL, who VARCHAR NOT NULL,
    detail VARCHAR NOT NULL, at {time} NOT NULL, PRIMARY KEY (id, number), FOREIGN KEY(id) REFERENCES shared (id));
INSERT INTO noughts_layout VALUES (4);
INSERT INTO shared (id, kind, header) VALUES ('kept', 'game', '{header}');
INSERT INTO log (id, number, kind, who, detail) VALUES ('kept', 0, 'move', 'X', 'b2')
"""
"""The tables of noughts 0.2.0, and a game."""


HEADER = (
    '{"board": "3x3x3", "start": ".../.../...", "seats": {"X": "person", "O": "tic"}, "tokens": {"X": "a hash"}, '
    '"invitation": null, "secret": null, "previous": null, "swapped": false, "score": [1, 0, 2], "classroom": null}'
)


TIMES = {
    "sqlite": "DATETIME DEFAULT (CURRENT_TIMESTAMP)",
    "postgresql": "TIMESTAMP WITHOUT TIME ZONE DEFAULT now()",
}


def engine_for(url):
    """An engine for a database that no store has opened."""
    return create_engine(url.replace("postgresql:", "postgresql+psycopg:"))


def fill(url, script):
    """Run the statements of a script on a database."""
    engine = engine_for(url)
    with engine.begin() as connection:
        for statement in script.split(";\n"):
            connection.exec_driver_sql(statement.replace("{time}", TIMES[engine.dialect.name]))
    engine.dispose()


def test_a_new_database_has_the_declared_tables(url):
    """Alembic finds no difference between the tables that are created and those that are declared."""
    store = Store(url)
    with store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
    store.close()


def test_a_database_of_0_2_0_is_opened(url):
    """Its game is as it was, and can be played on; the tables are then as they are declared."""
    fill(url, RELEASED.replace("{header}", HEADER))
    store = Store(url)
    record = store.load("kept")
    assert record.header == GameHeader(
        "kept",
        Position.start(),
        seats={Mark.X: "person", Mark.O: "tic"},
        tokens={Mark.X: "a hash"},
        score=(1, 0, 2),
    )
    assert record.log.events == (Event(Kind.MOVE, Mark.X, "b2"),)
    assert store.append(Change(record, [Event(Kind.MOVE, Mark.O, "a1")]))
    with store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
    store.close()


@pytest.mark.parametrize("layout", [1, 3])
def test_an_older_database_is_rejected(url, tmp_path, layout):
    """The error says what to open it with, and no byte of a file and no table changes."""
    fill(url, OLD.replace("(1)", f"({layout})"))
    files = {path: path.read_bytes() for path in tmp_path.iterdir()}
    with pytest.raises(StoreError) as error:
        Store(url)
    assert str(error.value).endswith(
        f" was made by noughts before 0.2.0: open it with 0.2.0 first (layout {layout}, this program knows 5)"
    )
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == files
    engine = engine_for(url)
    with engine.connect() as connection:
        assert set(inspect(connection).get_table_names()) == {"noughts_layout", "games"}
        assert connection.exec_driver_sql("SELECT * FROM games").all() == [("kept", "3x3x3")]
        assert connection.exec_driver_sql("SELECT * FROM noughts_layout").all() == [(layout,)]
    engine.dispose()


def kept(store, name="bcdf-ghjk"):
    """A class that is kept and loaded again."""
    header = ClassHeader(name, Position.start(), "a hash", "a secret", "60+0", "easy")
    assert store.append(Change(None, begun=[Record(header, Classroom())]))
    return store.load(name)


def test_a_class_is_what_it_was(database):
    """What is fixed and what happened comes back; an id is taken once; what is not there is None."""
    with closing(Store(database)) as store:
        record = kept(store)
        assert (record.header.clock, record.header.meanwhile) == ("60+0", "easy")
        assert not store.append(Change(None, begun=[record]))
        events = record.log.enter("hash one", "Ada Lovelace", lambda: "")
        assert store.append(Change(record, events))
        assert store.load("bcdf-ghjk").log == record.log.extended(events)
        assert store.events_after(record) == events
        assert store.events_after(store.load("bcdf-ghjk")) == ()
        assert store.load("nobody") is store.load("\0") is None


def test_a_class_goes_on_once(database):
    """Of two who decided on the same class one is kept, with its game, and nothing of the other."""
    with closing(Store(database)) as store:
        record = kept(store)
        first, second = (record.log.enter(f"hash-{name}", name, lambda: "") for name in ("Ada", "Ben"))
        assert store.append(Change(record, first, [game(header("one"))]))
        assert not store.append(Change(record, second, [game(header("two"))]))
        assert store.load("one")
        assert store.load("two") is None
        assert [each.name for each in store.load("bcdf-ghjk").log.pupils] == ["Ada"]


def test_a_class_is_removed_with_its_games(database):
    """Those that its pairs played, of all rounds, and in which they played on, and no others."""
    with closing(Store(database)) as store:
        record = kept(store)
        ids = iter(("one", "two"))
        events = record.log.enter("h1", "", ids.__next__)
        room = record.log.extended(events)
        events += room.enter("h2", "", ids.__next__)
        events += record.log.extended(events).next_round({}, ids.__next__)
        assert store.append(Change(record, events, [game(header(name)) for name in ("one", "two", "other")]))
        for before, after in (("two", "three"), ("three", "four")):
            played = store.load(before)
            assert store.append(Change(played, [Event(Kind.AGAIN, Mark.X, after)], [game(header(after))]))
        assert sorted(store.delete(["bcdf-ghjk"], with_later=True)) == [
            "bcdf-ghjk",
            "four",
            "one",
            "three",
            "two",
        ]
        assert store.load("bcdf-ghjk") is None
        assert not any(map(store.load, ("one", "two", "three", "four")))
        assert store.load("other")
