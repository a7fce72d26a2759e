"""Lanes of the tab: moves are computed at once, what takes long in another worker of the page."""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Awaitable, Callable
from typing import Any, Protocol, TypeVar

from noughts.ui.web.compute.host import Ahead, Hear, LaneLimits, OutOfTimeError, Spent
from noughts.ui.web.compute.inline import Inline, InlineLane
from noughts.ui.web.compute.jobs import Job, Reply
from noughts.ui.web.compute.workers import CONTESTS, MOVES, THINKING
from noughts.ui.web.refusal import Refusal

T = TypeVar("T")

_BEGINNING_SECONDS = 30.0
"""By the clock, in addition, for a worker that has to load Python first; and so long an idle one is kept."""


class OtherWorker(Protocol):
    """Another worker of the page, which has Python, too, and is begun when it is first asked: JavaScript's."""

    def ask(self, job: bytes, tell: Callable[[bytes], object]) -> Awaitable[bytes | None]:
        """Its reply, by ``computer.reply_to``; None where it was ended instead."""

    def end(self) -> None:
        """Ends it, whatever it does; when it is asked again it begins anew."""


class WorkerLane:
    """One computation after the other, in another worker, which is ended with what nobody waits for."""

    def __init__(self, worker: OtherWorker, limits: LaneLimits, spent: Spent) -> None:
        self._worker, self._limits, self._spent = worker, limits, spent
        self._free = asyncio.Lock()
        self._idle: asyncio.TimerHandle | None = None
        self.waiting = self.running = 0

    async def compute(self, who: str, work: Callable[..., T], *args: Any, hear: Hear | None = None) -> T:
        """As ``AnyLane.compute``."""
        if hear:
            hear(Ahead(self.waiting + self.running))
        self.waiting += 1
        try:
            await self._free.acquire()
        finally:
            self.waiting -= 1
        self.running = 1
        try:
            reply = await self._reply(Job(work, args, self._limits.seconds, tells=hear is not None), hear)
        finally:
            self.running = 0
            self._free.release()
        self._spent(who, reply.seconds)
        if reply.error:
            raise reply.error
        value: T = reply.value
        return value

    async def _reply(self, job: Job, hear: Hear | None) -> Reply:
        if self._idle:
            self._idle.cancel()
        if hear:
            hear(Ahead(0))
        loop = asyncio.get_running_loop()

        def tell(news: bytes) -> None:
            if hear:
                hear(pickle.loads(news))  # noqa: S301 - of our own worker

        try:
            async with asyncio.timeout(_BEGINNING_SECONDS + 2 * job.seconds):
                said = await self._worker.ask(pickle.dumps(job), tell)
        except TimeoutError:
            self._worker.end()
            return Reply(error=OutOfTimeError("it takes too long"), seconds=job.seconds)
        except asyncio.CancelledError:
            self._worker.end()
            raise
        if said is None:
            raise Refusal("busy", "the computation was ended: please ask again", retry_after=1)
        self._idle = loop.call_later(_BEGINNING_SECONDS, self._worker.end)
        reply: Reply = pickle.loads(said)  # noqa: S301 - our own
        return reply

    def open(self) -> None:
        """A worker begins when it is asked."""

    def close(self) -> None:
        """Ends the worker."""
        self._worker.end()


class Tab(Inline):
    """The host in a tab. Nobody waits for a move but who gets it; all else that takes long goes to other workers."""

    def __init__(self, begin_worker: Callable[[], OtherWorker]) -> None:
        self._begin_worker = begin_worker
        self._lasting: WorkerLane | None = None

    def lane(self, limits: LaneLimits, spent: Spent) -> InlineLane | WorkerLane:  # type: ignore[override]
        """Moves at once; a worker for questions, and one for what lasts: contests, players that think by the clock."""
        if limits == MOVES:
            return InlineLane(spent)
        if limits not in (THINKING, CONTESTS):
            return WorkerLane(self._begin_worker(), limits, spent)
        self._lasting = self._lasting or WorkerLane(self._begin_worker(), CONTESTS, spent)
        return self._lasting
