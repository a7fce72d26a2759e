"""Lanes of the tab: moves are computed at once, what takes long in another worker of the page."""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Awaitable, Callable
from typing import Protocol

from noughts.ui.web.compute.host import Inline, single_lane
from noughts.ui.web.compute.jobs import Job, Reply
from noughts.ui.web.compute.lanes import Hear, Lane, LaneLimits, Spent
from noughts.ui.web.compute.workers import CONTESTS, MOVES, THINKING

_BEGINNING_SECONDS = 30.0
"""By the clock, in addition, for a worker that has to load Python first; and so long an idle one is kept."""


class OtherWorker(Protocol):
    """Another worker of the page, which has Python, too, and is begun when it is first asked: JavaScript's."""

    def ask(self, job: bytes, tell: Callable[[bytes], object]) -> Awaitable[bytes | None]:
        """Its reply, by ``computer.reply_to``; None where it was ended instead."""

    def end(self) -> None:
        """Ends it, whatever it does; when it is asked again it begins anew."""


class WorkerComputer:
    """Another worker as what computes for a lane; it is ended with what nobody waits for."""

    compiles = False

    def __init__(self, worker: OtherWorker) -> None:
        self._worker = worker
        self._asking: asyncio.Future[bytes | None] | None = None
        self._idle: asyncio.TimerHandle | None = None

    def patience(self, seconds: float) -> float:
        """As ``AnyComputer.patience``."""
        return _BEGINNING_SECONDS + 2 * seconds

    async def ask(self, job: Job, hear: Hear) -> Reply:
        """As ``AnyComputer.ask``."""
        if self._idle:
            self._idle.cancel()
        said = self._worker.ask(pickle.dumps(job), lambda news: hear(pickle.loads(news)))  # noqa: S301 - our own
        self._asking = asyncio.ensure_future(said)
        await asyncio.wait((self._asking,))
        if self._asking.cancelled() or (body := self._asking.result()) is None:
            raise EOFError
        self._idle = asyncio.get_running_loop().call_later(_BEGINNING_SECONDS, self.end)
        reply: Reply = pickle.loads(body)  # noqa: S301 - our own
        return reply

    def interrupt(self) -> None:
        """It has no signals: it is ended."""
        self.end()

    def end(self) -> None:
        """Ends the worker, which begins anew when it is asked."""
        if self._asking:
            self._asking.cancel()
        self._worker.end()


class Tab(Inline):
    """The host in a tab. Nobody waits for a move but who gets it; all else that takes long goes to other workers."""

    def __init__(self, begin_worker: Callable[[], OtherWorker]) -> None:
        self._begin_worker = begin_worker
        self._lasting: Lane | None = None

    def lane(self, limits: LaneLimits, spent: Spent) -> Lane:
        """Moves at once; a worker for questions, and one for what lasts: contests, players that think by the clock."""
        if limits == MOVES:
            return super().lane(limits, spent)
        if limits not in (THINKING, CONTESTS):
            return single_lane(WorkerComputer(self._begin_worker()), limits, spent)
        self._lasting = self._lasting or single_lane(WorkerComputer(self._begin_worker()), CONTESTS, spent)
        return self._lasting
