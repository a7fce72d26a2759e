"""KERNELS: the few loops that Numba compiles; nowhere else is it imported, and only when one is needed.

This module is light: it tells whether Numba is there and imports it with the first kernel module. How they are compiled
is in ``linking``.
S. K. Lam, A. Pitrou, S. Seibert, Numba: a LLVM-based Python JIT compiler, LLVM-HPC 2015.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TypeVar, cast

from noughts.kernels.compilations import telling
from noughts.kernels.library import folder, prebuilt

Say = Callable[[str], None]
"""Told one short sentence about what is going on; the caller decides where it is shown."""

COMPILING = "compiling the solver, this first time only: from a few seconds to half a minute"
"""What is said then."""

F = TypeVar("F", bound=Callable[..., object])


def is_prebuilt() -> bool:
    """Whether kernels were compiled before, as for a browser; then neither Numba nor NumPy is asked for."""
    return folder() is not None


def available() -> bool:
    """Whether kernels can be called: they are there, or Numba and NumPy are; neither is imported to find out."""
    return is_prebuilt() or (find_spec("numba") is not None and find_spec("numpy") is not None)


def is_compiled() -> bool:
    """Whether Numba compiles them here; else they were compiled before, or are plain Python, for whoever looks for a
    fault.
    """
    if is_prebuilt() or not available():
        return False
    from noughts.kernels.linking import COMPILES

    return COMPILES


def kernel(function: F) -> F:
    """A function compiled on first use, for kernels to call; Python may, but what it calls often is an ``entry``."""
    if is_prebuilt():
        return cast(F, prebuilt(function))
    if not available():
        return function
    from noughts.kernels.linking import part

    return cast(F, part(function))


def entry(function: F) -> F:
    """A kernel that Python calls: compiled on first use, without the GIL, and kept on disk for the next process."""
    if is_prebuilt():
        return cast(F, prebuilt(function))
    if not available():
        return function
    from noughts.kernels.linking import whole

    return cast(F, whole(function))


def shared(function: F) -> F:
    """A function that kernels and Python call alike; Python's is plain."""
    if not is_compiled():
        return function
    from noughts.kernels.linking import alike

    return cast(F, alike(function))


@contextmanager
def announcing(say: Say | None) -> Iterator[None]:
    """Tells ``say``, once, when a kernel is compiled inside rather than loaded from disk."""
    begun: list[str] = []

    def hear(name: str) -> None:
        if say and not begun:
            say(COMPILING)
        begun.append(name)

    with telling(hear):
        yield
