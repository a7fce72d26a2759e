"""Where games are kept: a database of logs, by a SQLAlchemy URL; SQLite in one file unless told otherwise.

Events are only ever added, under the key (game, number). To append is to compare: whoever decided on an
outdated log finds the number taken, and nothing of what it wanted is written, even with several servers on
one database. Of a seat's token only its hash is kept.

SQLite runs in write-ahead mode (https://sqlite.org/wal.html). With ``synchronous=NORMAL`` what was
committed outlives the end of the program at any moment, and the file stays whole when the power fails; the
last moments before that may then be missing, which ``FULL`` would prevent at the price of a disk flush a move:
4 ms instead of 0.2 on the disk where this was measured, and moves are written one after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from sqlalchemy import URL, func, insert, inspect, select
from sqlalchemy.engine import Connection, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from noughts.errors import NoughtsError, quote
from noughts.extras import needed_by
from noughts.game.board import Board
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.records.databases import can_hold, engine_for, lock_layout
from noughts.records.log import Event, Kind, Log
from noughts.records.tables import EVENTS, GAMES, LAYOUT, METADATA, TOKENS, VERSION

_patience = ContextVar("_patience", default=2.0)
"""Seconds to wait for a locked SQLite file."""

_SHOWN = 300
"""How many characters of a database's address a message quotes: a path's end tells most."""

_CHECKED_BYTES = 32_000_000
"""Up to this size a SQLite file is read through when it is opened, to find damage before it hurts."""

_AT_ONCE = 500
"""Games that are asked for in one query."""


class StoreError(NoughtsError):
    """The database cannot do what was asked; the message is for the person who runs the server."""


class BusyError(StoreError):
    """Another program keeps the database locked."""


class FullError(StoreError):
    """There is no room left on the disk."""


@contextmanager
def impatient() -> Iterator[None]:
    """Within, a locked SQLite file is a BusyError at once; without, only after two seconds."""
    before = _patience.set(0)
    try:
        yield
    finally:
        _patience.reset(before)


@dataclass(frozen=True)
class Header:
    """What is fixed about a game when it is made.

    ``score`` is the finished games before it in its row of rematches: won by X's seat, by O's, drawn.
    ``tokens`` are the hashes of the seats' tokens, ``invitation`` is the hash of the friend's, and ``secret``
    is what the friend's token is made with.
    """

    id: str
    start: Position
    seats: Mapping[Mark, str]
    tokens: Mapping[Mark, str]
    invitation: str | None = None
    secret: str | None = None
    previous: str | None = None
    swapped: bool = False
    score: tuple[int, int, int] = (0, 0, 0)


@dataclass(frozen=True)
class Record:
    """A game as it is kept: its header and its log."""

    header: Header
    log: Log


class Store:
    """The games of one database. Safe to use from several threads, and from several processes.

    ``engine`` is SQLAlchemy's, for whoever must look beneath; ``is_file`` is whether it is a file of this machine.
    ``board_named`` makes the boards of games that are loaded; whoever keeps boards may put in another.
    Raises StoreError for a database that cannot be opened, is damaged, is another program's, or was written
    by a newer noughts.
    """

    def __init__(self, url: str | URL) -> None:
        try:
            parsed = make_url(url)
        except ArgumentError:
            raise StoreError(
                f"not a database: {quote(url)} (a URL like sqlite:////folder/games.db)"
            ) from None
        self.name = parsed.render_as_string(hide_password=True)
        self.board_named: Callable[[str], Board] = Board.parse
        self.is_file = parsed.get_backend_name() == "sqlite"
        if self.is_file and parsed.database in (None, "", ":memory:"):
            raise StoreError(f"a database in memory keeps nothing: {quote(self.name, _SHOWN)} names no file")
        try:
            with needed_by("it"):
                self.engine = engine_for(parsed, _patience_now)
        except (SQLAlchemyError, ImportError) as error:
            raise StoreError(f"cannot use the database {quote(self.name, _SHOWN)}: {error}") from None
        try:
            with self._errors(), self.engine.connect() as connection:
                self._open(connection)
        except StoreError:
            self.close()
            raise

    def close(self) -> None:
        """Lets go of the database."""
        self.engine.dispose()

    def check(self) -> None:
        """Raises StoreError where games cannot be read just now."""
        with self._errors(), self.engine.connect() as connection:
            connection.execute(select(LAYOUT.c.version))

    def make(self, record: Record) -> None:
        """Keeps a new game, with what has already happened in it."""
        with self._errors(), self.engine.begin() as connection:
            _insert_game(connection, record)

    def load(self, game: str) -> Record | None:
        """The game of an id, or None."""
        if not can_hold(game):
            return None
        with self._errors(), self.engine.connect() as connection:
            row = connection.execute(select(GAMES).where(GAMES.c.id == game)).mappings().one_or_none()
            if row is None:
                return None
            events = _events(connection, game, 0)  # first: a seat that they show as taken has its token
            tokens = connection.execute(select(TOKENS.c.seat, TOKENS.c.hash).where(TOKENS.c.game == game))
            hashes = {Mark(seat): hashed for seat, hashed in tokens}
        try:
            header = _header(dict(row), hashes, self.board_named)
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
        game = record.header.id
        try:
            with self._errors(), self.engine.begin() as connection:
                _insert_events(connection, game, record.log.version, events)
                _insert_tokens(connection, game, tokens or {})
                if successor:
                    _insert_game(connection, successor)
        except IntegrityError:
            return False
        return True

    def events_after(self, game: str, version: int) -> tuple[Event, ...]:
        """What happened in a game since a version."""
        with self._errors(), self.engine.connect() as connection:
            return _events(connection, game, version)

    def versions(self, games: Iterable[str]) -> dict[str, int]:
        """How far the named games have gone; those without an event are left out.

        Each is one step in the index, however long the game is.
        """
        last = select(func.max(EVENTS.c.number)).where(EVENTS.c.game == GAMES.c.id).scalar_subquery()
        found: dict[str, int] = {}
        with self._errors(), self.engine.connect() as connection:
            for some in _batched(games, _AT_ONCE):
                rows = connection.execute(select(GAMES.c.id, last).where(GAMES.c.id.in_(some)))
                found.update({game: number + 1 for game, number in rows if number is not None})
        return found

    def _open(self, connection: Connection) -> None:
        """Makes the tables of an empty database; leaves one alone that is not ours to use."""
        if self.is_file:
            self._check_file(connection)
        if not inspect(connection).get_table_names():
            self._lay_out(connection)
        if LAYOUT.name not in inspect(connection).get_table_names():
            raise StoreError(f"the database {quote(self.name, _SHOWN)} belongs to another program")
        version = connection.execute(select(func.max(LAYOUT.c.version))).scalar_one()
        if version is None or version > VERSION:
            newer = f"layout {version}, this program knows {VERSION}"
            raise StoreError(
                f"the database {quote(self.name, _SHOWN)} was written by a newer noughts: {newer}"
            )
        connection.rollback()
        if self.is_file:
            connection.exec_driver_sql("PRAGMA journal_mode=WAL")

    def _lay_out(self, connection: Connection) -> None:
        """Makes the tables, all or none, unless another process is quicker."""
        lock_layout(connection)
        if not inspect(connection).get_table_names():
            METADATA.create_all(connection)
            connection.execute(insert(LAYOUT).values(version=VERSION))
        connection.commit()

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


def _batched(games: Iterable[str], size: int) -> Iterator[list[str]]:
    left = list(games)
    yield from (left[at : at + size] for at in range(0, len(left), size))


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


def _header(
    row: Mapping[str, Any], tokens: Mapping[Mark, str], board_named: Callable[[str], Board]
) -> Header:
    return Header(
        id=row["id"],
        start=Position.parse(row["start"], board_named(row["board"])),
        seats={Mark.X: row["x"], Mark.O: row["o"]},
        tokens=tokens,
        invitation=row["invitation"],
        secret=row["secret"],
        previous=row["previous"],
        swapped=row["swapped"],
        score=(row["score_x"], row["score_o"], row["score_draw"]),
    )


def _events(connection: Connection, game: str, version: int) -> tuple[Event, ...]:
    wanted = select(EVENTS.c.kind, EVENTS.c.seat, EVENTS.c.detail)
    wanted = wanted.where(EVENTS.c.game == game, EVENTS.c.number >= version).order_by(EVENTS.c.number)
    return tuple(Event(Kind(kind), Mark(seat), detail) for kind, seat, detail in connection.execute(wanted))


def _insert_game(connection: Connection, record: Record) -> None:
    header = record.header
    x, o, draw = header.score
    connection.execute(
        insert(GAMES).values(
            id=header.id,
            board=str(header.start.board),
            start=header.start.rows_text,
            x=header.seats[Mark.X],
            o=header.seats[Mark.O],
            invitation=header.invitation,
            secret=header.secret,
            previous=header.previous,
            swapped=header.swapped,
            score_x=x,
            score_o=o,
            score_draw=draw,
        )
    )
    _insert_tokens(connection, header.id, header.tokens)
    _insert_events(connection, header.id, 0, record.log.events)


def _insert_tokens(connection: Connection, game: str, tokens: Mapping[Mark, str]) -> None:
    if tokens:
        rows = [{"game": game, "seat": str(seat), "hash": hashed} for seat, hashed in tokens.items()]
        connection.execute(insert(TOKENS), rows)


def _insert_events(connection: Connection, game: str, version: int, events: Sequence[Event]) -> None:
    if events:
        rows = [
            {"game": game, "number": number, "kind": e.kind.value, "seat": str(e.seat), "detail": e.detail}
            for number, e in enumerate(events, start=version)
        ]
        connection.execute(insert(EVENTS), rows)
