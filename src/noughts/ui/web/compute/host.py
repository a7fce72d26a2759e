"""What a host of the application gives it to compute with: lanes, and something that waits beside the event loop.

Three hosts are there: a machine with threads and processes (``this_machine``), one that has neither, which stands here,
and a browser's tab (``tab``), which has other workers.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from typing import Protocol, TypeVar

from noughts.ui.web.compute.jobs import Job, Reply, reply_of
from noughts.ui.web.compute.lanes import AnyComputer, Hear, Lane, LaneLimits, Spent

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


class InlineComputer:
    """The event loop itself as what computes for a lane: nothing interrupts it once it has begun."""

    compiles = False

    def patience(self, _: float) -> float:
        """As ``AnyComputer.patience``."""
        return LONG

    async def ask(self, job: Job, hear: Hear) -> Reply:
        """As ``AnyComputer.ask``."""
        await asyncio.sleep(0)  # what was answered before is sent before

        def tell(news: object, _compiles: bool = False) -> None:
            hear(news)

        return reply_of(job, tell, nullcontext())

    def interrupt(self) -> None:
        """Nothing is to be interrupted."""

    def end(self) -> None:
        """Nothing is to be ended."""
