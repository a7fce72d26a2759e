"""A game as PSQ, the text of the Piskvork manager that the Gomocup tournaments are played with.

P. Lastovicka, Piskvork, github.com/plastovicka/Piskvork, what ``source/game.cpp`` writes and reads:

    Piskvorky 15x15, 0:0, 0     columns x rows, the level of each player (0 is a person), which of them began
    8,8,0                       column and row from 1 at the top left, and milliseconds; the sides alternate
    9,7,0
    -1                          how it ended, -1 for unknown; in tournaments the players' names come first

The format knows neither k (it is a game of five in a row) nor positions to start from.
"""

from __future__ import annotations

import re
from itertools import takewhile

from noughts.errors import NotationError, quote
from noughts.game.board import Board, Cell
from noughts.game.position import Position
from noughts.records.formats.common import fitting, is_mnk, replay
from noughts.records.game import Game

_HEAD = re.compile(r"Piskvorky\s+([0-9]{1,4})x([0-9]{1,4})\s*,.*", re.ASCII)
_MOVE = re.compile(r"\s*([0-9]{1,4})\s*,\s*([0-9]{1,4})\s*(?:,\s*-?[0-9]+\s*)?", re.ASCII)


def to_psq(game: Game) -> str:
    """The moves that stand; NotationError for a game that does not begin with the empty m,n,k board."""
    board = game.start.board
    if not is_mnk(board):
        raise NotationError(f"PSQ has no board like {quote(board)}: only plain rectangles")
    if game.start.ply:
        raise NotationError(f"PSQ begins with the empty board, not with {quote(game.start)}")
    places = (divmod(cell, board.columns) for cell in game.moves)
    moves = [f"{column + 1},{row + 1},0" for row, column in places]
    return "\n".join([f"Piskvorky {board.columns}x{board.rows}, 0:0, 0", *moves, "-1", ""])


def from_psq(text: str) -> Game:
    """The game of a record, five in a row, or the shorter side where that is less; X is whoever began."""
    head, *lines = text.removeprefix("\ufeff").splitlines() or [""]
    match = _HEAD.fullmatch(head)
    if match is None:
        raise NotationError(
            f"not a PSQ record: it begins with {quote(head)}, not like 'Piskvorky 15x15, 0:0, 0'"
        )
    chosen = fitting(int(match[1]), int(match[2]))
    found = takewhile(lambda pair: pair[0], ((_MOVE.fullmatch(line), line) for line in lines))
    moves = [(_cell(chosen, int(move[1]), int(move[2]), line), line) for move, line in found if move]
    return replay(Position.start(chosen), moves)


def _cell(board: Board, column: int, row: int, line: str) -> Cell:
    if not (1 <= column <= board.columns and 1 <= row <= board.rows):
        raise NotationError(f"no such cell: {quote(line)} (the board is {board.columns}x{board.rows})")
    return Cell((row - 1) * board.columns + column - 1)
