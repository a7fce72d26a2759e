"""Independent jobs, shared out to workers: processes of this machine, or the machines of a cluster.

What a job comes to depends on the job alone, never on who did it, so a worker that is lost costs time and no result:
its job is done again. Workers stay from one job to the next, and may keep what they have learnt. Nobody need trust
them: where it matters, a result is a certificate that whoever asked verifies.

    team.each(jobs, maker, *shared)      maker(*shared), once in every worker, makes what does a job

Jobs are asked for one at a time, when somebody is free to do one: which is next may depend on the results so far. None
for a job says that there is none until another result has come. ``maker``, what is shared, jobs and results go by
pickle, unless the team is this process alone.
"""

from __future__ import annotations

import logging
import os
import pickle
import signal
import socket
from collections.abc import Callable, Generator, Iterable
from contextlib import closing, suppress
from dataclasses import dataclass
from itertools import chain, islice
from threading import Thread, active_count
from time import sleep
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from noughts.errors import NoughtsError, WorkError, quote
from noughts.extras import needed_by

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import BaseContext

J = TypeVar("J")
R = TypeVar("R")

Does = Callable[[J], R]
"""What does a job."""

Results = Generator[tuple[int, R], None, None]
"""(the number of a job, what it came to), as they are done; whatever is still at work ends when this is closed."""

_MOST_LOST = 3
"""So many workers may be lost with one job before it is not given to another."""

_JOINING_SECONDS = 5.0
"""How often a cluster is asked whether it has grown."""


_KNOCKING_SECONDS = 5.0
"""How long a cluster's head may take to be there."""


class Team(Protocol):
    """Who does jobs."""

    def each(self, jobs: Iterable[J | None], maker: Callable[..., Does[J, R]], *shared: Any) -> Results[R]:
        """What every job comes to. Raises what a job raises, WorkError where one costs worker after worker."""
        ...


class Alone:
    """This process, one job after the other."""

    def each(self, jobs: Iterable[J | None], maker: Callable[..., Does[J, R]], *shared: Any) -> Results[R]:
        """As Team says."""
        do = maker(*shared)
        for number, job in enumerate(jobs):
            if job is None:  # every result has come
                return
            yield number, do(job)


@dataclass(frozen=True)
class Processes:
    """So many processes of this machine, as many as it has cores unless told. Raises NoughtsError for none."""

    number: int | None = None

    def __post_init__(self) -> None:
        if self.number is not None and self.number < 1:
            raise NoughtsError(f"there must be a process at least: {quote(self.number)}")

    def each(self, jobs: Iterable[J | None], maker: Callable[..., Does[J, R]], *shared: Any) -> Results[R]:
        """As Team says. What cannot be sent to a process, a notebook's own player say, is done in this one."""
        rest = iter(jobs)
        first = list(islice(rest, 2))
        number = self.number or os.cpu_count() or 1 if len(first) > 1 else 1
        context = _context() if number > 1 else None
        if context and (context.get_start_method() == "fork" or _can_be_sent(maker, shared)):
            begins = (context, maker, shared)
            yield from _shared_out(_Waiting(chain(first, rest)), lambda: _Process(*begins), number)
        else:
            yield from Alone().each(chain(first, rest), maker, *shared)


def _context() -> BaseContext:
    """How processes are started: a fork copies one thread of many, with the locks the others hold, so it is for single
    threads only.
    """
    import multiprocessing  # only now: it is slow to import

    return multiprocessing.get_context(None if active_count() == 1 else "spawn")


def _can_be_sent(*things: object) -> bool:
    """Whether a process that starts afresh can make them: not what it cannot import, a script's own say."""
    try:
        return b"__main__" not in pickle.dumps(things)
    except Exception:  # noqa: BLE001 - somebody's own class may refuse in any way
        return False


def end_with_parent() -> None:
    """Makes this process, which ``multiprocessing`` started, end when its parent does, whatever it computes then."""
    from multiprocessing import parent_process

    parent = parent_process()
    assert parent

    def end() -> None:
        parent.join()
        os._exit(1)

    Thread(target=end, daemon=True).start()


class _Process:
    """A worker; what it is asked and says goes through a pipe."""

    def __init__(
        self, context: BaseContext, maker: Callable[..., Does[Any, Any]], shared: tuple[Any, ...]
    ) -> None:
        self._begins = (context, maker, shared)
        self.line, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs, maker, shared), daemon=True)  # type: ignore[attr-defined]
        self._process.start()
        theirs.close()

    def ask(self, number: int, job: object) -> None:
        """Gives it a job; where it is gone, ``answer`` says so."""
        with suppress(OSError):
            self.line.send((number, job))

    def answer(self) -> tuple[int, Any, Exception | None]:
        """The number of a job with its result or error; EOFError where it is gone."""
        try:
            said: tuple[int, Any, Exception | None] = self.line.recv()
        except OSError:
            raise EOFError from None
        return said

    def again(self) -> _Process:
        """Another in its place."""
        self.end()
        return _Process(*self._begins)

    def end(self) -> None:
        """Ends it, whatever it does."""
        self._process.kill()
        self._process.join()
        self.line.close()


def _work(line: Connection, maker: Callable[..., Does[Any, Any]], shared: tuple[Any, ...]) -> None:
    """A worker's life. Ctrl-C is for whoever leads."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
    do = None
    try:
        while True:
            number, job = line.recv()
            try:
                do = do or maker(*shared)
                said: tuple[int, Any, Exception | None] = (number, do(job), None)
            except Exception as error:  # noqa: BLE001 - it is raised again by whoever leads
                said = (number, None, error)
            line.send(said)
    except (EOFError, OSError):
        return


def _shared_out(waiting: _Waiting, new: Callable[[], _Process], most: int) -> Results[Any]:
    """Gives every free worker the next job until all are done; in the end no process is left."""
    from multiprocessing.connection import wait

    free: list[_Process] = []
    busy: dict[object, tuple[_Process, tuple[int, Any]]] = {}
    try:
        while True:
            while (free or len(busy) < most) and (job := waiting.take()):
                worker = free.pop() if free else new()
                worker.ask(*job)
                busy[worker.line] = worker, job
            if not busy:
                return
            for line in wait(worker.line for worker, _ in busy.values()):
                worker, job = busy.pop(line)
                free.append(worker)
                try:
                    number, result, error = worker.answer()
                except EOFError:
                    free[-1] = worker.again()
                    waiting.lost(job)
                    continue
                if error:
                    raise error
                yield number, result
    finally:
        for worker in [*free, *(worker for worker, _ in busy.values())]:
            worker.end()


class _Waiting:
    """Jobs that nobody does yet, those first whose workers were lost."""

    def __init__(self, jobs: Iterable[Any]) -> None:
        self._jobs = iter(jobs)
        self._given = 0
        self._again: list[tuple[int, Any]] = []
        self._losses: dict[int, int] = {}

    def take(self) -> tuple[int, Any] | None:
        """The next job with its number, None where there is none now."""
        if self._again:
            return self._again.pop()
        job = next(self._jobs, None)
        if job is None:
            return None
        self._given += 1
        return self._given - 1, job

    def some(self) -> bool:
        """Whether there is a job now."""
        job = self.take()
        if job:
            self._again.append(job)
        return bool(job)

    def lost(self, job: tuple[int, Any]) -> None:
        """A worker was lost with this job. Raises WorkError where that was the last try."""
        number = job[0]
        self._losses[number] = self._losses.get(number, 0) + 1
        if self._losses[number] == _MOST_LOST:
            raise WorkError(f"{_MOST_LOST} workers were lost with one piece of work: {quote(job[1])}")
        self._again.append(job)


@dataclass(frozen=True)
class Cluster:
    """The machines of a Ray cluster, a worker for each core that it offers: ``HOST:PORT`` of its head, or ``auto``.

    Every machine must have this version of the house. Machines may join and leave while the work goes on.
    P. Moritz and others, Ray: a distributed framework for emerging AI applications, OSDI 2018.
    Raises MissingError without Ray, WorkError where no such cluster is.
    """

    address: str

    def each(self, jobs: Iterable[J | None], maker: Callable[..., Does[J, R]], *shared: Any) -> Results[R]:
        """As Team says."""
        if not _can_be_sent(maker, shared):
            raise WorkError(
                "what this program defines itself cannot be sent to a cluster: put it into a module"
            )
        ray = _joined(self.address)
        waiting = _Waiting(jobs)
        crew = _Crew(ray, maker, shared)
        busy: dict[Any, tuple[Any, tuple[int, Any]]] = {}
        try:
            while True:
                while crew.room() and (job := waiting.take()):
                    worker = crew.member()
                    busy[worker.do.remote(job[1])] = worker, job
                if not busy:
                    if not waiting.some():
                        return
                    sleep(_JOINING_SECONDS)  # no machine is there just now
                    continue
                done, _ = ray.wait(list(busy), num_returns=1, timeout=_JOINING_SECONDS)
                for answer in done:
                    worker, job = busy.pop(answer)
                    try:
                        result = ray.get(answer)
                    except (ray.exceptions.RayActorError, ray.exceptions.ObjectLostError):
                        crew.leave(worker)
                        waiting.lost(job)
                        continue
                    except ray.exceptions.RayTaskError as error:
                        raise error.cause from None
                    crew.free.append(worker)
                    yield job[0], result
        finally:
            crew.end()


def _joined(address: str) -> Any:
    """Ray, connected to a cluster."""
    with needed_by("a cluster"):
        import ray
    if not ray.is_initialized():
        try:
            _knock(address)
            ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
        except (OSError, ValueError, RuntimeError) as error:
            raise WorkError(f"there is no cluster at {quote(address)}: {error}") from None
    return ray


def _knock(address: str) -> None:
    """Raises OSError where nobody listens: Ray itself would try for minutes."""
    host, _, port = address.rpartition(":")
    if host and port.isdecimal() and "/" not in host:
        with socket.create_connection((host, int(port)), _KNOCKING_SECONDS):
            pass


class _Crew:
    """The workers of a cluster: Ray's actors, each on a core of its own."""

    def __init__(self, ray: Any, maker: Callable[..., Does[Any, Any]], shared: tuple[Any, ...]) -> None:
        self._ray = ray
        self._make = ray.remote(num_cpus=1)(_Actor)
        self._begins = (_version(), maker, shared)
        self._all: list[Any] = []
        self.free: list[Any] = []

    def room(self) -> bool:
        """Whether somebody is free, or there is a core without a worker."""
        return bool(self.free or len(self._all) < int(self._ray.cluster_resources().get("CPU", 0)))

    def member(self) -> Any:
        """Whoever is free, or a new worker."""
        if self.free:
            return self.free.pop()
        self._all.append(self._make.remote(*self._begins))
        return self._all[-1]

    def leave(self, worker: Any) -> None:
        """A worker was lost."""
        self._all.remove(worker)

    def end(self) -> None:
        """Ends all, whatever they do."""
        for worker in self._all:
            self._ray.kill(worker)


class _Actor:
    """A worker of a cluster."""

    def __init__(self, version: str, maker: Callable[..., Does[Any, Any]], shared: tuple[Any, ...]) -> None:
        self._version = version
        self._maker, self._shared = maker, shared
        self._does: Does[Any, Any] | None = None

    def do(self, job: Any) -> Any:
        """What a job comes to. Raises WorkError on a machine with another version of the house."""
        if self._version != _version():
            raise WorkError(f"a machine of the cluster has noughts {_version()}, not {self._version}")
        self._does = self._does or self._maker(*self._shared)
        return self._does(job)


def in_order(results: Results[R]) -> Generator[R, None, None]:
    """What the jobs came to, in the order of the jobs; closing it closes the results."""
    early: dict[int, R] = {}
    following = 0
    with closing(results):
        for number, result in results:
            early[number] = result
            while following in early:
                yield early.pop(following)
                following += 1


def _version() -> str:
    from importlib.metadata import version

    return version("noughts")
