"""A machine as the application's host: threads that wait, processes that compute."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from anyio import CapacityLimiter, to_thread

from noughts.server.worker_processes import Computer, WorkerLimits
from noughts.server.worker_queue import Lane, LaneLimits, Spent

_THREADS = 72
"""Maximum threads: 4 that are quick, 64 that wait and 4 that write, so that no writer waits for one."""

T = TypeVar("T")


class Machine:
    """Threads and processes of this machine; to be made where an event loop runs, or before.

    Worker processes do not load the plug-ins in ``rejected``, for the reasons given there.
    """

    def __init__(self, limits: WorkerLimits | None = None, rejected: Mapping[str, str] | None = None) -> None:
        self._limits, self._rejected = limits or WorkerLimits(), rejected or {}
        self._threads = CapacityLimiter(_THREADS)

    def lane(self, limits: LaneLimits, spent: Spent) -> Lane:
        """Some processes, which begin when there is something to compute, and threads that wait for them."""
        threads = ThreadPoolExecutor(limits.places, "lane")

        async def begin() -> Computer:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(
                threads, Computer, limits.niceness, threads, self._limits, self._rejected
            )

        return Lane(limits, spent, begin)

    async def aside(self, work: Callable[[], T]) -> T:
        """By a thread."""
        return await to_thread.run_sync(work, limiter=self._threads)

    def begin(self, work: Callable[[], object]) -> None:
        """By a thread of its own, which ends with the process."""
        threading.Thread(target=work, daemon=True).start()
