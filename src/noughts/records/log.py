"""A game between two seats as a log of events, and what follows from it; nothing in a log is ever changed.

A log knows no clock, no network and no dice: whoever keeps it says what happened, and it says what that means
or refuses. Its ``version`` is its length; a request names the version that its sender last saw, so that one
that comes twice, or too late, is known as such.

A seat is ``person`` (whoever made the game), ``friend`` (at another device) or a computer player's name. Between
two devices undoing, drawing and playing again need both sides: the first to ask offers, the other agrees by
asking the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, reduce
from typing import TYPE_CHECKING

from noughts.errors import IllegalMoveError, NoughtsError, quote
from noughts.game.board import Cell
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.records.ending import Ending, Why, ending_of
from noughts.records.event import Event, Kind
from noughts.records.game import Game

if TYPE_CHECKING:  # a name of the contract, for the type checker only
    from noughts.contract.games import RequestName

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
    next: str | None = None

    @property
    def position(self) -> Position:
        """Where the game stands."""
        return self.game.position

    @cached_property
    def ending(self) -> Ending | None:
        """How the game ended, or None while it goes on."""
        return self.ended or ending_of(self.game.outcome)


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

    @property
    def consent(self) -> bool:
        """Whether the sides sit at two devices, so that both must agree to what concerns both."""
        return self.state.consent

    def is_computer(self, seat: Mark) -> bool:
        """Whether a computer player sits there."""
        return self.seats[seat] not in (PERSON, FRIEND)

    def add(self, event: Event) -> Log:
        """The log with one more event, which must follow: what was decided is not decided again."""
        return self.extended((event,))

    def extended(self, events: Iterable[Event]) -> Log:
        """The log with more events, in one pass."""
        more = tuple(events)
        return Log(self.seats, reduce(_after, more, self.state), (*self.events, *more))

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
        if self.consent and asker is seat:
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
        if self.consent and self.state.offers.get("draw", seat) is seat:
            self.check_room()
            return Event(Kind.OFFER, seat, "draw")
        return Event(Kind.AGREE, seat)

    def again(self, seat: Mark, successor: str, swap: bool = False) -> Event:
        """Goes on in a new game of the id ``successor``, or offers to."""
        self._continued()
        offered = self._offered_again()
        if self.consent and (offered is None or self.state.offers[offered] is seat):
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


def _after(state: State, event: Event) -> State:
    """Where a game stands after one more event."""
    return _FOLDS[event.kind](state, event)


def _moved(state: State, event: Event) -> State:
    game = state.game.play(state.position.board.cell(event.detail))
    return replace(state, game=game, groups=(), offers={})


def _undone(state: State, event: Event) -> State:
    plies, game = int(event.detail), state.game
    for _ in range(plies):
        game = game.undo()
    if state.consent:  # what both took back, neither plays again alone
        return replace(state, game=game.with_undone(()), offers={})
    return replace(state, game=game, groups=(*state.groups, plies), offers={})


def _redone(state: State, event: Event) -> State:
    game = state.game
    for _ in range(int(event.detail)):
        game = game.redo()
    return replace(state, game=game, groups=state.groups[:-1], offers={})


def _offered(state: State, event: Event) -> State:
    others = {what: seat for what, seat in state.offers.items() if not {what, event.detail} <= _AGAIN}
    return replace(state, offers={**others, event.detail: event.seat})


def _declined(state: State, event: Event) -> State:
    own = {what: seat for what, seat in state.offers.items() if seat is event.seat}
    return replace(state, offers=own)


def _lost(state: State, event: Event) -> State:
    reason: Why = "resignation" if event.kind is Kind.RESIGN else "forfeit"
    return replace(state, ended=Ending(event.seat.other, reason, why=event.detail), offers={})


def _unwon(state: State, event: Event) -> State:
    reason: Why = "agreement" if event.kind is Kind.AGREE else "abandoned"
    return replace(state, ended=Ending(None, reason), offers={})


def _joined(state: State, _: Event) -> State:
    return replace(state, taken=True)


def _named(state: State, event: Event) -> State:
    return replace(state, names={**state.names, event.seat: event.detail})


def _continued_in(state: State, event: Event) -> State:
    return replace(state, next=event.detail, offers={})


_AGAIN = {"again", "swap"}

_FOLDS = {
    Kind.MOVE: _moved,
    Kind.UNDO: _undone,
    Kind.REDO: _redone,
    Kind.OFFER: _offered,
    Kind.DECLINE: _declined,
    Kind.RESIGN: _lost,
    Kind.FORFEIT: _lost,
    Kind.AGREE: _unwon,
    Kind.ABANDON: _unwon,
    Kind.JOIN: _joined,
    Kind.NAME: _named,
    Kind.AGAIN: _continued_in,
}
