"""Independent jobs, shared out to workers: processes of this machine, the machines of a cluster, or any executor.

    for number, result in results(jobs, factory, *shared, workers=2): ...

The result of a job depends on the job alone, never on the worker, so a lost worker costs time and no result: its job
is done again. Workers need not be trusted: where it matters, a result is a certificate that the caller verifies.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
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
from functools import partial
from itertools import chain, count, islice
from threading import Event, Thread, active_count, current_thread, local, main_thread
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar
from uuid import uuid4

from noughts.errors import NoughtsError, WorkError, quote, whole
from noughts.extras import needed_by

if TYPE_CHECKING:
    from multiprocessing.context import BaseContext
    from types import FrameType

J = TypeVar("J")
R = TypeVar("R")

Workers: TypeAlias = int | Executor | None
"""A number of processes of this machine, None for as many as it has processors, or an executor."""

Results = Generator[tuple[int, R], None, None]
"""The number of each job and its result, as they are done."""

_MAX_LOSSES = 3
"""How many workers may be lost with one job before WorkError is raised."""

_POLL_SECONDS = 1.0
"""Seconds between two looks at the size of a cluster, and in a cluster, at whether a job is still wanted."""

_CONNECT_SECONDS = 5.0
"""Seconds to connect to a cluster's scheduler."""


def results(
    jobs: Iterable[J | None], factory: Callable[..., Callable[[J], R]], *shared: Any, workers: Workers = None
) -> Results[R]:
    """Yield the number of each job and its result, as they are done. Closing the generator cancels the rest.

    ``factory(*shared)`` is called once in every worker and returns the function that does a job. Workers stay from one
    job to the next, and may keep what they have computed.

    A job is taken from the iterable when a worker is free, so the next may depend on the results so far. None instead
    of a job means that there will be no other before the next result.

    ``factory``, ``shared``, jobs and results are pickled. Where ``factory`` and ``shared`` cannot be sent to a process
    (a notebook's own player, say), this process does the jobs, as it does for ``workers=1``. Of a given
    executor, only jobs that have not begun can be cancelled.

    Raises what a job raises, and WorkError if a job costs worker after worker, or if an executor breaks.
    """
    if isinstance(workers, Executor):
        do = partial(_do, uuid4().hex, partial(pickle.loads, _pickled(factory, shared, workers)))
        queue = _Queue(jobs)
        yield from _share_out(queue, workers, do)
        if queue.again:
            raise WorkError(f"the executor is broken: {quote(workers)}")
        return
    number, context = _worker_count(workers), _context()
    sendable = context.get_start_method() == "fork" or _is_importable(factory, shared)
    rest = iter(jobs)
    first = list(islice(rest, 2 if number > 1 and sendable else 0))
    jobs = chain(first, rest)
    if len(first) < 2:
        do_here = factory(*shared)
        for index, job in enumerate(jobs):
            if job is None:  # every result has come
                return
            yield index, do_here(job)
        return
    queue = _Queue(jobs)
    while True:  # where a process is lost, all are started again
        with _pool(number, context, factory, shared) as pool:
            yield from _share_out(queue, pool, partial(_do, "", _inherited))
        if not queue.again:
            return


def in_order(results: Results[R]) -> Generator[R, None, None]:
    """Yield the results in the order of the jobs; closing it closes ``results``."""
    early: dict[int, R] = {}
    following = 0
    with closing(results):
        for number, result in results:
            early[number] = result
            while following in early:
                yield early.pop(following)
                following += 1


def _worker_count(workers: int | None) -> int:
    """Return how many processes are meant. Raises NoughtsError for fewer than one."""
    if workers is None:
        return os.cpu_count() or 1
    if whole("workers", workers) < 1:
        raise NoughtsError(f"workers must be at least 1, got {workers}")
    return workers


def _context() -> BaseContext:
    """Return how processes are started. A fork copies one thread of many, and the locks that the others hold: it is for
    single threads only.
    """
    import multiprocessing  # only now: it is slow to import

    return multiprocessing.get_context(None if active_count() == 1 else "spawn")


def _is_importable(*work: object) -> bool:
    """Return whether another program can unpickle this: not what is defined in a script, say."""
    try:
        return b"__main__" not in pickle.dumps(work)
    except Exception:  # noqa: BLE001 - a user's class may refuse in any way
        return False


def _pickled(factory: object, shared: object, executor: Executor) -> bytes:
    if isinstance(executor, _Cluster) and not _is_importable(factory, shared):
        raise WorkError("what this program defines itself cannot be sent to a cluster: put it into a module")
    return pickle.dumps((factory, shared))


@contextmanager
def _pool(number: int, context: BaseContext, *work: Any) -> Iterator[ProcessPoolExecutor]:
    """Processes that end with this block, whatever they do then, and with this process.

    Forked processes inherit the factory and what is shared, so that these need not be pickled.
    """
    theirs, ours = context.Pipe(duplex=False)
    with theirs, ProcessPoolExecutor(number, context, _begin, (theirs, ours, *work)) as pool, ours:
        yield pool


def _begin(line: Any, leaders: Any, *work: Any) -> None:
    """Prepare a process. It ends when the other end of its pipe is closed; Ctrl-C is for the process that leads."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    leaders.close()  # this process's copy
    _here.work, _here.key = work, None

    def end() -> None:
        line.poll(None)
        os._exit(1)

    Thread(target=end, daemon=True).start()


_here = local()
"""The function that does jobs, and the key of their work. Each worker has its own, also where workers are threads."""


def _inherited() -> Any:
    """Return the work that this process was started with."""
    return _here.work


def _do(key: str, load: Callable[[], Any], job: Any, /) -> Any:
    """Do a job in a worker. The first one of a work loads its factory."""
    if getattr(_here, "key", None) != key:
        _here.key = _here.do = None
        factory, shared = load()
        _here.do, _here.key = factory(*shared), key
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


def _share_out(queue: _Queue, executor: Any, do: Callable[[Any], Any]) -> Results[Any]:
    """Give out the next job whenever a worker is free, until all are done, or the executor broke: some are left then.

    The standard executors say in ``_max_workers`` how many workers they have; of others it is guessed.
    """
    busy: dict[Future[Any], tuple[int, Any]] = {}
    try:
        while True:
            while len(busy) < getattr(executor, "_max_workers", os.cpu_count() or 1) and queue.has_next():
                with _no_interrupt():
                    future = executor.submit(do, queue.again[-1][1])
                    busy[future] = queue.again.pop()
            if not busy:
                return
            with _no_interrupt():
                done = wait(busy, _POLL_SECONDS, FIRST_COMPLETED).done
            for future in done:
                number, job = busy[future]
                try:
                    with _no_interrupt():
                        result = future.result()
                except CancelledError:
                    raise WorkError(f"the executor is gone: {quote(executor)}") from None
                except getattr(
                    sys.modules.get("distributed"), "KilledWorker", ()
                ):  # Dask has tried again itself
                    raise _too_many_losses(job) from None
                del busy[future]
                yield number, result
    except BrokenExecutor:
        queue.lose(busy.values())
    finally:
        with _no_interrupt():
            for future in busy:
                future.cancel()


class _Queue:
    """Jobs that have not begun, first those whose workers were lost."""

    def __init__(self, jobs: Iterable[Any]) -> None:
        self.again: list[tuple[int, Any]] = []
        """The next jobs with their numbers, taken from the end; beside the next one, those whose workers were lost."""
        self._jobs, self._numbers, self._losses = iter(jobs), count(), Counter[int]()

    def has_next(self) -> bool:
        """Return whether there is a job now; if so, it is the last one of ``again``."""
        if not self.again and (job := next(self._jobs, None)) is not None:
            self.again.append((next(self._numbers), job))
        return bool(self.again)

    def lose(self, busy: Iterable[tuple[int, Any]]) -> None:
        """Put back jobs whose workers were lost. Raises WorkError for one that was lost too often."""
        for number, job in busy:
            self._losses[number] += 1
            if self._losses[number] == _MAX_LOSSES:
                raise _too_many_losses(job) from None
            self.again.append((number, job))


def _too_many_losses(job: Any) -> WorkError:
    return WorkError(f"{_MAX_LOSSES} workers were lost with one piece of work: {quote(job)}")


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """Connect to a Dask cluster: ``HOST:PORT`` of its scheduler. Its workers do a job at a time for each thread.

    Every machine must have this version of noughts. Machines may join and leave while work goes on, and a job that is
    cancelled ends, with its process, which Dask starts again.
    M. Rocklin, Dask: parallel computation with blocked algorithms and task scheduling, SciPy 2015.
    Raises MissingError without Dask, WorkError if there is no cluster at the address.
    """
    with needed_by("a cluster"):
        import distributed
    connect: Any = distributed.Client
    try:
        client = connect(address, timeout=_CONNECT_SECONDS, set_as_default=False)
    except (OSError, TypeError, ValueError) as error:
        raise WorkError(f"there is no cluster at {quote(address)}: {error}") from None
    with client:
        yield _Cluster(client)


class _Cluster(Executor):
    """The workers of a cluster."""

    def __init__(self, client: Any) -> None:
        self._client, self._executor = client, client.get_executor(pure=False)
        self._threads, self._until = 1, 0.0

    def submit(self, do: Callable[..., R], /, *args: Any, **options: Any) -> Future[R]:
        """Have a job done by a worker."""
        submitted: Future[R] = self._executor.submit(_do_while_wanted, _version(), do, *args, **options)
        return submitted

    @property
    def _max_workers(self) -> int:
        """How many threads there are now; at least one, so that a job waits for the first worker."""
        if monotonic() > self._until:
            with suppress(OSError):  # the scheduler may come back; if not, its jobs are cancelled
                self._threads = max(1, sum(self._client.nthreads().values()))
            self._until = monotonic() + _POLL_SECONDS
        return self._threads

    def __repr__(self) -> str:
        return f"cluster({self._client.scheduler.address!r})"


def _do_while_wanted(version: str, do: Callable[..., R], /, *args: Any, **options: Any) -> R:
    """Do a job on a machine of a cluster. If it is cancelled its process ends, and Dask starts another.

    Raises WorkError on a machine with another version of noughts.
    """
    import distributed

    if version != _version():
        raise WorkError(f"a machine of the cluster has noughts {_version()}, not {version}")
    worker: Any = distributed.get_worker()
    tasks, task, done = worker.state.tasks, worker.get_current_task(), Event()

    def watch() -> None:
        while not done.wait(_POLL_SECONDS):
            if task not in tasks or tasks[task].state == "cancelled":
                os._exit(1)

    Thread(target=watch, daemon=True).start()
    try:
        return do(*args, **options)
    finally:
        done.set()


def _version() -> str:
    from importlib.metadata import version

    return version("noughts")
