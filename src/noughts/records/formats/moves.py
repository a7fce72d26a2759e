"""A game as its moves alone, the way people write them down: ``h8i7i8``, or ``15x15x5 h8 i7 i8``.

Cells may be joined or parted by spaces and commas, and be counted (``1. h8 2. i7``). They are the house's own: rows are
counted from the top. A board's name before them is the board.
"""

from __future__ import annotations

import re

from noughts.errors import NotationError, quote
from noughts.game.board import Board
from noughts.game.position import Position
from noughts.records.formats.common import replayed
from noughts.records.game import Game

_CELL = r"[a-tA-T][1-9][0-9]?(?![0-9])"
_RECORD = re.compile(
    rf"\s*(?:(?P<board>[^\s:]*[0-9]x[0-9][^\s:]*|[^\s:]*cube[0-9][^\s:]*)[\s:]+)?"
    rf"(?P<moves>(?:(?:[0-9]+\.\s*)?{_CELL}[\s,;]*)+)",
    re.ASCII,
)


def is_moves(text: str) -> bool:
    """Whether a text is moves and nothing else, but perhaps a board before them."""
    return _RECORD.fullmatch(text) is not None


def from_moves(text: str, board: Board | None = None) -> Game:
    """The game of these moves on the board that the text names, else on the one given.

    Raises NotationError where there is neither, and for cells off the board; IllegalMoveError for what the rules
    forbid.
    """
    match = _RECORD.fullmatch(text)
    if match is None:
        raise NotationError(f"not moves: {quote(text)} (cells, like h8 i7 i8)")
    on = Board.parse(match["board"]) if match["board"] else board
    if on is None:
        raise NotationError(f"moves without a board: {quote(text)} (name it before them: 15x15x5 h8 i7 i8)")
    cells = re.findall(_CELL, match["moves"])
    return replayed(Position.start(on), [(on.cell(cell), cell) for cell in cells])
