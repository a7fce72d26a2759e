"""Differences between the databases that store games: SQLite in one file, and PostgreSQL (extra ``postgres``).

Statements wait for a lock for a limited time; times are in UTC; if several servers start on an empty database, one
creates the tables. A backup is a copy of all games as they stood at one moment, made while they are played
(https://www.sqlite.org/backup.html).
"""

from __future__ import annotations

import ctypes
import logging
import os
import socket
import sqlite3
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from sqlalchemy import URL, Engine, create_engine, event
from sqlalchemy.engine import Connection, make_url
from sqlalchemy.exc import (
    ArgumentError,
    DBAPIError,
    DisconnectionError,
    IntegrityError,
    OperationalError,
    SQLAlchemyError,
)
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from noughts.errors import quote
from noughts.extras import needed_by
from noughts.server.api_errors import BusyError, FullError, StoreError

if sys.platform == "linux":
    import fcntl

_POSTGRES = (
    "-c lock_timeout=2000 -c statement_timeout=5000"
    " -c idle_in_transaction_session_timeout=10000 -c TimeZone=UTC"
)
"""For each connection, in milliseconds; what takes longer is refused, and the server's log says why."""

_DEADLINE_SECONDS = 6.0
"""How long a connection to PostgreSQL may be used at a time: a little longer than PostgreSQL lets a statement take."""

_CONNECT_SECONDS = 3
"""How long PostgreSQL may take to accept a connection."""

_LAYOUT_LOCK = 0x6E6F7567
"""The number of the lock, PostgreSQL's own kind, under which tables are made."""


_LAYOUT_SECONDS = 600
"""How long a program that starts waits for another that makes or migrates the tables, and may take for it itself."""


WORTH_IT = 4_000_000
"""Bytes that are written ahead of a SQLite file before a checkpoint; no more are kept for the next."""

_AHEAD = ("wal_autocheckpoint=0", f"journal_size_limit={WORTH_IT}")
"""A commit never runs a checkpoint: ``Store.check_in`` does."""

SHOWN = 300
"""How many characters of a database's address a message quotes: a path's end tells most."""

_ROOM = 65_536
"""Bytes that a server which is ready can still write."""

_TRIES, _TRY_SECONDS = 200, 0.05
"""How often, and after how many seconds again, a file is put into write-ahead mode while others look at it."""


CHANNEL = "noughts_games"
"""On which PostgreSQL tells all who listen what has gone how far."""

_LISTEN_SECONDS = 1.0
"""How long it listens before it looks whether it shall end."""

_AGAIN_SECONDS = 1.0
"""How long it waits, after its connection was lost, before it tries again."""

Heard = Callable[[str, int], None]
"""Is told a game and its version, -1 where it is no more; "" and 0 where any game may have changed."""

_log = logging.getLogger("noughts.server")


def url_of(database: str | URL) -> URL:
    """The URL of a database; StoreError for what is none."""
    try:
        return make_url(database)
    except ArgumentError:
        raise StoreError(
            f"not a database: {quote(database)} (a URL like sqlite:////folder/games.db)"
        ) from None


def engine_for(url: URL, patience: Callable[[], float], synchronous: str) -> Engine:
    """SQLAlchemy's engine for a URL; ``patience`` is asked how many seconds to wait for a locked SQLite file.

    ``synchronous`` is SQLite's own word for when it waits for the disk, ``NORMAL`` or ``FULL``. Raises SQLAlchemyError
    or ImportError where there is no driver for the URL.
    """
    if url.get_backend_name() == "sqlite":
        _keep_private(url.database)
        # As many connections as there are threads: whoever asks the file never waits for another's connection.
        engine = create_engine(url, max_overflow=-1)
        event.listen(engine, "connect", lambda connection, _: _prepare(connection, synchronous))
        event.listen(engine, "checkout", lambda connection, *_: _wait(connection, patience()))
        return engine
    options: dict[str, Any] = {}
    if url.get_backend_name() == "postgresql":
        if url.drivername == "postgresql":
            url = url.set(drivername="postgresql+psycopg")
        options |= {"pool_size": 16, "max_overflow": 64, "pool_timeout": 5}
        options["connect_args"] = {
            "options": _POSTGRES,
            "connect_timeout": _CONNECT_SECONDS,
            "application_name": "noughts",
        }
    engine = create_engine(url, **options)
    event.listen(engine, "checkout", partial(_begin_use, engine))
    event.listen(engine, "checkin", lambda connection, _: _DEADLINES.end(connection))
    return engine


def _begin_use(engine: Engine, connection: Any, *_: object) -> None:
    """Set the deadline of a connection that is taken from the pool, and look whether it still works."""
    _DEADLINES.begin(connection)
    try:
        engine.dialect.do_ping(connection)
    except engine.dialect.loaded_dbapi.Error as error:
        _DEADLINES.end(connection)
        raise DisconnectionError(str(error)) from error


class _Deadlines:
    """Ends the use of connections that takes too long, by shutting down their sockets.

    PostgreSQL enforces limits for statements itself, but not when it is stopped, or when the network to it fails. What
    waits for it then gets an error, and it is unknown whether PostgreSQL has done what it was asked.
    """

    def __init__(self) -> None:
        self._until: dict[Any, float] = {}
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def begin(self, connection: Any) -> None:
        """Set the deadline of a connection of psycopg."""
        with self._lock:
            self._until[connection] = time.monotonic() + _DEADLINE_SECONDS
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="deadlines", daemon=True)
                self._thread.start()

    def end(self, connection: Any) -> None:
        """Remove its deadline."""
        with self._lock:
            self._until.pop(connection, None)

    def _run(self) -> None:
        while True:
            time.sleep(_DEADLINE_SECONDS / 20)
            now = time.monotonic()
            with self._lock:  # so that none is returned and taken again meanwhile
                for connection in [each for each, until in self._until.items() if until < now]:
                    del self._until[connection]
                    _shut_down(connection)


def _shut_down(connection: Any) -> None:
    """Shut down the socket of a connection of psycopg, whose thread then wakes."""
    # An error says that it is closed already.
    with (
        suppress(Exception),
        socket.fromfd(connection.fileno(), socket.AF_INET, socket.SOCK_STREAM) as duplicate,
    ):
        duplicate.shutdown(socket.SHUT_RDWR)  # whatever its family is


_DEADLINES = _Deadlines()


def lock_layout(connection: Connection) -> None:
    """Lock the creation of tables for one program until the transaction ends."""
    if connection.dialect.name == "sqlite":
        _wait(connection.connection.dbapi_connection, _LAYOUT_SECONDS)
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    elif connection.dialect.name == "postgresql":
        _DEADLINES.end(connection.connection.dbapi_connection)
        for limit in ("lock_timeout", "statement_timeout"):
            connection.exec_driver_sql(f"SET LOCAL {limit} = '{_LAYOUT_SECONDS}s'")
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LAYOUT_LOCK})")


def write_ahead(connection: Connection) -> None:
    """Puts a SQLite file into write-ahead mode, where it is not yet.

    SQLite does not wait for others who look at the file just then, but says at once that it is locked. A browser's tab
    has its file alone, and no memory that others could share.
    """
    if sys.platform == "emscripten":
        return
    for tried in range(_TRIES):
        try:
            if connection.exec_driver_sql("PRAGMA journal_mode=WAL").scalar_one() == "wal":
                return
        except OperationalError:
            if tried == _TRIES - 1:
                raise
        time.sleep(_TRY_SECONDS)


class DatabaseFile:
    """A SQLite file in use: which server has it, and whether another program has changed it.

    SQLite itself does not notice when its files are removed, replaced or copied over, and goes on writing into a
    file without a name, or into another database. Only ``os.stat`` is used to look: to close a second descriptor of a
    file would drop all locks that the process has on it (https://sqlite.org/howtocorrupt.html, 2.2).

    Args:
        path: The path of the file, as SQLite resolved it.
        is_written_ahead: Whether it is in write-ahead mode, so that files beside it belong to it.
    """

    def __init__(self, path: str, is_written_ahead: bool) -> None:
        self.path = path
        self._inode = _stat(path)[0]
        beside = (f"{path}-wal", f"{path}-shm") if is_written_ahead else ()
        self._beside = {each: _stat(each)[0] for each in beside}
        self._state: tuple[int, int] | None = None  # None unless it is owned and no checkpoint runs
        self._fault: str | None = None
        self.is_owned = False
        self._descriptor: int | None = None
        self._owner: sqlite3.Connection | None = None

    def own(self) -> bool:
        """Lock the file for one server, and return whether no other has it.

        The system releases the lock when the process ends, however it does.
        """
        if not self.is_owned:
            self.is_owned = self._lock()
            if self.is_owned and self._beside:
                self._state = _stat(self.path)[1]
        return self.is_owned

    def _lock(self) -> bool:
        if sys.platform == "linux":
            # On the file itself, so that each name of it is locked. Elsewhere, this lock and SQLite's own exclude each
            # other.
            self._descriptor = os.open(self.path, os.O_RDWR)
            try:
                fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return False
            return True
        beside = f"{self.path}-owner"
        _keep_private(beside)
        owner = sqlite3.connect(beside, timeout=0, isolation_level=None, check_same_thread=False)
        try:
            owner.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            owner.close()
            if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
                return False
            raise
        self._owner = owner
        return True

    def check(self) -> None:
        """Raise StoreError if the file, or one beside it, was removed, replaced or changed by another program.

        Once raised, it is always raised.
        """
        if self._fault is None:
            self._fault = self._find_fault()
        if self._fault is not None:
            raise StoreError(
                f"the database {quote(self.path, SHOWN)} {self._fault} while it was used: "
                "nothing more is kept until the server is started again"
            )

    def _find_fault(self) -> str | None:
        expected = self._state
        inode, state = _stat(self.path)
        if inode != self._inode:
            return "was deleted or replaced"
        for path, before in self._beside.items():
            if _stat(path)[0] != before:
                return f"has lost its file {quote(path, SHOWN)}, which was deleted or replaced"
        # A checkpoint of this process, which changes the file, may have begun or ended meanwhile.
        if expected is not None and state != expected and self._state is expected:
            return "was changed by another program, as by a file copied over it or a checkpoint,"
        return None

    @contextmanager
    def checkpoint(self) -> Iterator[None]:
        """Run a checkpoint, the only thing that changes a file in write-ahead mode. Not to be used by two threads."""
        self.check()
        self._state = None
        try:
            yield
        finally:
            if self.is_owned:
                self._state = _stat(self.path)[1]

    def close(self) -> None:
        """Release the lock. To be called when all connections are closed."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None
        if self._owner:
            self._owner.close()
        self.is_owned, self._state = False, None


def database_file(connection: Connection) -> DatabaseFile | None:
    """Return the file of a connection to SQLite; None for another database."""
    if connection.dialect.name != "sqlite":
        return None
    path = connection.exec_driver_sql("PRAGMA database_list").all()[0][2]
    mode = connection.exec_driver_sql("PRAGMA journal_mode").scalar_one()
    connection.exec_driver_sql("SELECT count(*) FROM sqlite_master")  # then the files beside it are there
    return DatabaseFile(path, mode == "wal")


def keep_open(connection: Connection) -> None:
    """Keep a connection to SQLite open until the process has ended.

    The last connection that closes brings SQLite's log into the file, also if another database was copied over it.
    """
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(connection))


def _stat(path: str) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return what is compared of a file: its device and inode, and its size in bytes and time in nanoseconds.

    All are zeros if it does not exist.
    """
    try:
        stat = os.stat(path)
    except OSError:
        return (0, 0), (0, 0)
    return (stat.st_dev, stat.st_ino), (stat.st_size, stat.st_mtime_ns)


def check_room(path: str | None) -> None:
    """Raises OSError where a file could not grow: SQLite itself may use room that it has, and say nothing."""
    if path is not None:
        with TemporaryFile(dir=os.path.dirname(path) or ".", buffering=0) as trial:
            trial.write(bytes(_ROOM))


_SAMPLED_PAGES = 500
"""Pages of each table of PostgreSQL that are read to estimate how much of it is free."""

_USUALLY_USED = 0.9
"""Share of a PostgreSQL page that rows take up at least while none is deleted."""

_POSTGRES_ROW = 8
"""Bytes of a row of PostgreSQL that its own size does not include: a pointer, and padding."""


def used_bytes(connection: Connection, tables: Sequence[str], limit: int) -> int:
    """Return the bytes that the database takes up, without those that can be used again.

    A database does not shrink when rows are deleted. SQLite counts its free pages. PostgreSQL does not; there, if the
    tables are larger than ``limit``, some pages of each are read, and their free share is taken for that of the table
    and its indexes.
    """
    if connection.dialect.name == "sqlite":
        pages, free, page_size = (
            int(connection.exec_driver_sql(f"PRAGMA {name}").scalar_one())
            for name in ("page_count", "freelist_count", "page_size")
        )
        return (pages - free) * page_size
    sizes = {table: _table_size(connection, table) for table in tables}
    if (total := sum(sizes.values())) <= limit:
        return total
    return sum(int(size * _used_share(connection, table)) for table, size in sizes.items())


def _table_size(connection: Connection, table: str) -> int:
    """Return the bytes of a table of PostgreSQL and its indexes."""
    size = connection.exec_driver_sql("SELECT pg_total_relation_size(to_regclass(%s))", (table,))
    return int(size.scalar_one())


def _used_share(connection: Connection, table: str) -> float:
    """Return the share of a table of PostgreSQL that rows take up, from 0 to 1, by a sample of its pages."""
    size, page_size = connection.exec_driver_sql(
        "SELECT pg_relation_size(to_regclass(%s)), current_setting('block_size')::int", (table,)
    ).one()
    if not size:
        return 1
    percent = min(100, 100 * _SAMPLED_PAGES * page_size / size)
    rows = connection.exec_driver_sql(
        f"SELECT coalesce(sum(pg_column_size({table}.*) + {_POSTGRES_ROW}), 0)"  # noqa: S608 - ours
        f" FROM {table} TABLESAMPLE SYSTEM ({percent})"
    ).scalar_one()
    share = float(rows) * 100 / percent / size
    return min(1.0, float(share / _USUALLY_USED))


class Notices:
    """What other servers do on one PostgreSQL: a thread that listens until it is closed, and tells it to ``heard``.

    A notice names a game and how far it has gone, nothing else: the rows are the truth, and whoever hears it reads
    them. It may be lost with its connection; after each beginning everything has therefore to be looked at once.
    https://www.postgresql.org/docs/current/sql-notify.html
    """

    def __init__(self, url: URL, heard: Heard) -> None:
        with needed_by("it"):
            import psycopg
        self._connect = psycopg.connect
        self._lost = psycopg.Error
        self._url = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._heard = heard
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._run, name="notices", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Listens no longer; the thread ends by itself soon."""
        self._closed.set()

    def _run(self) -> None:
        while not self._closed.is_set():
            try:
                self._listen()
            except self._lost as error:
                if self._closed.is_set():
                    return
                _log.warning("other servers are not heard just now: %s", str(error).strip())
            self._closed.wait(_AGAIN_SECONDS)

    def _listen(self) -> None:
        with self._connect(
            self._url, autocommit=True, connect_timeout=5, keepalives_idle=5, keepalives_interval=2
        ) as connection:
            connection.execute(f"LISTEN {CHANNEL}")
            self._heard("", 0)
            while not self._closed.is_set():
                for notice in connection.notifies(timeout=_LISTEN_SECONDS):
                    game, _, version = notice.payload.rpartition(" ")
                    with suppress(ValueError):  # anybody on this database may say anything
                        self._heard(game, int(version))


def placeholders(connection: Connection, number: int) -> str:
    """So many values of a statement that goes to the driver as it is."""
    return ", ".join(["?" if connection.dialect.name == "sqlite" else "%s"] * number)


@contextmanager
def database_errors(name: str) -> Iterator[None]:
    """Tells a database's own errors in words; IntegrityError is left to whoever expects it."""
    try:
        yield
    except IntegrityError:
        raise
    except PoolTimeoutError as error:
        raise BusyError("the database is busy: too many wait for it") from error
    except DBAPIError as error:
        raise database_error(name, str(error.orig)) from error
    except SQLAlchemyError as error:
        raise StoreError(f"cannot use the database {quote(name, SHOWN)}: {error}") from error


def database_error(name: str, reason: str) -> StoreError:
    """What a database of this name says, in words."""
    lowered = reason.lower()
    if any(word in lowered for word in ("locked", "busy", "lock timeout", "statement timeout", "deadlock")):
        return BusyError(f"the database is busy: another program keeps it locked ({reason})")
    if "full" in lowered or "no space" in lowered:
        return FullError(f"nothing more can be kept: the disk is full ({reason})")
    if "malformed" in lowered or "not a database" in lowered:
        return StoreError(f"the database {quote(name, SHOWN)} is damaged: {reason}")
    return StoreError(f"cannot use the database {quote(name, SHOWN)}: {reason}")


def _keep_private(path: str | None) -> None:
    """Create the file if it does not exist, and let only its owner read it: it holds the games' secrets.

    What SQLite puts beside it has the same rights. A URL that names no plain file is left to SQLite.
    """
    if path and not path.startswith("file:"):
        with suppress(OSError):
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        with suppress(OSError):
            os.chmod(path, 0o600)


def _prepare(connection: Any, synchronous: str) -> None:
    """Every new connection to SQLite."""
    cursor = connection.cursor()
    for pragma in (f"synchronous={synchronous}", "foreign_keys=ON", *_AHEAD):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _wait(connection: Any, seconds: float) -> None:
    """Every time that a connection to SQLite is taken up."""
    connection.execute(f"PRAGMA busy_timeout={int(seconds * 1000)}")


def back_up(database: str | URL, copy: Path) -> int:
    """Copies a SQLite database to a file that is not there yet, and answers how many games it holds.

    Servers may go on writing meanwhile: what was acknowledged before this began is in the copy, which nobody but its
    owner may read. It is whole or not there at all. Raises StoreError for what cannot be copied or written.
    """
    file = _file_of(database)
    try:
        os.close(os.open(copy, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        raise StoreError(f"there is a file {quote(copy, SHOWN)} already") from None
    except OSError as error:
        raise StoreError(f"cannot write {quote(copy, SHOWN)}: {error.strerror}") from None
    try:
        return _copy(file, copy)
    except (sqlite3.Error, OSError, StoreError) as error:
        with suppress(OSError):
            copy.unlink()
        raise StoreError(f"cannot copy {quote(file, SHOWN)}: {error}") from None


def _file_of(database: str | URL) -> Path:
    url = url_of(database)
    shown = quote(url.render_as_string(hide_password=True), SHOWN)
    if url.get_backend_name() != "sqlite":
        raise StoreError(f"{shown} is not SQLite: its own programs copy it, pg_dump those of PostgreSQL")
    file = Path(url.database or "")
    if not file.is_file():
        raise StoreError(f"there is no database {shown}")
    return file


def _copy(file: Path, copy: Path) -> int:
    """Copies, reads the copy through, and makes it one file that needs no other beside it."""
    with (
        closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as source,
        closing(sqlite3.connect(copy)) as target,
    ):
        source.backup(target)  # in one step: one that lets others write between begins anew whenever they do
        target.execute("PRAGMA journal_mode=DELETE")
        verdict = target.execute("PRAGMA integrity_check(1)").fetchone()[0]
        if verdict != "ok":
            raise StoreError(f"it is damaged: {verdict}")
        old = target.execute("SELECT 1 FROM sqlite_master WHERE name = 'games'").fetchone()  # before layout 4
        games = "games" if old else "shared WHERE kind = 'game'"
        return int(target.execute(f"SELECT count(*) FROM {games}").fetchone()[0])  # noqa: S608 - ours
