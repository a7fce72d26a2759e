"""Fills the arrays of the compiled check of claims by zones: the board, the claim's position, numbers of the tree."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from noughts.solver.buffers import array, runs, zeros
from noughts.solver.certificate.verify_zones_kernel import stand
from noughts.solver.certificate.verify_zones_tree import SETS, Array, Tree, U

Lists: TypeAlias = Sequence[Sequence[int]]
ONE = U(1)


def load(lines: Lists, count: int, images: Lists, a: Sequence[int], d: Sequence[int]) -> Tree:
    """A tree that is about to begin: the cells of each line, in the page's order, symmetries, and stones of A and D."""
    through: list[list[int]] = [[] for _ in range(count)]
    for i, line in enumerate(lines):
        for c in line:
            through[c].append(i)
    most, n, wide, rows = max(map(len, lines)), (len(lines) + 63) // 64, (count + 63) // 64, count + 2
    t = Tree(
        *runs(through),
        *runs(lines),
        _rows(images, count),
        zeros((rows, (most + 3) * n), "u8"),
        zeros((rows, int(SETS) * wide), "u8"),
        zeros((rows, 6), "i8"),
        zeros(8, "i8"),
        zeros(n, "u8"),
        zeros(count, "i8"),
        zeros((0, 3 + 3 * wide), "u8"),
        zeros((0, 3 + 3 * wide), "u8"),
    )
    for i, line in enumerate(lines):
        for e in range(len(line), most + 1):
            t.lines[0, e * n + (i >> 6)] |= ONE << U(i & 63)
    for c in range(count):
        t.cells[0, c >> 6] |= ONE << U(c & 63)
    stand(t, array(a, "i8"), array(d, "i8"))
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
