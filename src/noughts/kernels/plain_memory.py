"""Records and arrays as plain memory, where there is no NumPy: as much of what NumPy's can as the house asks of them.

A kernel takes their addresses. What is read is Python's numbers; a part of an array is the same memory.
"""

from __future__ import annotations

import ctypes
from array import array as array_of
from collections.abc import Iterator, Sequence
from math import prod
from typing import Any

_FORMATS = {
    "i1": "b", "u1": "B", "i2": "h", "u2": "H", "i4": "i", "u4": "I", "i8": "q", "u8": "Q", "f8": "d", "b1": "B",
}  # fmt: skip


class PlainArray:
    """Numbers of one kind, row by row, one after the other; ``shape`` is how many in each dimension."""

    __slots__ = ("_numbers", "_owner", "address", "code", "shape")

    def __init__(self, owner: Any, offset: int, code: str, shape: tuple[int, ...]) -> None:
        size = int(code[1])
        self.code, self.shape, self._owner = code, shape, owner
        self.address = ctypes.addressof(owner) + offset
        length = size * prod(shape)
        self._numbers = memoryview(owner).cast("B")[offset : offset + length].cast(_FORMATS[code])  # type: ignore[call-overload]

    @property
    def data(self) -> memoryview:
        """The bytes."""
        numbers: memoryview = self._numbers.cast("B")
        return numbers

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._numbers) if len(self.shape) == 1 else (self[i] for i in range(len(self)))

    def __getitem__(self, key: Any) -> Any:
        if type(key) is tuple:
            if any(isinstance(part, slice) for part in key):
                return self[key[0]][key[1:] if len(key) > 2 else key[1]]
            return self._numbers[self._place(key)]
        if isinstance(key, slice):
            start, end, _ = key.indices(len(self))
            return self._part(start, (max(0, end - start), *self.shape[1:]))
        return self._numbers[key] if len(self.shape) == 1 else self._part(key, self.shape[1:])

    def __setitem__(self, key: Any, value: Any) -> None:
        if type(key) is tuple and not any(isinstance(part, slice) for part in key):
            self._numbers[self._place(key)] = value
        elif len(self.shape) == 1 and not isinstance(key, slice):
            self._numbers[key] = value
        else:
            self[key].fill(value)

    def fill(self, value: Any) -> None:
        """One number everywhere, or as many as there are, row by row."""
        if isinstance(value, (int, float)):
            self.data[:] = bytes(_bytes_of(self.code, [value])) * len(self._numbers)
        else:
            numbers = list(_flat(value))
            if len(numbers) != len(self._numbers):
                raise ValueError(f"{len(numbers)} numbers for {len(self._numbers)} places")
            self.data[:] = _bytes_of(self.code, numbers)

    def tolist(self) -> Any:
        """The numbers as lists."""
        if len(self.shape) == 1:
            return self._numbers.tolist()
        return [row.tolist() for row in self]

    def tobytes(self) -> bytes:
        """The bytes, copied."""
        return bytes(self.data)

    def _place(self, key: Sequence[int]) -> int:
        place = 0
        for length, number in zip(self.shape, key, strict=True):
            place = place * length + number
        return place

    def _part(self, start: int, shape: tuple[int, ...]) -> PlainArray:
        """From a row on."""
        begin = self.address - ctypes.addressof(self._owner)
        return PlainArray(
            self._owner, begin + start * prod(self.shape[1:]) * int(self.code[1]), self.code, shape
        )


def _flat(value: Any) -> Iterator[Any]:
    """The numbers of lists in lists."""
    for one in value:
        if isinstance(one, (int, float)):
            yield one
        else:
            yield from _flat(one)


def _bytes_of(code: str, numbers: Sequence[Any]) -> memoryview:
    """Numbers as they lie in memory. Raises OverflowError for one that is too large."""
    return memoryview(array_of(_FORMATS[code], numbers)).cast("B")


def zeros(shape: int | tuple[int, ...], code: str) -> PlainArray:
    """An array of zeros, from a multiple of 64 bytes on."""
    lengths = (shape,) if isinstance(shape, int) else tuple(shape)
    owner = (ctypes.c_char * (prod(lengths) * int(code[1]) + 64))()
    return PlainArray(owner, -ctypes.addressof(owner) % 64, code, lengths)


def array(numbers: Sequence[Any], code: str) -> PlainArray:
    """An array of these numbers, or of rows of numbers."""
    shape: list[int] = []
    inner: Any = numbers
    while not isinstance(inner, (int, float)):
        shape.append(len(inner))
        if not len(inner):
            break
        inner = inner[0]
    made = zeros(tuple(shape), code)
    made.fill(numbers)
    return made


class RecordType:
    """Where the fields of a record lie: offset, code and shape of each; ``size`` is that of a record in bytes."""

    def __init__(self, fields: Sequence[tuple[Any, ...]]) -> None:
        self.fields: dict[str, tuple[int, str, tuple[int, ...]]] = {}
        at = most = 0
        for name, code, *more in fields:
            size = int(code[1])
            shape = more[0] if more else ()
            at += -at % size
            self.fields[name] = at, code, (shape,) if isinstance(shape, int) else tuple(shape)
            at, most = at + size * prod(self.fields[name][2]), max(most, size)
        self.size = at + -at % most


class PlainRecord:
    """An empty record: its numbers and arrays are its attributes; by its name in brackets a field is an array."""

    def __init__(self, kind: RecordType) -> None:
        owner = (ctypes.c_char * (kind.size + 64))()
        start = -ctypes.addressof(owner) % 64
        self.__dict__.update(kind=kind, address=ctypes.addressof(owner) + start, _owner=owner, _start=start)

    def __getitem__(self, name: str) -> PlainArray:
        offset, code, shape = self.kind.fields[name]
        return PlainArray(self._owner, self._start + offset, code, shape or (1,))

    def __getattr__(self, name: str) -> Any:
        if name not in self.kind.fields:
            raise AttributeError(name)
        if self.kind.fields[name][2]:
            field = self.__dict__[name] = self[name]
            return field
        return self[name][0]

    def __setattr__(self, name: str, value: Any) -> None:
        self[name].fill(value)
