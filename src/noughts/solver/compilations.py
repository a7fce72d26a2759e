"""The kernels that begin to be compiled, told to whoever listens; none of it needs the compiler."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

Told = Callable[[str], None]
"""Told the name of a kernel when one begins to be compiled."""

_listeners: list[Told] = []


@contextmanager
def telling(told: Told) -> Iterator[None]:
    """Tells of every kernel that is compiled inside, in any thread; what ``told`` raises ends the compilation."""
    _listeners.append(told)
    try:
        yield
    finally:
        _listeners.remove(told)


def tell(name: str) -> None:
    """Tells whoever listens that a kernel begins to be compiled, here or for this process."""
    for told in list(_listeners):
        told(name)
