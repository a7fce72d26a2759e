"""The kernels that begin to be compiled, told to whoever listens; none of it needs the compiler."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

Listener = Callable[[str], None]
"""Listener the name of a kernel when one begins to be compiled."""

_listeners: list[Listener] = []


@contextmanager
def telling(listener: Listener) -> Iterator[None]:
    """Tells of every kernel that is compiled inside, in any thread; what ``listener`` raises ends the compilation."""
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)


def tell(name: str) -> None:
    """Tells whoever listens that a kernel begins to be compiled, here or for this process."""
    for listener in list(_listeners):
        listener(name)
