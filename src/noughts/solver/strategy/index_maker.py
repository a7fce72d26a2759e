"""Makers of the index of a win by zones: the checkers, plain and compiled, writing down what they find on the way."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

from noughts.game.board import Board
from noughts.kernels.memory import zeros
from noughts.solver.certificate.verify_zones import ZoneChecker, ZoneStones
from noughts.solver.certificate.verify_zones_compiled import QuickZoneChecker
from noughts.solver.strategy.index import LEAST, OWN, Child, Index, IndexWriter
from noughts.solver.strategy.index_kernel import FEWEST, KEPT, MADE, Rows, read


class _IndexMaker(ZoneChecker):
    """A checker that makes an index of what it reads."""

    def __init__(self, header: dict[str, Any], board: Board | None) -> None:
        super().__init__(header, board)
        self.writer = IndexWriter(header, self.cells)

    def index(self, key: str) -> Index:
        """Return the index, under this key, once the claim is checked."""
        return self.writer.index(self.count, key)


class PlainMaker(_IndexMaker):
    """Checks a claim by zones in plain Python, and makes its index."""

    def __init__(self, header: dict[str, Any], board: Board | None) -> None:
        super().__init__(header, board)
        self._place = 0  # how many numbers were read
        self._moves = 0  # of the child on the path, so far
        self._path = list[list[Child]]()  # the children so far of the quiet records on the path

    def check(self, parts: Iterator[list[int]]) -> None:
        """Reads the tree, which comes in parts."""
        super().check(
            [number] for number in map(self._counted, chain.from_iterable(self.writer.write(parts)))
        )

    def _counted(self, number: int) -> int:
        self._place += 1
        return number

    def _replies(self, p: ZoneStones, a: int, d: int, r: int) -> int:
        place, record, children = self._place, self.count, list[Child]()
        self._path.append(children)
        zone = super()._replies(p, a, d, r)
        self._path.pop()
        if self.count - record >= LEAST:
            self.writer.node(place, children)
        return zone

    def _child(self, kind: int, p: ZoneStones, a: int, d: int, r: int, cells: int) -> int:
        place, record, before, self._moves = self._place, self.count + 1, self._moves, 0
        zone = super()._child(kind, p, a, d, r, cells)
        self._path[-1].append(Child(place, record, kind if kind < 0 else OWN, cells, zone, self._moves))
        self._moves |= before
        return zone

    def fill(self, p: ZoneStones, cell: int, ours: bool) -> ZoneStones:
        """The position with one more stone, of A or of D."""
        filled = super().fill(p, cell, ours)
        self._moves |= ours << cell
        return filled


class QuickMaker(_IndexMaker, QuickZoneChecker):
    """A maker of indexes by compiled kernels."""

    _rows: Rows | None = None

    def check(self, parts: Iterator[list[int]]) -> None:
        """Reads the tree, which comes in parts."""
        super().check(self.writer.write(parts))

    def read(self, numbers: Any) -> int:
        """Reads a part of the tree; what is wrong, 0 if nothing."""
        self._rows = rows = self._with_room(len(numbers))
        rows.at[MADE], rows.at[FEWEST] = 0, LEAST
        wrong: int = read(self.tree, rows, numbers)
        self._write(rows.made[: rows.at[MADE]].tolist())
        return wrong

    def _with_room(self, numbers: int) -> Rows:
        """Return the arrays, with room for another part of the tree of this length."""
        (depth, _), wide = self.tree.cells.shape, (self.cells + 63) // 64
        columns = 3 + 3 * wide
        none = zeros((0, columns), "u8")
        notes = zeros((depth, 4), "i8"), zeros((depth, wide), "u8")
        rows = self._rows or Rows(*notes, none, none, zeros(4, "i8"))
        kept = rows.at[KEPT]
        room = kept + numbers + 1
        if len(rows.kept) >= room:
            return rows
        larger = zeros((2 * room, columns), "u8")
        larger.numbers[: kept * columns] = rows.kept.numbers[: kept * columns]
        return rows._replace(kept=larger, made=zeros((2 * room, columns), "u8"))

    def _write(self, rows: list[list[int]]) -> None:
        at = iter(rows)
        for place, number, *_ in at:
            self.writer.node(place, [_child(next(at)) for _ in range(number)])


def _child(row: list[int]) -> Child:
    """Return the child in a row of the compiled checker."""
    place, record, kind, *words = row
    wide = len(words) // 3
    sets = (words[i : i + wide] for i in range(0, 3 * wide, wide))
    return Child(place, record, -kind, *(sum(w << 64 * i for i, w in enumerate(one)) for one in sets))
