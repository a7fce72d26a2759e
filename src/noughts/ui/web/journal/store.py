"""Where games are kept: a database of logs, by a SQLAlchemy URL; SQLite in one file unless told otherwise.

Events are only ever added, under the key (game, number). To append is to compare: whoever decided on an
outdated log finds the number taken, and nothing of what it wanted is written, even with several servers on
one database. Of a seat's token only its hash is kept.

SQLite runs in write-ahead mode (https://sqlite.org/wal.html). With ``synchronous`` normal what was
committed outlives the end of the program at any moment, and the file stays whole when the power fails; the
last moments before that may then be missing, which full prevents at the price of waiting for the disk at every
commit: 4 ms instead of 0.2 on the disk where this was measured. Many changes share one (``append_all``).
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime
from typing import Literal

from sqlalchemy import URL, ColumnElement, event, exists, select, update
from sqlalchemy.engine import Connection, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from noughts.errors import quote
from noughts.extras import needed_by
from noughts.game.board import Board
from noughts.game.outcome import Mark
from noughts.records.event import Event
from noughts.records.log import Log
from noughts.ui.web.journal import layouts
from noughts.ui.web.journal.databases import WORTH_IT, SameFile, can_hold, engine_for, own_file, write_ahead
from noughts.ui.web.journal.game_rows import (
    Change,
    Header,
    Record,
    delete_games,
    header_of,
    insert_changes,
    insert_game,
    read_events,
    read_game,
)
from noughts.ui.web.journal.notices import Heard, Notices
from noughts.ui.web.journal.tables import EVENTS, GAMES, LAYOUT, VERSION
from noughts.ui.web.store_errors import BusyError, FullError, StoreError

__all__ = [
    "BusyError",
    "Change",
    "FullError",
    "Header",
    "Record",
    "Store",
    "StoreError",
    "Synchronous",
    "impatient",
]

Synchronous = Literal["normal", "full"]
"""When SQLite waits for the disk: at times, or at every commit."""

_patience = ContextVar("_patience", default=2.0)
"""Seconds to wait for a locked SQLite file."""

_SHOWN = 300
"""How many characters of a database's address a message quotes: a path's end tells most."""

_CHECKED_BYTES = 32_000_000
"""Up to this size a SQLite file is read through when it is opened, to find damage before it hurts."""

_MUCH_AHEAD = 48_000_000
"""Bytes of a write-ahead file from which on those who write wait until it has been brought into the other."""


@contextmanager
def impatient() -> Iterator[None]:
    """Within, a locked SQLite file is a BusyError at once; without, only after two seconds."""
    before = _patience.set(0)
    try:
        yield
    finally:
        _patience.reset(before)


class Store:
    """The games of one database. Safe to use from several threads, and from several processes.

    ``engine`` is SQLAlchemy's, for whoever must look beneath; ``is_file`` is whether it is a file of this machine.
    ``board_named`` makes the boards of games that are loaded; whoever keeps boards may put in another.
    Raises StoreError for a database that cannot be opened, is damaged, is another program's, or was written
    by a newer noughts.
    """

    def __init__(self, url: str | URL, synchronous: Synchronous = "normal") -> None:
        try:
            parsed = make_url(url)
        except ArgumentError:
            raise StoreError(
                f"not a database: {quote(url)} (a URL like sqlite:////folder/games.db)"
            ) from None
        self.name = parsed.render_as_string(hide_password=True)
        self.board_named: Callable[[str], Board] = Board.parse
        self.is_file = parsed.get_backend_name() == "sqlite"
        self.waits_for_disk = not self.is_file or synchronous == "full"
        if self.is_file and parsed.database in (None, "", ":memory:"):
            raise StoreError(f"a database in memory keeps nothing: {quote(self.name, _SHOWN)} names no file")
        try:
            with needed_by("it"):
                self.engine = engine_for(parsed, _patience_now, synchronous.upper())
        except (SQLAlchemyError, ImportError) as error:
            raise StoreError(f"cannot use the database {quote(self.name, _SHOWN)}: {error}") from None
        self._same_file = SameFile(parsed)
        try:
            with self.reading() as connection:
                self._open(connection)
        except BaseException:
            self.engine.dispose()
            raise
        self._same_file.take()
        event.listen(self.engine, "do_connect", self._check_same_file)
        event.listen(self.engine, "checkout", self._check_same_file)
        self._owner: sqlite3.Connection | None = None

    def close(self) -> None:
        """Lets go of the database."""
        if self._owner:
            self._owner.close()
        self.engine.dispose()

    def check(self) -> None:
        """Raises StoreError where games cannot be read or kept just now."""
        with self.reading() as connection:
            connection.execute(select(LAYOUT.c.version))
        try:
            self._same_file.check_room()
        except OSError as error:
            raise _told(self.name, str(error.strerror)) from None

    def make(self, record: Record) -> None:
        """Keeps a new game, with what has already happened in it."""
        with self.writing() as connection:
            insert_game(connection, record)

    def load(self, game: str) -> Record | None:
        """The game of an id, or None."""
        if not can_hold(game):
            return None
        with self.reading() as connection:
            found = read_game(connection, game)
        if found is None:
            return None
        row, events = found
        try:
            header = header_of(row, self.board_named)
            return Record(header, Log.begin(header.start, header.seats, events))
        except ValueError as error:
            raise StoreError(
                f"the game {quote(game)} is damaged in {quote(self.name, _SHOWN)}: {error}"
            ) from None

    def append(
        self,
        record: Record,
        events: Sequence[Event],
        tokens: Mapping[Mark, str] | None = None,
        successor: Record | None = None,
    ) -> bool:
        """Adds events to a game, all or none; False if the game has gone on meanwhile, and nothing is written.

        ``tokens`` are hashes for seats that are taken now; ``successor`` is a game made in the same breath.
        """
        change = Change(record.header.id, record.log.version, tuple(events), tokens, successor)
        try:
            with self.writing() as connection:
                insert_changes(connection, [change])
        except IntegrityError:
            return False
        return True

    def append_all(self, changes: Sequence[Change]) -> list[bool | StoreError]:
        """Many changes in one transaction; what came of each, as of ``append``.

        Where one of them cannot be written each gets a transaction of its own.
        """
        if len(changes) == 1:
            return [self._appended(changes[0])]
        try:
            with self.writing() as connection:
                insert_changes(connection, changes)
        except IntegrityError:
            return [self._appended(change) for change in changes]
        return [True] * len(changes)

    def _appended(self, change: Change) -> bool | StoreError:
        try:
            with self.writing() as connection:
                insert_changes(connection, [change])
        except IntegrityError:
            return False
        except StoreError as error:
            return error
        return True

    def events_after(self, game: str, version: int) -> tuple[Event, ...] | None:
        """What happened in a game since a version that was seen of it; None if that is not there any more."""
        with self.reading() as connection:
            events = read_events(connection, game, max(0, version - 1))
            if version:
                return events[1:] if events else None
            return events if events or _is_there(connection, game) else None

    def delete(self, game: str) -> bool:
        """Removes a game and all that belongs to it; whether it was there."""
        with self.writing() as connection:
            return bool(delete_games(connection, [game]))

    def silent_since(self, moment: datetime, most: int, *, unclosed: bool = False) -> list[str]:
        """Games in which nothing has happened since a moment, in UTC: at most so many, the oldest first.

        With ``unclosed`` only those that nobody has closed.
        """
        quiet = ~exists().where(EVENTS.c.game == GAMES.c.id, EVENTS.c.at >= moment)
        wanted: list[ColumnElement[bool]] = [GAMES.c.made < moment, quiet]
        if unclosed:
            wanted.append(GAMES.c.closed.is_(False))
        asked = select(GAMES.c.id).where(*wanted).order_by(GAMES.c.made).limit(most)
        with self.reading() as connection:
            return list(connection.execute(asked).scalars())

    def delete_all(self, games: Sequence[str]) -> int:
        """Removes games; how many were there."""
        with self.writing() as connection:
            return delete_games(connection, games)

    def mark_closed(self, games: Sequence[str]) -> None:
        """Nobody need look at them again."""
        with self.writing() as connection:
            connection.execute(update(GAMES).where(GAMES.c.id.in_(games)).values(closed=True))

    def own(self) -> None:
        """Makes this the only server of a SQLite file; StoreError where another is.

        What reads and writes without being a server, as ``noughts backup`` and ``noughts tidy``, is in nobody's way.
        """
        if self.is_file and self._owner is None:
            try:
                self._owner = own_file(self.engine)
            except sqlite3.Error as error:
                raise _told(self.name, str(error)) from error
            if self._owner is None:
                raise StoreError(
                    f"another server has the database {quote(self.name, _SHOWN)}: one serves a SQLite file, "
                    "several share a PostgreSQL"
                )

    def check_in(self) -> None:
        """Brings what was written ahead of a SQLite file into it, once that is worth waiting for the disk.

        A thread should, from time to time: else some commit has to, and whoever waits for it. Where so much is written
        that there is no moment in between, writers wait this once.
        """
        if not self.is_file:
            return
        with self.reading() as connection:
            ahead = self._bytes_ahead()
            if ahead > _MUCH_AHEAD:
                connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
            elif ahead > WORTH_IT:
                connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)")

    def _bytes_ahead(self) -> int:
        try:
            return os.stat(f"{self.engine.url.database}-wal").st_size
        except OSError:
            return 0

    def listen(self, heard: Heard) -> Notices | None:
        """Tells, from a thread, which games are changed by whatever server.

        None for a file, which only its owner changes.
        """
        if self.engine.dialect.name != "postgresql":
            return None
        return Notices(self.engine.url, heard)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection to ask with; what the database cannot do is a StoreError."""
        with self._errors(), self.engine.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction, which is not over before it is known that it went where others will find it."""
        with self._errors():
            with self.engine.begin() as connection:
                yield connection
                self._check_layout(connection)
            self._check_same_file()

    def _check_layout(self, connection: Connection) -> None:
        """Whether a newer program has changed the tables meanwhile."""
        version = connection.exec_driver_sql("SELECT max(version) FROM noughts_layout").scalar_one()
        if version is None or version > VERSION:
            raise self._newer(version)

    def _check_same_file(self, *_: object) -> None:
        if not self._same_file.is_same():
            raise StoreError(
                f"the database {quote(self.name, _SHOWN)} was deleted or replaced while it was used: "
                "nothing more is kept until the server is started again"
            )

    def _newer(self, version: int | None) -> StoreError:
        newer = f"layout {version}, this program knows {VERSION}"
        return StoreError(f"the database {quote(self.name, _SHOWN)} was written by a newer noughts: {newer}")

    def _open(self, connection: Connection) -> None:
        """Makes the tables of an empty database and leads old ones forward; leaves one alone that is not ours."""
        if self.is_file:
            self._check_file(connection)
        version = layouts.bring_forward(connection)
        if version is None:
            raise StoreError(f"the database {quote(self.name, _SHOWN)} belongs to another program")
        if version > VERSION:
            raise self._newer(version)
        connection.rollback()
        if self.is_file:
            write_ahead(connection)

    def _check_file(self, connection: Connection) -> None:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        size = connection.exec_driver_sql("PRAGMA page_size").scalar_one()
        if pages * size <= _CHECKED_BYTES:
            verdict = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
            if verdict != "ok":
                raise StoreError(f"the database {quote(self.name, _SHOWN)} is damaged: {verdict}")

    @contextmanager
    def _errors(self) -> Iterator[None]:
        """Tells a database's own errors in words; IntegrityError is left to whoever expects it."""
        try:
            yield
        except IntegrityError:
            raise
        except PoolTimeoutError as error:
            raise BusyError("the database is busy: too many wait for it") from error
        except DBAPIError as error:
            raise _told(self.name, str(error.orig)) from error
        except SQLAlchemyError as error:
            raise StoreError(f"cannot use the database {quote(self.name, _SHOWN)}: {error}") from error


def _is_there(connection: Connection, game: str) -> bool:
    return connection.execute(select(GAMES.c.id).where(GAMES.c.id == game)).first() is not None


def _patience_now() -> float:
    return _patience.get()


def _told(name: str, reason: str) -> StoreError:
    lowered = reason.lower()
    if any(word in lowered for word in ("locked", "busy", "lock timeout", "statement timeout", "deadlock")):
        return BusyError(f"the database is busy: another program keeps it locked ({reason})")
    if "full" in lowered or "no space" in lowered:
        return FullError(f"nothing more can be kept: the disk is full ({reason})")
    if "malformed" in lowered or "not a database" in lowered:
        return StoreError(f"the database {quote(name, _SHOWN)} is damaged: {reason}")
    return StoreError(f"cannot use the database {quote(name, _SHOWN)}: {reason}")
