"""A host without threads and processes, a worker of a browser's page say: what is computed is computed at once.

Nothing there interrupts a computation, and nobody else's waits for it: whoever wants to end one ends the worker.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any, TypeVar

from noughts.ui.web.compute.host import Ahead, Hear, LaneLimits, Spent
from noughts.ui.web.compute.jobs import sendable

T = TypeVar("T")


class InlineLane:
    """One computation after the other, on the event loop, which waits meanwhile."""

    waiting = 0

    def __init__(self, spent: Spent) -> None:
        self._spent = spent
        self.running = 0

    async def compute(self, who: str, work: Callable[..., T], *args: Any, hear: Hear | None = None) -> T:
        """As ``AnyLane.compute``; it cannot be cancelled once it has begun, and news are sent when it has ended."""
        if hear:
            hear(Ahead(0))
            args = (lambda news, _compiles=False: hear(news), *args)
        await asyncio.sleep(0)  # what was answered before is sent before
        self.running, begun = 1, time.process_time()
        try:
            return work(*args)
        except MemoryError as error:
            raise sendable(error) from None
        finally:
            self.running = 0
            self._spent(who, time.process_time() - begun)

    def open(self) -> None:
        """Nothing is to be begun."""

    def close(self) -> None:
        """Nothing is to be ended."""


class Inline:
    """The host that computes at once."""

    def lane(self, _limits: LaneLimits, spent: Spent) -> InlineLane:
        """The same for all limits: there is one asker."""
        return InlineLane(spent)

    async def aside(self, work: Callable[[], T]) -> T:
        """At once."""
        return work()

    def begin(self, work: Callable[[], object]) -> None:
        """When the event loop is free."""
        asyncio.get_running_loop().call_soon(work)
