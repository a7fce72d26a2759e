"""Databases: copies of them, what becomes of a SQLite file, who has it, and a PostgreSQL that stops responding."""

import shutil
import signal
import sqlite3
import threading
from contextlib import closing, contextmanager

import pytest
from click.testing import CliRunner

from noughts.cli.main import cli
from noughts.server import databases, tables
from noughts.server.api_errors import BusyError, StoreError
from noughts.server.databases import back_up
from noughts.server.stored_records import Change
from noughts.server.tables import Store, impatient
from tests.server.people import Running, Visitor
from tests.server.service import Service
from tests.server.test_server import refused
from tests.server.test_tables import header, made, many, moved


def test_a_copy_of_a_running_database_holds_all_that_was_kept(tmp_path):
    """While another thread goes on writing, every game kept before is in the copy, which reads as the first."""
    url, copy, done = f"sqlite:///{tmp_path / 'games.db'}", tmp_path / "copy.db", threading.Event()
    names = [f"before {number}" for number in range(100)]
    with closing(Store(url)) as store:
        many(store, names)

        def write():
            for number in range(10_000):
                if done.is_set():
                    return
                made(store, header(f"meanwhile {number}"))

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
        with closing(Store(f"sqlite:///{copy}")) as restored:
            assert [restored.load(name) for name in names] == [store.load(name) for name in names]


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


@pytest.fixture
def file(tmp_path):
    return tmp_path / "games.db"


@pytest.fixture
def server(file):
    """A store that is a server's."""
    opened = Store(f"sqlite:///{file}")
    opened.own()
    yield opened
    opened.close()


def games_in(file):
    """How many games a file holds that is read alone, without the files beside it."""
    with closing(sqlite3.connect(f"file:{file}?immutable=1", uri=True)) as connection:
        return connection.execute("SELECT count(*) FROM shared").fetchone()[0]


def another_database(folder):
    """A database of noughts with one game of its own."""
    folder.mkdir()
    with closing(Store(f"sqlite:///{folder / 'other.db'}")) as other:
        made(other, header("another's game"))
    return folder / "other.db"


def test_the_file_alone_holds_every_game_once_the_server_has_ended(file):
    """After SIGTERM nothing lies beside it that would be missing from a copy."""
    with Service(file) as service:
        with Visitor(service.address) as visitor:
            for _ in range(20):
                visitor.make()
        assert service.stop() == -15
        assert games_in(file) == 20
        assert not file.with_name("games.db-wal").exists()


def test_a_store_that_ends_while_somebody_reads_leaves_nothing_out(file, server):
    """A reader that stays open keeps SQLite from removing its log, but not from emptying it."""
    made(server, header())
    with closing(sqlite3.connect(file)) as reader:
        reader.execute("SELECT count(*) FROM shared").fetchone()
        server.close()
        assert games_in(file) == 1
        assert file.with_name("games.db-wal").stat().st_size == 0


@pytest.mark.parametrize("beside", ["-wal", "-shm"])
def test_no_move_is_acknowledged_into_a_log_that_was_removed(file, server, beside):
    """Writes into a removed file would be lost when the server ends: they are rejected until the next start."""
    record = made(server, header())
    log = file.with_name(f"games.db{beside}")
    aside = log.rename(file.with_name("aside"))
    for _ in range(2):
        with pytest.raises(
            StoreError, match=f"has lost its file '.*{beside}'.*until the server is started again"
        ):
            server.append(Change(record, [moved(record, "b2")]))
        aside = aside.rename(log)


def test_a_database_that_is_copied_over_another_stays_as_it_is(file, tmp_path):
    """Its inode is that of the old one; nothing is acknowledged, and nothing of the old one is written into it."""
    other = another_database(tmp_path / "other")
    with Service(file) as service:
        visitor = Visitor(service.address)
        visitor.make()
        visitor.play("b2")
        shutil.copyfile(other, file)
        made = visitor.http.post("/api/games", json={"x": "person", "o": "person"})
        assert made.status_code == 503
        assert "was changed by another program" in service.log.read_text()
        assert visitor.http.get("/ready").status_code == 503
        visitor.close()
        service.stop()
    assert file.read_bytes() == other.read_bytes()


@contextmanager
def checking_in(store, monkeypatch):
    """Have a thread bring what is written into the file, again and again."""
    monkeypatch.setattr(tables, "WORTH_IT", 0)
    monkeypatch.setattr(tables, "_MUCH_AHEAD", 0)
    begun, done, errors = threading.Event(), threading.Event(), []

    def check_in():
        try:
            while not done.is_set():
                store.check_in()
                begun.set()
        except StoreError as error:
            errors.append(error)
            begun.set()

    checking = threading.Thread(target=check_in)
    checking.start()
    begun.wait()
    try:
        yield
    finally:
        done.set()
        checking.join()
    assert not errors


def test_own_checkpoints_are_not_taken_for_somebody_else(server, monkeypatch):
    """While threads write, and another brings what they have written into the file, all of it is kept."""
    with checking_in(server, monkeypatch):
        for number in range(300):
            made(server, header(f"game {number}"))
    server.check()


def test_other_programs_of_noughts_may_write(file, server):
    """Writes of another store, like that of ``noughts tidy``, are no change from outside."""
    made(server, header("old"))
    with closing(Store(f"sqlite:///{file}")) as tidying:
        tidying.delete(["old"])
        for number in range(50):
            made(tidying, header(f"game {number}"))
    record = made(server, header("new"))
    assert server.append(Change(record, [moved(record, "b2")]))


def test_a_reader_that_stays_open_holds_up_no_writer(file, server, monkeypatch):
    """However long the log is: an impatient writer would get BusyError if it had to wait for a checkpoint."""
    made(server, header("first"))
    with closing(sqlite3.connect(file)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM shared").fetchone()
        for number in range(3 * tables._LITTLE // 4):  # some pages each
            made(server, header(f"game {number}"))
        assert server._bytes_ahead() > 4_096 * tables._LITTLE
        with checking_in(server, monkeypatch), impatient():
            for number in range(200):
                made(server, header(f"later {number}"))


def test_what_is_written_ahead_stays_bounded_without_a_pause(file, server, monkeypatch):
    """A writer that never pauses leaves no moment at which all is in the file; so it waits for the rest, once."""
    monkeypatch.setattr(tables, "WORTH_IT", 100_000)
    monkeypatch.setattr(tables, "_MUCH_AHEAD", 200_000)
    written = 0
    for number in range(400):
        made(server, header(f"game {number}"))
        written += 12_000  # three pages at least
        if number % 20 == 0:
            server.check_in()
    assert server._bytes_ahead() < written / 4


def test_a_writer_that_waits_too_long_for_another_is_told(server):
    """A thread of the same server that writes for long makes others busy, not hang."""
    with server.writing(), impatient(), pytest.raises(BusyError, match="another thread writes"):
        made(server, header())
    made(server, header())


def test_a_second_server_is_refused_while_the_first_lives(file, tmp_path):
    """Exit 2 and one line, by whatever name the file is asked for; after kill -9 another goes on with its games."""
    names = [file, tmp_path / "symbolic.db", tmp_path / "hard.db"]
    with Service(file) as first, Visitor(first.address) as visitor:
        names[1].symlink_to(file)
        names[2].hardlink_to(file)
        for name in names:
            status, said = refused("--port", "0", "--database", f"sqlite:///{name}")
            assert status == 2
            assert f"another server has the database 'sqlite:///{name}'" in said
        visitor.make(o="tic")
        played = visitor.play("b2")
        first.kill()
        with Service(file) as second:
            visitor.http.base_url = second.address
            assert visitor.game() == played
            assert visitor.play("b2", version=0, ply=0) == played
            assert visitor.do("undo")["moves"] == []


def test_copies_and_tidying_go_on_beside_a_server(file, tmp_path):
    """`noughts backup` copies what the server has kept, and `noughts tidy` removes it: then it is unknown there."""
    url, copy = f"sqlite:///{file}", tmp_path / "copy.db"
    with Service(file) as service, Visitor(service.address) as visitor:
        visitor.make()
        assert visitor.play("b2")["moves"] == ["b2"]
        copied = CliRunner().invoke(cli, ["backup", "--database", url, str(copy)])
        assert (copied.exit_code, copied.output.startswith("1 game copied to")) == (0, True)
        with closing(sqlite3.connect(file)) as earlier:
            for table, column in (("shared", "made"), ("log", "at")):
                earlier.execute(f"UPDATE {table} SET {column} = '2001-01-01 00:00:00'")  # noqa: S608 - ours
            earlier.commit()
        tidied = CliRunner().invoke(cli, ["tidy", "--database", url, "--keep-days", "1"])
        assert tidied.output == "0 games closed, 1 game removed\n"
        assert visitor.http.get(f"/api/games/{visitor.id}").status_code == 404
    with closing(sqlite3.connect(copy)) as kept:
        assert kept.execute("SELECT id FROM shared").fetchall() == [(visitor.id,)]


def test_a_store_that_is_no_server_keeps_nobody_out(tmp_path):
    """Who only opens the file owns nothing; who owns it may say so again, and lets go of it with the store."""
    url = f"sqlite:///{tmp_path / 'games.db'}"
    with closing(Store(url)) as reader, closing(Store(url)) as server:
        server.own()
        server.own()
        with pytest.raises(StoreError, match="another server has the database"):
            reader.own()
    with closing(Store(url)) as next_one:
        next_one.own()


@contextmanager
def stopped(cluster):
    """PostgreSQL, which does nothing meanwhile."""
    cluster.signal(signal.SIGSTOP)
    try:
        yield
    finally:
        cluster.signal(signal.SIGCONT)


def test_a_transaction_ends_without_a_response(cluster, monkeypatch):
    """Also one that has begun; afterwards the store works as before."""
    monkeypatch.setattr(databases, "_DEADLINE_SECONDS", 1.0)
    monkeypatch.setattr(databases, "_CONNECT_SECONDS", 1)
    store = Store(cluster.database())
    record = made(store, header())
    with stopped(cluster):
        for _ in range(2):  # with a connection of the pool, and with a new one
            with pytest.raises(StoreError):
                store.append(Change(record, [moved(record, "b2")]))
    with pytest.raises(StoreError), store.writing() as connection, stopped(cluster):
        connection.exec_driver_sql("SELECT 1")
    assert store.load("a game") == record
    assert store.append(Change(record, [moved(record, "b2")]))
    store.close()


def test_a_server_answers_while_its_database_does_not(cluster, monkeypatch):
    """`/ready` and moves get 503; the game goes on where the database says that it stands."""
    monkeypatch.setattr(databases, "_DEADLINE_SECONDS", 1.0)
    monkeypatch.setattr(databases, "_CONNECT_SECONDS", 1)
    with Running(cluster.database()) as running, Visitor(running.address) as visitor:
        visitor.make()
        version = visitor.play("a1")["version"]
        with stopped(cluster):
            assert visitor.http.get("/ready").status_code == 503
            assert visitor.send("moves", "O", cell="b2", ply=1, version=version).status_code == 503
            assert visitor.http.get("/health").status_code == 200
        assert visitor.http.get("/ready").status_code == 200
        moves = visitor.http.get(f"/api/games/{visitor.id}").json()["moves"]
        assert moves in (["a1"], ["a1", "b2"])  # it is unknown what became of it
        assert visitor.play("c3", "XO"[len(moves) % 2])["moves"] == [*moves, "c3"]
