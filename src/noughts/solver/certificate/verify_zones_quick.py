"""Checks claims by zones with the compiled machine of `verify_zones_kernel`: for files of a million records."""

from __future__ import annotations

from collections.abc import Iterator
from os import PathLike
from pathlib import Path
from typing import Any

from noughts.errors import quote
from noughts.game.board import cells_of
from noughts.solver.certificate.read import need
from noughts.solver.certificate.verify_zones import ZoneChecker
from noughts.solver.jit import available

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
    """Whether Numba is installed and the file is long."""
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
        from noughts.solver.certificate import verify_zones_arrays as arrays
        from noughts.solver.certificate import verify_zones_kernel as kernel
        from noughts.solver.certificate import verify_zones_tree as rows

        lines = [list(cells_of(line)) for line in self.sets]
        images = [[one.bit_length() - 1 for one in image] for image in self.renamings]
        a, d = (list(cells_of(side)) for side in self.stones)
        self.tree = arrays.load(lines, self.cells, images, a, d)
        wrong = kernel.begin(self.tree, self.attacks)
        for part in parts:
            if wrong == kernel.GOOD:
                try:
                    numbers = arrays.numbers_of(part)
                except OverflowError:
                    need(False, f"no cell: {quote(max(part, key=abs))}")
                wrong = self.read(numbers)
            need(wrong == kernel.GOOD, _WRONG[wrong])
        need(wrong == kernel.GOOD, _WRONG[wrong])
        need(self.tree.at[rows.NEXT] == kernel.DONE, "the tree is cut off")
        self.count = int(self.tree.at[rows.COUNT])

    def read(self, numbers: Any) -> int:
        """Reads a part of the tree; what is wrong, 0 if nothing."""
        from noughts.solver.certificate import verify_zones_kernel as kernel

        return int(kernel.read(self.tree, numbers))
