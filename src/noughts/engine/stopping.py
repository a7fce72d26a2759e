"""Ending a search from outside, by an event that another thread sets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread


@contextmanager
def heeding(stop: Event | None, end: Callable[[], None]) -> Iterator[None]:
    """Calls ``end`` once ``stop`` is set, while what is inside runs; when that is done ``stop`` is set too."""
    if stop is None:
        yield
        return

    def watch() -> None:
        stop.wait()
        end()

    watcher = Thread(target=watch)
    watcher.start()
    try:
        yield
    finally:
        stop.set()
        watcher.join()
