"""Independent jobs, shared out to workers: processes of this machine, the machines of a cluster, or any executor.

What a job comes to depends on the job alone, never on who did it, so a worker that is lost costs time and no result:
its job is done again. Workers stay from one job to the next, and may keep what they have learnt. Nobody need trust
them: where it matters, a result is a certificate that whoever asked verifies.

    team.each(jobs, maker, *shared)      maker(*shared), once in every worker, makes what does a job

Jobs are asked for one at a time, when somebody is free to do one: which is next may depend on the results so far. None
for a job says that there is none until another result has come. ``maker``, what is shared, jobs and results go by
pickle, unless the team is this process alone.
"""

from __future__ import annotations

import os
import pickle
import signal
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from itertools import chain, count, islice
from threading import Event, Thread, active_count, current_thread, local, main_thread
from time import monotonic
from typing import TYPE_CHECKING, Any, Protocol, TypeVar
from uuid import uuid4

from noughts.errors import NoughtsError, WorkError, quote
from noughts.extras import needed_by

if TYPE_CHECKING:
    from multiprocessing.context import BaseContext
    from types import FrameType

J = TypeVar("J")
R = TypeVar("R")

Does = Callable[[J], R]
"""What does a job."""

Results = Generator[tuple[int, R], None, None]
"""(the number of a job, what it came to), as they are done; whatever is still at work ends when this is closed."""

_MOST_LOST = 3
"""So many workers may be lost with one job before it is not given to another."""

_LOOK_SECONDS = 1.0
"""How often it is looked whether a cluster has grown, and in one, whether a job is still wanted."""

_KNOCKING_SECONDS = 5.0
"""How long a cluster's scheduler may take to be there."""


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
class ExecutorTeam:
    """Those of an executor, so many jobs at a time: as many as this machine has cores unless a number is given.

    When they are no longer wanted, only jobs that are not begun are cancelled. WorkError where the executor is
    broken, since only whoever made it can make another.
    """

    executor: Executor
    number: int | None = None

    def each(self, jobs: Iterable[J | None], maker: Callable[..., Does[J, R]], *shared: Any) -> Results[R]:
        """As Team says."""
        queue, number = _Queue(jobs), self.number or os.cpu_count() or 1
        do = partial(_do, uuid4().hex, pickle.dumps((maker, shared)))
        yield from _shared_out(queue, partial(self.executor.submit, do), lambda: number)
        if queue.again:
            raise WorkError(f"the executor is broken: {quote(self.executor)}")


@dataclass(frozen=True)
class Processes:
    """So many processes of this machine, as many as it has cores unless told. Raises NoughtsError for none.

    Where one is lost, all begin anew.
    """

    number: int | None = None

    def __post_init__(self) -> None:
        if self.number is not None and self.number < 1:
            raise NoughtsError(f"there must be a process at least: {quote(self.number)}")

    def each(self, jobs: Iterable[J | None], maker: Callable[..., Does[J, R]], *shared: Any) -> Results[R]:
        """As Team says. What cannot be sent to a process, a notebook's own player say, is done in this one."""
        context, number = _context(), self.number or os.cpu_count() or 1
        shares = number > 1 and (context.get_start_method() == "fork" or _can_be_sent(maker, shared))
        rest = iter(jobs)
        first = list(islice(rest, 2 * shares))
        jobs = chain(first, rest)
        if len(first) < 2:
            yield from Alone().each(jobs, maker, *shared)
            return
        queue = _Queue(jobs)
        while True:
            with _pool(number, context, maker, shared) as pool:
                do: Any = _do_here  # mypy takes its argument for missing
                yield from _shared_out(queue, partial(pool.submit, do), lambda: number)
            if not queue.again:
                return


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


@contextmanager
def _pool(number: int, context: BaseContext, *work: Any) -> Iterator[ProcessPoolExecutor]:
    """Processes for a work, its maker and what is shared; they end with this, whatever they do then, and with this
    process. What is forked takes the work with it, so that it need not be sent.
    """
    theirs, ours = context.Pipe(duplex=False)
    with theirs, ProcessPoolExecutor(number, context, _begin, (theirs, ours, *work)) as pool, ours:
        yield pool


def _begin(line: Any, leaders: Any, *work: Any) -> None:
    """A process begins; it ends when the other end of its line, a pipe, is closed. Ctrl-C is for whoever leads."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    leaders.close()  # this process's copy
    _here.work = work

    def end() -> None:
        line.poll(None)
        os._exit(1)

    Thread(target=end, daemon=True).start()


_here = local()
"""What does jobs, and the key of its work: every worker's own, also where they are threads."""


def _do_here(job: Any, /) -> Any:
    """What a job comes to in a process that began with its work."""
    if not hasattr(_here, "do"):
        maker, shared = _here.work
        _here.do = maker(*shared)
    return _here.do(job)


def _do(key: str, sent: bytes, job: Any) -> Any:
    """What a job comes to, wherever this is."""
    if getattr(_here, "key", None) != key:
        _here.key = _here.do = None
        maker, shared = pickle.loads(sent)  # noqa: S301 - the leader's
        _here.do, _here.key = maker(*shared), key
    return _here.do(job)


@contextmanager
def _no_interrupt() -> Iterator[None]:
    """Let Ctrl-C wait until the end of this block; a second one interrupts at once.

    A KeyboardInterrupt inside ``concurrent.futures`` can leave a lock held for which the executor's thread then waits
    without end, and with it the process.
    """
    handler = signal.getsignal(signal.SIGINT)
    if current_thread() is not main_thread() or not callable(handler):
        yield
        return
    interrupts = []

    def note(number: int, frame: FrameType | None) -> None:
        interrupts.append(number)
        if len(interrupts) > 1:
            handler(number, frame)

    signal.signal(signal.SIGINT, note)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
        if len(interrupts) == 1:
            signal.raise_signal(signal.SIGINT)


def _shared_out(
    queue: _Queue,
    submit: Callable[[Any], Future[Any]],
    room: Callable[[], int],
    hopeless: tuple[type[Exception], ...] = (),
) -> Results[Any]:
    """Gives the next job whenever there is room, until all are done, or the executor broke: some are left then.

    ``hopeless`` is raised by an executor that has itself given a lost worker's job to others, and lost them too.
    """
    busy: dict[Future[Any], tuple[int, Any]] = {}
    try:
        while True:
            while len(busy) < room() and queue.has_next():
                with _no_interrupt():
                    future = submit(queue.again[-1][1])
                    busy[future] = queue.again.pop()
            if not busy:
                return
            with _no_interrupt():
                done = wait(busy, _LOOK_SECONDS, FIRST_COMPLETED).done
            for future in done:
                number, job = busy[future]
                try:
                    with _no_interrupt():
                        result = future.result()
                except hopeless:
                    raise _too_dear(job) from None
                del busy[future]
                yield number, result
    except BrokenExecutor:
        queue.lose(busy.values())
    finally:
        with _no_interrupt():
            for future in busy:
                future.cancel()


class _Queue:
    """Jobs that are not begun yet, those first whose workers were lost."""

    def __init__(self, jobs: Iterable[Any]) -> None:
        self.again: list[tuple[int, Any]] = []
        """Those whose workers were lost, with their numbers; the last is next."""
        self._jobs, self._numbers, self._losses = iter(jobs), count(), Counter[int]()

    def has_next(self) -> bool:
        """Whether there is a job now: then it is among those ``again``."""
        if not self.again and (job := next(self._jobs, None)) is not None:
            self.again.append((next(self._numbers), job))
        return bool(self.again)

    def lose(self, busy: Iterable[tuple[int, Any]]) -> None:
        """Workers were lost with one of these jobs. Raises WorkError where one was lost too often."""
        for number, job in busy:
            self._losses[number] += 1
            if self._losses[number] == _MOST_LOST:
                raise _too_dear(job) from None
            self.again.append((number, job))


def _too_dear(job: Any) -> WorkError:
    """What is raised where a job costs worker after worker."""
    return WorkError(f"{_MOST_LOST} workers were lost with one piece of work: {quote(job)}")


@dataclass(frozen=True)
class Cluster:
    """The workers of a Dask cluster, a job at a time for each of their threads: ``HOST:PORT`` of its scheduler.

    Every machine must have this version of the house. Machines may join and leave while the work goes on.
    M. Rocklin, Dask: parallel computation with blocked algorithms and task scheduling, SciPy 2015.
    Raises MissingError without Dask, WorkError where no such cluster is.
    """

    address: str

    def each(self, jobs: Iterable[J | None], maker: Callable[..., Does[J, R]], *shared: Any) -> Results[R]:
        """As Team says."""
        if not _can_be_sent(maker, shared):
            raise WorkError(
                "what this program defines itself cannot be sent to a cluster: put it into a module"
            )
        do = partial(_do_while_wanted, _version(), uuid4().hex, pickle.dumps((maker, shared)))
        with _client(self.address) as client:
            from distributed import KilledWorker

            submit = partial(client.get_executor(pure=False).submit, do)
            try:
                yield from _shared_out(_Queue(jobs), submit, _Threads(client), (KilledWorker,))
            except CancelledError:
                raise WorkError(f"the cluster at {quote(self.address)} is gone") from None


@contextmanager
def _client(address: str) -> Iterator[Any]:
    """Dask, connected to a cluster."""
    with needed_by("a cluster"):
        import distributed
    connect: Any = distributed.Client
    try:
        client = connect(address, timeout=_KNOCKING_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise WorkError(f"there is no cluster at {quote(address)}: {error}") from None
    with client:
        yield client


class _Threads:
    """How many threads a cluster's workers have just now; one at least, so that a job waits where no worker is."""

    def __init__(self, client: Any) -> None:
        self._client, self._number, self._until = client, 1, 0.0

    def __call__(self) -> int:
        if monotonic() > self._until:
            with suppress(OSError):  # it may come back; if not, what it does is cancelled
                self._number = max(1, sum(self._client.nthreads().values()))
            self._until = monotonic() + _LOOK_SECONDS
        return self._number


def _do_while_wanted(version: str, key: str, sent: bytes, job: Any) -> Any:
    """What a job comes to on a machine of a cluster; where it is cancelled, its process ends, and Dask begins another.

    Raises WorkError on a machine with another version of the house.
    """
    import distributed

    worker: Any = distributed.get_worker()

    if version != _version():
        raise WorkError(f"a machine of the cluster has noughts {_version()}, not {version}")
    tasks, task, done = worker.state.tasks, worker.get_current_task(), Event()

    def watch() -> None:
        while not done.wait(_LOOK_SECONDS):
            if task not in tasks or tasks[task].state == "cancelled":
                os._exit(1)

    Thread(target=watch, daemon=True).start()
    try:
        return _do(key, sent, job)
    finally:
        done.set()


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
