"""A process that computes for the server, one thing at a time, and is interrupted when that takes too long.

It imports neither the server nor the store, so that it is soon there. Its time is counted in CPU seconds, of all its
threads: what others compute meanwhile costs no one an answer. When they are spent, or when nobody waits any more, what
it computes is ended by an exception, and it is ready for the next; only where that is not heard is it killed. An import
is never interrupted, and its time does not count: half of a module would stay, and fail all who need it.
"""

from __future__ import annotations

import asyncio
import math
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from pathlib import Path
from types import FrameType
from typing import Any

from noughts.errors import NoughtsError
from noughts.server.jobs import InterruptedWorkError, Job, Reply, reply_of

if sys.platform != "win32":
    import resource

_TICK = 0.1
"""CPU seconds between two looks at what it does."""

_SLOWER = 1 if sys.platform == "win32" else 8
"""How many times longer by the clock than in CPU seconds a computation may take, where others compute beside it; on
Windows the clock is all there is."""

_BEGINNING_SECONDS = 60.0
"""By the clock, in addition, for a process that has to import what it is asked for."""

_LOADER = "importlib._bootstrap"
"""How the names of the modules begin that import others."""

_MEMORY = 400_000_000
"""Bytes that a process may hold between two computations; one that holds more ends, and another takes its place."""


@dataclass(frozen=True)
class News:
    """What a job that goes on tells."""

    value: Any


class Computer:
    """The parent's end; a thread of ``threads`` waits for what it replies."""

    def __init__(self, niceness: int, threads: ThreadPoolExecutor) -> None:
        self._threads = threads
        context = multiprocessing.get_context("spawn")
        self._line, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, niceness), daemon=True)
        self._process.start()
        self.is_loading = False
        """Return whether it imports modules, as ``AnyComputer.is_loading`` does."""
        theirs.close()

    def patience(self, seconds: float) -> float:
        """By the clock, the longest that it may take: others compute beside it, and it may have to import much."""
        return _BEGINNING_SECONDS + seconds * _SLOWER

    async def ask(self, job: Job, hear: Callable[[Any], object]) -> Reply:
        """Its reply; EOFError where it has ended instead. ``hear`` is given what it tells meanwhile."""
        loop = asyncio.get_running_loop()

        def tell(news: Any) -> None:
            loop.call_soon_threadsafe(hear, news)

        return await loop.run_in_executor(self._threads, self._ask, job, tell)

    def _ask(self, job: Job, hear: Callable[[Any], object]) -> Reply:
        self.is_loading = False
        try:
            self._line.send(job)
            while not isinstance(said := self._line.recv(), Reply):
                if isinstance(said, News):
                    hear(said.value)
                else:
                    self.is_loading = True
        except OSError:
            raise EOFError from None
        return said

    def interrupt(self) -> None:
        """What it computes is wanted no more."""
        if sys.platform != "win32" and self._process.pid and self._process.is_alive():
            with suppress(ProcessLookupError):
                os.kill(self._process.pid, signal.SIGUSR1)

    def end(self) -> None:
        """Ends it, whatever it does."""
        self._process.kill()


def _serve(line: Connection, niceness: int) -> None:
    """The process: it leaves Ctrl-C to its parent, gives way to games, and ends with its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        os.nice(niceness)
    _end_with_parent()
    working = _Worker(line)
    with suppress(EOFError, OSError):
        while True:
            reply = working.on(line.recv())
            line.send(reply)
            if reply.ends:
                return


def _end_with_parent() -> None:
    """This process ends when its parent does, whatever it computes then."""
    parent = multiprocessing.parent_process()
    assert parent

    def end() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=end, daemon=True).start()


class _Worker:
    """One job after the other, each within its time, in which imports do not count."""

    def __init__(self, line: Connection) -> None:
        self._line = line
        self._runs = False
        self._until = self._looked = 0.0
        if sys.platform != "win32":
            signal.signal(signal.SIGPROF, self._look)
            signal.signal(signal.SIGUSR1, self._abandon)

    def on(self, job: Job) -> Reply:
        """What comes of it."""
        reply = reply_of(job, self._tell, self._deadline(job.seconds))
        # After what nobody foresaw something in here may be broken.
        unforeseen = reply.error is not None and not isinstance(reply.error, NoughtsError)
        return replace(reply, ends=unforeseen or _resident_bytes() > _MEMORY)

    @contextmanager
    def _deadline(self, seconds: float) -> Iterator[None]:
        """Ends what is computed by an exception once its time is spent, or nobody waits for it."""
        self._looked = time.process_time()
        self._until = self._looked + seconds
        try:
            self._runs = True
            _signal_every(min(_TICK, seconds))
            yield
        finally:
            self._runs = False
            _signal_every(0)

    def _tell(self, value: Any) -> None:
        """Report the progress of the job."""
        self._line.send(News(value))

    def _look(self, _: int, frame: FrameType | None) -> None:
        """Ends what has spent its time, but never while something is loaded.

        What was spent since the last look counts then for loading: in a long piece of it nobody looks.
        """
        if not self._runs:
            return
        now, before = time.process_time(), self._looked
        self._looked = now
        if _is_loading(frame):
            self._until += now - before
        elif now > self._until:
            raise InterruptedWorkError

    def _abandon(self, _: int, frame: FrameType | None) -> None:
        """Ends a job that nobody waits for; one that imports a module when that is done."""
        if not self._runs:
            return
        if not _is_loading(frame):
            raise InterruptedWorkError
        self._until = -math.inf
        self._line.send("loading")


def _is_loading(frame: FrameType | None) -> bool:
    """Return whether the code of this frame was called by an import."""
    while frame:
        if frame.f_globals.get("__name__", "").startswith(_LOADER):
            return True
        frame = frame.f_back
    return False


def _signal_every(seconds: float) -> None:
    """A signal comes each time so many CPU seconds are spent; 0 ends that. On Windows the lane goes by the clock."""
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_PROF, seconds, seconds)


def _resident_bytes() -> int:
    """What this process holds in memory now, or held at most where the system does not say."""
    if sys.platform != "win32":
        try:
            return int(Path("/proc/self/statm").read_bytes().split()[1]) * resource.getpagesize()
        except OSError:
            return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (
                1 if sys.platform == "darwin" else 1024
            )
    return 0  # Windows does not say without another library
