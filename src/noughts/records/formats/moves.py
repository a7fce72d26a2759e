"""A game as its moves alone, the way people write them down: ``h8i7i8``, or ``15x15x5 h8 i7 i8``; or a position.

Cells may be joined or parted by spaces and commas, and be counted (``1. h8 2. i7``). They are the house's own: rows are
counted from the top. A board's name before them is the board.

A study is written so, too, as chess players write theirs: ``b2 a1 (b1 {the other kind} c3) c1`` plays b2 a1 c1, and
b1 c3 instead of a1; braces hold notes, in which a backslash stands before a brace or a backslash. What stands in
parentheses or braces is passed over where only the game is read.

A position is its rows, as ``game.notation`` reads them, with or without a board before them:
``4x4x4 x.../..../..../....``. A board alone is empty.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from math import isqrt
from typing import NoReturn

from noughts.errors import NotationError, WhichBoardError, quote
from noughts.game.board import Board
from noughts.game.notation import MAX_SIDE, parse_cell, parse_rows, usual_k
from noughts.game.position import Position
from noughts.records.formats.common import replay
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

_WORD = re.compile(r"\s*([^\s:{]{1,40})(?:[\s:]+|$)", re.ASCII)
_NAMES_BOARD = re.compile(r"[0-9][x\u00d7][0-9]|cube[0-9]", re.IGNORECASE)
_SIDES = re.compile(r"[0-9]+[x\u00d7][0-9]+", re.IGNORECASE)
_STRANGE = re.compile(r"[^xo._\-/\s]", re.IGNORECASE)
"""A character that no position has."""

_TOKEN = re.compile(
    r"[\s,;]*(?:(?:[0-9]+\.+\s*)?([a-t][1-9][0-9]?)(?![0-9])|([()])|\{((?:[^\\{}]|\\.)*)\})",
    re.ASCII | re.DOTALL | re.IGNORECASE,
)
_ENDS = re.compile(r"[\s,;]*")


def is_moves(text: str) -> bool:
    """Whether a text is moves and nothing else, but perhaps a board before them and variations and notes among them."""
    try:
        tokens = list(_tokens(text, _board_word(text)[1]))
    except NotationError:
        return False
    return any(cell for _, cell, _, _ in tokens)


def from_moves(text: str, board: Board | None = None) -> Game:
    """The game of these moves on the board that the text names, else on the one given.

    Raises WhichBoardError where there is neither, and for cells off the board given, NotationError for other cells;
    IllegalMoveError for what the rules forbid.
    """
    on, begin = _board_of(text, board, require_k=False)
    cells = [cell for depth, cell, _, _ in _tokens(text, begin) if cell and not depth]
    return replay(Position.start(on), [(on.cell(cell), cell) for cell in cells])


def study_from_moves(
    text: str, board: Board | None = None, start: Position | None = None, *, require_k: bool = False
) -> Study:
    """The study of these moves, from ``start`` where that is given; the errors are those of ``from_moves``.

    If ``require_k`` is true, WhichBoardError is raised for the name of a board without its length of a line, too.
    """
    on, begin = _board_of(text, board, start, require_k=require_k)
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


def is_rows(text: str) -> bool:
    """Return whether a text is meant as a position, even if it has characters or rows that are wrong."""
    name, begin = _board_word(text)
    rows = text[begin:]
    if not rows.strip():
        return bool(name)
    strange = len(_STRANGE.findall(rows))
    return not strange or (rows.count("/") >= 2 and 2 * strange <= len(rows))


def from_rows(text: str, board: Board | None = None, *, require_k: bool = False) -> Position:
    """Return the position of a text, on the board that it names, or else on ``board``.

    Rows without a name that do not fit on ``board`` raise WhichBoardError. Rows without any board do so if
    ``require_k`` is true; otherwise five in a row win, or the shorter side. Raises NotationError for text that is no
    position and ImpossibleError for marks that no game reaches.
    """
    name, begin = _board_word(text)
    rows = text[begin:]
    on = _board_named(name, board, require_k=require_k) if name else board
    if name and not rows.strip():
        return Position.start(on)
    columns, number, x, o = parse_rows(rows, _sides(rows, on))
    if name or (on and (columns, number) == (on.columns, on.rows)):
        return Position.parse(rows, on)
    if number == 1 < columns:
        accepted = "separate its rows by /, or name its board"
        raise NotationError(f"{quote(rows)} has {columns} cells in one row ({accepted})")
    longest = max(columns, number)
    Position(
        Board.mnk(columns, number, longest), x, o
    )  # what is impossible here is so with shorter lines, too
    if require_k or on:
        _ask_length(columns, number)
    return Position(Board.mnk(columns, number, usual_k(columns, number)), x, o)


def _sides(rows: str, board: Board | None) -> tuple[int, int]:
    """Return the sides of rows that are not separated: those of a board with as many cells, or of a square."""
    cells = len("".join(rows.split()))
    if board is not None and board.size == cells:
        return board.columns, board.rows
    return isqrt(cells), isqrt(cells)


def _board_word(text: str) -> tuple[str, int]:
    """Return the name of the board at the beginning of a text, "" if there is none, and where the rest begins."""
    match = _WORD.match(text)
    return (match[1], match.end()) if match and _NAMES_BOARD.search(match[1]) else ("", 0)


def _board_named(name: str, board: Board | None, *, require_k: bool) -> Board:
    """Return the board of a name that stands before moves or rows.

    ``15x15`` names only its sides: it is ``board`` if that has the same sides, otherwise five in a row win, or the
    shorter side. Raises WhichBoardError instead of the latter if ``require_k`` is true.
    """
    named = Board.parse(name)
    if not _SIDES.fullmatch(name):
        return named
    if board is not None and (board.columns, board.rows) == (named.columns, named.rows):
        return board
    if require_k:
        _ask_length(named.columns, named.rows)
    return named


def _ask_length(columns: int, rows: int) -> NoReturn:
    """Raise WhichBoardError, which proposes every length of a line; the usual one comes first."""
    usual = usual_k(columns, rows)
    lengths = [usual, *(k for k in range(1, max(columns, rows) + 1) if k != usual)]
    raise WhichBoardError(
        f"{columns}x{rows} needs how many in a row? Name the whole board, like {columns}x{rows}x{usual}",
        (f"{columns}x{rows}x{k}" for k in lengths),
    )


def _board_of(
    text: str, board: Board | None, start: Position | None = None, *, require_k: bool
) -> tuple[Board, int]:
    """The board of moves, and where these begin in the text."""
    name, begin = _board_word(text)
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
    return _board_named(name, board, require_k=require_k) if name else on, begin


def _fitting(cells: Iterable[str]) -> list[str]:
    """Return the usual boards that have these cells; raise NotationError for a cell that no board has."""
    numbers = [parse_cell(cell, MAX_SIDE, MAX_SIDE) for cell in cells]
    column = max((number % MAX_SIDE for number in numbers), default=0)
    row = max((number // MAX_SIDE for number in numbers), default=0)
    return [name for name, (columns, rows) in _USUAL.items() if column < columns and row < rows]


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
