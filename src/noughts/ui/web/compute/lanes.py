"""Who computes what when: lanes of processes, whose places addresses take in turn.

Moves and questions have a lane each, so that no question keeps a game waiting. What is running is ended once its time
is spent, or nobody waits for it any more.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from noughts.ui.web.compute.host import Ahead, Hear, LaneLimits, OutOfTimeError, Spent
from noughts.ui.web.compute.jobs import Job, Reply
from noughts.ui.web.compute.processes import Computer
from noughts.ui.web.compute.turns import Turns
from noughts.ui.web.refusal import Refusal

T = TypeVar("T")

_SLOWER = 1 if sys.platform == "win32" else 8
"""How many times longer by the clock than in CPU seconds a computation may take, where others compute beside it; on
Windows the clock is all there is."""

_BEGINNING_SECONDS = 60.0
"""By the clock, in addition, for a process that has to import what it is asked for."""

_GRACE_SECONDS = 2.0
"""How long after an interruption a process that has not heard it is ended."""


class Lane:
    """Some processes, which begin when there is something to compute. To be used on the event loop.

    ``spent`` is told the CPU seconds that an address has cost.
    """

    def __init__(self, rules: LaneLimits, spent: Spent) -> None:
        self.rules = rules
        self._spent = spent
        self._turns = Turns(rules)
        self._closed = False
        self._idle: list[Computer] = []
        self._running: set[_Run] = set()
        self._threads = ThreadPoolExecutor(rules.places, "lane")

    async def compute(self, who: str, work: Callable[..., T], *args: Any, hear: Hear | None = None) -> T:
        """What the work comes to, all of which goes by pickle; when this is cancelled the work ends.

        Work that is to be heard takes a function as its first argument, by which it tells how it stands. Raises what
        the work raises, OutOfTimeError where it takes too long, and Refusal where too many wait.
        """
        await self._turns.take(who, (lambda before: hear(Ahead(before))) if hear else None)
        run = _Run(Job(work, args, self.rules.seconds, tells=hear is not None), hear)
        self._running.add(run)
        running = asyncio.get_running_loop().create_task(self._run(who, run))
        try:
            reply = await asyncio.shield(running)
        except asyncio.CancelledError:
            run.stop()
            raise
        if reply.error:
            raise reply.error
        value: T = reply.value
        return value

    @property
    def waiting(self) -> int:
        """How many wait for their turn."""
        return self._turns.waiting

    @property
    def running(self) -> int:
        """How many are computed."""
        return len(self._running)

    def open(self) -> None:
        """Computes again after ``close``: a server that is started once more."""
        self._closed = False

    def close(self) -> None:
        """Ends what computes and what begins to, and so what waits for it; nothing is computed until it is opened."""
        self._closed = True
        for run in self._running:
            run.end()
        while self._idle:
            self._idle.pop().end()

    async def _run(self, who: str, run: _Run) -> Reply:
        loop, computer, reply = asyncio.get_running_loop(), None, Reply(ends=True)
        try:
            if self._idle:
                computer = self._idle.pop()
            else:
                computer = await loop.run_in_executor(self._threads, Computer, self.rules.niceness)
            if self._closed:
                raise EOFError
            reply = await run.on(computer, self._threads)
            return reply
        except EOFError:
            if run.stopped:
                return Reply(error=OutOfTimeError("it takes too long"))
            raise Refusal("busy", "the computation was ended: please ask again", retry_after=1) from None
        finally:
            self._running.discard(run)
            self._spent(who, reply.seconds or run.seconds)
            if reply.ends and computer:
                computer.end()
            elif computer:
                self._idle.append(computer)
            self._turns.give_back()


class _Run:
    """A computation that is going on."""

    def __init__(self, job: Job, hear: Hear | None) -> None:
        self._job = job
        self._hear = hear
        self._computer: Computer | None = None
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        self._begun = self._loop.time()
        self.stopped = False

    @property
    def seconds(self) -> float:
        """How long it has been running, but not more than it may: what is known of one that never replied."""
        return min(self._loop.time() - self._begun, self._job.seconds)

    async def on(self, computer: Computer, threads: ThreadPoolExecutor) -> Reply:
        """The reply of a process; EOFError where it has ended."""
        if self.stopped:
            return Reply(error=OutOfTimeError("nobody waits for it"))
        self._computer = computer
        self._timer = self._loop.call_later(_BEGINNING_SECONDS + self._job.seconds * _SLOWER, self.stop)
        try:
            return await self._loop.run_in_executor(threads, computer.ask, self._job, self._hand_on)
        finally:
            self._timer.cancel()

    def _hand_on(self, value: Any) -> None:
        if self._hear:
            self._loop.call_soon_threadsafe(self._hear, value)

    def stop(self) -> None:
        """Interrupts it, and ends it where it does not hear that. What is compiled meanwhile is left to its end."""
        self.stopped = True
        if self._computer:
            assert self._timer
            self._timer.cancel()
            self._computer.interrupt()
            self._timer = self._loop.call_later(_GRACE_SECONDS, self._insist)

    def _insist(self) -> None:
        assert self._computer
        if self._computer.compiles:
            self.stop()
        else:
            self._computer.end()

    def end(self) -> None:
        """Ends it at once: the server stops."""
        if self._computer:
            self._computer.end()
