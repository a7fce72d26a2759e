"""Where classes are led: each request is decided on the log, and kept in one transaction with the games that it begins.

The games are ordinary ones: a pupil's token is that of every seat that the pupil has, as it is in a row of rematches.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from threading import Lock

from cachetools import LRUCache

from noughts.errors import NoughtsError
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.records.classroom import ClassEvent, Classroom, Happening, PupilPair, Result
from noughts.records.event import Event, Kind
from noughts.records.log import FRIEND, PERSON, Log, RefusedError
from noughts.ui.web.journal import tokens
from noughts.ui.web.journal.classroom_store import ClassHeader, ClassRecord, ClassroomStore
from noughts.ui.web.journal.game_service import GameService
from noughts.ui.web.journal.store import BusyError, Header, Record, StoreError
from noughts.ui.web.refusal import Refusal, refusal_of, unknown_class

_REMEMBERED = 500
"""Classes that are kept in memory: at most 0.3 MB each."""

_PATIENCE = 5.0
"""For how many seconds a request waits for its turn in a class, and is decided anew when another server's came between:
a whole class may come at once."""

_TURNS = 64
"""How many requests are decided at once; those of one class take turns, and now and then those of two."""

TEACHER = 0
"""The number of whoever directs a class, where pupils have theirs."""

Decide = Callable[[ClassRecord], Sequence[ClassEvent]]
"""What a request leads to in a class as it stands; nothing if it is done already."""


class ClassService:
    """The classes of one store. Safe to use from several threads; what asks the database waits for it."""

    def __init__(self, store: ClassroomStore, games: GameService) -> None:
        self._store = store
        self._games = games
        self._records: LRUCache[str, ClassRecord] = LRUCache(_REMEMBERED)
        self._lock = Lock()
        self._turns = [Lock() for _ in range(_TURNS)]

    def remembered(self, classroom: str) -> ClassRecord | None:
        """The class as last seen, if it is in memory; asks no database."""
        with self._lock:
            return self._records.get(classroom)

    def classroom(self, classroom: str) -> ClassRecord:
        """The class as it stands now; raises Refusal for an unknown one."""
        record = self.remembered(classroom)
        if record is None:
            record = self._store.load(classroom)
            if record is None:
                raise unknown_class(classroom)
            return self._remember(record)
        events = self._store.events_after(classroom, record.room.version)
        if events is None:
            self.forget(classroom)
            raise unknown_class(classroom)
        return self._remember(_after(record, events)) if events else record

    def forget(self, classroom: str) -> None:
        """A class is not there any more."""
        with self._lock:
            self._records.pop(classroom, None)

    def is_current(self, classroom: str, version: int) -> bool:
        """Whether a class is remembered as it stands at a version; if not, it is forgotten."""
        known = self.remembered(classroom)
        current = known is not None and known.room.version == version
        if not current:
            self.forget(classroom)
        return current

    def forget_all(self) -> None:
        """Any class may have gone on elsewhere."""
        with self._lock:
            self._records.clear()

    def latest(self, classroom: str) -> ClassRecord:
        """The class as it is remembered, else as it stands; raises Refusal for an unknown one."""
        return self.remembered(classroom) or self.classroom(classroom)

    def make(self, start: Position, clock: str | None, meanwhile: str | None) -> tuple[ClassRecord, str]:
        """A new class, and the token that directs it; NoughtsError for who cannot be played meanwhile."""
        if meanwhile is not None:
            self._games.opponents.player(meanwhile).check(start.board)
        teacher = tokens.new_token()
        while True:
            secret, hashed = tokens.new_token(), tokens.hashed(teacher)
            header = ClassHeader(tokens.class_id(), start, hashed, secret, clock, meanwhile)
            if self._store.make(header):
                return self._remember(ClassRecord(header, Classroom())), teacher

    def enter(self, classroom: str, name: str, nonce: str) -> tuple[ClassRecord, int, str]:
        """Somebody comes: the class, their number and token; the same nonce gets the same again."""
        token = tokens.friend_token(self.classroom(classroom).header.secret, nonce)
        hashed = tokens.hashed(token)

        def decide(record: ClassRecord) -> Sequence[ClassEvent]:
            if any(pupil.token == hashed for pupil in record.room.pupils):
                return ()
            return record.room.enter(hashed, name, tokens.new_id)

        record = self._act(classroom, decide)
        return record, next(each.number for each in record.room.pupils if each.token == hashed), token

    def leave(self, classroom: str, token: str, pupil: int | None) -> ClassRecord:
        """A pupil goes, or is sent away by the teacher."""

        def decide(record: ClassRecord) -> Sequence[ClassEvent]:
            who = self.holder(record, token)
            number = pupil if who == TEACHER and pupil is not None else who
            pair = record.room.pair_of(number)
            over = pair is not None and self._results_now(record.room)[pair.game] != "open"
            return record.room.leave(number, over, tokens.new_id)

        return self._act(classroom, decide)

    def next_round(self, classroom: str, token: str, seen: int) -> ClassRecord:
        """The teacher begins the round after the one that was seen; once that has begun nothing more happens."""

        def decide(record: ClassRecord) -> Sequence[ClassEvent]:
            self._check_teacher(record, token)
            if record.room.round == seen + 1:
                return ()
            if record.room.round != seen:
                raise RefusedError(
                    "stale", f"round {seen} is not the one that is played: that is {record.room.round}"
                )
            return record.room.next_round(self._results_now(record.room), tokens.new_id)

        return self._act(classroom, decide)

    def door(self, classroom: str, token: str, locked: bool) -> ClassRecord:
        """The teacher locks the door, or opens it; again does nothing."""

        def decide(record: ClassRecord) -> Sequence[ClassEvent]:
            self._check_teacher(record, token)
            return record.room.door(locked)

        return self._act(classroom, decide)

    def close(self, classroom: str, token: str) -> ClassRecord:
        """The teacher ends the class; again does nothing."""

        def decide(record: ClassRecord) -> Sequence[ClassEvent]:
            self._check_teacher(record, token)
            return () if record.room.closed else record.room.close(self._results_now(record.room))

        return self._act(classroom, decide)

    def delete(self, classroom: str, token: str) -> None:
        """The teacher removes the class, with all games and names in it."""
        record = self.classroom(classroom)
        try:
            self._check_teacher(record, token)
        except RefusedError as error:
            raise refusal_of(error) from None
        for game in self._store.delete(classroom):
            self._games.forget(game)
        self.forget(classroom)

    def holder(self, record: ClassRecord, token: str) -> int:
        """Whose token it is: ``TEACHER``, or a pupil's number; RefusedError for nobody's."""
        if tokens.same(token, record.header.teacher):
            return TEACHER
        hashed = tokens.hashed(token)
        for pupil in record.room.pupils:
            if pupil.token == hashed:
                return pupil.number
        if hashed in record.room.gone:
            return record.room.gone[hashed]
        raise RefusedError("wrong-token", "this token belongs to nobody in this class")

    def _check_teacher(self, record: ClassRecord, token: str) -> None:
        if self.holder(record, token) != TEACHER:
            raise RefusedError("wrong-token", "only whoever made this class directs it")

    def results(self, room: Classroom) -> Mapping[str, Result]:
        """How the games of the round stand, by their ids."""
        return {pair.game: result_of(pair, self._game(pair.game)) for pair in room.pairs}

    def _results_now(self, room: Classroom) -> Mapping[str, Result]:
        """The same for what is decided by it: also as another server has just left them."""
        if self._store.is_shared:
            for pair in room.pairs:
                with suppress(Refusal):
                    self._games.game(pair.game)
        return self.results(room)

    def _game(self, game: str) -> Record | None:
        with suppress(Refusal):
            return self._games.latest(game)
        return None

    def _act(self, classroom: str, decide: Decide) -> ClassRecord:
        until = time.monotonic() + _PATIENCE
        with self._turn(classroom):
            while True:
                record = self.classroom(classroom)
                try:
                    events = decide(record)
                except NoughtsError as error:
                    if isinstance(error, StoreError):
                        raise
                    raise refusal_of(error) from None
                if not events:
                    return record
                after = _after(record, events)
                if self._store.append(record, events, _begun(after, events)):
                    return self._remember(after)
                if time.monotonic() > until:
                    raise _crowded()

    @contextmanager
    def _turn(self, classroom: str) -> Iterator[None]:
        """One after the other here, so that only other servers come between."""
        turn = self._turns[hash(classroom) % _TURNS]
        if not turn.acquire(timeout=_PATIENCE):
            raise _crowded()
        try:
            yield
        finally:
            turn.release()

    def _remember(self, record: ClassRecord) -> ClassRecord:
        """Remembers a class, unless a later state of it is known."""
        with self._lock:
            earlier = self._records.get(record.header.id)
            if earlier is None or earlier.room.version <= record.room.version:
                self._records[record.header.id] = record
        return record


def _crowded() -> Refusal:
    return refusal_of(BusyError("too much happens in this class at once: please send it again"))


def result_of(pair: PupilPair, game: Record | None) -> Result:
    """How a pair's game stands, or was told when its round ended; one that was left or removed was not played."""
    if pair.result is not None:
        return pair.result
    ending = game.log.state.ending if game else None
    if ending is None or ending.reason == "abandoned":
        return "open"
    if ending.winner is None:
        return "draw"
    return "X" if ending.winner is Mark.X else "O"


def _after(record: ClassRecord, events: Sequence[ClassEvent]) -> ClassRecord:
    return replace(record, room=record.room.extended(events))


def _begun(record: ClassRecord, events: Sequence[ClassEvent]) -> Iterator[Record]:
    """The games of the pairs that these events make."""
    new = {event.detail.split()[1] for event in events if event.kind is Happening.PAIR}
    return (_game(record, pair) for pair in record.room.pairs if pair.game in new)


def _game(record: ClassRecord, pair: PupilPair) -> Record:
    """A game in which both seats are taken already, each by the token that the pupil has."""
    header, seats = record.header, {Mark.X: PERSON, Mark.O: FRIEND}
    pupils = {Mark.X: record.room.pupil(pair.x), Mark.O: record.room.pupil(pair.o)}
    clocked = [Event(Kind.CLOCK, Mark.X, header.clock)] if header.clock else []
    named = [Event(Kind.NAME, seat, pupil.called) for seat, pupil in pupils.items()]
    log = Log.begin(header.start, seats, (*clocked, Event(Kind.JOIN, Mark.O), *named))
    hashes = {seat: pupil.token for seat, pupil in pupils.items()}
    return Record(Header(pair.game, header.start, seats, hashes), log)
