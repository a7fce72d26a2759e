"""The small parts of a page, the same for all: numbers, games, and the rows of the file beside it."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from io import StringIO

from noughts.game.board import Board, Cell


def exact(number: Fraction) -> str:
    """A fraction, and its decimals where it is no whole number: ``-1/9 (-0.1111)``."""
    return str(number) if number.denominator == 1 else f"{number} ({decimal(number, 4)})"


def decimal(number: Fraction, places: int) -> str:
    """Rounded decimals; a number that is exactly whole is shown as such."""
    return str(number) if number.denominator == 1 else f"{float(number):.{places}f}"


def game(board: Board, cells: Iterable[Cell]) -> str:
    """A game as its moves, one after another: ``a1 b2 c3``."""
    return f"`{' '.join(board.cell_names(cells))}`"


def comma_separated(rows: Sequence[Mapping[str, object]]) -> str:
    """Rows with the same names, which stand in the first line; None is an empty cell."""
    text = StringIO()
    writer = csv.DictWriter(text, rows[0], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()
