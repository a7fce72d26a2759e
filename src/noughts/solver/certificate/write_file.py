"""Parts that the writers of proofs share: the file, the board's symmetries, masks and cells; and wins with zones.

A win with zones is a header and the tree's numbers in arrays (format: docs/certificates.md).
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import reduce
from itertools import islice
from pathlib import Path
from typing import Any

from noughts.errors import TooLargeError
from noughts.files import replacing
from noughts.game.board import Board, cells_of
from noughts.game.outcome import Mark
from noughts.game.position import Position

FORMAT = "noughts-certificate-1"
LONGEST = 1 << 16  # characters of a line
PASS = -1
Entry = tuple[int, int, int, int]  # X's move, O's reply, record, symmetry


@contextmanager
def writing(path: str | Path, watch: Callable[[int], None] | None = None) -> Iterator[Writer]:
    """Writes a certificate, which takes its place when the block ends without error (``files.replacing``).

    ``watch`` is told now and then how many records there are, of all claims.
    """
    with replacing(path) as file, gzip.GzipFile("", "wb", 6, file, 0) as packed:
        yield Writer(packed, watch)


class Writer:
    """Claims and their records, as lines of a file, counted."""

    def __init__(self, file: gzip.GzipFile, watch: Callable[[int], None] | None = None) -> None:
        self.file, self.watch, self.count, self.earlier = file, watch, 0, 0

    def begin(self, header: dict[str, Any]) -> None:
        """A new claim: its header, and its records are counted anew."""
        self.line(header)
        self.earlier += self.count
        self.count = 0

    def line(self, value: Any) -> None:
        text = json.dumps(value, separators=(",", ":"))
        if len(text) >= LONGEST:
            raise TooLargeError(
                f"no certificate: a line of it has {len(text):,} characters, at most {LONGEST - 1:,}"
            )
        self.file.write(text.encode() + b"\n")

    def record(self, *values: Any) -> int:
        """Number of the record just written."""
        self.line(values)
        self.count += 1
        if self.watch and self.count % 4096 == 0:
            self.watch(self.earlier + self.count)
        return self.count - 1

    def back(self, entries: list[Entry]) -> list[int]:
        """Entries with their records counted back from the one to be written next."""
        return [
            v for m, r, record, sym in entries for v in (m, r, self.count - record if record >= 0 else 0, sym)
        ]

    def back3(self, entries: list[tuple[int, int, int]]) -> list[int]:
        """The same for entries of a reply, a record and a symmetry."""
        return [v for reply, record, sym in entries for v in (reply, self.count - record, sym)]


class Symmetries:
    """The board's symmetries as renamings, and how two canonical frames meet."""

    def __init__(self, board: Board) -> None:
        n = board.size
        group: list[tuple[int, ...]] = [tuple(p) for p in board.symmetries]
        number = {p: i for i, p in enumerate(group)}
        inverse = [sorted(range(n), key=p.__getitem__) for p in group]
        self.images = [[1 << c for c in p] for p in group]
        self.between = [
            [number[tuple(inverse[b][a[c]] for c in range(n))] for b in range(len(group))] for a in group
        ]

    def canonical(self, x: int, o: int) -> tuple[tuple[int, int], int]:
        """The least image of a position and the symmetry that makes it."""
        return min(((renamed(x, image), renamed(o, image)), i) for i, image in enumerate(self.images))


def header(position: Position, attacker: Mark, claim: str, **more: object) -> dict[str, Any]:
    """The first line of a claim in records; ``more`` stands before the symmetries."""
    return {
        "format": FORMAT,
        **about(position.board),
        "position": position.rows_text,
        "attacker": str(attacker),
        "claim": claim,
        **more,
        "symmetries": [list(image) for image in position.board.symmetries],
    }


def about(board: Board) -> dict[str, Any]:
    """What a header says of the board: its name, and its lines where the name does not tell them."""
    named: dict[str, Any] = {"board": board.name}
    if board.is_named:
        return named
    return {
        **named,
        "columns": board.columns,
        "rows": board.rows,
        "lines": [list(line) for line in board.lines],
    }


def check_room(board: Board) -> None:
    """TooLargeError where the first line of a certificate would be too long, with the board's lines and symmetries."""
    header = {**about(board), "position": "." * 2 * board.size, "symmetries": board.symmetries}
    if len(json.dumps(header, separators=(",", ":"))) + 200 >= LONGEST:
        numbers = f"{len(board.lines):,} lines and {len(board.symmetries):,} symmetries"
        raise TooLargeError(f"no certificate can be written about {board}: its {numbers} are too many")


def masks(words: Any) -> list[int]:
    """Return rows of two words as masks of cells."""
    numbers = words.numbers.tolist()
    return [low | high << 64 for low, high in zip(numbers[::2], numbers[1::2], strict=True)]


def one(cell: int) -> int:
    """The mask of a cell, 0 for a pass."""
    return 1 << cell if cell >= 0 else 0


def union(masks: Iterable[int]) -> int:
    """All cells of the sets."""
    return reduce(int.__or__, masks, 0)


def last_cells(lines: Iterable[int], mine: int, theirs: int) -> int:
    """The cells that lines of a side lack, where they lack one only."""
    rests = (line & ~mine for line in lines if not line & theirs)
    return union(rest for rest in rests if not rest & (rest - 1))


def renamed(mask: int, image: list[int]) -> int:
    """A mask with its cells renamed."""
    return sum(image[c] for c in cells_of(mask))


ZONE_FORMAT = "noughts-certificate-2"
SLACK, SEVERAL, ALIKE, END = -2, -3, -4, -5
"""Marks in a tree of zones, beside ``PASS``."""

_NUMBERS = 8192
"""In an array: at most four characters each, far below the longest line."""


def write_zones(
    path: str | Path,
    position: Position,
    attacker: Mark,
    tree: Iterable[int],
    more: Mapping[str, object] | None = None,
) -> None:
    """Writes a certificate of one claim, that the attacker wins the position, by this tree.

    The tree is not checked; only a list is asked whether it needs the symmetries. ``more`` are fields of the header
    that no checker looks at. Raises OSError where the file cannot be written; nothing is left half-written then.
    """
    needs = ALIKE in tree if isinstance(tree, list) else True
    first = header(position, attacker, "win")
    first |= {
        "format": ZONE_FORMAT,
        "symmetries": first["symmetries"][:1024] if needs else [],
        **(more or {}),
    }
    with writing(path) as writer:
        writer.begin(first)
        numbers = iter(tree)
        writer.line(
            list(islice(numbers, _NUMBERS))
        )  # of two threats when the defender is to move there is none
        while part := list(islice(numbers, _NUMBERS)):
            writer.line(part)
