"""A game between two seats as a log of events, and what follows from it; nothing in a log is ever changed.

A log knows no clock, no network and no dice: whoever keeps it says what happened, and it says what that means
or refuses. Its ``version`` is its length; a request names the version that its sender last saw, so that one
that comes twice, or too late, is known as such.

A seat is ``person`` (whoever made the game), ``friend`` (at another device) or a computer player's name. Between
two devices undoing, drawing and playing again need both sides: the first to ask offers, the other agrees by
asking the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property, reduce

from noughts.errors import IllegalMoveError, NoughtsError, quote
from noughts.game.board import Cell
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.records.ending import Ending, ending_of
from noughts.records.game import Game

PERSON, FRIEND = "person", "friend"


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
    AGREE = "agree"
    """Nothing: the game is drawn by agreement."""
    JOIN = "join"
    """Nothing: the friend's seat is taken."""
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
        return verb == ("draw" if self.kind is Kind.AGREE else self.kind.value)


class RefusedError(NoughtsError):
    """A request that the game does not allow now; ``code`` says why in a word for programs."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True)
class State:
    """Where a game stands: all that follows from its events."""

    game: Game
    groups: tuple[int, ...] = ()
    """How many plies each undo took back, the one to redo first at the end."""
    offers: Mapping[str, Mark] = field(default_factory=dict)
    ended: Ending | None = None
    """How it ended if not on the board: by resignation or agreement."""
    taken: bool = False
    next: str | None = None

    @cached_property
    def position(self) -> Position:
        """Where the game stands."""
        return self.game.position

    @cached_property
    def ending(self) -> Ending | None:
        """How the game ended, or None while it goes on."""
        return self.ended or ending_of(self.position)


@dataclass(frozen=True)
class Log:
    """The events so far and where they lead; every change returns a new log."""

    seats: Mapping[Mark, str]
    state: State
    events: tuple[Event, ...] = ()

    @classmethod
    def begin(cls, start: Position, seats: Mapping[Mark, str], events: Iterable[Event] = ()) -> Log:
        """The log of a game from ``start`` after the given events."""
        return reduce(Log.add, events, cls(dict(seats), State(Game(start))))

    @property
    def version(self) -> int:
        """How many events there are."""
        return len(self.events)

    @property
    def consent(self) -> bool:
        """Whether the sides sit at two devices, so that both must agree to what concerns both."""
        return FRIEND in self.seats.values()

    def is_computer(self, seat: Mark) -> bool:
        """Whether a computer player sits there."""
        return self.seats[seat] not in (PERSON, FRIEND)

    def add(self, event: Event) -> Log:
        """The log with one more event, which must follow: what was decided is not decided again."""
        state = _FOLDS[event.kind](self, event)
        return Log(self.seats, state, (*self.events, event))

    def check_open(self) -> None:
        """Raises RefusedError once the game is over or goes on in another."""
        self._continued()
        ending = self.state.ending
        if ending:
            raise RefusedError("game-over", f"the game {quote(self.state.position)} is over: {ending.reason}")

    # Requests. Each answers the event that it leads to, or raises RefusedError.

    def move(self, seat: Mark, cell: Cell) -> Event:
        """The side to move takes a cell."""
        self.check_open()
        position = self.state.position
        if position.to_move is not seat:
            raise RefusedError("wrong-turn", f"it is {position.to_move}'s turn, not {seat}'s")
        try:
            position.play(cell)
        except IllegalMoveError as error:
            raise RefusedError("taken-cell", str(error)) from None
        return Event(Kind.MOVE, seat, position.board.cell_name(cell))

    def undo(self, seat: Mark) -> Event:
        """Takes back to the last position in which this side was to move, or offers to."""
        self._continued()
        self._not_given_up()
        asker = self.state.offers.get("undo", seat)
        plies = self._plies_back(asker)
        if self.consent and asker is seat:
            return Event(Kind.OFFER, seat, "undo")
        return Event(Kind.UNDO, seat, str(plies))

    def redo(self, seat: Mark) -> Event:
        """Plays again what the last undo took back."""
        self._continued()
        self._not_given_up()
        if not self.state.groups:
            raise RefusedError("nothing-to-undo", "nothing to play again: no move was taken back")
        return Event(Kind.REDO, seat, str(self.state.groups[-1]))

    def draw(self, seat: Mark) -> Event:
        """Offers a draw, or accepts the other side's offer. A computer agrees to none."""
        self.check_open()
        if self.is_computer(seat.other) or self.is_computer(seat):
            raise RefusedError("not-yours", "a computer plays on: it agrees to no draw")
        if self.consent and self.state.offers.get("draw", seat) is seat:
            return Event(Kind.OFFER, seat, "draw")
        return Event(Kind.AGREE, seat)

    def again(self, seat: Mark, successor: str, swap: bool = False) -> Event:
        """Goes on in a new game of the id ``successor``, or offers to."""
        self._continued()
        offered = self._offered_again()
        if self.consent and (offered is None or self.state.offers[offered] is seat):
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
        return Event(Kind.DECLINE, seat)

    def join(self, seat: Mark) -> Event:
        """The friend takes the seat that was kept."""
        if self.seats[seat] != FRIEND or self.state.taken:
            raise RefusedError("seat-taken", f"the seat of {seat} is taken")
        return Event(Kind.JOIN, seat)

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


def _moved(log: Log, event: Event) -> State:
    game = log.state.game
    return replace(log.state, game=game.play(game.start.board.cell(event.detail)), groups=(), offers={})


def _undone(log: Log, event: Event) -> State:
    plies, game = int(event.detail), log.state.game
    for _ in range(plies):
        game = game.undo()
    if log.consent:  # what both took back, neither plays again alone
        return replace(log.state, game=Game(game.start, game.moves), offers={})
    return replace(log.state, game=game, groups=(*log.state.groups, plies), offers={})


def _redone(log: Log, event: Event) -> State:
    game = log.state.game
    for _ in range(int(event.detail)):
        game = game.redo()
    return replace(log.state, game=game, groups=log.state.groups[:-1], offers={})


def _offered(log: Log, event: Event) -> State:
    others = {what: seat for what, seat in log.state.offers.items() if not {what, event.detail} <= _AGAIN}
    return replace(log.state, offers={**others, event.detail: event.seat})


def _declined(log: Log, event: Event) -> State:
    kept = {what: seat for what, seat in log.state.offers.items() if seat is event.seat}
    return replace(log.state, offers=kept)


def _resigned(log: Log, event: Event) -> State:
    return replace(log.state, ended=Ending(event.seat.other, "resignation"), offers={})


def _agreed(log: Log, _: Event) -> State:
    return replace(log.state, ended=Ending(None, "agreement"), offers={})


def _joined(log: Log, _: Event) -> State:
    return replace(log.state, taken=True)


def _continued_in(log: Log, event: Event) -> State:
    return replace(log.state, next=event.detail, offers={})


_AGAIN = {"again", "swap"}

_FOLDS = {
    Kind.MOVE: _moved,
    Kind.UNDO: _undone,
    Kind.REDO: _redone,
    Kind.OFFER: _offered,
    Kind.DECLINE: _declined,
    Kind.RESIGN: _resigned,
    Kind.AGREE: _agreed,
    Kind.JOIN: _joined,
    Kind.AGAIN: _continued_in,
}
