"""Requests of a class as decisions on its log, with the games that start by them; presence; and its JSON.

The games are ordinary ones: a pupil's token is that of every seat that the pupil has, as in a row of rematches.

A pupil is present while a stream of the class is open, and away some time after the last one has closed. Each server
knows its own streams only, and records what it finds as an event of the class. If a pupil's stream moves to another
server, the first may so report the pupil as away; the other corrects it at once. A pupil who has never watched the
class is never reported as away.
"""

from __future__ import annotations

import asyncio
import hmac
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from noughts.contract.numbers import SCHEMA
from noughts.errors import OptionError
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.records.classroom import ClassEvent, Classmate, Classroom, Happening, PupilPair, Result
from noughts.records.clock import Clock
from noughts.records.log import FRIEND, PERSON, Event, Kind, Log, RefusedError
from noughts.server.api_errors import Refusal, StoreError
from noughts.server.boards import find_position
from noughts.server.game_store import Journal
from noughts.server.games import friend_token, is_equal, is_token, new_id, token_digest
from noughts.server.stored_records import Change, ClassHeader, ClassRecord, GameHeader, GameRecord, Record
from noughts.server.workers import SERVER

if TYPE_CHECKING:
    from noughts.contract.classes import ClassroomJson, PupilJson

TEACHER = 0
"""The number of whoever directs a class, where pupils have theirs."""

Results = Callable[[Classroom], Mapping[str, Result]]
"""How the games of a class's round stand, by their ids."""


def holder(classroom: ClassRecord, token: str) -> int:
    """Whose token it is: ``TEACHER``, or a pupil's number; RefusedError for nobody's."""
    if is_token(token, classroom.header.teacher):
        return TEACHER
    hashed = token_digest(token)
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
    token = friend_token(classroom.header.secret, nonce)
    return _number(classroom.log, token_digest(token)), token


def sign(classroom: ClassRecord, number: int) -> str:
    """Return the parameter ``as`` of the class's stream for a pupil, or the teacher. It gives no other right."""
    return f"{number}.{friend_token(classroom.header.secret, f'sign {number}')}"


def holder_of_sign(classroom: ClassRecord, text: str) -> int:
    """Whose sign it is, as ``holder`` returns it; RefusedError for nobody's."""
    number = text.partition(".")[0]
    if not number.isascii() or not number.isdecimal() or not is_equal(text, sign(classroom, int(number))):
        raise RefusedError("wrong-token", "this sign belongs to nobody in this class")
    return int(number)


def is_member(classroom: ClassRecord, number: int) -> bool:
    """Return whether a number is the teacher's, or that of a pupil who is in the class."""
    return number == TEACHER or any(each.number == number and each.here for each in classroom.log.pupils)


def enter(classroom: ClassRecord, name: str, nonce: str, client: str = "") -> Change | None:
    """Somebody comes, or comes back, from an address."""
    number, token = pupil(classroom, nonce)
    if number is not None and classroom.log.pupil(number).here:
        return None
    origin = _origin(classroom, client) if client else ""
    return _change(classroom, classroom.log.enter(token_digest(token), name, new_id, origin))


def _origin(classroom: ClassRecord, client: str) -> str:
    """Return a label of an address in this class. It is stored in place of the address."""
    return hmac.digest(classroom.header.secret.encode(), f"address {client}".encode(), "sha256").hex()[:8]


def groups(classroom: ClassRecord) -> list[list[int]]:
    """Return the numbers of the pupils in the class, a list for each address from which some came."""
    found: dict[str, list[int]] = {}
    for each in classroom.log.pupils:
        if each.here and each.origin:
            found.setdefault(each.origin, []).append(each.number)
    return list(found.values())


def leave(classroom: ClassRecord, token: str, named: Collection[int], *, results: Results) -> Change | None:
    """Remove pupils: those whom the teacher names, or the pupil who holds the token.

    Raises OptionError if the teacher names none.
    """
    who, room = holder(classroom, token), classroom.log
    numbers = named if who == TEACHER else [who]
    if not numbers:
        raise OptionError("pupil: the number of the pupil to remove is missing")
    return _change(classroom, room.leave(_over(room, numbers, results), new_id))


def ban(
    classroom: ClassRecord, token: str, named: Collection[int], banned: bool, *, results: Results
) -> Change | None:
    """The teacher sends pupils away for good, or lets them come again; again does nothing."""
    check_teacher(classroom, token)
    room = classroom.log
    return _change(classroom, room.ban(_over(room, named, results), banned, new_id))


def presence(classroom: ClassRecord, number: int, away: bool) -> Change | None:
    """A pupil's page is open, or has not been for a while."""
    return _change(classroom, classroom.log.presence(number, away, new_id))


def next_round(
    classroom: ClassRecord, token: str, seen: int, start: Position | None = None, *, results: Results
) -> Change | None:
    """The teacher begins the round after the one that was seen; once that has begun nothing more happens.

    It is played from ``start``, or from where the round before was.
    """
    check_teacher(classroom, token)
    room = classroom.log
    if room.round == seen + 1:
        return None
    if room.round != seen:
        raise RefusedError("stale", f"round {seen} is not the one that is played: that is {room.round}")
    another = start is not None and start != start_of(classroom)
    place = f"{start.board} {start.rows_text}" if start and another else ""
    return _change(classroom, room.next_round(results(room), new_id, place))


def start_of(classroom: ClassRecord) -> Position:
    """Where the games of this round start."""
    place = classroom.log.place
    return find_position(*place.split()) if place else classroom.header.start


def switch_help(classroom: ClassRecord, token: str, on: bool, **_: Results) -> Change | None:
    """The teacher lets all be helped, or nobody; again does nothing."""
    check_teacher(classroom, token)
    return _change(classroom, classroom.log.switch_help(on))


def check_help(classroom: ClassRecord, results: Results) -> None:
    """RefusedError where nobody may be helped in a game of the class: while its round lasts."""
    room = classroom.log
    if not (room.help or room.closed) and "open" in results(room).values():
        raise RefusedError("no-help", "this class plays without help until its round is over")


def door(classroom: ClassRecord, token: str, locked: bool, **_: Results) -> Change | None:
    """The teacher locks the door, or opens it; again does nothing."""
    check_teacher(classroom, token)
    return _change(classroom, classroom.log.door(locked))


def close(classroom: ClassRecord, token: str, *, results: Results) -> Change | None:
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


def _over(room: Classroom, numbers: Collection[int], results: Results) -> Mapping[int, bool]:
    """Return the numbers of pupils, with whether their game of this round is over. Its result then stands."""
    pairs = {number: room.pair_of(number) for number in numbers}
    stand = results(room) if any(pairs.values()) else {}
    return {number: pair is not None and stand[pair.game] != "open" for number, pair in pairs.items()}


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
    header, start, seats = classroom.header, start_of(classroom), {Mark.X: PERSON, Mark.O: FRIEND}
    pupils = {Mark.X: classroom.log.pupil(pair.x), Mark.O: classroom.log.pupil(pair.o)}
    clocked = [Event(Kind.CLOCK, Mark.X, header.clock)] if header.clock else []
    named = [Event(Kind.NAME, seat, pupil.called) for seat, pupil in pupils.items()]
    log = Log.begin(start, seats, (*clocked, Event(Kind.JOIN, Mark.O), *named))
    hashes = {seat: pupil.token for seat, pupil in pupils.items()}
    return Record(GameHeader(pair.game, start, seats, hashes, classroom=header.id), log)


def classroom_json(record: ClassRecord, results: Mapping[str, Result]) -> ClassroomJson:
    """The class as docs/server.md describes it; ``results`` are those of this round's games, by their ids."""
    header, room = record.header, record.log
    pupils = {each.number: each for each in room.pupils}
    for pair in room.pairs:
        if pair.result is None:
            pupils[pair.x] = pupils[pair.x].after(results[pair.game], "X")
            pupils[pair.o] = pupils[pair.o].after(results[pair.game], "O")
    clock = Clock.parse(header.clock) if header.clock else None
    board, start = room.place.split() or (str(header.start.board), header.start.rows_text)
    return {
        "schema": SCHEMA,
        "id": header.id,
        "version": room.version,
        "board": board,
        "start": start,
        "clock": {"seconds": clock.seconds, "increment": clock.increment} if clock else None,
        "meanwhile": header.meanwhile,
        "round": room.round,
        "closed": room.closed,
        "locked": room.locked,
        "help": room.help,
        "pupils": [_pupil_json(each) for each in pupils.values()],
        "pairs": [
            {"game": pair.game, "seats": {"X": pair.x, "O": pair.o}, "result": results[pair.game]}
            for pair in room.pairs
        ],
        "waiting": list(room.waiting),
        "banned": [{"number": each.number, "name": each.called} for each in room.banned],
    }


def _pupil_json(pupil: Classmate) -> PupilJson:
    return {
        "number": pupil.number,
        "name": pupil.called,
        "here": pupil.here,
        "away": pupil.here and bool(pupil.away),
        "won": pupil.won,
        "drawn": pupil.drawn,
        "lost": pupil.lost,
    }


A_WHILE = 20.0
"""Seconds without a stream after which a pupil is away: more than a reload takes, or a phone between two networks."""

Seat = tuple[str, int]
"""A class and the number of a pupil there."""


class Presence:
    """The pupils who watch their classes at this server. To be used on the event loop."""

    def __init__(self, journal: Journal, *, alone: bool) -> None:
        self._journal, self._alone = journal, alone
        self._open: Counter[Seat] = Counter()
        self._ending: dict[Seat, asyncio.TimerHandle] = {}
        self._deciding: set[asyncio.Task[None]] = set()

    def later(self, seconds: float, then: Callable[[], None]) -> asyncio.TimerHandle:
        """Calls something after so many seconds: the clock."""
        return asyncio.get_running_loop().call_later(seconds, then)

    def come(self, seat: Seat) -> None:
        """A stream has begun."""
        if self._alone and not any(each[0] == seat[0] for each in (*self._open, *self._ending)):
            self._expect_all(seat[0])
        self._open[seat] += 1
        if ending := self._ending.pop(seat, None):
            ending.cancel()

    def go(self, seat: Seat, client: str) -> None:
        """A stream to an address has ended."""
        self._open[seat] -= 1
        if not self._open[seat]:
            del self._open[seat]
            self._expect(seat, client)

    def pass_by(self, seat: Seat, client: str) -> None:
        """Somebody looked who has no stream just now."""
        self.come(seat)
        self.go(seat, client)

    def check(self, seat: Seat, client: str) -> None:
        """Says that somebody is there whose class says otherwise, or is just not remembered."""
        record = self._journal.recall(ClassHeader, seat[0])
        pupils = record.log.pupils if record and not record.log.closed else ()
        missed = any(each.number == seat[1] and each.here and each.away is not False for each in pupils)
        if missed or record is None:
            self._decide(seat, client, away=False)

    def _expect_all(self, id_: str) -> None:
        """The only server has just begun: whoever was there before and does not come again is away."""
        record = self._journal.recall(ClassHeader, id_)
        for pupil in record.log.pupils if record else ():
            if pupil.away is False:
                self._expect((id_, pupil.number), SERVER)

    def _expect(self, seat: Seat, client: str) -> None:
        if before := self._ending.pop(seat, None):
            before.cancel()
        self._ending[seat] = self.later(A_WHILE, partial(self._miss, seat, client))

    def _miss(self, seat: Seat, client: str) -> None:
        self._ending.pop(seat, None)
        if seat not in self._open:
            self._decide(seat, client, away=True)

    def _decide(self, seat: Seat, client: str, *, away: bool) -> None:
        task = asyncio.ensure_future(self._tell(seat, client, away))
        self._deciding.add(task)
        task.add_done_callback(self._deciding.discard)

    async def _tell(self, seat: Seat, client: str, away: bool) -> None:
        """What cannot be kept just now is told after a while, if it is still so."""

        def decide(room: ClassRecord) -> Change | None:
            is_so = away is (seat not in self._open)  # while it waited for its turn it may have come or gone
            return presence(room, seat[1], away) if is_so else None

        try:
            await self._journal.decide(ClassHeader, seat[0], decide, client, aside=True)
        except (Refusal, StoreError) as error:
            if not isinstance(error, Refusal) or error.status != 404:
                self.later(A_WHILE, partial(self._decide, seat, client, away=away))
