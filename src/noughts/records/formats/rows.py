"""A position as people type it: ``XX./.../O..``, ``4x4x4 x.../..../..../....``, or a board alone, which is empty.

Small letters, ``_`` and ``-`` for empty cells, and rows on lines of their own are read, too. Rows need not be separated
where the board is known or a square.
"""

from __future__ import annotations

import re
from math import isqrt

from noughts.errors import NotationError, quote
from noughts.game.board import Board
from noughts.game.notation import parse_rows, usual_k
from noughts.game.position import Position
from noughts.records.formats.common import ask_length, board_named, board_word

_STRANGE = re.compile(r"[^xo._\-/\s]", re.IGNORECASE)
"""A character that no position has."""


def is_rows(text: str) -> bool:
    """Return whether a text is meant as a position, even if it has characters or rows that are wrong."""
    name, begin = board_word(text)
    rows = text[begin:]
    if not rows.strip():
        return bool(name)
    strange = len(_STRANGE.findall(rows))
    return not strange or (rows.count("/") >= 2 and 2 * strange <= len(rows))


def from_rows(text: str, board: Board | None = None, *, ask: bool = False) -> Position:
    """Return the position of a text, on the board that it names, or else on ``board``.

    Rows without a name that do not fit on ``board`` raise WhichBoardError. Rows without any board do so if ``ask`` is
    true; otherwise five in a row win, or the shorter side. Raises NotationError for text that is no position and
    ImpossibleError for marks that no game reaches.
    """
    name, begin = board_word(text)
    rows = text[begin:]
    on = board_named(name, board, ask=ask) if name else board
    if name and not rows.strip():
        return Position.start(on)
    columns, number, x, o = parse_rows(rows, _sides(rows, on))
    if name or (on and (columns, number) == (on.columns, on.rows)):
        return Position.parse(rows, on)
    if number == 1 < columns:
        accepted = "separate its rows by /, or name its board"
        raise NotationError(f"{quote(rows)} has {columns} cells in one row ({accepted})")
    Position(
        Board.mnk(columns, number, max(columns, number)), x, o
    )  # impossible here: impossible for every k
    if ask or on:
        ask_length(columns, number)
    return Position(Board.mnk(columns, number, usual_k(columns, number)), x, o)


def _sides(rows: str, board: Board | None) -> tuple[int, int]:
    """Return the sides of rows that are not separated: those of a board with as many cells, or of a square."""
    cells = len("".join(rows.split()))
    if board is not None and board.size == cells:
        return board.columns, board.rows
    return isqrt(cells), isqrt(cells)
