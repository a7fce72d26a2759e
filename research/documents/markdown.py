"""The small parts of a page, the same for all: numbers, games, and the rows of the file beside it."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from io import StringIO

from noughts.errors import NoughtsError, quote
from noughts.game.board import Board, Cell

_PART = re.compile(r"<!-- (\w+) -->\n.*?<!-- / -->", re.DOTALL)


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


def fill(page: str, parts: Mapping[str, str]) -> str:
    """Return a page with its computed parts replaced, each between ``<!-- its name -->`` and ``<!-- / -->``.

    The rest of the page, and parts that are not given, stay as they are. Raises NoughtsError if the page has no place
    for a part.
    """
    for name in parts:
        if name not in _PART.findall(page):
            raise NoughtsError(f"the page has no place for its part {quote(name)}")
    made = {name: f"<!-- {name} -->\n\n{text}\n\n<!-- / -->" for name, text in parts.items()}
    return _PART.sub(lambda part: made.get(part[1], part[0]), page)
