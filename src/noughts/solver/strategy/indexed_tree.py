"""The tree of a win by zones, to be entered anywhere: its numbers, with the size of each record before it.

A record in the file ends where its last child does, so that whoever looks for one child reads all before it. Here each
record begins with a mark of how many numbers it has. Zones are computed again where a record is short, and kept where
it is long. A long tree has its index in a file beside the certificate (SQLite: parts of the numbers, packed, and
zones), made when it is first played, in some 20 seconds a million records; it is of no use beside another certificate,
and is then made anew.
"""

from __future__ import annotations

import contextlib
import hashlib
import sqlite3
import zlib
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, count
from pathlib import Path
from typing import Any

from noughts.solver.certificate.read import RejectedError, need
from noughts.solver.certificate.verify_zones import ZoneChecker, ZoneStones, integers

SHORT = 1000
"""Records: the zone of fewer is computed in some twenty milliseconds, so it is not kept."""

MARK = -16
"""A record of n numbers, this one included, begins with MARK - n; what the file has is more than MARK."""

_PART = 1 << 14
_LAYOUT = "noughts-index-1"


class IndexedTree:
    """A verified tree: ``numbers``, with a mark before each record, and the ``zones`` of long records by their place.

    ``begun`` has how many records begin before each part of the numbers.
    """

    def __init__(self, numbers: Sequence[int], zones: Mapping[int, int], begun: Sequence[int]) -> None:
        self.numbers, self.zones, self.begun = numbers, zones, begun

    @property
    def records(self) -> int:
        """How many there are."""
        return self.begun[-1]

    def end(self, place: int) -> int:
        """The place after the record at a place."""
        return place + MARK - self.numbers[place]

    def record(self, place: int) -> int:
        """Which record of the tree it is, from 1."""
        part = place // _PART
        return self.begun[part] + _marks(self.numbers[part * _PART : place + 1])

    def move(self, place: int) -> int:
        """The attacker's move in it."""
        return self.numbers[place + 1]


class IndexReader(ZoneChecker):
    """Checks a claim by zones and writes down where its records are; then computes their zones again."""

    out: array[int] | None = None
    """The tree so far, while it is checked."""

    def index(self, parts: Iterable[Any]) -> IndexedTree:
        """The tree, once it is checked. Raises RejectedError."""
        numbers, self.zones = array("i"), dict[int, int]()
        self.out = numbers
        self.check(map(self._kept, chain.from_iterable(map(integers, parts))))
        self.out = None
        begun = [0]
        for start in range(0, len(numbers), _PART):
            begun.append(begun[-1] + _marks(numbers[start : start + _PART]))
        return IndexedTree(numbers, self.zones, begun)

    def zone(self, tree: IndexedTree, place: int, p: ZoneStones, a: int, d: int, r: int) -> int:
        """The zone of the record at a place: A, with the stones a, moves in the position p."""
        if place in tree.zones:
            return tree.zones[place]
        self.next = iter(tree.numbers[place : tree.end(place)]).__next__
        return self._win(p, a, d, r)

    def _kept(self, number: int) -> list[int]:
        need(MARK < number < self.cells, f"no cell: {number}")
        assert self.out is not None
        self.out.append(number)
        return [number]

    def _win(self, p: ZoneStones, a: int, d: int, r: int) -> int:
        if self.out is None:
            self.next()  # the mark
            return super()._win(p, a, d, r)
        place, record = len(self.out), self.count + 1
        self.out.append(0)
        zone = super()._win(p, a, d, r)
        self.out[place] = MARK - (len(self.out) - place)
        if self.count - record >= SHORT:
            self.zones[place] = zone
        return zone


def index_path(path: str | Path) -> Path:
    """Where the index of a certificate lies."""
    return Path(f"{path}.index")


def digest(path: str | Path) -> str:
    """What tells a certificate from another."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def kept_tree(path: str | Path) -> IndexedTree | None:
    """The tree as its index has it; None where there is none, or one of another certificate."""
    if not index_path(path).is_file():
        return None
    try:
        base = sqlite3.connect(
            f"{index_path(path).resolve().as_uri()}?mode=ro", uri=True, check_same_thread=False
        )
        about = base.execute("select layout, certificate, length from about").fetchone()
        if about[:2] != (_LAYOUT, digest(path)):
            return None
        begun = [begun for (begun,) in base.execute("select begun from part order by number")]
        if len(begun) != -(-about[2] // _PART) + 1:
            return None
        zones = {place: int(cells, 16) for place, cells in base.execute("select place, cells from zone")}
        return IndexedTree(_Parts(base, about[2]), zones, begun)
    except (sqlite3.Error, TypeError, ValueError):
        return None


def keep_tree(path: str | Path, tree: IndexedTree) -> None:
    """Writes the index of a certificate beside it; where nothing can be written there, there is none."""
    new = index_path(path).with_suffix(".new")
    with contextlib.suppress(OSError, sqlite3.Error):
        new.unlink(missing_ok=True)
        with contextlib.closing(sqlite3.connect(new)) as base, base:
            _write(base, digest(path), tree)
        new.replace(index_path(path))
    with contextlib.suppress(OSError):
        new.unlink(missing_ok=True)


def _write(base: sqlite3.Connection, certificate: str, tree: IndexedTree) -> None:
    base.execute("create table about (layout text, certificate text, length integer)")
    base.execute("create table part (number integer primary key, begun integer, numbers blob)")
    base.execute("create table zone (place integer primary key, cells text)")
    base.execute("insert into about values (?, ?, ?)", (_LAYOUT, certificate, len(tree.numbers)))
    parts = zip(count(), tree.begun, chain(_packed(tree.numbers), [b""]))
    base.executemany("insert into part values (?, ?, ?)", parts)
    base.executemany("insert into zone values (?, ?)", ((p, f"{z:x}") for p, z in tree.zones.items()))


def _packed(numbers: Sequence[int]) -> Iterator[bytes]:
    for start in range(0, len(numbers), _PART):
        yield zlib.compress(array("i", numbers[start : start + _PART]).tobytes(), 6)


def _marks(numbers: Sequence[int]) -> int:
    """How many records begin among these numbers."""
    return sum(number < MARK for number in numbers)


class _Parts(Sequence[int]):
    """Numbers that are read part by part, as they are wanted."""

    def __init__(self, base: sqlite3.Connection, length: int) -> None:
        self._base, self._length = base, length
        self._at, self._part = -1, array("i")

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return [self[i] for i in range(*place.indices(self._length))]
        number, within = divmod(place, _PART)
        if number != self._at:
            row = self._base.execute("select numbers from part where number = ?", (number,)).fetchone()
            try:
                self._part, self._at = array("i", zlib.decompress(row[0])), number
            except (TypeError, ValueError, zlib.error):
                raise RejectedError("the index beside the certificate is damaged: remove it") from None
        return self._part[within]
