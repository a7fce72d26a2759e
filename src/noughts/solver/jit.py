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

from noughts.solver.compilations import telling

Say = Callable[[str], None]
"""Told one short sentence about what is going on; the caller decides where it is shown."""

COMPILING = "compiling the solver, this first time only: from a few seconds to half a minute"
"""What is said then."""

F = TypeVar("F", bound=Callable[..., object])


def available() -> bool:
    """Whether Numba and NumPy are installed; neither is imported to find out."""
    return find_spec("numba") is not None and find_spec("numpy") is not None


def kernel(function: F) -> F:
    """A function compiled on first use, for kernels to call; Python may, but what it calls often is an ``entry``."""
    from noughts.solver.linking import part

    return cast(F, part(function))


def entry(function: F) -> F:
    """A kernel that Python calls: compiled on first use, without the GIL, and kept on disk for the next process."""
    from noughts.solver.linking import whole

    return cast(F, whole(function))


@contextmanager
def announcing(say: Say | None) -> Iterator[None]:
    """Tells ``say``, once, when a kernel is compiled inside rather than loaded from disk."""
    if say is None:
        yield
        return
    told: list[str] = []

    def hear(name: str) -> None:
        if not told:
            say(COMPILING)
        told.append(name)

    with telling(hear):
        yield
