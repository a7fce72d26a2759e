"""Where classes are kept: beside the games, in one transaction with those that they begin."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, exists, insert, select
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError

from noughts.errors import quote
from noughts.game.position import Position
from noughts.records.classroom import ClassEvent, Classroom, Happening
from noughts.records.event import Kind
from noughts.ui.web.journal.databases import can_hold
from noughts.ui.web.journal.game_rows import delete_games, insert_game, tell
from noughts.ui.web.journal.store import Record, Store, StoreError
from noughts.ui.web.journal.tables import CLASS_EVENTS, CLASSES, EVENTS

CLASS = "class/"
"""Stands before a class's id where games and classes are told of together: no id has a slash in it."""


@dataclass(frozen=True)
class ClassHeader:
    """What is fixed about a class when it is made; ``teacher`` is the hash of a token."""

    id: str
    start: Position
    teacher: str
    secret: str
    clock: str | None = None
    meanwhile: str | None = None


@dataclass(frozen=True)
class ClassRecord:
    """A class as it is kept, and where it stands."""

    header: ClassHeader
    room: Classroom


class ClassroomStore:
    """The classes of a store. Safe to use from several threads."""

    def __init__(self, store: Store) -> None:
        self._store = store

    @property
    def is_shared(self) -> bool:
        """Whether other servers may write, too."""
        return not self._store.is_file

    def make(self, header: ClassHeader) -> bool:
        """Keeps a new class; whether its id was free."""
        row = {
            "id": header.id,
            "board": str(header.start.board),
            "start": header.start.rows_text,
            "clock": header.clock,
            "meanwhile": header.meanwhile,
            "teacher": header.teacher,
            "secret": header.secret,
        }
        try:
            with self._store.writing() as connection:
                connection.execute(insert(CLASSES), row)
        except IntegrityError:
            return False
        return True

    def load(self, classroom: str) -> ClassRecord | None:
        """The class of an id, or None; StoreError where its rows make no sense."""
        if not can_hold(classroom):
            return None
        with self._store.reading() as connection:
            asked = select(CLASSES).where(CLASSES.c.id == classroom)
            row = connection.execute(asked).mappings().one_or_none()
            events = _events_after(connection, classroom, 0)
        if row is None:
            return None
        try:
            start = Position.parse(row["start"], self._store.board_named(row["board"]))
            kept = {name: row[name] for name in ("id", "teacher", "secret", "clock", "meanwhile")}
            return ClassRecord(ClassHeader(start=start, **kept), Classroom().extended(events))
        except ValueError as error:
            raise StoreError(f"the class {quote(classroom)} is damaged: {error}") from None

    def events_after(self, classroom: str, version: int) -> tuple[ClassEvent, ...] | None:
        """What happened since a version that was seen; None for a class that is not there any more."""
        with self._store.reading() as connection:
            events = _events_after(connection, classroom, version)
            there = select(CLASSES.c.id).where(CLASSES.c.id == classroom)
            return events if events or connection.execute(there).first() else None

    def append(self, record: ClassRecord, events: Sequence[ClassEvent], games: Iterable[Record]) -> bool:
        """Adds events, with the games that begin by them, all or none; False if the class has gone on meanwhile."""
        name, version = record.header.id, record.room.version
        rows = [
            {
                "classroom": name,
                "number": number,
                "kind": each.kind.value,
                "pupil": each.pupil,
                "detail": each.detail,
            }
            for number, each in enumerate(events, start=version)
        ]
        try:
            with self._store.writing() as connection:
                connection.execute(insert(CLASS_EVENTS), rows)
                for game in games:
                    insert_game(connection, game)
                tell(connection, {CLASS + name: version + len(rows)})
        except IntegrityError:
            return False
        return True

    def silent_since(self, moment: datetime, most: int) -> list[str]:
        """Classes in which nothing has happened since a moment, in UTC: at most so many, the oldest first."""
        quiet = ~exists().where(CLASS_EVENTS.c.classroom == CLASSES.c.id, CLASS_EVENTS.c.at >= moment)
        asked = (
            select(CLASSES.c.id).where(CLASSES.c.made < moment, quiet).order_by(CLASSES.c.made).limit(most)
        )
        with self._store.reading() as connection:
            return list(connection.execute(asked).scalars())

    def delete(self, classroom: str) -> list[str]:
        """Removes a class with all games that were played in it, and those that went on with them: their ids."""
        with self._store.writing() as connection:
            paired = (CLASS_EVENTS.c.classroom == classroom, CLASS_EVENTS.c.kind == Happening.PAIR.value)
            details = connection.execute(select(CLASS_EVENTS.c.detail).where(*paired)).scalars()
            games = _with_later(connection, [detail.split()[1] for detail in details])
            delete_games(connection, games)
            _delete(connection, [classroom])
        return games

    def delete_all(self, classes: Sequence[str]) -> int:
        """Removes classes, and leaves their games; how many were there."""
        with self._store.writing() as connection:
            return _delete(connection, classes)


def _with_later(connection: Connection, games: Sequence[str]) -> list[str]:
    """Games, and those in which their two played on."""
    everything = last = list(games)
    while last:
        went_on = (EVENTS.c.game.in_(last), EVENTS.c.kind == Kind.AGAIN.value)
        last = list(connection.execute(select(EVENTS.c.detail).where(*went_on)).scalars())
        everything = [*everything, *last]
    return everything


def _delete(connection: Connection, classes: Sequence[str]) -> int:
    connection.execute(delete(CLASS_EVENTS).where(CLASS_EVENTS.c.classroom.in_(classes)))
    removed = connection.execute(delete(CLASSES).where(CLASSES.c.id.in_(classes))).rowcount
    tell(connection, {CLASS + each: -1 for each in classes})
    return removed


def _events_after(connection: Connection, classroom: str, version: int) -> tuple[ClassEvent, ...]:
    wanted = (CLASS_EVENTS.c.classroom == classroom, CLASS_EVENTS.c.number >= version)
    asked = select(CLASS_EVENTS.c.kind, CLASS_EVENTS.c.pupil, CLASS_EVENTS.c.detail)
    rows = connection.execute(asked.where(*wanted).order_by(CLASS_EVENTS.c.number))
    return tuple(ClassEvent(Happening(kind), pupil, detail) for kind, pupil, detail in rows)
