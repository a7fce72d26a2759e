"""A SQLite file: what becomes of it when the server ends, when it is changed from outside, and when it is busy."""

import os
import shutil
import sqlite3
import threading
from contextlib import closing

import pytest

from noughts.server import tables
from noughts.server.api_errors import BusyError, StoreError
from noughts.server.stored_records import Change
from noughts.server.tables import Store, impatient
from tests.server.people import Visitor
from tests.server.service import Service
from tests.server.test_server import refused
from tests.server.test_tables import header, made, moved


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
        visitor = Visitor(service.address)
        for _ in range(20):
            visitor.make()
        visitor.close()
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


def test_own_checkpoints_are_not_taken_for_somebody_else(server, monkeypatch):
    """While threads write, and another brings what they have written into the file, all of it is kept."""
    monkeypatch.setattr(tables, "WORTH_IT", 0)
    monkeypatch.setattr(tables, "_MUCH_AHEAD", 0)
    done, errors = threading.Event(), []

    def check_in():
        try:
            while not done.is_set():
                server.check_in()
        except StoreError as error:
            errors.append(error)

    checking = threading.Thread(target=check_in)
    checking.start()
    try:
        for number in range(300):
            made(server, header(f"game {number}"))
    finally:
        done.set()
        checking.join()
    assert not errors
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
    monkeypatch.setattr(tables, "WORTH_IT", 0)
    monkeypatch.setattr(tables, "_MUCH_AHEAD", 0)
    made(server, header("first"))
    with closing(sqlite3.connect(file)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM shared").fetchone()
        for number in range(3 * tables._LITTLE // 4):  # some pages each
            made(server, header(f"game {number}"))
        assert server._bytes_ahead() > 4_096 * tables._LITTLE
        begun, done = threading.Event(), threading.Event()

        def check_in():
            while not done.is_set():
                server.check_in()
                begun.set()

        checking = threading.Thread(target=check_in)
        checking.start()
        begun.wait()
        try:
            with impatient():
                for number in range(200):
                    made(server, header(f"later {number}"))
        finally:
            done.set()
            checking.join()


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


def test_another_name_of_a_file_is_the_same_file(file, tmp_path):
    """A hard link leads to a database that has a server already."""
    link = tmp_path / "link.db"
    with Service(file):
        os.link(file, link)
        status, said = refused("--port", "0", "--database", f"sqlite:///{link}")
        assert status == 2
        assert f"another server has the database 'sqlite:///{link}'" in said


def test_a_writer_that_waits_too_long_for_another_is_told(server):
    """A thread of the same server that writes for long makes others busy, not hang."""
    with server.writing(), impatient(), pytest.raises(BusyError, match="another thread writes"):
        made(server, header())
    made(server, header())
