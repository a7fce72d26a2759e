"""What may happen in a class: each request, as a decision on the class as it stands, with the games that begin by it.

The games are ordinary ones: a pupil's token is that of every seat that the pupil has, as it is in a row of rematches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress

from noughts.game.outcome import Mark
from noughts.records.classroom import ClassEvent, Classroom, Happening, PupilPair, Result
from noughts.records.event import Event, Kind
from noughts.records.log import FRIEND, PERSON, Log, RefusedError
from noughts.ui.web.journal import tokens
from noughts.ui.web.journal.journal import Journal
from noughts.ui.web.journal.shared import Change, ClassRecord, GameHeader, GameRecord, Record
from noughts.ui.web.refusal import Refusal

TEACHER = 0
"""The number of whoever directs a class, where pupils have theirs."""

Results = Callable[[Classroom], Mapping[str, Result]]
"""How the games of a class's round stand, by their ids."""


def holder(classroom: ClassRecord, token: str) -> int:
    """Whose token it is: ``TEACHER``, or a pupil's number; RefusedError for nobody's."""
    if tokens.same(token, classroom.header.teacher):
        return TEACHER
    hashed = tokens.hashed(token)
    number = _number(classroom.log, hashed)
    if number is None:
        number = classroom.log.gone.get(hashed)
    if number is None:
        raise RefusedError("wrong-token", "this token belongs to nobody in this class")
    return number


def check_teacher(classroom: ClassRecord, token: str) -> None:
    """Raises RefusedError unless the token directs the class."""
    if holder(classroom, token) != TEACHER:
        raise RefusedError("wrong-token", "only whoever made this class directs it")


def pupil(classroom: ClassRecord, nonce: str) -> tuple[int | None, str]:
    """The number and the token of whoever comes with a nonce: the same nonce gets the same again."""
    token = tokens.friend_token(classroom.header.secret, nonce)
    return _number(classroom.log, tokens.hashed(token)), token


def enter(classroom: ClassRecord, name: str, nonce: str) -> Change | None:
    """Somebody comes."""
    number, token = pupil(classroom, nonce)
    if number is not None:
        return None
    return _change(classroom, classroom.log.enter(tokens.hashed(token), name, tokens.new_id))


def leave(classroom: ClassRecord, token: str, named: int | None, results: Results) -> Change | None:
    """A pupil goes, or is sent away by the teacher."""
    who, room = holder(classroom, token), classroom.log
    number = named if who == TEACHER and named is not None else who
    pair = room.pair_of(number)
    over = pair is not None and results(room)[pair.game] != "open"
    return _change(classroom, room.leave(number, over, tokens.new_id))


def next_round(classroom: ClassRecord, token: str, seen: int, results: Results) -> Change | None:
    """The teacher begins the round after the one that was seen; once that has begun nothing more happens."""
    check_teacher(classroom, token)
    room = classroom.log
    if room.round == seen + 1:
        return None
    if room.round != seen:
        raise RefusedError("stale", f"round {seen} is not the one that is played: that is {room.round}")
    return _change(classroom, room.next_round(results(room), tokens.new_id))


def door(classroom: ClassRecord, token: str, locked: bool) -> Change | None:
    """The teacher locks the door, or opens it; again does nothing."""
    check_teacher(classroom, token)
    return _change(classroom, classroom.log.door(locked))


def close(classroom: ClassRecord, token: str, results: Results) -> Change | None:
    """The teacher ends the class; again does nothing."""
    check_teacher(classroom, token)
    room = classroom.log
    return None if room.closed else _change(classroom, room.close(results(room)))


def result_of(pair: PupilPair, game: GameRecord | None) -> Result:
    """How a pair's game stands, or was told when its round ended; one that was left or removed was not played."""
    if pair.result is not None:
        return pair.result
    ending = game.log.state.ending if game else None
    if ending is None or ending.reason == "abandoned":
        return "open"
    if ending.winner is None:
        return "draw"
    return "X" if ending.winner is Mark.X else "O"


def results_in(journal: Journal, *, now: bool) -> Results:
    """As the games are remembered, or as they stand now: also where another server has just left them.

    To be asked by a thread, which waits for the database.
    """
    read = journal.now if now else journal.latest

    def results(room: Classroom) -> Mapping[str, Result]:
        games = dict[str, GameRecord]()
        for pair in room.pairs:
            with suppress(Refusal):
                games[pair.game] = read(GameHeader, pair.game)
        return {pair.game: result_of(pair, games.get(pair.game)) for pair in room.pairs}

    return results


def _number(room: Classroom, hashed: str) -> int | None:
    return next((each.number for each in room.pupils if each.token == hashed), None)


def _change(classroom: ClassRecord, events: Sequence[ClassEvent]) -> Change | None:
    if not events:
        return None
    after = classroom.log.extended(events)
    return Change(classroom, events, tuple(_games(Record(classroom.header, after), events)), after)


def _games(classroom: ClassRecord, events: Sequence[ClassEvent]) -> Iterator[GameRecord]:
    """The games of the pairs that these events make."""
    new = {event.detail.split()[1] for event in events if event.kind is Happening.PAIR}
    return (_game(classroom, pair) for pair in classroom.log.pairs if pair.game in new)


def _game(classroom: ClassRecord, pair: PupilPair) -> GameRecord:
    """A game in which both seats are taken already, each by the token that the pupil has."""
    header, seats = classroom.header, {Mark.X: PERSON, Mark.O: FRIEND}
    pupils = {Mark.X: classroom.log.pupil(pair.x), Mark.O: classroom.log.pupil(pair.o)}
    clocked = [Event(Kind.CLOCK, Mark.X, header.clock)] if header.clock else []
    named = [Event(Kind.NAME, seat, pupil.called) for seat, pupil in pupils.items()]
    log = Log.begin(header.start, seats, (*clocked, Event(Kind.JOIN, Mark.O), *named))
    hashes = {seat: pupil.token for seat, pupil in pupils.items()}
    return Record(GameHeader(pair.game, header.start, seats, hashes), log)
