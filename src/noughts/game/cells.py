"""Some cells of a board, of which one is asked for by its name, too."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import compress
from typing import TypeVar

from noughts.game.notation import parse_cell

T = TypeVar("T")

FEW = 1 << 12
"""Bit sets below this are kept as cells once they were asked for."""

_FLAGS = bytes.maketrans(b"01", b"\x00\x01")


class Cells(tuple[T, ...]):
    """Cells of a board of so many columns and rows, of which one is asked for by its name, too: ``"b2" in moves``."""

    columns: int
    rows: int

    def __new__(cls, cells: Iterable[T], columns: int, rows: int) -> Cells[T]:
        """The same as the tuple of these cells, but for what is in it."""
        self = super().__new__(cls, cells)
        self.columns, self.rows = columns, rows
        return self

    def __contains__(self, cell: object) -> bool:
        """Whether a cell is among them; NotationError for a text that names no cell of the board."""
        return tuple.__contains__(
            self, parse_cell(cell, self.columns, self.rows) if isinstance(cell, str) else cell
        )

    def __reduce__(self) -> tuple[object, ...]:
        return Cells, (tuple(self), self.columns, self.rows)


def in_rows(each: Sequence[T], columns: int) -> list[list[T]]:
    """Something for every cell of a board, row by row."""
    return [list(each[at : at + columns]) for at in range(0, len(each), columns)]


def lines_through(cells: int, lines: Iterable[Iterable[int]]) -> list[list[int]]:
    """For each of so many cells, the numbers of the lines through it."""
    through: list[list[int]] = [[] for _ in range(cells)]
    for number, line in enumerate(lines):
        for cell in line:
            through[cell].append(number)
    return through


def chosen(each: Iterable[T], bits: int) -> Iterable[T]:
    """Those whose bit is set, the first by the lowest."""
    return compress(each, f"{bits:b}"[::-1].encode().translate(_FLAGS))
