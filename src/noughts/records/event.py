"""What can happen in a game, as it is kept."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from noughts.game.outcome import Mark


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
