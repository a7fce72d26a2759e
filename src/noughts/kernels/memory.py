"""Records and arrays that kernels work on: plain memory, read and written from Python without NumPy.

A record type is declared by its fields: name, dtype (``i8``: eight bytes, signed; ``u2``: two bytes, unsigned; ``f8``:
a float of eight bytes), and shape if the field is an array. Fields are aligned as in C, each at a multiple of its size.
A kernel takes a record by its address, and an array by the address of its descriptor: the address of the first number,
then the length of each dimension, eight bytes each.
"""

from __future__ import annotations

import ctypes
import mmap
import sys
from array import array as array_of
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import accumulate, chain
from math import prod
from typing import Any, TypeAlias

Fields: TypeAlias = Sequence[tuple[Any, ...]]

U64: Any = int
"""An unsigned number of 64 bits: in a kernel it wraps around, in Python it is a plain ``int``."""

I64: Any = int
"""A signed number of 64 bits."""

FORMATS = {
    "i1": "b", "u1": "B", "i2": "h", "u2": "H", "i4": "i", "u4": "I", "i8": "q", "u8": "Q", "f8": "d",
}  # fmt: skip

MAPPED = 1 << 17
"""Bytes from which on memory is mapped from the system: it costs nothing until it is touched."""

HUGE = 1 << 22
"""Bytes from which on an array is on large pages, where the system has them: random access is faster then."""

ALIGNMENT = 64
"""Bytes of a cache line."""

_Memory: TypeAlias = tuple[memoryview, int]
"""Bytes and the address of the first."""


def _zeroed(size: int) -> _Memory:
    """Return zeroed memory that begins at a cache line. Raises MemoryError where there is not enough."""
    if size >= MAPPED and sys.platform != "emscripten":
        try:
            owner: Any = mmap.mmap(-1, size, access=mmap.ACCESS_COPY)
        except OSError as error:
            raise MemoryError(f"cannot allocate {size:,} bytes: {error.strerror}") from None
        return memoryview(owner), _address(owner)
    owner = (ctypes.c_char * (size + ALIGNMENT))()
    start = -ctypes.addressof(owner) % ALIGNMENT
    return memoryview(owner).cast("B")[start : start + size], ctypes.addressof(owner) + start


def _address(buffer: Any) -> int:
    """Return the address of a writable buffer, which may be empty."""
    view = memoryview(buffer)
    return ctypes.addressof(ctypes.c_char.from_buffer(view)) if view.nbytes else 0


class Array:
    """Numbers of one type in row-major order.

    ``shape`` gives the length of each dimension, ``dtype`` the type of the numbers, as ``i8``. With one dimension
    ``a[i]`` is a number and ``a[i:j]`` a memoryview of numbers; with more they are a row (a memoryview, or an ``Array``
    of one dimension less) and an ``Array`` of rows. All share the memory. NumPy reads it by the array interface.
    """

    __slots__ = ("_as_parameter_", "_descriptor", "_width", "address", "dtype", "numbers", "shape")

    def __init__(self, memory: memoryview, address: int, dtype: str, shape: tuple[int, ...]) -> None:
        self.dtype, self.shape, self.address = dtype, shape, address
        self.numbers: memoryview = memory.cast("B").cast(FORMATS[dtype])  # type: ignore[call-overload]
        """All numbers, row by row."""
        self._width = prod(shape[1:])
        self._descriptor = (ctypes.c_int64 * (1 + len(shape)))(address, *shape)
        self._as_parameter_ = ctypes.addressof(self._descriptor)

    @property
    def data(self) -> memoryview:
        """The bytes."""
        data: memoryview = self.numbers.cast("B")
        return data

    @property
    def __array_interface__(self) -> dict[str, Any]:
        return {"shape": self.shape, "typestr": f"<{self.dtype}", "data": self.data, "version": 3}

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.numbers) if len(self.shape) == 1 else (self[i] for i in range(self.shape[0]))

    def __getitem__(self, key: Any) -> Any:
        if type(key) is tuple:
            *rows, last = key
            if len(key) == len(self.shape) and type(last) is not slice:
                return self.numbers[self._place(key)]
            return self._row(rows)[last]
        if len(self.shape) == 1:
            return self.numbers[key]
        if type(key) is slice:
            return self._rows(*self._bounds(key))
        start = range(self.shape[0])[key] * self._width
        if len(self.shape) == 2:
            return self.numbers[start : start + self._width]
        return self._at(start, self.shape[1:])

    def __setitem__(self, key: Any, value: Any) -> None:
        if type(key) is tuple:
            *rows, last = key
            if len(key) == len(self.shape) and type(last) is not slice:
                self.numbers[self._place(key)] = value
                return
            target = self._row(rows)
            if isinstance(target, Array):
                target[last] = value
            else:
                target[last] = _numbers(self.dtype, value, len(target[last]), 1)
        elif type(key) is slice:
            self._fill(*self._bounds(key), value, len(self.shape))
        elif len(self.shape) == 1:
            self.numbers[key] = value
        else:
            start = range(self.shape[0])[key]
            self._fill(start, start + 1, value, len(self.shape) - 1)

    def _row(self, key: Sequence[int]) -> Any:
        """Return what some numbers of rows lead to."""
        target: Any = self
        for row in key:
            target = target[int(row)]
        return target

    def _fill(self, start: int, end: int, value: Any, dimensions: int) -> None:
        """Fill rows with a number, or with the numbers of a sequence that is nested ``dimensions`` deep."""
        first, last = start * self._width, end * self._width
        self.numbers[first:last] = _numbers(self.dtype, value, last - first, dimensions)

    def rows(self, start: int, end: int) -> Array:
        """Return the rows from ``start`` to ``end`` as an array, which a kernel can take; they share the memory."""
        return self._rows(*self._bounds(slice(start, end)))

    def _bounds(self, rows: slice) -> tuple[int, int]:
        """Return the first row of a slice and the one after the last. Raises ValueError for a step."""
        start, end, step = rows.indices(self.shape[0])
        if step != 1:
            raise ValueError(f"rows of an array must lie side by side, got a step of {step}")
        return start, max(start, end)

    def tolist(self) -> Any:
        """Return the numbers as a list, or as lists of lists."""
        return self.numbers.tolist() if len(self.shape) == 1 else [row.tolist() for row in self]

    def tobytes(self) -> bytes:
        """Return a copy of the bytes."""
        return self.numbers.tobytes()

    def _place(self, key: Sequence[int]) -> int:
        place = 0
        for length, number in zip(self.shape, key, strict=True):
            place = place * length + range(length)[number]
        return place

    def _rows(self, start: int, end: int) -> Array:
        return self._at(start * self._width, (end - start, *self.shape[1:]))

    def _at(self, start: int, shape: tuple[int, ...]) -> Array:
        memory = self.numbers[start : start + prod(shape)]
        return Array(memory, self.address + start * self.numbers.itemsize, self.dtype, shape)


def _numbers(dtype: str, value: Any, count: int, dimensions: int) -> array_of[Any]:
    """Return a number ``count`` times, or the numbers of nested sequences. Raises ValueError for another count."""
    if isinstance(value, (int, float)):
        return array_of(FORMATS[dtype], [value]) * count
    for _ in range(1, dimensions):
        value = chain.from_iterable(value)
    numbers = array_of(FORMATS[dtype], value)
    if len(numbers) != count:
        raise ValueError(f"{len(numbers)} numbers for {count} places")
    return numbers


def zeros(shape: int | tuple[int, ...], dtype: str) -> Array:
    """Return an array of zeros. Raises MemoryError where there is not enough memory."""
    lengths = (shape,) if isinstance(shape, int) else shape
    size = prod(lengths) * int(dtype[1])
    memory, address = _zeroed(size)
    if size >= HUGE and sys.platform == "linux":
        with suppress(OSError):
            memory.obj.madvise(mmap.MADV_HUGEPAGE)  # type: ignore[attr-defined]
    return Array(memory, address, dtype, lengths)


def array(numbers: Sequence[Any], dtype: str) -> Array:
    """Return an array of numbers, or of rows of numbers. Raises ValueError for rows of different lengths."""
    shape: list[int] = []
    level: list[Any] = [numbers]
    while level and not isinstance(level[0], (int, float)):
        lengths = {len(row) for row in level}
        if len(lengths) > 1:
            raise ValueError(f"rows of an array must have one length, got lengths {sorted(lengths)}")
        shape += lengths
        level = [*chain.from_iterable(level)]
    made = zeros(tuple(shape), dtype)
    made.numbers[:] = array_of(FORMATS[dtype], level)
    return made


def runs(lists: Sequence[Sequence[int]]) -> tuple[Array, Array]:
    """Return where each list begins, and where the last one ends, once they are joined; and the joined list."""
    starts = [*accumulate(map(len, lists), initial=0)]
    return array(starts, "i8"), array([*chain.from_iterable(lists)], "i8")


class RecordType:
    """The layout of a record.

    ``fields`` maps the name of each field to offset, dtype and shape; ``size`` is the number of bytes of a record.
    ``capacity`` is its index among the record types that kernels are compiled for: 0 is the smallest.
    """

    def __init__(self, fields: Fields, capacity: int = 0) -> None:
        self.fields: dict[str, tuple[int, str, tuple[int, ...]]] = {}
        self.capacity = capacity
        at = largest = 0
        for name, dtype, *more in fields:
            size = int(dtype[1])
            shape = more[0] if more else ()
            at += -at % size
            self.fields[name] = at, dtype, (shape,) if isinstance(shape, int) else tuple(shape)
            at, largest = at + size * prod(self.fields[name][2]), max(largest, size)
        self.size = at + -at % largest

    def __repr__(self) -> str:
        return f"RecordType({', '.join(self.fields)})"


class Record:
    """A record whose fields are zero.

    Fields are attributes, numbers or arrays; ``record["name"]`` is a field as an array.
    """

    kind: RecordType
    capacity: int
    address: int
    _memory: memoryview

    def __init__(self, kind: RecordType) -> None:
        memory, address = _zeroed(kind.size)
        self.__dict__.update(
            kind=kind, capacity=kind.capacity, address=address, _memory=memory, _as_parameter_=address
        )

    def __getitem__(self, name: str) -> Array:
        offset, dtype, shape = self.kind.fields[name]
        end = offset + prod(shape) * int(dtype[1])
        return Array(self._memory[offset:end], self.address + offset, dtype, shape or (1,))

    def __getattr__(self, name: str) -> Any:
        if name not in self.kind.fields:
            raise AttributeError(name)
        if self.kind.fields[name][2]:
            field = self.__dict__[name] = self[name]
            return field
        return self._number(name)[0]

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in self.kind.fields:
            raise AttributeError(name)
        if self.kind.fields[name][2]:
            getattr(self, name)[:] = value
        else:
            self._number(name)[0] = value

    def _number(self, name: str) -> memoryview:
        offset, dtype, _ = self.kind.fields[name]
        size = int(dtype[1])
        view: memoryview = self._memory[offset : offset + size].cast(FORMATS[dtype])  # type: ignore[call-overload]
        return view
