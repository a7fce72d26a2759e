"""The clock of a game between two people: so much time for all moves of a side, and some more for each.

The caller passes the time in milliseconds, from any fixed moment. The clock starts with the first move that is made
after both players have joined; this move takes no time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from noughts.game.outcome import Mark


@dataclass(frozen=True)
class Clock:
    """``seconds`` for each side, and ``increment`` more for each move.

    ``left`` are the milliseconds that each had at the time ``since``, when the side to move began to think; None
    before the clock runs.
    """

    seconds: int
    increment: int
    left: Mapping[Mark, int]
    since: int | None = None

    @classmethod
    def parse(cls, text: str) -> Clock:
        """The clock of a text like ``300+5``, before it runs."""
        seconds, increment = map(int, text.split("+"))
        return cls(seconds, increment, dict.fromkeys(Mark, seconds * 1000))

    def __str__(self) -> str:
        return f"{self.seconds}+{self.increment}"

    def left_of(self, seat: Mark, mover: Mark, now: int) -> int:
        """The milliseconds that a side has now, while ``mover`` is to move; none are 0 or less."""
        spent = max(0, now - self.since) if seat is mover and self.since is not None else 0
        return self.left[seat] - spent

    def after_event(self, seat: Mark, detail: str) -> Clock:
        """The clock after what an event told: what this side had when it had moved, and when that was."""
        left, _, since = detail.partition("@")
        return replace(self, left={**self.left, seat: int(left)}, since=int(since))

    def spent(self, seat: Mark) -> Clock:
        """The clock when a side has nothing left."""
        return replace(self, left={**self.left, seat: 0})

    def after(self, mover: Mark, now: int) -> str:
        """What is told of a move that is made now."""
        more = 0 if self.since is None else self.increment * 1000
        return f"{self.left_of(mover, mover, now) + more}@{now}"
