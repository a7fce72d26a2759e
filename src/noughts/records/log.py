"""A game between two seats as a log of events; the state of the game follows from its events alone.

A log is never changed, and knows no clock, no network and no random numbers: its owner says what happened, and the log
says what that means or rejects it. Its ``version`` is its length; a request names the version that its sender last
saw, so that a repeated or late request is recognised.

A seat is ``person`` (the client that made the game), ``friend`` (a client on another device) or a computer player's
name. Between two devices undoing, drawing and playing again need both sides: the first request is an offer, and the
other side agrees by the same request.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property, reduce
from typing import TYPE_CHECKING, Literal

from noughts.errors import IllegalMoveError, NotationError, NoughtsError, quote
from noughts.game.board import Cell, Line
from noughts.game.outcome import Mark, Outcome, Reason
from noughts.game.position import Position
from noughts.records.clock import Clock
from noughts.records.game import Game

if TYPE_CHECKING:
    from noughts.contract.games import RequestName


class Kind(Enum):
    """What happened, and what an event's detail then holds; the values are the requests' names."""

    MOVE = "move"
    """The cell's name."""
    UNDO = "undo"
    """How many plies were taken back."""
    REDO = "redo"
    """How many plies were played again."""
    OFFER = "offer"
    """What is offered: ``draw``, ``undo``, ``again``, or ``swap``, again with the sides changed."""
    DECLINE = "decline"
    """Nothing: all offers of the other side are declined."""
    RESIGN = "resign"
    """Nothing."""
    FORFEIT = "forfeit"
    """Why: a computer player gave no legal move."""
    AGREE = "agree"
    """Nothing: the game is drawn by agreement."""
    ABANDON = "abandon"
    """Nothing: whose turn it is has not come back, and nobody wins."""
    JOIN = "join"
    """Nothing: the friend's seat is taken."""
    CLOCK = "clock"
    """The seconds of each side and those that each move adds: ``300+5``."""
    TIME = "time"
    """The milliseconds that a side had left when it had moved, and when that was: ``298000@1767225600000``."""
    FLAG = "flag"
    """Nothing: this side has spent its time."""
    NAME = "name"
    """What the person there is called."""
    AGAIN = "again"
    """The id of the game that follows."""


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened: what, by whom, and the rest as text."""

    kind: Kind
    seat: Mark
    detail: str = ""

    def does(self, verb: str) -> bool:
        """Whether a request of this name leads to this event."""
        if self.kind is Kind.OFFER:
            return verb == self.detail or (verb == "again" and self.detail == "swap")
        names = {Kind.AGREE: "draw", Kind.FORFEIT: "move"}
        return verb == names.get(self.kind, str(self.kind.value))


Why = Literal["line", "full board", "resignation", "agreement", "forfeit", "abandoned", "time"]

_REASONS: Mapping[Reason, Why] = {Reason.LINE: "line", Reason.FULL: "full board"}


_AGAIN = {"again", "swap"}


@dataclass(frozen=True)
class Ending:
    """The winner or None, the reason in words, every completed line, and ``why`` a player forfeits.

    Without a winner it is a draw, unless it was abandoned: then it is nothing.
    """

    winner: Mark | None
    reason: Why
    lines: tuple[Line, ...] = ()
    why: str = ""


def ending_of(outcome: Outcome | None) -> Ending | None:
    """An end on the board; None while the game goes on."""
    if outcome is None:
        return None
    return Ending(outcome.winner, _REASONS[outcome.reason], outcome.lines)


@dataclass(frozen=True)
class State:
    """Where a game stands: all that follows from its events.

    The position travels with it, so that one more event costs the same however many there were.
    """

    game: Game
    consent: bool = False
    """Whether the sides sit at two devices, so that both must agree to what concerns both."""
    groups: tuple[int, ...] = ()
    """How many plies each undo took back, the one to redo first at the end."""
    offers: Mapping[str, Mark] = field(default_factory=dict)
    ended: Ending | None = None
    """How it ended if not on the board."""
    taken: bool = False
    names: Mapping[Mark, str] = field(default_factory=dict)
    """What people are called, as they said themselves."""
    clock: Clock | None = None
    next: str | None = None

    @property
    def position(self) -> Position:
        """Where the game stands."""
        return self.game.position

    @cached_property
    def ending(self) -> Ending | None:
        """How the game ended, or None while it goes on."""
        return self.ended or ending_of(self.game.outcome)


def _move(state: State, event: Event) -> State:
    game = state.game.play(state.position.board.cell(event.detail))
    return replace(state, game=game, groups=(), offers={})


def _undo(state: State, event: Event) -> State:
    plies, game = int(event.detail), state.game
    for _ in range(plies):
        game = game.undo()
    if state.consent:  # what both took back, neither plays again alone
        return replace(state, game=game.with_undone(()), offers={})
    return replace(state, game=game, groups=(*state.groups, plies), offers={})


def _redo(state: State, event: Event) -> State:
    game = state.game
    for _ in range(int(event.detail)):
        game = game.redo()
    return replace(state, game=game, groups=state.groups[:-1], offers={})


def _offer(state: State, event: Event) -> State:
    others = {what: seat for what, seat in state.offers.items() if not {what, event.detail} <= _AGAIN}
    return replace(state, offers={**others, event.detail: event.seat})


def _decline(state: State, event: Event) -> State:
    own = {what: seat for what, seat in state.offers.items() if seat is event.seat}
    return replace(state, offers=own)


def _lose(state: State, event: Event) -> State:
    reason: Why = "resignation" if event.kind is Kind.RESIGN else "forfeit"
    return replace(state, ended=Ending(event.seat.other, reason, why=event.detail), offers={})


def _flag(state: State, event: Event) -> State:
    clock = state.clock.spent(event.seat) if state.clock else None
    return replace(state, clock=clock, ended=Ending(event.seat.other, "time"), offers={})


def _clock(state: State, event: Event) -> State:
    clock = state.clock.after_event(event.seat, event.detail) if state.clock else Clock.parse(event.detail)
    return replace(state, clock=clock)


def _end_without_winner(state: State, event: Event) -> State:
    reason: Why = "agreement" if event.kind is Kind.AGREE else "abandoned"
    return replace(state, ended=Ending(None, reason), offers={})


_FOLDS: Mapping[Kind, Callable[[State, Event], State]] = {
    Kind.MOVE: _move,
    Kind.UNDO: _undo,
    Kind.REDO: _redo,
    Kind.OFFER: _offer,
    Kind.DECLINE: _decline,
    Kind.RESIGN: _lose,
    Kind.FORFEIT: _lose,
    Kind.AGREE: _end_without_winner,
    Kind.ABANDON: _end_without_winner,
    Kind.JOIN: lambda state, _: replace(state, taken=True),
    Kind.CLOCK: _clock,
    Kind.TIME: _clock,
    Kind.FLAG: _flag,
    Kind.NAME: lambda state, event: replace(state, names={**state.names, event.seat: event.detail}),
    Kind.AGAIN: lambda state, event: replace(state, next=event.detail, offers={}),
}


PERSON, FRIEND = "person", "friend"

MOST_EVENTS = 2_000
"""Of one game: five times what fills the largest board. A longer one that was kept before is still read."""

_LAST_OFFERS = 100
"""How many more there may be to agree on another game."""


class RefusedError(NoughtsError):
    """A request that the game does not allow now; ``code`` says why in a word for programs."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True)
class Log:
    """The events so far and where they lead; every change returns a new log."""

    seats: Mapping[Mark, str]
    state: State
    events: tuple[Event, ...] = ()

    @classmethod
    def begin(cls, start: Position, seats: Mapping[Mark, str], events: Iterable[Event] = ()) -> Log:
        """The log of a game from ``start`` after the given events."""
        state = State(Game(start), consent=FRIEND in seats.values())
        return cls(dict(seats), state).extended(events)

    @property
    def version(self) -> int:
        """How many events there are."""
        return len(self.events)

    def is_computer(self, seat: Mark) -> bool:
        """Whether a computer player sits there."""
        return self.seats[seat] not in (PERSON, FRIEND)

    def add(self, event: Event) -> Log:
        """The log with one more event, which must follow: what was decided is not decided again."""
        return self.extended((event,))

    def extended(self, events: Iterable[Event]) -> Log:
        """The log with more events, in one pass."""
        more = tuple(events)
        state = reduce(lambda state, event: _FOLDS[event.kind](state, event), more, self.state)
        return Log(self.seats, state, (*self.events, *more))

    def may(self, seat: Mark) -> list[RequestName]:
        """The requests that this seat may make now, by name; to ask what the other offers is to accept it."""
        return [name for name, request in _REQUESTS.items() if self._allows(request, seat)]

    def _allows(self, request: Callable[[Log, Mark], object], seat: Mark) -> bool:
        try:
            request(self, seat)
        except RefusedError:
            return False
        return True

    def check_room(self, more: int = 0) -> None:
        """Raises RefusedError once so much has happened that nothing is added but the end of the game."""
        if self.version >= MOST_EVENTS + more:
            raise RefusedError("too-long", f"{self.version:,} events are as many as a game may have")

    def check_open(self) -> None:
        """Raises RefusedError once the game is over or goes on in another."""
        self._continued()
        ending = self.state.ending
        if ending:
            raise RefusedError("game-over", f"the game {quote(self.state.position)} is over: {ending.reason}")

    def check_person(self, seat: Mark) -> None:
        """Raises RefusedError where a computer plays this seat."""
        if self.is_computer(seat):
            raise RefusedError("not-yours", f"{self.seats[seat]} plays {seat}: let it play with step")

    def check_turn(self, seat: Mark) -> None:
        """Raises RefusedError unless this side is to move."""
        self.check_open()
        self.check_room()
        mover = self.state.position.to_move
        if mover is not seat:
            raise RefusedError("wrong-turn", f"it is {mover}'s turn, not {seat}'s")

    def check_step(self) -> None:
        """Raises RefusedError unless a computer is to move; whoever has a seat may then let it."""
        self.check_open()
        self.check_room()
        mover = self.state.position.to_move
        if not self.is_computer(mover):
            raise RefusedError("not-yours", f"it is the turn of {mover}, and no computer plays {mover}")

    # Requests. Each answers the event that it leads to, or raises RefusedError.

    def move(self, seat: Mark, cell: Cell) -> Event:
        """The side to move takes a cell."""
        self.check_turn(seat)
        position = self.state.position
        try:
            position.check_free(cell)
        except IllegalMoveError as error:
            raise RefusedError("taken-cell", str(error)) from None
        return Event(Kind.MOVE, seat, position.board.cell_name(cell))

    def undo(self, seat: Mark) -> Event:
        """Takes back to the last position in which this side was to move, or offers to."""
        self._continued()
        self._not_given_up()
        self.check_room()
        asker = self.state.offers.get("undo", seat)
        plies = self._plies_back(asker)
        if self.state.consent and asker is seat:
            return Event(Kind.OFFER, seat, "undo")
        return Event(Kind.UNDO, seat, str(plies))

    def redo(self, seat: Mark) -> Event:
        """Plays again what the last undo took back."""
        self._continued()
        self._not_given_up()
        self.check_room()
        if not self.state.groups:
            raise RefusedError("nothing-to-undo", "nothing to play again: no move was taken back")
        return Event(Kind.REDO, seat, str(self.state.groups[-1]))

    def draw(self, seat: Mark) -> Event:
        """Offers a draw, or accepts the other side's offer. A computer agrees to none."""
        self.check_open()
        if self.is_computer(seat.other) or self.is_computer(seat):
            raise RefusedError("not-yours", "a computer plays on: it agrees to no draw")
        if self.state.consent and self.state.offers.get("draw", seat) is seat:
            self.check_room()
            return Event(Kind.OFFER, seat, "draw")
        return Event(Kind.AGREE, seat)

    def again(self, seat: Mark, successor: str, swap: bool = False) -> Event:
        """Goes on in a new game of the id ``successor``, or offers to."""
        self._continued()
        offered = self._offered_again()
        if self.state.consent and (offered is None or self.state.offers[offered] is seat):
            self.check_room(_LAST_OFFERS)
            return Event(Kind.OFFER, seat, "swap" if swap else "again")
        return Event(Kind.AGAIN, seat, successor)

    def swaps(self, swap: bool) -> bool:
        """Whether the next game changes the sides: as was offered, where something was."""
        offered = self._offered_again()
        return swap if offered is None else offered == "swap"

    def resign(self, seat: Mark) -> Event:
        """Gives the game up."""
        self.check_open()
        return Event(Kind.RESIGN, seat)

    def decline(self, seat: Mark) -> Event:
        """Declines what the other side offered."""
        if seat.other not in self.state.offers.values():
            raise RefusedError("no-offer", f"nothing to decline: {seat.other} offers nothing")
        self.check_room(_LAST_OFFERS)
        return Event(Kind.DECLINE, seat)

    def join(self, seat: Mark) -> Event:
        """The friend takes the seat that was kept."""
        if self.seats[seat] != FRIEND or self.state.taken:
            raise RefusedError("seat-taken", f"the seat of {seat} is taken")
        return Event(Kind.JOIN, seat)

    def has_time(self, now: int) -> bool:
        """Whether the side to move may still move."""
        clock, mover = self.state.clock, self.state.position.to_move
        return clock is None or clock.left_of(mover, mover, now) > 0

    def timed(self, move: Event, now: int) -> Log:
        """The log with a move and, where a clock runs, with what that leaves its side."""
        log, clock = self.add(move), self.state.clock
        if clock is None or (self.state.consent and not self.state.taken):
            return log
        return log.add(Event(Kind.TIME, move.seat, clock.after(move.seat, now)))

    def flag(self, now: int) -> Event:
        """The side to move has spent its time, and loses."""
        self.check_open()
        if self.has_time(now):
            raise RefusedError("still-time", f"{self.state.position.to_move} still has time")
        return Event(Kind.FLAG, self.state.position.to_move)

    def name(self, seat: Mark, name: str) -> Event:
        """Whoever sits there says what they are called."""
        self.check_person(seat)
        self.check_room()
        return Event(Kind.NAME, seat, name)

    def repeats(self, version: int, verb: str, seat: Mark | None, detail: str | None = None) -> bool:
        """Whether the request was already done: by the event after what its sender had seen.

        ``seat`` None stands for any computer, ``detail`` None for any. Raises RefusedError for an old version
        at which something else happened, and for one that is still to come.
        """
        if version == self.version:
            return False
        if 0 <= version < self.version:
            event = self.events[version]
            same_seat = self.is_computer(event.seat) if seat is None else event.seat is seat
            if event.does(verb) and same_seat and detail in (None, event.detail):
                return True
        message = f"version {quote(version)} is not where the game stands: that is {self.version}"
        raise RefusedError("stale", message)

    def _plies_back(self, seat: Mark) -> int:
        moves = self.state.game.moves
        first = self.state.game.start.to_move
        for ply in range(len(moves) - 1, -1, -1):
            if (first if ply % 2 == 0 else first.other) is seat:
                return len(moves) - ply
        raise RefusedError("nothing-to-undo", f"nothing to take back: {seat} has not moved")

    def _offered_again(self) -> str | None:
        return next((what for what in ("again", "swap") if what in self.state.offers), None)

    def _continued(self) -> None:
        if self.state.next:
            raise RefusedError("game-over", "this game is over: it goes on in the next one")

    def _not_given_up(self) -> None:
        if self.state.clock:
            raise RefusedError("timed", "where a clock runs no move is taken back")
        if self.state.ended:
            raise RefusedError("game-over", f"the game is over, by {self.state.ended.reason}")


def _person_moves(log: Log, seat: Mark) -> None:
    log.check_person(seat)
    log.check_turn(seat)


ASKED: Mapping[RequestName, Callable[[Log, Mark], Event]] = {
    "undo": Log.undo,
    "redo": Log.redo,
    "draw": Log.draw,
    "decline": Log.decline,
    "resign": Log.resign,
}
"""The requests that need nothing but the seat, by name."""

_REQUESTS: Mapping[RequestName, Callable[[Log, Mark], object]] = {
    "move": _person_moves,
    "step": lambda log, _: log.check_step(),
    **ASKED,
    "again": lambda log, seat: log.again(seat, "any"),
}


_IGNORABLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f"
    "\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"""Default_Ignorable_Code_Point (Unicode 16.0, DerivedCoreProperties.txt): they show nothing by themselves."""

_VISIBLE = rf"[^\s{_IGNORABLE}\u2800]"
"""A character that shows something; U+2800 is the Braille pattern without dots."""

_SELECTORS = r"[\ufe00-\ufe0f]"
"""Variation selectors: they choose the shape of the character before them."""

_JOINERS = "\u200c\u200d"
"""Zero-width non-joiner and joiner, which Persian, Hindi and emoji need."""

_JOINED = re.compile(rf"(?<={_VISIBLE})({_SELECTORS}?)[{_JOINERS}](?={_VISIBLE})")
"""A joiner between two visible characters."""


def person_name(text: str) -> str:
    """Return a name on one line, without surrounding space.

    A name has a visible character. It has joiners only between visible characters, and no other character that Python
    does not call printable, such as controls of the direction of text. Raises NotationError for anything else.
    """
    name = " ".join(text.split())
    if not re.search(_VISIBLE, name) or not _JOINED.sub(r"\1", name).isprintable():
        raise NotationError(
            f"not a name: {quote(text)} (1 to 30 characters, of which at least one can be seen)"
        )
    return name
