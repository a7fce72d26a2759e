"""What the formats of a game record share: choosing the board, and playing what was read.

``json``, ``sgf`` and ``psq`` each turn a game into text and back. Every format refuses with
NotationError what it cannot read or say; a move that the rules do not allow is an IllegalMoveError that names its
number.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from noughts.errors import IllegalMoveError, NotationError, NoughtsError, quote
from noughts.game.board import Board, Cell
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
    """The name from which a reader can make the board again; NotationError for one of somebody's own lines."""
    name = str(board)
    with suppress(NoughtsError):
        if Board.parse(name) == board:
            return name
    raise NotationError(f"no record can name the board {quote(name)}: its name does not tell its lines")


def replayed(start: Position, cells: Iterable[tuple[Cell, str]]) -> Game:
    """The game of these moves, each with the text it was read from."""
    game = Game(start)
    for number, (cell, text) in enumerate(cells, start=1):
        try:
            game = game.play(cell)
        except IllegalMoveError as error:
            raise IllegalMoveError(f"move {number}, {quote(text)}: {error}") from None
    return game
