"""Fills the arrays of the compiled check of claims by zones: the board, the claim's position, numbers of the tree."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import TypeAlias

import numpy as np

from noughts.solver.certificate.verify_zones_kernel import Array, Tree, U, stand

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
        *_runs(through),
        *_runs(lines),
        np.array(images, np.int64).reshape(len(images), count),
        np.zeros((rows, (most + 3) * n), np.uint64),
        np.zeros((rows, 5 * wide), np.uint64),
        np.zeros((rows, 2), np.int64),
        np.zeros(4, np.int64),
        np.zeros(n, np.uint64),
        np.zeros(count, np.int64),
    )
    for i, line in enumerate(lines):
        for e in range(len(line), most + 1):
            t.lines[0, e * n + (i >> 6)] |= ONE << U(i & 63)
    for c in range(count):
        t.cells[0, c >> 6] |= ONE << U(c & 63)
    stand(t, np.array(a, np.int64), np.array(d, np.int64))
    return t


def numbers_of(part: list[int]) -> Array:
    """A part of the tree as an array. Raises OverflowError for a number beyond 64 bits."""
    return np.frombuffer(array("q", part), np.int64)


def _runs(lists: Lists) -> tuple[Array, Array]:
    """Lists one after the other, and where each begins."""
    starts = np.cumsum([0, *map(len, lists)])
    return starts.astype(np.int64), np.array([x for some in lists for x in some], np.int64)
