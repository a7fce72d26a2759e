"""What people share, games and classes alike, as it is kept: what is fixed about it, and a log of what happened."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Generic, Self, TypeVar

from noughts.game.board import Board
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.records.classroom import ClassEvent, Classroom, Happening
from noughts.records.log import Event, Kind, Log

Entry = Event | ClassEvent
Row = tuple[str, str, str]
"""An event as it is kept: its kind, who did it, and the rest."""


@dataclass(frozen=True)
class Header:
    """What is fixed when something is made, whatever it is; of a token only the hash."""

    kind: ClassVar[str]
    id: str
    start: Position

    @property
    def text(self) -> str:
        """As it is kept: JSON."""
        start = {"board": str(self.start.board), "start": self.start.rows_text}
        rest = [each.name for each in fields(self) if each.name not in ("id", "start")]
        return json.dumps(start | {name: getattr(self, name) for name in rest})

    @staticmethod
    def parse(kind: str, id_: str, text: str, find_board: Callable[[str], Board]) -> GameHeader | ClassHeader:
        """Out of its text; ValueError, KeyError or TypeError where that makes no sense."""
        rest = json.loads(text)
        start = Position.parse(rest.pop("start"), find_board(rest.pop("board")))
        return _KINDS[kind].of(id_, start, rest)

    @classmethod
    def of(cls, id_: str, start: Position, rest: dict[str, Any]) -> Self:
        """With what else is fixed."""
        return cls(id_, start, **rest)


@dataclass(frozen=True)
class GameHeader(Header):
    """Of a game: who sits where, the hash of each seat's token, and its place in a row of rematches.

    ``score`` is the finished games before it: won by X's seat, by O's, drawn. ``invitation`` is the hash of the
    friend's, and ``secret`` is what the friend's token is made with, whose hash comes with the friend (``Kind.JOIN``).
    ``classroom`` is the class in which it is played, if it is.
    """

    kind: ClassVar[str] = "game"
    seats: Mapping[Mark, str]
    tokens: Mapping[Mark, str]
    invitation: str | None = None
    secret: str | None = None
    previous: str | None = None
    swapped: bool = False
    score: tuple[int, int, int] = (0, 0, 0)
    classroom: str | None = None

    @classmethod
    def of(cls, id_: str, start: Position, rest: dict[str, Any]) -> Self:
        """With seats, tokens and score as they are here."""
        for name in ("seats", "tokens"):
            rest[name] = {Mark(letter): value for letter, value in rest[name].items()}
        return cls(id_, start, **{**rest, "swapped": bool(rest["swapped"]), "score": tuple(rest["score"])})

    def log(self, rows: Iterable[Row]) -> Log:
        """What has happened."""
        return Log.begin(self.start, self.seats, self.events(rows))

    def events(self, rows: Iterable[Row]) -> Iterable[Event]:
        """The events in these rows."""
        return (Event(Kind(kind), Mark(seat), detail) for kind, seat, detail in rows)


@dataclass(frozen=True)
class ClassHeader(Header):
    """Of a class: the hash of the teacher's token, what the pupils' are made with, and how its games are played.

    One who waits may play ``meanwhile``.
    """

    kind: ClassVar[str] = "class"
    teacher: str
    secret: str
    clock: str | None = None
    meanwhile: str | None = None

    def log(self, rows: Iterable[Row]) -> Classroom:
        """What has happened."""
        return Classroom().extended(self.events(rows))

    def events(self, rows: Iterable[Row]) -> Iterable[ClassEvent]:
        """The events in these rows."""
        return (ClassEvent(Happening(kind), int(pupil), detail) for kind, pupil, detail in rows)


_KINDS: Mapping[str, type[GameHeader | ClassHeader]] = {each.kind: each for each in (GameHeader, ClassHeader)}

H = TypeVar("H", bound=GameHeader | ClassHeader)
L = TypeVar("L", bound=Log | Classroom)


@dataclass(frozen=True)
class Record(Generic[H, L]):
    """Something as it stands: its header, and its log or what that comes to.

    ``encoded`` is its JSON, once that has been encoded.
    """

    header: H
    log: L
    encoded: bytes | None = field(default=None, init=False, repr=False, compare=False)


AnyRecord = Record[Any, Any]
GameRecord = Record[GameHeader, Log]
ClassRecord = Record[ClassHeader, Classroom]


@dataclass(frozen=True)
class Change:
    """What is added at once, all or none: events to what stands as ``record`` says, and what begins with them.

    ``log`` is what the record's then is, where whoever decided has it already.
    """

    record: AnyRecord | None
    events: Sequence[Entry] = ()
    begun: Sequence[AnyRecord] = ()
    log: Log | Classroom | None = None
