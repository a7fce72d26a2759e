"""What kernels work on, records and arrays of numbers: NumPy's, or plain ones where NumPy is not, as in a browser.

A record is told once, as its fields: name, code of its numbers (``i8``: eight bytes, with a sign; ``u2``: two,
without), and shape where it is an array. Fields lie as C has them, each at a multiple of its size, wherever it is.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from itertools import accumulate, chain
from typing import Any, TypeAlias

from noughts.kernels.declare import available, is_compiled, is_prebuilt

PLAIN = is_prebuilt() or not available()
"""Whether they are plain ones."""

if PLAIN:
    from noughts.kernels import plain_memory
else:
    import mmap

    import numpy as np

Array: TypeAlias = Any
Fields: TypeAlias = Sequence[tuple[Any, ...]]

U64: Any = int if PLAIN else np.uint64
"""A number of 64 bits without a sign, as kernels have it."""

I64: Any = int if PLAIN else np.int64
"""The same with a sign."""


LARGE = 1 << 22
"""Bytes from which on an array of zeros has memory of its own from the system, which costs nothing until it is touched.
malloc gives what was used before, too, and then clears all of it, as it always does in threads but the first."""


def record_type(fields: Fields) -> Any:
    """A type of records."""
    return plain_memory.RecordType(fields) if PLAIN else np.dtype(list(fields), align=True)


def record(kind: Any) -> Any:
    """One empty record, which kernels take by reference."""
    return plain_memory.PlainRecord(kind) if PLAIN else np.zeros(1, kind).view(np.recarray)[0]


def as_rows(one: Any) -> Any:
    """A record as an array of one, for kernels that Python calls often: handing over a record itself takes longer
    than most of them do, since NumPy describes all its fields anew for every call.
    """
    if PLAIN:
        return one
    return np.ndarray(1, _untyped(one.dtype), one.base) if is_compiled() else one.base


@cache
def _untyped(kind: Any) -> Any:
    """A type of records as NumPy's own, always the same object: others are compared field by field in every call."""
    return np.dtype((np.void, kind))


def zeros(shape: int | tuple[int, ...], code: str) -> Array:
    """An array of zeros, from a multiple of 64 bytes on."""
    if PLAIN:
        return plain_memory.zeros(shape, code)
    size = np.dtype(code).itemsize * int(np.prod(shape))
    if size >= LARGE:
        return np.frombuffer(_fresh_memory(size), code).reshape(shape)
    raw = np.zeros(size + 64, np.uint8)
    skip = -raw.ctypes.data % 64
    return raw[skip : skip + size].view(code).reshape(shape)


def _fresh_memory(size: int) -> mmap.mmap:
    """So many bytes from the system, whole pages. Raises MemoryError where there are not so many."""
    try:
        memory = mmap.mmap(-1, size, access=mmap.ACCESS_COPY)
    except OSError as error:
        raise MemoryError(f"no {size:,} bytes: {error.strerror}") from None
    if sys.platform == "linux":  # large pages, where there are any, as NumPy asks for
        with suppress(OSError):
            memory.madvise(mmap.MADV_HUGEPAGE)
    return memory


def array(numbers: Sequence[Any], code: str) -> Array:
    """An array of these numbers, or of rows of numbers."""
    return plain_memory.array(numbers, code) if PLAIN else np.array(numbers, code)


def runs(lists: Sequence[Sequence[int]]) -> tuple[Array, Array]:
    """Where each list begins once they lie one after the other, and where the last one ends; and the numbers."""
    starts = [*accumulate(map(len, lists), initial=0)]
    return array(starts, "i8"), array([*chain.from_iterable(lists)], "i8")
