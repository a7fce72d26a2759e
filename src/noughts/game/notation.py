"""Text to numbers and back: cells, boards and rows of marks.

A cell is a letter for the column from the left and a number for the row from the TOP: ``a1`` is top left.
A board is ``COLUMNSxROWSxK``: ``6x5x4`` has 6 columns, 5 rows and asks for 4 in a row.
A position is its rows from the top, joined by ``/``, of ``X``, ``O`` and ``.``: ``XX./.../O..``.

That is how they are written. They are read as people type them, too: small ``x`` and ``o``, ``_`` and ``-`` for empty
cells, capital cells, rows on lines of their own, or not parted at all; a board without k, and rows without a board,
ask for five in a row, or for the shorter side where that is less.

Sets of cells are Python integers used as bit sets; bit ``row * columns + column`` is one cell:

    a1 b1 c1      bit 0 1 2
    a2 b2 c2          3 4 5
    a3 b3 c3          6 7 8
"""

import re

from noughts.errors import NotationError, quote

MAX_SIDE = 20
_LETTERS = "abcdefghijklmnopqrst"
_CELL = re.compile(r"([a-z])([1-9][0-9]{0,2})", re.ASCII)
_BOARD = re.compile(r"([0-9]{1,4})x([0-9]{1,4})(?:x([0-9]{1,4}))?", re.ASCII)
_USUAL = 5
_AS_TYPED = str.maketrans("xo_-", "XO..")


def format_cell(index: int, columns: int) -> str:
    """The name of a cell: ``format_cell(5, 3) == "c2"``."""
    row, column = divmod(index, columns)
    return f"{_LETTERS[column]}{row + 1}"


def parse_cell(text: str, columns: int, rows: int) -> int:
    """The index of a named cell; NotationError if it is not a name or lies off the board."""
    match = _CELL.fullmatch(text.strip().lower())
    if match is None:
        raise NotationError(f"not a cell: {quote(text)} (a letter and a number, like b2)")
    column, row = _LETTERS.find(match[1]), int(match[2]) - 1
    if not 0 <= column < columns or row >= rows:
        last = format_cell(columns * rows - 1, columns)
        raise NotationError(f"no such cell: {quote(text)} (the board ends at {last})")
    return row * columns + column


def parse_board(text: str) -> tuple[int, int, int]:
    """Columns, rows and k of a board's name; their sense is for the board to judge.

    >>> parse_board("6x5x4"), parse_board("3x3"), parse_board("15x15")
    ((6, 5, 4), (3, 3, 3), (15, 15, 5))
    """
    match = _BOARD.fullmatch(text.replace("\N{MULTIPLICATION SIGN}", "x"))
    if match is None:
        raise NotationError(f"not a board: {quote(text)} (COLUMNSxROWSxK, like 3x3x3)")
    columns, rows = int(match[1]), int(match[2])
    return columns, rows, int(match[3]) if match[3] else usual_k(columns, rows)


def usual_k(columns: int, rows: int) -> int:
    """The k of a board that does not say it: 5, or the shorter side where that is less."""
    return min(columns, rows, _USUAL)


def parse_rows(text: str, sides: tuple[int, int] | None = None) -> tuple[int, int, int, int]:
    """Columns, rows, and the bit sets of X and of O.

    Where the rows are not parted they are those of ``sides``, columns and rows, if there are so many cells.
    """
    longest = MAX_SIDE * (MAX_SIDE + 1)
    if len(text) > 4 * longest:  # with spaces and empty lines
        raise NotationError(f"position too long: {quote(text)} ({len(text)} characters)")
    typed = text.split("/") if "/" in text else text.strip().split("\n")
    lines = ["".join(line.split()).translate(_AS_TYPED) for line in typed]
    if sides and lines[0] and len(lines) == 1 and len(lines[0]) == sides[0] * sides[1]:
        lines = [lines[0][at : at + sides[0]] for at in range(0, len(lines[0]), sides[0])]
    columns = len(lines[0])
    if columns * len(lines) > longest:
        raise NotationError(f"position too long: {quote(text)} ({columns * len(lines)} cells)")
    if not columns or any(len(line) != columns for line in lines):
        widths = ", ".join(str(len(line)) for line in lines)
        raise NotationError(f"rows of different or no length: {quote(text)} (lengths {widths})")
    cells = "".join(lines)
    strange = sorted(set(cells) - set("XO."))
    if strange:
        given = ", ".join(map(repr, strange[:5]))
        raise NotationError(f"unknown character {given} in {quote(text)} (use X, O and .)")
    return columns, len(lines), _bits(cells, "X"), _bits(cells, "O")


def format_rows(columns: int, rows: int, x: int, o: int) -> str:
    """The rows of a position, the inverse of ``parse_rows``."""
    marks = ["X" if x >> i & 1 else "O" if o >> i & 1 else "." for i in range(columns * rows)]
    return "/".join("".join(marks[r * columns : (r + 1) * columns]) for r in range(rows))


def _bits(cells: str, mark: str) -> int:
    return sum(1 << i for i, c in enumerate(cells) if c == mark)


def short_number(number: int) -> str:
    """A number for a message: Python refuses to print integers of thousands of digits."""
    return str(number) if abs(number) < 10**20 else "…"
