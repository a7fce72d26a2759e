"""Threads for kernels; where none can be begun, as in a browser, this one does what there is to do."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

Call: TypeAlias = Callable[[Callable[..., object], Iterable[tuple[object, ...]]], None]

THREADS = sys.platform != "emscripten"
"""Whether threads can be begun."""


@contextmanager
def calls(threads: int) -> Iterator[Call]:
    """What calls a function with each of these arguments, on so many threads where there are any, which are begun once.

    It raises what the function raises.
    """
    if not THREADS:
        yield _call_here
        return
    from concurrent.futures import ThreadPoolExecutor  # only now: it takes ten milliseconds to import

    with ThreadPoolExecutor(threads) as workers:

        def call_there(function: Callable[..., object], parts: Iterable[tuple[object, ...]]) -> None:
            for call in [workers.submit(function, *part) for part in parts]:
                call.result()

        try:
            yield call_there
        except BaseException:
            workers.shutdown(wait=True, cancel_futures=True)
            raise


def _call_here(function: Callable[..., object], parts: Iterable[tuple[object, ...]]) -> None:
    for part in parts:
        function(*part)


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def processors() -> int:
    """Processors that this process may take for itself; one where another began it, to compute beside others."""
    if not THREADS:
        return 1
    from multiprocessing import parent_process  # only now: it takes some milliseconds to import

    if parent_process() is not None:
        return 1
    return cores()
