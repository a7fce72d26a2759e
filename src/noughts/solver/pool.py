"""Threads for kernels; where none can be begun, as in a browser, this one does what there is to do."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor

THREADS = sys.platform != "emscripten"
"""Whether threads can be begun."""


def call_each(function: Callable[..., object], parts: Iterable[tuple[object, ...]], threads: int) -> None:
    """Calls a function with each of these arguments, on so many threads where there are any; raises what it raises."""
    if not THREADS:
        for part in parts:
            function(*part)
        return
    with ThreadPoolExecutor(threads) as workers:
        try:
            for call in [workers.submit(function, *part) for part in parts]:
                call.result()
        except BaseException:
            workers.shutdown(wait=True, cancel_futures=True)
            raise


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
