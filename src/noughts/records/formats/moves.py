"""A game as its moves alone, the way people write them down: ``h8i7i8``, or ``15x15x5 h8 i7 i8``.

Cells may be joined or parted by spaces and commas, and be counted (``1. h8 2. i7``). They are the house's own: rows are
counted from the top. A board's name before them is the board.

A study is written so, too, as chess players write theirs: ``b2 a1 (b1 {the other kind} c3) c1`` plays b2 a1 c1, and
b1 c3 instead of a1; braces hold notes, in which a backslash stands before a brace or a backslash. What stands in
parentheses or braces is passed over where only the game is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from noughts.errors import NotationError, quote
from noughts.game.board import Board
from noughts.game.position import Position
from noughts.records.formats.common import replay
from noughts.records.game import Game
from noughts.records.study import Study, StudyDraft

_WORD = re.compile(r"\s*([^\s:{]{1,40})[\s:]+", re.ASCII)
_NAMES_BOARD = re.compile(r"[0-9]x[0-9]|cube[0-9]", re.ASCII)
_TOKEN = re.compile(
    r"[\s,;]*(?:(?:[0-9]+\.+\s*)?([a-t][1-9][0-9]?)(?![0-9])|([()])|\{((?:[^\\{}]|\\.)*)\})",
    re.ASCII | re.DOTALL | re.IGNORECASE,
)
_ENDS = re.compile(r"[\s,;]*")


def is_moves(text: str) -> bool:
    """Whether a text is moves and nothing else, but perhaps a board before them and variations and notes among them."""
    try:
        tokens = list(_tokens(text, _board_in(text)[1]))
    except NotationError:
        return False
    return any(cell for _, cell, _, _ in tokens)


def from_moves(text: str, board: Board | None = None) -> Game:
    """The game of these moves on the board that the text names, else on the one given.

    Raises NotationError where there is neither, and for cells off the board; IllegalMoveError for what the rules
    forbid.
    """
    on, begin = _board_of(text, board)
    cells = [cell for depth, cell, _, _ in _tokens(text, begin) if cell and not depth]
    return replay(Position.start(on), [(on.cell(cell), cell) for cell in cells])


def study_from_moves(text: str, board: Board | None = None, start: Position | None = None) -> Study:
    """The study of these moves, from ``start`` where that is given; the errors are those of ``from_moves``."""
    on, begin = _board_of(text, board or (start.board if start else None))
    if start and on != start.board:
        raise NotationError(f"the moves are on {on}, the position on {start.board}")
    draft = at = StudyDraft()
    opened: list[StudyDraft] = []
    for _, cell, mark, note in _tokens(text, begin):
        if cell:
            at = at.play(on.cell(cell))
        elif mark == "(":
            if at.after is None:
                raise NotationError(
                    f"a variation of no move: {quote(text)} (it follows the move that it replaces)"
                )
            opened.append(at)
            at = at.after
        elif mark:
            at = opened.pop()
        else:
            at.say(re.sub(r"\\(.)", r"\1", note, flags=re.DOTALL))
    return draft.study(start or Position.start(on))


def _board_of(text: str, board: Board | None) -> tuple[Board, int]:
    """The board of moves, and where these begin in the text."""
    name, begin = _board_in(text)
    for _ in _tokens(text, begin):
        pass  # what is no move is told before a board is missed
    if name:
        return Board.parse(name), begin
    if board is None:
        raise NotationError(f"moves without a board: {quote(text)} (name it before them: 15x15x5 h8 i7 i8)")
    return board, begin


def _board_in(text: str) -> tuple[str, int]:
    match = _WORD.match(text)
    return (match[1], match.end()) if match and _NAMES_BOARD.search(match[1]) else ("", 0)


def _tokens(text: str, begin: int) -> Iterator[tuple[int, str, str, str]]:
    """Cells, parentheses that match, and notes, each with how many are open; NotationError for anything else."""
    at, depth = begin, 0
    while match := _TOKEN.match(text, at):
        cell, mark, note = match[1] or "", match[2] or "", match[3] or ""
        depth += {"(": 1, ")": -1}.get(mark, 0)
        if depth < 0:
            break
        yield depth, cell, mark, note
        at = match.end()
    if depth or _ENDS.fullmatch(text, at) is None:
        raise NotationError(f"not moves: {quote(text)} (cells, like h8 i7 i8)")
