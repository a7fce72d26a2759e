"""A game as PSQ, the text of the Piskvork manager that the Gomocup tournaments are played with.

P. Lastovicka, Piskvork, github.com/plastovicka/Piskvork, what ``source/game.cpp`` writes and reads:

    Piskvorky 15x15, 0:0, 0     columns x rows, the level of each player (0 is a person), which of them began
    8,8,0                       column and row from 1 at the top left, and milliseconds; the sides alternate
    9,7,0
    -1                          how it ended, -1 for unknown; in tournaments the players' names come first

A record of the Gomocup ends with the winner and the tournament's name, ``1,Freestyle`` (``server/server.py`` of
github.com/Gomocup/GomocupJudge). Moves end at the first line that is neither blank nor begins like a move, with digits
and a comma.

The format knows neither k (it is a game of five in a row) nor positions to start from.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from noughts.errors import NotationError, quote
from noughts.game.board import Board, Cell
from noughts.game.position import Position
from noughts.records.formats.common import fitting, is_mnk, replay
from noughts.records.game import Game

_HEAD = re.compile(r"Piskvorky\s+([0-9]{1,4})x([0-9]{1,4})\s*,.*", re.ASCII)
_MOVE = re.compile(r"\s*([0-9]{1,4})\s*,\s*([0-9]{1,4})\s*(?:,\s*-?[0-9]+\s*)?", re.ASCII)

_LIKE_A_MOVE = re.compile(r"\s*[0-9]+\s*,", re.ASCII)
_TWO_NUMBERS = re.compile(r"\s*[0-9]+\s*,\s*[0-9]", re.ASCII)
"""How a line begins that is meant as a move: among the moves, and after them, where ``1,Freestyle`` is a result."""


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
    """Return the game of a record, five in a row, or the shorter side where that is less; X is whoever began.

    Raises NotationError, with the number of the line, for one that begins like a move and is none, and for a move
    after other text: no move is left out.
    """
    numbered = enumerate(text.removeprefix("\ufeff").splitlines(), 1)
    (_, head), *lines = [(number, line) for number, line in numbered if line.strip()] or [(1, "")]
    match = _HEAD.fullmatch(head.strip())
    if match is None:
        raise NotationError(
            f"not a PSQ record: it begins with {quote(head)}, not like 'Piskvorky 15x15, 0:0, 0'"
        )
    chosen = fitting(int(match[1]), int(match[2]))
    return replay(Position.start(chosen), _moves(chosen, lines))


def _moves(board: Board, lines: Iterable[tuple[int, str]]) -> Iterator[tuple[Cell, str]]:
    """Yield the moves, each with its line; the lines come with their numbers, blank ones left out."""
    end = ""
    for number, line in lines:
        if end:
            if _TWO_NUMBERS.match(line):
                what = f"a move after the end of the moves: {quote(line)} ({end} ended them)"
                raise NotationError(f"line {number}: {what}")
        elif match := _MOVE.fullmatch(line):
            column, row = int(match[1]), int(match[2])
            if not (1 <= column <= board.columns and 1 <= row <= board.rows):
                size = f"{board.columns}x{board.rows}"
                raise NotationError(f"line {number}: no such cell: {quote(line)} (the board is {size})")
            yield Cell((row - 1) * board.columns + column - 1), line
        elif _LIKE_A_MOVE.match(line):
            accepted = "column, row and milliseconds, like 8,8,0"
            raise NotationError(f"line {number}: not a move: {quote(line)} ({accepted})")
        else:
            end = f"line {number}, {quote(line)},"
