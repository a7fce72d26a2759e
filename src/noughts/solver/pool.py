"""Threads for kernels; where none can be begun, as in a browser, what is handed in is done at once."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

THREADS = sys.platform != "emscripten"
"""Whether threads can be begun."""


class AtOnce(Executor):
    """Does what is handed in before it returns."""

    def submit(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Calls it; what it raises is raised by the result."""
        done: Future[Any] = Future()
        try:
            done.set_result(function(*args, **kwargs))
        except Exception as error:  # noqa: BLE001 - it is raised by the result
            done.set_exception(error)
        return done


def pool(threads: int) -> Executor:
    """So many threads, or none."""
    return ThreadPoolExecutor(threads) if THREADS else AtOnce()


def processors() -> int:
    """Processors that this process may take for itself; one where another began it, to compute beside others."""
    if not THREADS:
        return 1
    from multiprocessing import parent_process  # only now: it takes some milliseconds to import

    if parent_process() is not None:
        return 1
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
