"""What the formats of a game record share: choosing the board, and playing what was read.

``json``, ``sgf`` and ``psq`` each turn a game into text and back. Every format refuses with
NotationError what it cannot read or say; a move that the rules do not allow is an IllegalMoveError that names its
number.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import reduce

from noughts.errors import NotationError, quote
from noughts.game.board import Board, Cell
from noughts.game.board_file import board_of, board_record
from noughts.game.notation import usual_k
from noughts.game.position import Position
from noughts.records.game import Game


def fitting(columns: int, rows: int, board: Board | None = None) -> Board:
    """The board of a record that tells only its sides: the one given if it fits, else that of the sides' name."""
    if board is None:
        return Board.mnk(columns, rows, usual_k(columns, rows))
    if (columns, rows) != (board.columns, board.rows):
        raise NotationError(
            f"the record has {columns} columns and {rows} rows, which is not the board {board}"
        )
    return board


def is_mnk(board: Board) -> bool:
    """Whether a board is told by columns, rows and k alone."""
    k = board.k
    sides = (board.columns, board.rows)
    return k is not None and k <= max(sides) and board == Board.mnk(*sides, k)


def name_of(board: Board) -> str:
    """What makes the board again: its name, or where that does not tell its lines, its board file on one line."""
    return board.name if board.is_named else json.dumps(board_record(board), ensure_ascii=False)


def defines_lines(text: str) -> bool:
    """Return whether the text of a board is a board file, which defines its own lines, and not a name."""
    return text.lstrip().startswith("{")


def board_told(text: str, *, allow_custom_lines: bool) -> Board:
    """Return the board of a name, or of a board file if ``allow_custom_lines`` is true.

    Raises NotationError, or another NoughtsError, if the text is invalid or not allowed.
    """
    if not defines_lines(text):
        return Board.parse(text)
    # Rejected unread: the symmetries of a few lines can take minutes of CPU time to find.
    if not allow_custom_lines:
        raise NotationError(
            f"a board with its own lines is not accepted here: {quote(text)} (name a board, like 15x15x5)"
        )
    try:
        return board_of(json.loads(text))
    except (ValueError, RecursionError) as error:
        raise NotationError(f"not a board: {quote(text)} ({error})") from None


def replay(start: Position, cells: Iterable[tuple[Cell, str]]) -> Game:
    """The game of these moves, each with the text it was read from."""
    return reduce(lambda game, move: game.play_named(*move), cells, Game(start))
