"""Read moves as people write them, like ``h8i7i8`` or ``15x15x5 h8 i7 i8``, and positions.

Cells are named as in ``game.notation``: rows are counted from the top. Between cells there may be spaces, commas and
numbers of moves (``1. h8 2. i7``). The name of a board may stand before the moves.

Variations and notes are written as in chess: ``b2 a1 (b1 {the other kind} c3) c1`` plays b2 a1 c1, with b1 c3 instead
of a1 as a variation. Notes stand in braces; in a note a backslash stands before every brace and backslash. Variations
and notes are ignored if only the game is read.

A position is its rows, as ``game.notation`` reads them, with or without a board before them:
``4x4x4 x.../..../..../....``. A board alone is empty.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
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
_SIDES = re.compile(r"((?:misere-|last-)?(?:torus)?)[0-9]+[x\u00d7][0-9]+", re.IGNORECASE)
"""The name of a board without k. Strips are left out: no game is played on them, whatever k is."""

_STRANGE = re.compile(r"[^xo._\-/\s]", re.IGNORECASE)
"""A character that no position has."""

_TOKEN = re.compile(
    r"[\s,;]*(?:(?:[0-9]+\.+\s*)?([a-t][1-9][0-9]?)(?![0-9])|([()])|\{((?:[^\\{}]|\\.)*)\})",
    re.ASCII | re.DOTALL | re.IGNORECASE,
)
_BETWEEN = re.compile(r"[\s,;]*")


def is_moves(text: str) -> bool:
    """Return whether a text is nothing but moves, variations and notes, perhaps with a board before them."""
    name, begin = _board_word(text)
    try:
        tokens = list(_tokens(text, begin))
    except NotationError:
        return False
    return any(cell for _, cell, _, _ in tokens) or bool(name and tokens)


def begins_like_moves(text: str) -> bool:
    """Return whether a text begins with a board or a cell, whatever follows."""
    name, begin = _board_word(text)
    with suppress(NotationError):
        return bool(name) or any(cell for _, cell, _, _ in _tokens(text, begin))
    return False


def from_moves(text: str, board: Board | None = None) -> Game:
    """Return the game of these moves, on the board that the text names, or else on ``board``.

    Raises WhichBoardError if there is neither, or if a cell is not on ``board``. Raises NotationError for text that
    is no moves and IllegalMoveError for moves that the rules do not allow.
    """
    board, begin = _board_of(text, board, require_k=False)
    cells = [cell for depth, cell, _, _ in _tokens(text, begin) if cell and not depth]
    return replay(Position.start(board), [(board.cell(cell), cell) for cell in cells])


def study_from_moves(
    text: str, board: Board | None = None, start: Position | None = None, *, require_k: bool = False
) -> Study:
    """Return the study of these moves, from ``start`` if it is given; the errors are those of ``from_moves``.

    If ``require_k`` is true, WhichBoardError is also raised for the name of a board without k.
    """
    board, begin = _board_of(text, board, start, require_k=require_k)
    if start and board != start.board:
        raise NotationError(f"the moves are on {board}, the position on {start.board}")
    draft = at = StudyDraft()
    opened: list[StudyDraft] = []
    for _, cell, mark, note in _tokens(text, begin):
        if cell:
            at = at.play(board.cell(cell))
        elif mark == "(":
            opened.append(at)
            at = at.after or draft
        elif mark:
            at = opened.pop()
        else:
            at.say(re.sub(r"\\(.)", r"\1", note, flags=re.DOTALL))
    return draft.study(start or Position.start(board))


def named_board(text: str) -> Board | None:
    """Return the board that a text begins with, or None if it names none, or one without k."""
    name, _ = _board_word(text)
    return Board.parse(name) if name and not _SIDES.fullmatch(name) else None


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
    if name:
        board = _with_k(name, Board.parse(name), board, require_k=require_k)
        if not rows.strip():
            return Position.start(board)
    columns, number, x, o = parse_rows(rows, _sides(rows, board))
    if name or (board and (columns, number) == (board.columns, board.rows)):
        return Position.parse(rows, board)
    if number == 1 < columns:
        accepted = "separate its rows by /, or name its board"
        raise NotationError(f"{quote(rows)} has {columns} cells in one row ({accepted})")
    # A position that is impossible with the longest lines is impossible with shorter ones, too.
    Position(Board.mnk(columns, number, max(columns, number)), x, o)
    if require_k or board:
        what = f"a position of {columns}x{number} cells does not say how many in a row win"
        _ask_for_k(f"{what}: write its board first", "", columns, number)
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


def _with_k(name: str, named: Board, board: Board | None, *, require_k: bool) -> Board:
    """Return the board of a name that stands before moves or rows; ``named`` is the board that it parses to.

    A name like ``15x15`` or ``torus15x15`` has no k. It means ``board`` if that has these sides, and the same rule and
    family as far as the name says them. Otherwise five in a row win, or the shorter side. Raises WhichBoardError
    instead of the latter if ``require_k`` is true.
    """
    match = _SIDES.fullmatch(name)
    if match is None:
        return named
    family, sides = match[1].lower(), (named.columns, named.rows)
    if board and (board.columns, board.rows) == sides and board.name.startswith(family):
        return board
    if require_k:
        what = f"{quote(name)} does not say how many in a row win"
        _ask_for_k(f"{what}: write the whole name", family, *sides)
    return named


def _ask_for_k(message: str, family: str, columns: int, rows: int) -> NoReturn:
    """Raise WhichBoardError, which proposes every k that fits on the sides; the usual one comes first."""
    usual = usual_k(columns, rows)
    lengths = [usual, *(k for k in range(1, max(columns, rows) + 1) if k != usual)]
    names = [f"{family}{columns}x{rows}x{k}" for k in lengths]
    raise WhichBoardError(f"{message}, like {names[0]}", names)


def _board_of(
    text: str, board: Board | None, start: Position | None = None, *, require_k: bool
) -> tuple[Board, int]:
    """Return the board of moves, and where these begin in the text."""
    name, begin = _board_word(text)
    board = start.board if start and not board else board
    cells = [cell for _, cell, _, _ in _tokens(text, begin) if cell]
    named = Board.parse(name) if name else board
    if named is None:
        raise WhichBoardError(
            "these moves name no board: write it first, like 15x15x5 h8 i7 i8", _fitting(cells)
        )
    try:
        for cell in cells:
            named.cell(cell)
    except NotationError as error:
        if name or start:
            raise
        raise WhichBoardError(str(error), _fitting(cells)) from None
    return _with_k(name, named, board, require_k=require_k), begin


def _fitting(cells: Iterable[str]) -> list[str]:
    """Return the usual boards that have these cells; raise NotationError for a cell that no board has."""
    numbers = [parse_cell(cell, MAX_SIDE, MAX_SIDE) for cell in cells]
    column = max((number % MAX_SIDE for number in numbers), default=0)
    row = max((number // MAX_SIDE for number in numbers), default=0)
    return [name for name, (columns, rows) in _USUAL.items() if column < columns and row < rows]


def _tokens(text: str, begin: int) -> Iterator[tuple[int, str, str, str]]:
    """Yield the cells, parentheses and notes of a text, each with the number of variations that are open.

    Raises NotationError, which quotes the text from the first problem on, for anything else, for parentheses that do
    not match and for a variation without a move that it replaces.
    """
    at, number = begin, 0
    opened: list[tuple[int, int]] = []  # offset of each open variation, and number of the move before it
    while match := _TOKEN.match(text, at):
        cell, mark, note = match[1] or "", match[2] or "", match[3] or ""
        if cell:
            number += 1
        elif mark == "(":
            if not number:
                what = "a variation must follow the move that it replaces"
                raise NotationError(f"{what}: {quote(text[match.start(2) :])}")
            opened.append((match.start(2), number))
            number -= 1
        elif mark and not opened:
            raise NotationError(
                f"a closing parenthesis without an opening one: {quote(text[match.start(2) :])}"
            )
        elif mark:
            _, number = opened.pop()
        yield len(opened), cell, mark, note
        at = match.end()
    rest = _BETWEEN.sub("", text[at:], count=1)
    if rest.startswith("{"):
        accepted = "close it with }, and write \\ before a brace inside it"
        raise NotationError(f"not a note: {quote(rest)} ({accepted})")
    if rest:
        raise NotationError(f"move {number + 1} is not a cell: {quote(rest)} (write cells like h8 i7 i8)")
    if opened:
        raise NotationError(f"a variation without a closing parenthesis: {quote(text[opened[-1][0] :])}")
