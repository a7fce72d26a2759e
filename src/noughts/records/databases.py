"""What differs between the databases that keep games: SQLite in one file, and PostgreSQL (extra ``postgres``).

A statement waits so long for a lock and no longer; times are in UTC; of several servers that start at once on an empty
database one makes the tables.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from sqlalchemy import URL, Engine, create_engine, event
from sqlalchemy.engine import Connection

_POSTGRES = (
    "-c lock_timeout=2000 -c statement_timeout=5000"
    " -c idle_in_transaction_session_timeout=10000 -c TimeZone=UTC"
)
"""For each connection, in milliseconds; what takes longer is refused, and the server's log says why."""

_LAYOUT_LOCK = 0x6E6F7567
"""The number of the lock, PostgreSQL's own kind, under which tables are made."""


def engine_for(url: URL, patience: Callable[[], float]) -> Engine:
    """SQLAlchemy's engine for a URL; ``patience`` is asked how many seconds to wait for a locked SQLite file.

    Raises SQLAlchemyError or ImportError where there is no driver for it.
    """
    if url.get_backend_name() == "sqlite":
        _keep_private(url.database)
        # As many connections as there are threads: whoever asks the file never waits for another's connection.
        engine = create_engine(url, max_overflow=-1)
        event.listen(engine, "connect", _prepare)
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
    """Lets one at a time make the tables; held until the transaction ends."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    elif connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LAYOUT_LOCK})")


def can_hold(text: str) -> bool:
    """Whether every database can hold a text: PostgreSQL has no NUL, and nothing of ours has one."""
    return "\0" not in text


def _keep_private(path: str | None) -> None:
    """Makes the file where there is none, and lets nobody but its owner read it: it holds the games' secrets.

    What SQLite puts beside it has the same rights. A URL that names no plain file is left to SQLite.
    """
    if path and not path.startswith("file:"):
        with suppress(OSError):
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
            os.chmod(path, 0o600)


def _prepare(connection: Any, _: object) -> None:
    """Every new connection to SQLite."""
    cursor = connection.cursor()
    for pragma in ("synchronous=NORMAL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _wait(connection: Any, seconds: float) -> None:
    """Every time that a connection to SQLite is taken up."""
    connection.execute(f"PRAGMA busy_timeout={int(seconds * 1000)}")
