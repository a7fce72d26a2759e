"""The tree of a win with zones, as the search keeps it: its numbers, each with the length of the record it begins."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from noughts.engine import loading
from noughts.engine.kernels.replay import measure
from noughts.game.position import Position
from noughts.solver.certificate.write_zones import ALIKE, END, PASS, SEVERAL, SLACK


@dataclass(slots=True)
class ZoneProof:
    """A tree's numbers, each with the length of its record, and its zone: 1 for each of its cells."""

    tree: Any
    zone: Any


def marks(numbers: Any) -> Any:
    """Numbers that begin no record."""
    rows = np.zeros((len(numbers), 2), np.int32)
    rows[:, 0] = numbers
    return rows


MARK_PASS = marks([PASS])
"""The child for a pass."""


def children(tree: Any) -> Iterator[tuple[int, int, Any]]:
    """The children of a record with a quiet move: mark (0 for none), reply (PASS for none) and tree; else none."""
    if len(tree) == 1 or tree[1, 1]:
        return
    i = 1
    while tree[i, 0] != END:
        mark = int(tree[i, 0]) if tree[i, 0] in (SLACK, ALIKE, SEVERAL) else 0
        cells = tree[i + 2 : i + 2 + int(tree[i + 1, 0])] if mark == SEVERAL else tree[i + bool(mark) :][:1]
        i += (mark == SEVERAL) + bool(mark) + len(cells)
        length = int(tree[i, 1])
        for y in cells[:, 0].tolist():
            yield mark, y, tree[i : i + length]
        i += length


def measured(position: Position, numbers: Any) -> Any:
    """A tree of the side to move, each number with the length of the record that it begins.

    What it proves is not asked. Raises ValueError for numbers that are no tree here: with a move or a reply on a cell
    that is taken or off the board, a mark in a wrong place, an end missing, or something after the end.
    """
    one = np.asarray(numbers)
    if (
        one.ndim != 1
        or one.dtype.kind != "i"
        or len(one) == 0
        or one.min() < END
        or one.max() >= position.board.size
    ):
        raise ValueError("numbers that are in no tree")
    tree = marks(one)
    if not measure(loading.geometry(position.board), loading.state(position), tree):
        raise ValueError("numbers that are no tree of this position")
    return tree
