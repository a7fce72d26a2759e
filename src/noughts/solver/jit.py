"""KERNELS: the few loops that Numba compiles; nowhere else is it imported, and only when one is needed.

This module is light: it tells whether Numba is there and imports it with the first kernel module.
S. K. Lam, A. Pitrou, S. Seibert, Numba: a LLVM-based Python JIT compiler, LLVM-HPC 2015.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any, TypeVar, cast

HOW_TO_GET = "needs the extra 'solver': pip install 'noughts[solver]'"
"""Ends the sentence that says why a board cannot be solved here."""

Say = Callable[[str], None]
"""Told one short sentence about what is going on; the caller decides where it is shown."""

F = TypeVar("F", bound=Callable[..., object])


def available() -> bool:
    """Whether Numba and NumPy are installed; neither is imported to find out."""
    return find_spec("numba") is not None and find_spec("numpy") is not None


def kernel(function: F) -> F:
    """The function compiled on first use: without the GIL, and kept on disk for the next process.

    Numba keeps it where NUMBA_CACHE_DIR says, else beside the module, else in the user's cache folder;
    where none of these can be written, it is compiled anew in each process.
    """
    import numba

    try:
        compiled = numba.njit(function, nogil=True, cache=True)
    except (RuntimeError, OSError):  # "no locator available": nowhere to write
        compiled = numba.njit(function, nogil=True)
    return cast(F, compiled)


@contextmanager
def announcing(say: Say | None) -> Iterator[None]:
    """Tells ``say``, once, when a kernel is compiled inside rather than loaded from disk."""
    if say is None:
        yield
        return
    from numba.core import event

    with event.install_listener("numba:compile", _listener(event, say)):
        yield


def _listener(event: Any, say: Say) -> object:
    told: list[bool] = []

    class Announcer(event.Listener):  # type: ignore[misc]
        def on_start(self, _: object) -> None:
            if not told:
                told.append(True)
                say("compiling the solver, this first time only: from a few seconds to a minute or two")

        def on_end(self, _: object) -> None:
            pass

    return Announcer()
