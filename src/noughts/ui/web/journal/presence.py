"""Who of a class is there: whoever's page watches it. Once none has for a while the pupil is away until one does again.

Each server hears of its own streams alone, and what it finds is an event of the class, as everything there is. A pupil
whose stream went over to another server may so be told to be away by the one that it left; the other says at once that
this is not so. Whoever never watched the class is never told to be away.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from functools import partial

from noughts.ui.web.compute.workers import SERVER
from noughts.ui.web.journal import class_decisions as classes
from noughts.ui.web.journal.journal import Journal
from noughts.ui.web.journal.shared import Change, ClassHeader, ClassRecord
from noughts.ui.web.refusal import Refusal, StoreError

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

    def go(self, seat: Seat) -> None:
        """A stream has ended."""
        self._open[seat] -= 1
        if not self._open[seat]:
            del self._open[seat]
            self._expect(seat)

    def pass_by(self, seat: Seat) -> None:
        """Somebody looked who has no stream just now."""
        self.come(seat)
        self.go(seat)

    def check(self, seat: Seat) -> None:
        """Says that somebody is there whose class says otherwise, or is just not remembered."""
        record = self._journal.recall(ClassHeader, seat[0])
        pupils = record.log.pupils if record and not record.log.closed else ()
        missed = any(each.number == seat[1] and each.here and each.away is not False for each in pupils)
        if missed or record is None:
            self._decide(seat, away=False)

    def _expect_all(self, id_: str) -> None:
        """The only server has just begun: whoever was there before and does not come again is away."""
        record = self._journal.recall(ClassHeader, id_)
        for pupil in record.log.pupils if record else ():
            if pupil.away is False:
                self._expect((id_, pupil.number))

    def _expect(self, seat: Seat) -> None:
        if before := self._ending.pop(seat, None):
            before.cancel()
        self._ending[seat] = self.later(A_WHILE, partial(self._miss, seat))

    def _miss(self, seat: Seat) -> None:
        self._ending.pop(seat, None)
        if seat not in self._open:
            self._decide(seat, away=True)

    def _decide(self, seat: Seat, *, away: bool) -> None:
        task = asyncio.ensure_future(self._tell(seat, away))
        self._deciding.add(task)
        task.add_done_callback(self._deciding.discard)

    async def _tell(self, seat: Seat, away: bool) -> None:
        """What cannot be kept just now is told after a while, if it is still so."""

        def decide(room: ClassRecord) -> Change | None:
            is_so = away is (seat not in self._open)  # while it waited for its turn it may have come or gone
            return classes.presence(room, seat[1], away) if is_so else None

        try:
            await self._journal.decide(ClassHeader, seat[0], decide, SERVER)
        except (Refusal, StoreError) as error:
            if not isinstance(error, Refusal) or error.status != 404:
                self.later(A_WHILE, partial(self._decide, seat, away=away))
