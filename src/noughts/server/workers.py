"""Where work is done: on the event loop, in a thread that waits, or in another process that computes.

To decide about a move on a small board and to store it takes half a millisecond. Handing that to a thread and back
takes longer than the work: with 200 games, the slowest of a hundred responses came after 21 ms at once, and after
46 ms or more with threads. What computes for seconds gets a process of its own: in a thread it would take the
interpreter's lock again and again, and a move would take 200 ms instead of 4. Those processes have modules of their
own, since a process imports whatever its module imports.

A host gives the application its workers. There are three: a machine with threads and processes (``this_machine``), one
that has neither (``Inline``), and a browser (``wasm_host``).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from typing import Any, Literal, ParamSpec, Protocol, TypeVar

from noughts.server.api_errors import OutOfTimeError, Refusal
from noughts.server.jobs import Job, Reply, reply_of
from noughts.server.rate_limits import RateLimits
from noughts.server.worker_queue import AnyComputer, Hear, Lane, LaneLimits, Spent, TurnLimits, Turns

T = TypeVar("T")

LONG = 3_600.0
"""Seconds for which something waits for its turn where there is one asker, who leaves what lasts too long."""


class Host(Protocol):
    """What runs the application."""

    def lane(self, limits: LaneLimits, spent: Spent) -> Lane:
        """A lane of its own."""

    async def aside(self, work: Callable[[], T]) -> T:
        """What work comes to that takes milliseconds or waits, so that the event loop should not."""

    def begin(self, work: Callable[[], object]) -> None:
        """Begins what nobody waits for."""


def single_lane(computer: AnyComputer, limits: LaneLimits, spent: Spent) -> Lane:
    """A lane of one computer, which is there already."""

    async def begin() -> AnyComputer:
        return computer

    return Lane(replace(limits, places=1, patience=LONG), spent, begin)


class Inline:
    """The host that computes at once: nobody else waits for it, and whoever wants to end that ends the whole."""

    def lane(self, limits: LaneLimits, spent: Spent) -> Lane:
        """One computation after the other, on the event loop, which waits meanwhile."""
        return single_lane(InlineComputer(), limits, spent)

    async def aside(self, work: Callable[[], T]) -> T:
        """At once."""
        return work()

    def begin(self, work: Callable[[], object]) -> None:
        """When the event loop is free."""
        asyncio.get_running_loop().call_soon(work)


class InlineComputer(AnyComputer):
    """The event loop itself as what computes for a lane: nothing interrupts or ends it once it has begun."""

    def patience(self, _: float) -> float:
        """As ``AnyComputer.patience``."""
        return LONG

    async def ask(self, job: Job, hear: Hear) -> Reply:
        """As ``AnyComputer.ask``."""
        await asyncio.sleep(0)  # what was answered before is sent before
        return reply_of(job, hear, nullcontext())


QUICK = TurnLimits(places=4, patience=10.0, most=4_000, each=2_000)
WAITING = TurnLimits(places=64, patience=10.0, most=2_000, each=1_000)
"""The threads that are busy for some milliseconds, and those that wait."""

MOVES = LaneLimits(places=2, niceness=4, seconds=4.0, patience=20.0, most=4_000, each=2_000)
QUESTIONS = LaneLimits(
    places=2, niceness=12, seconds=2.0, patience=10.0, most=1_000, each=250, pays="compute"
)
"""What computes the moves of games, and what answers questions."""

READING = LaneLimits(places=2, niceness=8, seconds=2.0, patience=10.0, most=1_000, each=100, pays="compute")
"""For reading records. Text from outside may take any time to read, and a thread cannot be stopped."""

THINKING = LaneLimits(places=2, niceness=8, seconds=60.0, patience=60.0, most=200, each=4)
"""Where players think by the clock, whom a page shows meanwhile; who waits for a place may let them move at once."""

CONTESTS = LaneLimits(places=1, niceness=19, seconds=120.0, patience=1_800.0, most=40, each=2, pays="contest")
"""What computes contests and proofs, which their askers watch and may wait for; all else goes before them."""

LESSONS = LaneLimits(places=1, niceness=4, seconds=60.0, patience=60.0, most=1_000, each=1_000)
"""What makes lessons: whoever asks first waits a second or two, and pays nothing for all who come later."""

LaneName = Literal["moves", "thinking", "questions", "reading", "contests", "lessons"]

SERVER = ""
"""Who asks where no address does: the server for itself, or for all."""

P = ParamSpec("P")


class Workers:
    """What a host computes with, shared out. The answer to a question may take ``question_seconds`` of CPU time."""

    def __init__(self, limits: RateLimits, host: Host, question_seconds: float = QUESTIONS.seconds) -> None:
        self.limits, self.host = limits, host
        self._quick, self._waiting = Turns(QUICK), Turns(WAITING)
        self.seconds = 0.0
        self._lanes: dict[LaneName, LaneLimits] = {
            "moves": MOVES,
            "thinking": THINKING,
            "questions": replace(QUESTIONS, seconds=question_seconds),
            "reading": READING,
            "contests": CONTESTS,
            "lessons": LESSONS,
        }
        self.lanes = {
            name: host.lane(lane, partial(self._charge, lane.pays)) for name, lane in self._lanes.items()
        }

    async def quick(self, who: str, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What takes some milliseconds, for an address. Raises Refusal where it would wait for too long."""
        return await self._aside(self._quick, who, partial(work, *args, **kwargs))

    async def waiting(self, who: str, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What waits, for a lock, for a program, for a database elsewhere; Refusal where too many want to."""
        return await self._aside(self._waiting, who, partial(work, *args, **kwargs))

    async def _aside(self, turns: Turns, who: str, work: Callable[[], T]) -> T:
        await turns.take(who)
        running = asyncio.ensure_future(self.host.aside(work))
        # A thread cannot be stopped: its place is free when it ends, not when its client leaves.
        running.add_done_callback(lambda _: turns.give_back())
        return await asyncio.shield(running)

    async def compute(
        self, lane: LaneName, who: str, work: Callable[..., T], *args: Any, hear: Hear | None = None
    ) -> T:
        """What a lane computes for an address, which pays for the seconds that it takes; as ``Lane.compute``."""
        if pays := self._lanes[lane].pays:
            self.limits.check(pays, who)
        return await self.lanes[lane].compute(who, work, *args, hear=hear)

    async def read(self, who: str, work: Callable[..., T], *args: Any) -> T:
        """Return what ``work`` reads in a record. Raises what it raises, and Refusal if it takes too long."""
        try:
            return await self.compute("reading", who, work, *args)
        except OutOfTimeError as error:
            raise Refusal("malformed", f"this record takes too long to read: {error}") from None

    def _charge(self, pays: str, who: str, seconds: float) -> None:
        self.seconds += seconds
        if pays:
            self.limits.pay(pays, who, seconds)

    def open(self) -> None:
        """Computes again after ``close``."""
        for lane in self.lanes.values():
            lane.open()

    def close(self) -> None:
        """Ends what computes, and so what waits for it. Nothing is computed any more."""
        for lane in self.lanes.values():
            lane.close()
