"""Differences between the databases that store games: SQLite in one file, and PostgreSQL (extra ``postgres``).

Statements wait for a lock for a limited time; times are in UTC; if several servers start on an empty database, one
creates the tables. A backup is a copy of all games as they stood at one moment, made while they are played
(https://www.sqlite.org/backup.html).
"""

from __future__ import annotations

import logging
import os
import sqlite3
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from sqlalchemy import URL, Engine, create_engine, event
from sqlalchemy.engine import Connection, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from noughts.errors import quote
from noughts.extras import needed_by
from noughts.server.api_errors import BusyError, FullError, StoreError

_POSTGRES = (
    "-c lock_timeout=2000 -c statement_timeout=5000"
    " -c idle_in_transaction_session_timeout=10000 -c TimeZone=UTC"
)
"""For each connection, in milliseconds; what takes longer is refused, and the server's log says why."""

_LAYOUT_LOCK = 0x6E6F7567
"""The number of the lock, PostgreSQL's own kind, under which tables are made."""


_LAYOUT_SECONDS = 600
"""How long a program that starts waits for another that makes or migrates the tables, and may take for it itself."""


WORTH_IT = 4_000_000
"""Bytes that are written ahead of a SQLite file before they are brought into it; no more are kept for the next."""

_AHEAD = ("wal_autocheckpoint=16000", f"journal_size_limit={WORTH_IT}")
"""Whoever writes brings them there only after 16,000 pages, 64 MB: usually somebody else does (``Store.check_in``)."""

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
    options: dict[str, Any] = {"pool_pre_ping": True}
    if url.get_backend_name() == "postgresql":
        if url.drivername == "postgresql":
            url = url.set(drivername="postgresql+psycopg")
        options |= {"pool_size": 16, "max_overflow": 64, "pool_timeout": 5}
        options["connect_args"] = {"options": _POSTGRES, "connect_timeout": 5, "application_name": "noughts"}
    return create_engine(url, **options)


def lock_layout(connection: Connection) -> None:
    """Lock the creation of tables for one program until the transaction ends."""
    if connection.dialect.name == "sqlite":
        _wait(connection.connection.dbapi_connection, _LAYOUT_SECONDS)
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    elif connection.dialect.name == "postgresql":
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


def own_file(engine: Engine) -> sqlite3.Connection | None:
    """Holds a SQLite file for one server, as long as what it answers is open; None where another does.

    It is a lock on an empty file beside it, SQLite's own kind, which the system lets go of when a server is killed.
    """
    with engine.connect() as connection:
        path = connection.exec_driver_sql("PRAGMA database_list").all()[0][2]
    beside = f"{path}-owner"
    _keep_private(beside)
    owner = sqlite3.connect(beside, timeout=0, isolation_level=None, check_same_thread=False)
    try:
        owner.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        owner.close()
        if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
            return None
        raise
    return owner


def file_of(url: URL) -> str | None:
    """The path of a SQLite file; None for a server's database, and for a URL that names no plain file."""
    path = url.database if url.get_backend_name() == "sqlite" else None
    return None if path is None or path.startswith("file:") else path


def identity_of(path: str | None) -> tuple[int, int] | None:
    """Which file this is, so that it is noticed when it is deleted, or another takes its place.

    It is written to as before, and nobody finds that again.
    """
    if path is None:
        return None
    try:
        stat = os.stat(path)
    except OSError:
        return (0, 0)
    return stat.st_dev, stat.st_ino


def check_room(path: str | None) -> None:
    """Raises OSError where a file could not grow: SQLite itself may use room that it has, and say nothing."""
    if path is not None:
        with TemporaryFile(dir=os.path.dirname(path) or ".", buffering=0) as trial:
            trial.write(bytes(_ROOM))


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
    """Makes the file where there is none, and lets nobody but its owner read it: it holds the games' secrets.

    What SQLite puts beside it has the same rights. A URL that names no plain file is left to SQLite.
    """
    if path and not path.startswith("file:"):
        with suppress(OSError):
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
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
