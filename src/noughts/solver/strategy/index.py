"""The index of a win by zones: its tree to be entered anywhere.

A record in a certificate ends where its last child does, so that whoever looks for one child reads all before it. The
index (SQLite) has the tree's numbers in parts that are unpacked one by one, and of each quiet record with `LEAST`
records or more below it, found by the place of its first child, all children: where each begins, its zone, its moves.
What is below a shorter one is read again in some milliseconds.
"""

from __future__ import annotations

import json
import sqlite3
import struct
import zlib
from array import array
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from noughts.solver.certificate.format import RejectedError

T = TypeVar("T")

LEAST = 200
"""Records below a quiet one whose children are in the index: fewer are read again in some three milliseconds."""

OWN = -6
"""The kind of a child for one reply that no symmetry takes to others: the others' are their marks."""

_PART = 1 << 14
LAYOUT = "noughts-index-3"
"""Raised whenever the layout or the meaning of the index changes."""

_ROW = struct.Struct("<IIB")
DAMAGED = "the index of the certificate was damaged while it was in use: open the certificate again"
UNREADABLE_INDEX = (sqlite3.Error, TypeError, ValueError, LookupError, struct.error, zlib.error)


class Child(NamedTuple):
    """A child of a quiet record."""

    place: int
    """How many numbers of the tree are before it."""
    record: int
    """Which record of the tree it is, from 1."""
    kind: int
    """The mark before it, or OWN."""
    cells: int
    """The stones that the defender has in it besides the record's."""
    zone: int
    moves: int
    """The attacker's, in it and below."""


class IndexWriter:
    """Writes the index of a claim while its tree is checked, from front to back; in memory."""

    def __init__(self, header: dict[str, Any], cells: int) -> None:
        self._header, self._bytes = json.dumps(header), (cells + 7) // 8
        self._base = sqlite3.connect(":memory:", check_same_thread=False)
        self._base.execute("create table about (layout, key, header, bytes, records)")
        self._base.execute("create table part (number integer primary key, packed)")
        self._base.execute("create table node (place integer primary key, packed)")
        self._numbers, self._parts = array("H"), 0

    def write(self, parts: Iterable[list[int]]) -> Iterator[list[int]]:
        """The same parts of the tree, each written once it was read: then no number is out of range."""
        for part in parts:
            yield part
            self._numbers.extend([number - OWN for number in part])
            while len(self._numbers) >= _PART:
                self._write_part()

    def node(self, place: int, children: Iterable[Child]) -> None:
        """Writes the children of a quiet record."""
        packed, before = bytearray(), (place, 0)
        for child in children:
            packed += _ROW.pack(child.place - before[0], child.record - before[1], -child.kind)
            packed += b"".join(cells.to_bytes(self._bytes, "little") for cells in child[3:])
            before = child[:2]
        self._base.execute("insert into node values (?, ?)", (place, zlib.compress(packed)))

    def index(self, records: int, key: str) -> Index:
        """Return the index, once all is written; ``key`` says of what it is (``index_cache.index_key``)."""
        self._write_part()
        about = (LAYOUT, key, self._header, self._bytes, records)
        self._base.execute("insert into about values (?, ?, ?, ?, ?)", about)
        self._base.commit()
        return Index(self._base)

    def _write_part(self) -> None:
        packed = zlib.compress(self._numbers[:_PART].tobytes())
        self._base.execute("insert into part values (?, ?)", (self._parts, packed))
        del self._numbers[:_PART]
        self._parts += 1


class Index:
    """A tree that was verified when this was made."""

    def __init__(self, base: sqlite3.Connection) -> None:
        self._base = base
        about = base.execute("select layout, key, header, bytes, records from about").fetchone()
        layout, self.key, header, self._bytes, self.records = about
        if layout != LAYOUT:
            raise ValueError(layout)
        self.header = dict[str, Any](json.loads(header))
        self.part = lru_cache(64)(self._part)
        self.children = lru_cache(64)(self._children)

    @classmethod
    def open(cls, path: Path) -> Index:
        """Return the index in a file, which stays open. Raises what is UNREADABLE_INDEX for any other file."""
        base = f"{path.resolve().as_uri()}?mode=ro&immutable=1"
        return cls(sqlite3.connect(base, uri=True, check_same_thread=False))

    def as_bytes(self) -> bytes:
        """Return the SQLite database as the bytes of a file."""
        return self._base.serialize()

    def number(self, place: int) -> int:
        """A number of the tree."""
        number, within = divmod(place, _PART)
        return int(self.part(number)[within]) + OWN

    def _part(self, number: int) -> array[int]:
        part = self._read("select packed from part where number = ?", number, partial(array, "H"))
        if part is None:
            raise RejectedError(DAMAGED)
        return part

    def _children(self, place: int) -> list[Child] | None:
        return self._read("select packed from node where place = ?", place, partial(self._unpacked, place))

    def _read(self, query: str, key: int, unpack: Callable[[bytes], T]) -> T | None:
        try:
            row = self._base.execute(query, (key,)).fetchone()
            return row and unpack(zlib.decompress(row[0]))
        except UNREADABLE_INDEX:
            raise RejectedError(DAMAGED) from None

    def _unpacked(self, place: int, packed: bytes) -> list[Child]:
        children, record, size = list[Child](), 0, self._bytes
        for row in range(0, len(packed), _ROW.size + 3 * size):
            further, more, kind = _ROW.unpack_from(packed, row)
            place, record, begin = place + further, record + more, row + _ROW.size
            sets = (
                int.from_bytes(packed[i : i + size], "little") for i in range(begin, begin + 3 * size, size)
            )
            children.append(Child(place, record, -kind, *sets))
        return children
