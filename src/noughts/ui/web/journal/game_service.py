"""Where games are played: each request is decided on the log, and kept in one transaction, before it is answered.

Several threads, and several servers, may decide about one game at once: the store lets one of them through, and the
others decide again on what has happened meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from threading import Lock

from cachetools import LRUCache

from noughts.contract.games import RequestName
from noughts.errors import ForfeitError, NoughtsError, OptionError, quote
from noughts.game.board import Board
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.records.event import Event, Kind
from noughts.records.log import ASKED, FRIEND, PERSON, Log, RefusedError
from noughts.ui.web.compute.boards import are_crowded, board_named
from noughts.ui.web.compute.opponents import Opponents
from noughts.ui.web.compute.thinking import Think
from noughts.ui.web.journal import tokens
from noughts.ui.web.journal.keeper import Hands, Own
from noughts.ui.web.journal.now import milliseconds
from noughts.ui.web.journal.store import BusyError, Change, Header, Record, Store, StoreError
from noughts.ui.web.journal.views import score
from noughts.ui.web.refusal import Refusal, refusal_of, unknown_game

_REMEMBERED_BYTES = 64_000_000
"""How much the games take that are remembered: ten thousand of 3x3x3, two thousand of a hundred moves on 15x15."""

_GAME_BYTES, _EVENT_BYTES = 5_000, 200
"""About what a game takes without its board, and each of its events."""

_TRIES = 8
"""How often a request is decided anew because the game went on meanwhile."""


@dataclass(frozen=True)
class MadeGame:
    """A game that was just made, and the only copy of its tokens."""

    record: Record
    tokens: Mapping[Mark, str]
    invitation: str | None


@dataclass(frozen=True)
class Plan:
    """What a request leads to: the log with what happens now."""

    log: Log
    tokens: Mapping[Mark, str] | None = None
    successor: Record | None = None


Decide = Callable[[Record], Plan | None]
"""What a request leads to in a game as it stands; None if it is done already."""


class GameService:
    """The games of one store. Safe to use from several threads."""

    def __init__(
        self,
        store: Store,
        hands: Hands | None = None,
        opponents: Opponents | None = None,
    ) -> None:
        self._store, self.opponents = store, opponents or Opponents()
        self._hands = hands or Own(store)
        store.board_named = board_named
        self._records: LRUCache[str, Record] = LRUCache(_REMEMBERED_BYTES, getsizeof=_bytes)
        self._lock = Lock()

    def _check_seats(self, seats: Mapping[Mark, str], board: Board) -> None:
        who = list(seats.values())
        if FRIEND in who and PERSON not in who:
            raise OptionError("a friend needs a person to play with: the other seat must be 'person'")
        for name in who:
            if name not in (PERSON, FRIEND):
                self.opponents.player(name).check(board)

    def remembered(self, game: str) -> Record | None:
        """The game as last seen, if it is in memory; asks no database."""
        with self._lock:
            return self._records.get(game)

    def game(self, game: str) -> Record:
        """The game as it stands now; raises Refusal for an unknown one."""
        record = self.remembered(game)
        if record is None:
            return self._load(game)
        events = self._store.events_after(game, record.log.version)
        if events is None:
            self.forget(game)
            raise unknown_game(game)
        if any(event.kind is Kind.JOIN for event in events):  # the friend's token is not in the log
            return self._load(game)
        return self._remember(replace(record, log=record.log.extended(events))) if events else record

    def _load(self, game: str) -> Record:
        record = self._store.load(game)
        if record is None:
            raise unknown_game(game)
        return self._remember(record)

    def forget(self, game: str) -> None:
        """A game is not there any more, or may be another than the one that is remembered."""
        with self._lock:
            self._records.pop(game, None)

    def delete(self, game: str, token: str) -> None:
        """Removes a game for a holder of its tokens, once it is over where two people play it."""
        log = (record := self.game(game)).log
        try:
            _seat(record, token)
            if log.state.taken and not (log.state.ending or log.state.next):
                raise RefusedError("still-played", "two play this game: it can be deleted once it is over")
        except RefusedError as error:
            raise refusal_of(error, record) from None
        self._store.delete(game)
        self.forget(game)

    def is_current(self, game: str, version: int) -> bool:
        """Whether a game is remembered as it stands at a version; if not, it is forgotten."""
        known = self.remembered(game)
        current = known is not None and known.log.version == version
        if not current:
            self.forget(game)
        return current

    def forget_all(self) -> None:
        """Any game may have gone on elsewhere."""
        with self._lock:
            self._records.clear()

    def latest(self, game: str) -> Record:
        """The game as it is remembered, else as it stands; raises Refusal for an unknown one."""
        return self.remembered(game) or self.game(game)

    async def make(self, start: Position, moves: Sequence[str], seats: Mapping[Mark, str]) -> MadeGame:
        """A new game; NoughtsError for moves that cannot be played and seats that cannot be taken."""
        return await self.keep(self.prepared(start, moves, seats))

    async def keep(self, made: MadeGame) -> MadeGame:
        """Keeps a game that was just prepared."""
        change = Change(made.record.header.id, 0, (), successor=made.record)
        if not await self._hands.append(change):
            raise refusal_of(BusyError("this game could not be made: please send it again"))
        self._remember(made.record)
        return made

    def prepared(
        self, start: Position, moves: Sequence[str], seats: Mapping[Mark, str], clock: str | None = None
    ) -> MadeGame:
        """A new game that is not kept yet; a ``clock`` like ``300+5`` is for two people only."""
        self._check_seats(seats, start.board)
        if clock and not {PERSON, FRIEND}.issuperset(seats.values()):
            raise OptionError("a clock is for two people: a computer takes no part in it")
        begun = Log.begin(start, seats, [Event(Kind.CLOCK, Mark.X, clock)] if clock else ())
        log = _moved(begun, moves)
        people = PERSON in seats.values()
        given = {
            seat: tokens.new_token()
            for seat, who in seats.items()
            if who == PERSON or (who != FRIEND and not people)
        }
        invitation = tokens.new_token() if FRIEND in seats.values() else None
        header = Header(
            id=tokens.new_id(),
            start=start,
            seats=seats,
            tokens={seat: tokens.hashed(token) for seat, token in given.items()},
            invitation=invitation and tokens.hashed(invitation),
            secret=invitation and tokens.new_token(),
        )
        return MadeGame(Record(header, log), given, invitation)

    async def move(self, game: str, token: str, version: int, ply: int, cell: str, *, think: Think) -> Record:
        """A person plays, and the computer opposite, if there is one, answers as ``think`` says."""

        def decide(record: Record) -> Plan | None:
            log, seat = record.log, _seat(record, token)
            log.check_person(seat)
            board = log.state.position.board
            wanted = board.cell(cell)
            if log.repeats(version, "move", seat, board.cell_name(wanted)):
                return None
            _check_ply(log, ply)
            now = milliseconds()
            if not (log.state.ending or log.has_time(now)):
                return Plan(log.add(log.flag(now)))
            return Plan(_answered(log.timed(log.move(seat, wanted), now), think))

        return await self._act(game, version, decide)

    async def step(self, game: str, token: str, version: int, ply: int, *, think: Think) -> Record:
        """The computer whose turn it is plays, as ``think`` says."""

        def decide(record: Record) -> Plan | None:
            log = record.log
            _seat(record, token)
            if log.repeats(version, "move", None):
                return None
            log.check_open()
            _check_ply(log, ply)
            log.check_step()
            return Plan(_with_computer_move(log, think))

        return await self._act(game, version, decide)

    async def ask(self, game: str, token: str, version: int, verb: RequestName) -> Record:
        """A request that needs nothing but the seat: one of ``ASKED``."""

        def decide(record: Record) -> Plan | None:
            log, seat = record.log, _seat(record, token)
            if log.repeats(version, verb, seat):
                return None
            return _unless_offered(log, ASKED[verb](log, seat))

        return await self._act(game, version, decide)

    async def flag(self, game: str, token: str) -> Record:
        """Whoever holds a seat says that the side to move has spent its time; a game that is over stays so."""

        def decide(record: Record) -> Plan | None:
            log = record.log
            _seat(record, token)
            return None if log.state.ending else Plan(log.add(log.flag(milliseconds())))

        return await self._act(game, None, decide)

    async def name(self, game: str, token: str, name: str) -> Record:
        """Whoever holds a seat says what they are called; the same again does nothing."""

        def decide(record: Record) -> Plan | None:
            log, seat = record.log, _seat(record, token)
            event = log.name(seat, name)
            return None if log.state.names.get(seat) == name else Plan(log.add(event))

        return await self._act(game, None, decide)

    async def again(self, game: str, token: str, version: int, swap: bool) -> Record:
        """Goes on in a new game of the same seats."""

        def decide(record: Record) -> Plan | None:
            log, seat = record.log, _seat(record, token)
            if log.repeats(version, "again", seat):
                return None
            following = _successor(record, log.swaps(swap))
            event = log.again(seat, following.header.id, swap)
            if event.kind is Kind.OFFER:
                return _unless_offered(log, event)
            return Plan(log.add(event), successor=following)

        return await self._act(game, version, decide)

    async def join(self, game: str, invitation: str, nonce: str) -> tuple[Record, Mark, str]:
        """Takes the friend's seat: the game, the seat and its token; the same nonce gets the same again."""
        header = (await self._hands.read(self.game, game)).header
        if not header.invitation or not header.secret or not tokens.same(invitation, header.invitation):
            raise Refusal("wrong-token", "this invitation does not belong to this game")
        seat = next(seat for seat, who in header.seats.items() if who == FRIEND)
        token = tokens.friend_token(header.secret, nonce)

        def decide(record: Record) -> Plan | None:
            taken = record.header.tokens.get(seat)
            if taken and tokens.same(token, taken):
                return None
            joined = record.log.add(record.log.join(seat))
            return Plan(joined, tokens={seat: tokens.hashed(token)})

        return await self._act(game, None, decide), seat, token

    async def _act(self, game: str, version: int | None, decide: Decide) -> Record:
        record = self.remembered(game)
        if record is None or version is None or version > record.log.version:
            record = await self._hands.read(self.game, game)
        for _ in range(_TRIES):
            try:
                plan = decide(record)
            except NoughtsError as error:
                if isinstance(error, StoreError):
                    raise
                raise refusal_of(error, record) from None
            if plan is None:
                return record
            version = record.log.version
            change = Change(game, version, plan.log.events[version:], plan.tokens, plan.successor)
            if await self._hands.append(change):
                if plan.successor:
                    self._remember(plan.successor)
                return self._remember(_following(record, plan))
            record = await self._hands.read(self.game, game)
        raise refusal_of(BusyError("too much happens in this game at once: please send it again"))

    def _remember(self, record: Record) -> Record:
        """Remembers a game, unless a later state of it is known."""
        with self._lock:
            earlier = self._records.get(record.header.id)
            if earlier is None or earlier.log.version <= record.log.version:
                self._records[record.header.id] = record
            while len(self._records) > 1 and are_crowded():
                self._records.popitem()
        return record


def _answered(log: Log, think: Think) -> Log:
    """The log with the computer's reply to a person's move, where there is one."""
    if log.state.ending or not log.is_computer(log.state.position.to_move):
        return log
    return _with_computer_move(log, think)


def _with_computer_move(log: Log, think: Think) -> Log:
    position = log.state.position
    try:
        cell = think(log.seats[position.to_move], position)
    except ForfeitError as error:
        return log.add(Event(Kind.FORFEIT, position.to_move, str(error)))
    return log.add(log.move(position.to_move, cell))


def _bytes(record: Record) -> int:
    return _GAME_BYTES + _EVENT_BYTES * record.log.version + 4 * record.header.start.board.size


def _following(record: Record, plan: Plan) -> Record:
    """The record once the plan is kept."""
    if not plan.tokens:
        return replace(record, log=plan.log)
    header = replace(record.header, tokens={**record.header.tokens, **plan.tokens})
    return Record(header, plan.log)


def _seat(record: Record, token: str) -> Mark:
    seat = tokens.seat_of(token, record.header.tokens)
    if seat is None:
        raise RefusedError("wrong-token", "this token belongs to no seat of this game")
    return seat


def _check_ply(log: Log, ply: int) -> None:
    stands = log.state.position.ply
    if ply != stands:
        raise RefusedError("stale", f"ply {quote(ply)} is not where the game stands: that is {stands}")


def _unless_offered(log: Log, event: Event) -> Plan | None:
    """Offering again what this side offers already does nothing."""
    offered = log.state.offers.get(event.detail)
    return None if event.kind is Kind.OFFER and offered is event.seat else Plan(log.add(event))


def _moved(log: Log, moves: Sequence[str]) -> Log:
    for name in moves:
        position = log.state.position
        log = log.add(log.move(position.to_move, position.board.cell(name)))
    return log


def _successor(record: Record, swap: bool) -> Record:
    """The next game of the row: the same seats and tokens, on the same board from the same start."""
    header = record.header
    x, o, draw = score(record)
    places = {seat: seat.other if swap else seat for seat in Mark}
    following = replace(
        header,
        id=tokens.new_id(),
        seats={places[seat]: who for seat, who in header.seats.items()},
        tokens={places[seat]: kept for seat, kept in header.tokens.items()},
        previous=header.id,
        swapped=swap,
        score=(o, x, draw) if swap else (x, o, draw),
    )
    friends = (seat for seat, who in following.seats.items() if who == FRIEND and seat in following.tokens)
    joined = [Event(Kind.JOIN, seat) for seat in friends]
    clocked = [Event(Kind.CLOCK, Mark.X, str(record.log.state.clock))] if record.log.state.clock else []
    named = [Event(Kind.NAME, places[seat], name) for seat, name in record.log.state.names.items()]
    return Record(following, Log.begin(header.start, following.seats, (*clocked, *joined, *named)))
