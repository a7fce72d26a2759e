"""Where games and classes are stored: a database of logs, by a SQLAlchemy URL; by default SQLite in one file.

Events are only ever added, under the key (id, number). To append is to compare: a decision on an outdated log finds the
number taken, and nothing of it is written, even with several servers on one database. Of a token only its hash is
stored.

SQLite runs in write-ahead mode (https://sqlite.org/wal.html). With ``synchronous`` normal what was
committed outlives the end of the program at any moment, and the file stays whole when the power fails; the
last moments before that may then be missing, which full prevents at the price of waiting for the disk at every
commit: 4 ms instead of 0.2 on the disk where this was measured. Many changes share one (``append_all``).

Tables are created by one program at a time. ``noughts_layout`` holds the numbers of all layouts that the database has
had; a program uses a database only if it knows the highest.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from datetime import datetime
from threading import Lock
from time import time
from typing import Literal

from sqlalchemy import (
    URL,
    BigInteger,
    Boolean,
    Column,
    ColumnElement,
    DateTime,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    case,
    cast,
    delete,
    event,
    exists,
    false,
    func,
    insert,
    inspect,
    select,
    update,
)
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from noughts.errors import quote
from noughts.extras import needed_by
from noughts.game.board import Board
from noughts.records.classroom import Happening
from noughts.records.log import Event, Kind, Log
from noughts.server.api_errors import BusyError, StoreError
from noughts.server.databases import (
    CHANNEL,
    SHOWN,
    WORTH_IT,
    DatabaseFile,
    Heard,
    Notices,
    check_room,
    database_error,
    database_errors,
    database_file,
    engine_for,
    keep_open,
    lock_layout,
    placeholders,
    url_of,
    used_bytes,
    write_ahead,
)
from noughts.server.stored_records import AnyRecord, Change, Entry, Header, Record, Row

VERSION, _OLDEST = 5, 4
"""The layout of these tables, and the oldest that is migrated: noughts 0.2.0 made it."""

METADATA = MetaData()

LAYOUT = Table("noughts_layout", METADATA, Column("version", Integer, primary_key=True))

SHARED = Table(
    "shared",
    METADATA,
    Column("id", String, primary_key=True),
    Column("kind", String, nullable=False),
    Column("header", String, nullable=False),
    Column("made", DateTime, nullable=False, server_default=func.now()),
    Column("closed", Boolean(create_constraint=False), nullable=False, server_default=false()),
)
"""Games and classes: what is fixed about each, as ``Header.text`` writes it. ``closed`` says that nobody need look any
more whether it was abandoned."""

_OPEN = SHARED.c.closed == false()
Index("shared_made", SHARED.c.kind, SHARED.c.made)
Index("shared_open", SHARED.c.kind, SHARED.c.made, sqlite_where=_OPEN, postgresql_where=_OPEN)

LOG = Table(
    "log",
    METADATA,
    Column("id", ForeignKey("shared.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("kind", String, nullable=False),
    Column("who", String, nullable=False),
    Column("detail", String, nullable=False),
    Column("at", DateTime, nullable=False, server_default=func.now()),
    PrimaryKeyConstraint("id", "number"),
)
"""What happened: only ever added to. The key makes it impossible that two things happen at one version."""

TIME = Table(
    "game_time",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("milliseconds", BigInteger, nullable=False),
    Column("alive", BigInteger, nullable=False),
)
"""One row, in milliseconds: how late it is for the clocks of games, and by PostgreSQL's clock when a server last said
so."""

_DEAD_MS = 5_000
"""If no server said so for longer, none ran meanwhile, and no time has passed."""

HIGHEST = select(func.max(LAYOUT.c.version))


def layout_of(connection: Connection) -> int | None:
    """The number of the layout, 0 where there is nothing yet; None for tables of another program."""
    tables = inspect(connection).get_table_names()
    if not tables:
        return 0
    if LAYOUT.name not in tables:
        return None
    number = connection.execute(HIGHEST).scalar_one()
    return VERSION + 1 if number is None else int(number)


def create_tables(connection: Connection) -> int | None:
    """Create the tables that are missing, atomically; return what ``layout_of`` then returns.

    Several programs may want to at once: one does it, and the others wait and find it done.
    """
    number = layout_of(connection)
    if number not in (0, _OLDEST):
        return number
    connection.rollback()
    lock_layout(connection)
    number = layout_of(connection)
    if number in (0, _OLDEST):
        METADATA.create_all(connection)
        # The clocks of games that an older version has begun go by the time since 1970.
        connection.execute(insert(TIME).values(id=0, milliseconds=int(time() * 1_000), alive=0))
        connection.execute(insert(LAYOUT).values(version=VERSION))
    connection.commit()
    return layout_of(connection)


Synchronous = Literal["normal", "full"]
"""When SQLite waits for the disk: at times, or at every commit."""

_patience = ContextVar("_patience", default=2.0)
"""Seconds to wait for a locked SQLite file."""

_CHECKED_BYTES = 32_000_000
"""Up to this size a SQLite file is read through when it is opened, to find damage before it hurts."""

_MUCH_AHEAD = 48_000_000
"""Bytes of a write-ahead file from which on those who write wait until the rest of it is in the other."""

_LITTLE = 2_000
"""The most pages for which they wait, 8 MB: as many as come in a second."""

_CLOSING_MS = 500
"""Milliseconds to wait for others who use a SQLite file when a server ends."""


@contextmanager
def impatient() -> Iterator[None]:
    """Within, a locked SQLite file is a BusyError at once; without, only after two seconds."""
    before = _patience.set(0)
    try:
        yield
    finally:
        _patience.reset(before)


class Store:
    """The games and classes of one database. Safe to use from several threads, and from several processes.

    ``engine`` is SQLAlchemy's, for whoever must look beneath; ``is_file`` is whether it is a file of this machine.
    ``find_board`` makes the boards of games that are loaded; whoever keeps boards may put in another.
    Raises StoreError for a database that cannot be opened, is damaged, is another program's, or was written
    by a newer noughts.
    """

    def __init__(self, url: str | URL, synchronous: Synchronous = "normal") -> None:
        parsed = url_of(url)
        self.name = parsed.render_as_string(hide_password=True)
        self.find_board: Callable[[str], Board] = Board.parse
        self.is_file = parsed.get_backend_name() == "sqlite"
        self.waits_for_disk = not self.is_file or synchronous == "full"
        if self.is_file and parsed.database in (None, "", ":memory:"):
            raise StoreError(f"a database in memory keeps nothing: {quote(self.name, SHOWN)} names no file")
        try:
            with needed_by("it"):
                self.engine = engine_for(parsed, _patience.get, synchronous.upper())
        except (SQLAlchemyError, ImportError) as error:
            raise StoreError(f"cannot use the database {quote(self.name, SHOWN)}: {error}") from None
        self._file: DatabaseFile | None = None
        try:
            with self.reading() as connection:
                self._open(connection)
                self._file = database_file(connection)
        except BaseException:
            self.engine.dispose()
            raise
        event.listen(self.engine, "do_connect", self._check_file)
        self._writing = Lock()

    def close(self) -> None:
        """Lets go of the database; of a server, a SQLite file then needs no other beside it."""
        if self._file and self._file.is_owned:
            self._empty_log(self._file)
        self.engine.dispose()
        if self._file:
            self._file.close()

    def _empty_log(self, file: DatabaseFile) -> None:
        """Bring the log into the file and empty it, unless another program has changed the file."""
        with suppress(StoreError, SQLAlchemyError):
            connection = self.engine.connect()
            try:
                file.check()
            except StoreError:
                keep_open(connection)
                return
            with connection:
                connection.exec_driver_sql(f"PRAGMA busy_timeout={_CLOSING_MS}")
                connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")

    def check(self) -> None:
        """Raises StoreError where games cannot be read or kept just now."""
        with self.reading() as connection:
            connection.execute(select(LAYOUT.c.version))
        try:
            check_room(self._file.path if self._file else None)
        except OSError as error:
            raise database_error(self.name, str(error.strerror)) from None

    def size(self, limit: int) -> int:
        """Return the bytes that the database takes up, without the space that deleted games have left.

        On PostgreSQL that space is estimated, and only if the tables are larger than ``limit``.
        """
        with self.reading() as connection:
            return used_bytes(connection, [SHARED.name, LOG.name], limit)

    def load(self, id_: str) -> AnyRecord | None:
        """What an id names, or None."""
        if "\0" in id_:  # PostgreSQL has no text with it, and no id of ours has it
            return None
        asked = select(SHARED.c.kind, SHARED.c.header).where(SHARED.c.id == id_)
        with self.reading() as connection:
            row = connection.execute(asked).one_or_none()
            rows = _rows_after(connection, id_, 0)
        if row is None:
            return None
        try:
            header = Header.parse(row.kind, id_, row.header, self.find_board)
            return Record(header, header.log(rows))
        except (ValueError, KeyError, TypeError) as error:
            raise StoreError(
                f"the {row.kind} {quote(id_)} is damaged in {quote(self.name, SHOWN)}: {error}"
            ) from None

    def events_after(self, record: AnyRecord) -> Sequence[Entry] | None:
        """What happened since something was seen; None if that is not there any more."""
        id_, version = record.header.id, record.log.version
        with self.reading() as connection:
            rows = _rows_after(connection, id_, max(0, version - 1))
            there = rows or connection.execute(select(SHARED.c.id).where(SHARED.c.id == id_)).all()
        return tuple(record.header.events(rows[1:] if version else rows)) if there else None

    def append(self, change: Change) -> bool:
        """Adds what a request leads to, all or none; False if that has gone on meanwhile, or an id is taken."""
        (outcome,) = self.append_all([change])
        if isinstance(outcome, StoreError):
            raise outcome
        return outcome

    def append_all(self, changes: Sequence[Change]) -> list[bool | StoreError]:
        """Many changes in one transaction; what came of each, as of ``append``.

        Where one of them cannot be written each gets a transaction of its own.
        """
        try:
            with self.writing() as connection:
                _insert(connection, changes)
        except StoreError as error:
            return [error] * len(changes)
        except IntegrityError:
            if len(changes) == 1:
                return [False]
            return [outcome for change in changes for outcome in self.append_all([change])]
        return [True] * len(changes)

    def silent_since(self, kind: str, moment: datetime, most: int, *, unclosed: bool = False) -> list[str]:
        """Games or classes in which nothing has happened since a moment, in UTC: at most so many, the oldest first.

        With ``unclosed`` only those that nobody has closed.
        """
        quiet = ~exists().where(LOG.c.id == SHARED.c.id, LOG.c.at >= moment)
        wanted: list[ColumnElement[bool]] = [SHARED.c.kind == kind, SHARED.c.made < moment, quiet]
        if unclosed:
            wanted.append(SHARED.c.closed.is_(False))
        asked = select(SHARED.c.id).where(*wanted).order_by(SHARED.c.made).limit(most)
        with self.reading() as connection:
            return list(connection.execute(asked).scalars())

    def delete(self, ids: Sequence[str], *, with_later: bool = False) -> list[str]:
        """Removes games and classes with all that belongs to them: the ids of those that were there.

        With what began by them, if wanted: a class's games, and those in which their two played on.
        """
        with self.writing() as connection:
            wanted = _with_later(connection, ids) if with_later else ids
            there = list(connection.execute(select(SHARED.c.id).where(SHARED.c.id.in_(wanted))).scalars())
            connection.execute(delete(LOG).where(LOG.c.id.in_(there)))
            connection.execute(delete(SHARED).where(SHARED.c.id.in_(there)))
            _tell(connection, dict.fromkeys(there, -1))
        return there

    def mark_closed(self, ids: Sequence[str]) -> None:
        """Nobody need look at them again."""
        with self.writing() as connection:
            connection.execute(update(SHARED).where(SHARED.c.id.in_(ids)).values(closed=True))

    def own(self) -> None:
        """Makes this the only server of a SQLite file; StoreError where another is.

        What reads and writes without being a server, as ``noughts backup`` and ``noughts tidy``, is in nobody's way.
        """
        if self._file:
            try:
                owned = self._file.own()
            except (sqlite3.Error, OSError) as error:
                raise database_error(self.name, str(error)) from error
            if not owned:
                raise StoreError(
                    f"another server has the database {quote(self.name, SHOWN)}: one serves a SQLite file, "
                    "several share a PostgreSQL"
                )

    def check_in(self) -> None:
        """Bring what was written ahead of a SQLite file into it, once that is worth waiting for the disk.

        To be called from a thread, from time to time. Writers go on meanwhile. If they never pause, they wait for the
        rest, which is little: only when all is in the file does SQLite write its log from the beginning again. A reader
        that stays open keeps the rest in the log.
        """
        if not self._file or self._bytes_ahead() <= WORTH_IT:
            return
        with self.reading() as connection:
            rest = self._checkpoint(connection)
            if self._bytes_ahead() > _MUCH_AHEAD and 0 < rest <= _LITTLE:
                with self._turn():
                    self._checkpoint(connection)

    def _checkpoint(self, connection: Connection) -> int:
        """Bring into the file what no reader holds back, and return how many pages are left."""
        assert self._file is not None
        with self._file.checkpoint():
            _, ahead, done = connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)").one()
        return int(ahead - done)

    def _bytes_ahead(self) -> int:
        try:
            return os.stat(f"{self._file.path}-wal").st_size if self._file else 0
        except OSError:
            return 0

    def read_time(self) -> int:
        """Return how late it is for the clocks of games."""
        with self.reading() as connection:
            return int(connection.execute(select(TIME.c.milliseconds)).scalar_one())

    def keep_time(self, now: int) -> int:
        """Store how late it is for the clocks of games, and return it. To be called once a second.

        A file takes over the time of its server, ``now``. Servers of one PostgreSQL go by its clock, while any of them
        runs.
        """
        clock = cast(func.extract("epoch", func.clock_timestamp()) * 1_000, BigInteger)
        since = clock - TIME.c.alive
        passed = case((since.between(0, _DEAD_MS), since), else_=0)
        with self.writing() as connection:
            if self.is_file:
                connection.execute(update(TIME).values(milliseconds=now))
                return now
            values = {"milliseconds": TIME.c.milliseconds + passed, "alive": clock}
            return int(
                connection.execute(update(TIME).values(values).returning(TIME.c.milliseconds)).scalar_one()
            )

    def listen(self, heard: Heard) -> Notices | None:
        """Tells, from a thread, what is changed by whatever server.

        None for a file, which only its owner changes.
        """
        if self.engine.dialect.name != "postgresql":
            return None
        return Notices(self.engine.url, heard)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection to ask with; what the database cannot do is a StoreError."""
        self._check_file()
        with database_errors(self.name), self.engine.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction, which is not over before it is known that it went where others will find it."""
        self._check_file()
        with database_errors(self.name), self._turn():
            with self.engine.begin() as connection:
                yield connection
                self._check_layout(connection)
            self._check_file()

    def _check_layout(self, connection: Connection) -> None:
        """Whether a newer program has changed the tables meanwhile."""
        version = connection.exec_driver_sql("SELECT max(version) FROM noughts_layout").scalar_one()
        if version is None or version > VERSION:
            raise self._newer(version)

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """Wait for other writers, and the end of a checkpoint; raise BusyError if it takes too long."""
        if not self._file:
            yield
            return
        if not self._writing.acquire(timeout=_patience.get()):
            raise BusyError("the database is busy: another thread writes")
        try:
            yield
        finally:
            self._writing.release()

    def _check_file(self, *_: object) -> None:
        if self._file:
            self._file.check()

    def _newer(self, version: int | None) -> StoreError:
        newer = f"layout {version}, this program knows {VERSION}"
        return StoreError(f"the database {quote(self.name, SHOWN)} was written by a newer noughts: {newer}")

    def _open(self, connection: Connection) -> None:
        """Create the tables of an empty database; raise StoreError for one with tables of another layout."""
        if self.is_file:
            self._find_damage(connection)
        version = create_tables(connection)
        if version is None:
            raise StoreError(f"the database {quote(self.name, SHOWN)} belongs to another program")
        if version < _OLDEST:
            raise StoreError(
                f"the database {quote(self.name, SHOWN)} was made by noughts before 0.2.0: open it with 0.2.0 first "
                f"(layout {version}, this program knows {VERSION})"
            )
        if version > VERSION:
            raise self._newer(version)
        connection.rollback()
        if self.is_file:
            write_ahead(connection)

    def _find_damage(self, connection: Connection) -> None:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        size = connection.exec_driver_sql("PRAGMA page_size").scalar_one()
        if pages * size <= _CHECKED_BYTES:
            verdict = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
            if verdict != "ok":
                raise StoreError(f"the database {quote(self.name, SHOWN)} is damaged: {verdict}")


def _rows_after(connection: Connection, id_: str, version: int) -> list[Row]:
    """What happened from a version on, as it is kept.

    What is asked at every move goes to the driver as text: SQLAlchemy's own statements take three times as long as
    SQLite needs for the work itself.
    """
    mark = placeholders(connection, 1)
    found = connection.exec_driver_sql(
        f"SELECT kind, who, detail FROM log WHERE id = {mark} AND number >= {mark} ORDER BY number",  # noqa: S608 - ours
        (id_, version),
    )
    return [(kind, who, detail) for kind, who, detail in found]


def _insert(connection: Connection, changes: Sequence[Change]) -> None:
    """What happened in many; IntegrityError where one of them has gone on meanwhile, or is not there any more."""
    begun = [each for change in changes for each in change.begun]
    added = [(each.record.header.id, each.record.log.version, each.events) for each in changes if each.record]
    new = [
        (each.header.id, 0, each.log.events) for each in begun if isinstance(each.log, Log)
    ]  # a class is empty
    rows = [
        (id_, number, *row)
        for id_, version, events in (*new, *added)
        for number, row in enumerate(_rows_of(events), start=version)
    ]
    for into, values in (
        (
            "shared (id, kind, header)",
            [(each.header.id, each.header.kind, each.header.text) for each in begun],
        ),
        ("log (id, number, kind, who, detail)", rows),
    ):
        if values:
            marks = placeholders(connection, len(values[0]))
            connection.exec_driver_sql(f"INSERT INTO {into} VALUES ({marks})", values)  # noqa: S608 - ours
    _tell(connection, {id_: version + len(events) for id_, version, events in added})


def _rows_of(events: Iterable[Entry]) -> Iterator[Row]:
    """Events as they are kept."""
    for each in events:
        who = each.seat if isinstance(each, Event) else each.pupil
        yield each.kind.value, str(who), each.detail


def _tell(connection: Connection, versions: Mapping[str, int]) -> None:
    """PostgreSQL tells other servers, once this is committed, how far games have gone; -1 says that one is no more."""
    if versions and connection.dialect.name == "postgresql":
        news = [f"{id_} {version}" for id_, version in versions.items()]
        connection.exec_driver_sql(
            "SELECT count(pg_notify(%s, news)) FROM unnest(%s::text[]) AS news", (CHANNEL, news)
        )


def _with_later(connection: Connection, ids: Sequence[str]) -> list[str]:
    """These, and what began by them: the last word of an event names it."""
    everything = last = list(ids)
    while last:
        begins = (LOG.c.id.in_(last), LOG.c.kind.in_((Happening.PAIR.value, Kind.AGAIN.value)))
        last = [
            each.split()[-1] for each in connection.execute(select(LOG.c.detail).where(*begins)).scalars()
        ]
        everything = [*everything, *last]
    return everything
