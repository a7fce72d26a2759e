"""Where work is done: at once on the event loop, in a thread that waits, or in another process that computes.

To decide about a move on a small board and to keep it takes half a millisecond. Handing that to a thread and back
takes longer than the work: with 200 games, the slowest of a hundred answers came after 21 ms at once, and after
46 ms or more with threads. What computes for seconds gets a process of its own: in a thread it would take the
interpreter's lock again and again, and a move would take 200 ms instead of 4. (That pool is a module of its own, since
its processes import whatever it imports.)
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import ParamSpec, TypeVar

from anyio import CapacityLimiter, to_thread

from noughts.records.store import BusyError, impatient
from noughts.ui.web.processes import Processes
from noughts.ui.web.refusal import Refusal

_QUICK, _WAITING = 4, 64
"""How many threads at most are busy, and wait."""

P = ParamSpec("P")
T = TypeVar("T")


class Workers:
    """The event loop itself, threads and processes. ``near`` says that the database answers without a network."""

    def __init__(self, near: bool) -> None:
        self._near = near
        self._quick = CapacityLimiter(_QUICK)
        self._waiting = CapacityLimiter(_WAITING)
        self._lock = threading.Lock()
        self._processes: Processes | None = None

    async def at_once(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What takes a millisecond, unless the database is locked or far away: then a thread waits for it.

        A locked database has kept nothing, so that the work can be begun again.
        """
        if self._near:
            try:
                with impatient():
                    return work(*args, **kwargs)
            except BusyError:
                pass
        return await self.waiting(work, *args, **kwargs)

    async def quick(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What takes some milliseconds."""
        return await to_thread.run_sync(partial(work, *args, **kwargs), limiter=self._quick)

    async def waiting(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What waits: for a lock, or for another process. Raises Refusal when too many wait already."""
        if not self._waiting.available_tokens:
            raise Refusal("busy", "too much is waited for here: please ask again", retry_after=5)
        return await to_thread.run_sync(partial(work, *args, **kwargs), limiter=self._waiting)

    async def slow(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What may take seconds: in another process, so all of it must go by pickle."""
        return await self.waiting(partial(self.compute, work, *args, **kwargs))

    def compute(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The same for a thread, which waits for the result."""
        with self._lock:
            pool = self._processes = self._processes or Processes()
        try:
            return pool.submit(work, *args, **kwargs).result()
        except BrokenProcessPool:
            with self._lock:
                self._processes = None if self._processes is pool else self._processes
            raise Refusal("busy", "the computation was ended: please ask again", retry_after=1) from None

    def close(self) -> None:
        """Ends what computes, and so what waits for it; another question would begin it anew."""
        with self._lock:
            pool, self._processes = self._processes, None
        if pool:
            pool.shutdown(wait=False, cancel_futures=True)
