"""A game as its moves alone, the way people write them down: ``h8i7i8``, or ``15x15x5 h8 i7 i8``.

Cells may be joined or parted by spaces and commas, and be counted (``1. h8 2. i7``). They are the house's own: rows are
counted from the top. A board's name before them is the board.

A study is written so, too, as chess players write theirs: ``b2 a1 (b1 {the other kind} c3) c1`` plays b2 a1 c1, and
b1 c3 instead of a1; braces hold notes, in which a backslash stands before a brace or a backslash. What stands in
parentheses or braces is passed over where only the game is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from noughts.errors import NotationError, WhichBoardError, quote
from noughts.game.board import Board
from noughts.game.notation import MAX_SIDE, parse_cell
from noughts.game.position import Position
from noughts.records.formats.common import board_named, board_word, replay
from noughts.records.game import Game
from noughts.records.study import Study, StudyDraft

_USUAL: Mapping[str, tuple[int, int]] = {
    "3x3x3": (3, 3),
    "4x3x3": (4, 3),
    "4x4x4": (4, 4),
    "5x5x4": (5, 5),
    "7x7x5": (7, 7),
    "10x10x5": (10, 10),
    "15x15x5": (15, 15),
    "20x20x5": (20, 20),
    "cube3": (3, 9),
    "cube4": (4, 16),
}
"""Boards that are proposed for moves without a board, each with its columns and rows."""

_TOKEN = re.compile(
    r"[\s,;]*(?:(?:[0-9]+\.+\s*)?([a-t][1-9][0-9]?)(?![0-9])|([()])|\{((?:[^\\{}]|\\.)*)\})",
    re.ASCII | re.DOTALL | re.IGNORECASE,
)
_ENDS = re.compile(r"[\s,;]*")


def is_moves(text: str) -> bool:
    """Whether a text is moves and nothing else, but perhaps a board before them and variations and notes among them."""
    try:
        tokens = list(_tokens(text, board_word(text)[1]))
    except NotationError:
        return False
    return any(cell for _, cell, _, _ in tokens)


def from_moves(text: str, board: Board | None = None) -> Game:
    """The game of these moves on the board that the text names, else on the one given.

    Raises WhichBoardError where there is neither, and for cells off the board given, NotationError for other cells;
    IllegalMoveError for what the rules forbid.
    """
    on, begin = _board_of(text, board, ask=False)
    cells = [cell for depth, cell, _, _ in _tokens(text, begin) if cell and not depth]
    return replay(Position.start(on), [(on.cell(cell), cell) for cell in cells])


def study_from_moves(
    text: str, board: Board | None = None, start: Position | None = None, *, ask: bool = False
) -> Study:
    """The study of these moves, from ``start`` where that is given; the errors are those of ``from_moves``.

    If ``ask`` is true, WhichBoardError is raised for the name of a board without its length of a line, too.
    """
    on, begin = _board_of(text, board, start, ask=ask)
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


def _board_of(
    text: str, board: Board | None, start: Position | None = None, *, ask: bool
) -> tuple[Board, int]:
    """The board of moves, and where these begin in the text."""
    name, begin = board_word(text)
    board = start.board if start and not board else board
    cells = [cell for _, cell, _, _ in _tokens(text, begin) if cell]
    on = Board.parse(name) if name else board
    if on is None:
        raise WhichBoardError(
            f"moves without a board: {quote(text)} (name it before them: 15x15x5 h8 i7 i8)", _fitting(cells)
        )
    try:
        for cell in cells:
            on.cell(cell)
    except NotationError as error:
        if name or start:
            raise
        raise WhichBoardError(str(error), _fitting(cells)) from None
    return board_named(name, board, ask=ask) if name else on, begin


def _fitting(cells: Iterable[str]) -> list[str]:
    """Return the usual boards that have these cells; raise NotationError for a cell that no board has."""
    places = [divmod(parse_cell(cell, MAX_SIDE, MAX_SIDE), MAX_SIDE) for cell in cells]
    last_row, last_column = (max(each, default=0) for each in zip(*places, strict=True)) if places else (0, 0)
    return [name for name, (columns, rows) in _USUAL.items() if last_column < columns and last_row < rows]


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
