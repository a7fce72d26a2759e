"""The tree of a win with zones, as the search and the campaign have it: numbers, each with the length of its record.

The numbers are those of a certificate (docs/certificates.md, "Wins with zones"). The lengths say where each record
ends, so that a part of a tree can be taken without reading what is before it.
"""

from __future__ import annotations

import ctypes
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from noughts.engine import encode_board
from noughts.game.board import cells_of
from noughts.game.position import Position
from noughts.kernels.memory import Array, zeros
from noughts.solver.certificate.write_file import ALIKE, END, PASS, SEVERAL, SLACK
from research.zones.kernels.proof_simulation import measure

ROW = 8
"""Bytes of a number with its length."""


@dataclass(frozen=True, slots=True)
class ZoneTree:
    """A tree, or parts of a record, as bytes: two numbers of 32 bits for each of its numbers, the second its length.

    The length is that of the record which begins with the number, 0 where none does.
    """

    data: bytes = b""

    @classmethod
    def measured(cls, position: Position, numbers: Any) -> ZoneTree:
        """The tree of the side to move that has these numbers. What it proves is not asked.

        Raises ValueError for numbers that are no tree here: with a move or a reply on a cell that is taken or off the
        board, a mark in a wrong place, an end missing, or something after the end.
        """
        one = np.asarray(numbers)
        if one.ndim != 1 or one.dtype.kind != "i" or len(one) == 0:
            raise ValueError("numbers that are in no tree")
        if one.min() < END or one.max() >= position.board.size:
            raise ValueError("numbers that are in no tree")
        rows = zeros((len(one), 2), "i4")
        np.asarray(rows)[:, 0] = one
        if not measure(encode_board.geometry(position.board), encode_board.state(position), rows):
            raise ValueError("numbers that are no tree of this position")
        return cls(rows.tobytes())

    @classmethod
    def record(cls, move: int, parts: Iterable[bytes], forced: bool) -> ZoneTree:
        """The record of a move whose replies are met by these parts; ``forced`` where the only reply is to a four."""
        inner = b"".join(parts)
        length = len(inner) // ROW + (1 if forced else 2)
        end = b"" if forced else marks([END])
        return cls(np.array([move, length], np.int32).tobytes() + inner + end)

    def is_tree(self, position: Position) -> bool:
        """Whether it has the form of a tree of the side to move, with the right lengths, whatever it proves."""
        try:
            return self == self.measured(position, self.rows[:, 0])
        except ValueError:
            return False

    @property
    def rows(self) -> Any:
        """An array of NumPy's with two columns, the numbers and their lengths. Raises ValueError for other bytes."""
        return np.frombuffer(self.data, np.int32).reshape(-1, 2)

    @property
    def array(self) -> Array:
        """Rows for kernels, in the memory of ``data``: a kernel must not write to them."""
        address = ctypes.cast(ctypes.c_char_p(self.data), ctypes.c_void_p).value or 0
        return Array(memoryview(self.data), address, "i4", (len(self.data) // ROW, 2))

    @property
    def numbers(self) -> list[int]:
        """As a certificate has them."""
        numbers: list[int] = self.rows[:, 0].tolist()
        return numbers

    @property
    def move(self) -> int:
        """The attacker's first."""
        return int(self.rows[0, 0])

    @property
    def records(self) -> int:
        """How many there are."""
        return int((self.rows[:, 1] > 0).sum())

    @property
    def is_leaf(self) -> bool:
        """Whether the move completes a line, or leaves two that lack one cell each."""
        return len(self.data) == ROW

    @property
    def is_forcing(self) -> bool:
        """Whether the move leaves one line that lacks one cell: the only reply has no mark."""
        return not self.is_leaf and bool(self.rows[1, 1])

    def parts(self, forced: bool) -> bytes:
        """What the record of a move has of its replies, as `record` takes it."""
        return self.data[ROW : None if forced else -ROW]

    def children(self) -> Iterator[tuple[int, int, ZoneTree]]:
        """The children of a record with a quiet move: mark (0 for none), reply (PASS for none) and tree; else none."""
        if self.is_leaf or self.is_forcing:
            return
        rows, i = self.rows, 1
        while rows[i, 0] != END:
            mark = int(rows[i, 0]) if rows[i, 0] in (SLACK, ALIKE, SEVERAL) else 0
            cells = (
                rows[i + 2 : i + 2 + int(rows[i + 1, 0])] if mark == SEVERAL else rows[i + bool(mark) :][:1]
            )
            i += (mark == SEVERAL) + bool(mark) + len(cells)
            length = int(rows[i, 1])
            tree = ZoneTree(self.data[i * ROW : (i + length) * ROW])
            for y in cells[:, 0].tolist():
                yield mark, y, tree
            i += length

    @property
    def depths(self) -> list[int]:
        """How many records begin with the attacker's first move, his second, and so on."""
        numbers: list[list[int]] = self.rows.tolist()
        count: Counter[int] = Counter()
        path: list[int] = []  # where the records end that are open
        for at, (_, length) in enumerate(numbers):
            while path and path[-1] <= at:
                path.pop()
            if length:
                path.append(at + length)
                count[len(path)] += 1
        return [count[depth] for depth in sorted(count)]

    def main_line(self, position: Position) -> list[int]:
        """The moves from its position, the attacker to move; each reply is one that takes the most records.

        Where that is a pass the line has -1. It ends with the attacker's line, or where two of them lack one cell each.
        """
        tree, a, d = self, position.own, position.other
        masks = position.board.masks
        line: list[int] = []
        while True:
            m = tree.move
            line.append(m)
            a |= 1 << m
            if tree.is_leaf:
                return line
            if tree.is_forcing:
                rests = {mask & ~a for mask in masks if not mask & d and (mask & ~a).bit_count() == 1}
                reply, tree = int(next(cells_of(rests.pop()))), ZoneTree(tree.parts(forced=True))
            else:
                _, reply, tree = max(tree.children(), key=lambda child: len(child[2].data))
            line.append(reply)
            d |= 1 << reply if reply >= 0 else 0

    def renamed(self, image: Sequence[int]) -> ZoneTree:
        """With its cells renamed by a symmetry."""
        rows = self.rows.copy()
        cells = rows[:, 0] >= 0
        cells[1:] &= rows[:-1, 0] != SEVERAL  # that is followed by a number
        rows[cells, 0] = np.array(image, np.int32)[rows[cells, 0]]
        return ZoneTree(rows.tobytes())


@dataclass(slots=True)
class ZoneProof:
    """A tree and its zone: an array with True for each of its cells."""

    tree: ZoneTree
    zone: Any


def marks(numbers: Sequence[int]) -> bytes:
    """Numbers that begin no record, as a part of one."""
    rows = np.zeros((len(numbers), 2), np.int32)
    rows[:, 0] = numbers
    return rows.tobytes()


MARK_PASS = marks([PASS])
"""The child for a pass."""
