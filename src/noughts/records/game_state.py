"""Where a game stands, all that follows from its events, one after the other; and how it ended."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal

from noughts.game.board import Line
from noughts.game.outcome import Mark, Outcome, Reason
from noughts.game.position import Position
from noughts.records.clock import Clock
from noughts.records.event import Event, Kind
from noughts.records.game import Game

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


def after_event(state: State, event: Event) -> State:
    """Where a game stands after one more event."""
    return _FOLDS[event.kind](state, event)


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
