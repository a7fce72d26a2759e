"""A process that computes for the server, one thing at a time, and is interrupted when that takes too long.

It imports neither the server nor the store, so that it starts soon. It counts its own CPU seconds, of all its threads.
When they are spent, or when the client has left, an exception ends the task, and the process is ready for the next
one. An import is never interrupted, and its time does not count: half of a module would stay, and fail all later tasks.

The parent measures the process and its descendants from outside, for players of others may sleep, block signals,
allocate or start processes. A process that passes a limit of time or memory is killed with all its descendants.
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
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from itertools import count
from multiprocessing.connection import Connection
from pathlib import Path
from types import FrameType
from typing import Any

from noughts import process_tree
from noughts.errors import NoughtsError, TooLargeError
from noughts.server.api_errors import OutOfTimeError
from noughts.server.jobs import GRACE_SECONDS, InterruptedWorkError, Job, Reply, reply_of

if sys.platform != "win32":
    import resource

_TICK = 0.1
"""CPU seconds between two looks at what it does."""

_SLOWER = 1 if sys.platform == "win32" else 8
"""Maximum factor by which other processes may prolong a task; on Windows the clock is all there is."""

_HAS_PROC = Path("/proc/self/statm").exists()
"""True if the system lists the memory of other processes."""

_LOADER = "importlib._bootstrap"
"""How the names of the modules begin that import others."""

_BUSY_SECONDS = 0.05
"""Time between two measurements of a process that has a task. A process can allocate some 100 MB in that time."""

_IDLE_SECONDS = 0.1
"""Time after which it is noticed that a process has a task."""

_IDLE_TICKS = 10
"""Number of these times after which an idle process is measured."""

_POLL_SECONDS = 1.0
"""Time after which a thread that waits for a reply notices that the process has ended."""

_MAX_IDLE_CPU = 1.0
"""CPU seconds that a process may use after its last task, as a thread does that a player has left behind."""

_MAX_PROCESSES = 64
"""Maximum descendants of a process."""

_KEPT_PERCENT = 40
"""Percentage of the maximum memory that a process may hold between two tasks. Otherwise another takes its place."""


@dataclass(frozen=True)
class WorkerLimits:
    """Limits of a worker process and its descendants.

    A task may take ``seconds`` by the clock more than its CPU seconds, for loading and for whatever it waits for, and
    the processes may hold ``memory`` bytes.
    """

    seconds: float = 10.0
    memory: int = 1_000_000_000


@dataclass(frozen=True)
class News:
    """What a job that goes on tells."""

    value: Any


@dataclass
class _Task:
    """The task of a process, watched by the parent. Times are by the monotonic clock, and in seconds."""

    begun: float
    limit: float
    without_processor: float | None
    interrupted: float | None = None


class Computer:
    """The parent's end; a thread of ``threads`` waits for what it replies, and another measures the process."""

    def __init__(
        self,
        niceness: int,
        threads: ThreadPoolExecutor,
        limits: WorkerLimits,
        rejected: Mapping[str, str],
    ) -> None:
        self._threads, self._limits = threads, limits
        context = multiprocessing.get_context("spawn")
        self._line, theirs = context.Pipe()
        kept = limits.memory * _KEPT_PERCENT // 100
        self._process = context.Process(
            target=_serve, args=(theirs, niceness, kept, limits.memory, rejected), daemon=True
        )
        self._process.start()
        assert self._process.pid
        self._pid = self._process.pid
        self.is_loading = False
        """Return whether it imports modules, as ``AnyComputer.is_loading`` does."""
        theirs.close()
        self._task: _Task | None = None
        self._tasks = 0
        self._idle_cpu = (-1, 0.0)
        """The number of tasks when an idle process was first measured after its last task, and its CPU seconds."""
        self._problem: NoughtsError | None = None
        self._changed, self._ended = threading.Event(), threading.Event()
        threading.Thread(target=self._watch, daemon=True).start()

    @property
    def has_ended(self) -> bool:
        """Return whether the process has ended or is being killed."""
        return self._problem is not None or self._ended.is_set()

    def patience(self, seconds: float) -> float:
        """By the clock, the longest that it may take where other processes use the processors."""
        return (self._limits.seconds + seconds) * _SLOWER

    async def ask(self, job: Job, hear: Callable[[Any], object]) -> Reply:
        """Its reply; EOFError where it has ended instead. ``hear`` is given what it tells meanwhile."""
        loop = asyncio.get_running_loop()

        def tell(news: Any) -> None:
            loop.call_soon_threadsafe(hear, news)

        return await loop.run_in_executor(self._threads, self._ask, job, tell)

    def _ask(self, job: Job, hear: Callable[[Any], object]) -> Reply:
        self.is_loading = False
        task = _Task(time.monotonic(), job.seconds + self._limits.seconds, self._without_processor())
        self._task = task
        self._tasks += 1
        try:
            self._line.send(job)
            while not isinstance(said := self._receive(), Reply):
                if isinstance(said, News):
                    hear(said.value)
                else:
                    self.is_loading = True
        except (OSError, EOFError):
            self.end()  # it may have closed its end of the pipe, and go on
            self._ended.wait()
            if self._problem:
                return Reply(error=self._problem, ends=True)
            raise EOFError from None
        finally:
            self._task = None
        if task.interrupted is not None and isinstance(said.error, OutOfTimeError):
            return replace(said, error=_by_the_clock(task))
        return said

    def _receive(self) -> Any:
        """Return what the process sends. Raises EOFError if it has ended, even if a descendant holds its pipe open."""
        while not self._line.poll(_POLL_SECONDS):
            if self._ended.is_set() and not self._line.poll():
                raise EOFError
        return self._line.recv()

    def interrupt(self) -> None:
        """What it computes is wanted no more."""
        if sys.platform != "win32" and self._process.is_alive():
            with suppress(ProcessLookupError):
                os.kill(self._pid, signal.SIGUSR1)

    def end(self) -> None:
        """Ends it, whatever it does, with all processes that it has started."""
        if self._process.is_alive():
            process_tree.kill_tree(self._pid)
        self._changed.set()

    async def wait_until_ended(self) -> None:
        """Return once the process has ended, and its memory is free."""
        if not self._ended.is_set():
            await asyncio.get_running_loop().run_in_executor(self._threads, self._ended.wait)

    def _without_processor(self) -> float | None:
        return process_tree.seconds_without_processor(self._pid)

    def _watch(self) -> None:
        """Kill the process when it passes a limit, and what it leaves behind at its end; report its end."""
        below: list[int] = []
        below_before: list[int] = []
        for tick in count():
            if not self._process.is_alive():
                break
            task = self._task
            if task or tick % _IDLE_TICKS == 0:
                found = process_tree.descendants(self._pid)
                if not process_tree.has_ended(self._pid):
                    # A thread that ends while the process does may lose its children before that: two lists are kept.
                    below, below_before = found, below
                processes = [self._pid, *found]
                self._check_memory(processes)
                if task:
                    self._check_time(task)
                else:
                    self._check_idle(processes)
            self._changed.wait(_BUSY_SECONDS if task else _IDLE_SECONDS)
            self._changed.clear()
        process_tree.kill_group(self._pid)
        process_tree.kill({*below, *below_before})
        self._ended.set()

    def _check_idle(self, processes: Sequence[int]) -> None:
        """Kill a process that computes although it has had no task since the last measurement."""
        tasks, used = self._tasks, process_tree.cpu_seconds(processes)
        if used is None or self._task:
            return
        since, before = self._idle_cpu
        if since != tasks:
            self._idle_cpu = tasks, used
        elif used - before > _MAX_IDLE_CPU and tasks == self._tasks:
            self._kill("it goes on computing after its task")

    def _check_memory(self, processes: Sequence[int]) -> None:
        if len(processes) > _MAX_PROCESSES + 1:
            self._kill(f"it starts more than {_MAX_PROCESSES} processes")
        limit = self._limits.memory
        used = process_tree.memory_bytes(processes)
        if used and used > limit and len(processes) > 1:
            used = process_tree.shared_memory_bytes(processes) or used
        if used and used > limit:
            self._kill(_too_large(limit))

    def _check_time(self, task: _Task) -> None:
        """Interrupt a task that takes too long, and kill the process if that has no effect.

        Time in which the process is ready to run, and others have the processors, does not count.
        """
        now = time.monotonic()
        elapsed, waited = now - task.begun, self._without_processor()
        if waited is None or task.without_processor is None:
            spent = elapsed / _SLOWER
        else:
            spent = elapsed - (waited - task.without_processor)
        if spent <= task.limit:
            return
        if task.interrupted is None:
            task.interrupted = now
            self.interrupt()
        elif now - task.interrupted > GRACE_SECONDS and self._task is task:
            self._kill(_by_the_clock(task))

    def _kill(self, problem: str | NoughtsError) -> None:
        if not self._problem:
            self._problem = TooLargeError(_NOT_HERE.format(problem)) if isinstance(problem, str) else problem
        self.end()


_NOT_HERE = "this is too large to compute here: {}"


def _by_the_clock(task: _Task) -> OutOfTimeError:
    return OutOfTimeError(f"it takes more than {task.limit:g} seconds by the clock")


def _too_large(limit: int) -> str:
    return f"it takes more than {limit // 1_000_000:,} MB of memory"


def _serve(line: Connection, niceness: int, kept: int, memory: int, rejected: Mapping[str, str]) -> None:
    """The process: it leaves Ctrl-C to its parent, gives way to games, and ends with its parent.

    It holds at most ``kept`` bytes between two tasks, and ``memory`` bytes at any time. ``rejected`` plug-ins are not
    loaded.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        os.nice(niceness)
        # All that it starts is killed as its group. It is not a session of its own: with autogroups (Linux,
        # sched(7)) the processors are shared among sessions, and niceness counts only within one.
        os.setpgrp()
        os.register_at_fork(after_in_child=line.close)  # a copy of this process sends no replies
        process_tree.adopt_orphans()
        with suppress(OSError):  # where memory runs out, the system kills this process and not the server
            Path("/proc/self/oom_score_adj").write_text("1000")
    _end_with_parent()
    if rejected:
        from noughts.players.registry import reject_plug_ins  # only now: few workers need it at once

        reject_plug_ins(rejected)
    working = _Worker(line, kept, memory)
    with suppress(EOFError, OSError):
        while True:
            reply = working.on(line.recv())
            line.send(reply)
            if reply.ends:
                return  # the parent kills what is left


def _end_with_parent() -> None:
    """This process ends when its parent does, whatever it computes then."""
    parent = multiprocessing.parent_process()
    assert parent

    def end() -> None:
        parent.join()
        process_tree.kill_descendants(os.getpid())
        process_tree.kill_group(os.getpid())
        os._exit(1)

    threading.Thread(target=end, daemon=True).start()


class _Worker:
    """One job after the other, each within its time, in which imports do not count."""

    def __init__(self, line: Connection, kept: int, memory: int) -> None:
        self._line, self._kept, self._memory = line, kept, memory
        self._runs = self._is_too_large = False
        self._until = self._looked = 0.0
        if sys.platform != "win32":
            signal.signal(signal.SIGPROF, self._look)
            signal.signal(signal.SIGUSR1, self._abandon)

    def on(self, job: Job) -> Reply:
        """What comes of it."""
        self._is_too_large = False
        reply = reply_of(job, self._tell, self._deadline(job.seconds))
        if self._is_too_large:
            reply = replace(
                reply, value=None, error=TooLargeError(_NOT_HERE.format(_too_large(self._memory)))
            )
        # After what nobody foresaw something in here may be broken.
        unforeseen = reply.error is not None and not isinstance(reply.error, NoughtsError)
        return replace(reply, ends=unforeseen or self._is_too_large or _resident_bytes() > self._kept)

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
        if not _HAS_PROC and _resident_bytes() > self._memory:  # the parent cannot measure it
            self._is_too_large = True
            raise InterruptedWorkError
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
