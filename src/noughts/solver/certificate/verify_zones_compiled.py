"""Check of claims by zones with the compiled machine of `verify_zones_kernel`, for files of a million records.

It fills the machine's arrays: the board, the claim's position, and the numbers of the tree.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, TypeAlias

from noughts.errors import quote
from noughts.game.board import cells_of
from noughts.kernels.library import available
from noughts.kernels.memory import Array, array, runs, zeros
from noughts.solver.certificate import verify_zones_kernel as kernel
from noughts.solver.certificate.format import need
from noughts.solver.certificate.verify_zones import ZoneChecker

_LONG = 50_000
"""Bytes of a file from which the kernel pays: before it is loaded plain Python has read a hundred thousand records."""

_WRONG = (
    "",
    "a cell is not empty",
    "the defender has a line that lacks one cell",
    "a reply of the defender is not met",
    "neither a cell nor a mark",
    "replies are alike only where no stone may be added",
    "something follows the tree",
)


def quick_pays(path: object) -> bool:
    """Return whether compiled kernels are available and the file is long."""
    if not isinstance(path, str | PathLike) or not available():
        return False
    try:
        return Path(path).stat().st_size > _LONG
    except OSError:
        return False


class QuickZoneChecker(ZoneChecker):
    """Reads a claim by zones as `ZoneChecker` does, and says the same."""

    def check(self, parts: Iterator[list[int]]) -> None:
        """Reads the tree, which comes in parts."""
        lines = [list(cells_of(line)) for line in self.sets]
        images = [[one.bit_length() - 1 for one in image] for image in self.renamings]
        a, d = (list(cells_of(side)) for side in self.stones)
        self.tree = load(lines, self.cells, images, a, d)
        wrong = kernel.begin(self.tree, self.attacks)
        for part in parts:
            if wrong == kernel.GOOD:
                try:
                    numbers = numbers_of(part)
                except OverflowError:
                    need(False, f"no cell: {quote(max(part, key=abs))}")
                wrong = self.read(numbers)
            need(wrong == kernel.GOOD, _WRONG[wrong])
        need(wrong == kernel.GOOD, _WRONG[wrong])
        need(self.tree.at[kernel.NEXT] == kernel.DONE, "the tree is cut off")
        self.count = int(self.tree.at[kernel.COUNT])

    def read(self, numbers: Any) -> int:
        """Reads a part of the tree; what is wrong, 0 if nothing."""
        wrong: int = kernel.read(self.tree, numbers)
        return wrong


Lists: TypeAlias = Sequence[Sequence[int]]


def load(lines: Lists, count: int, images: Lists, a: Sequence[int], d: Sequence[int]) -> kernel.Tree:
    """A tree that is about to begin: the cells of each line, in the page's order, symmetries, and stones of A and D."""
    through: list[list[int]] = [[] for _ in range(count)]
    for i, line in enumerate(lines):
        for c in line:
            through[c].append(i)
    most, n, wide, rows = max(map(len, lines)), (len(lines) + 63) // 64, (count + 63) // 64, count + 2
    t = kernel.Tree(
        *runs(through),
        *runs(lines),
        _rows(images, count),
        zeros((rows, (most + 3) * n), "u8"),
        zeros((rows, kernel.SETS * wide), "u8"),
        zeros((rows, 2), "i8"),
        zeros(4, "i8"),
        zeros(n, "u8"),
        zeros(count, "i8"),
    )
    for i, line in enumerate(lines):
        for e in range(len(line), most + 1):
            t.lines[0, e * n + (i >> 6)] |= 1 << (i & 63)
    for c in range(count):
        t.cells[0, c >> 6] |= 1 << (c & 63)
    kernel.stand(t, array(a, "i8"), array(d, "i8"))
    return t


def numbers_of(part: list[int]) -> Array:
    """A part of the tree as an array. Raises OverflowError for a number beyond 64 bits."""
    return array(part, "i8")


def _rows(lists: Lists, length: int) -> Array:
    """Lists of one length as rows; there may be none."""
    rows = zeros((len(lists), length), "i8")
    for row, numbers in enumerate(lists):
        rows[row] = numbers
    return rows
