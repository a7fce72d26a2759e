"""Write games as SGF, PSQ or JSON, and read these, moves and positions; the format is detected from the text."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from os import PathLike
from pathlib import Path
from typing import Any, TypeVar

from noughts.errors import IllegalMoveError, InputTypeError, NotationError, quote
from noughts.game.board import Board
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.records.formats.json import from_json, to_json
from noughts.records.formats.moves import (
    begins_like_moves,
    from_moves,
    from_rows,
    is_moves,
    is_rows,
    named_board,
    study_from_moves,
)
from noughts.records.formats.psq import from_psq, to_psq
from noughts.records.formats.sgf import collection, game_of, is_sgf, nodes_of, players_of, study_of, to_sgf
from noughts.records.game import Game
from noughts.records.log import State
from noughts.records.study import Study

T = TypeVar("T", Game, Study)

Source = str | bytes | PathLike[str]

_ACCEPTED = "SGF, PSQ or JSON, moves like h8 i7 i8, or a position like XX./.../O.."
_CHARSET = re.compile(rb"CA\[([^\]]{1,40})\]")
_FILE = re.compile(r"[^\n()\[\]{};]+\.(sgf|psq|json)", re.IGNORECASE)

FORMATS: Mapping[str, str] = {
    "sgf": "application/x-go-sgf",
    "psq": "text/plain",
    "json": "application/json",
}
"""The media type of every format."""


def format_game(state: State, seats: Mapping[Mark, str], file_format: str) -> str:
    """Return a game as a file, without the moves that were taken back.

    Raises NotationError for a game that the format cannot express.
    """
    if file_format == "sgf":
        return to_sgf(state.game, x=seats[Mark.X], o=seats[Mark.O], ending=state.ending)
    return {"psq": to_psq, "json": to_json}[file_format](state.game)


def read(text: str, board: Board | None = None, *, allow_custom_lines: bool = False) -> Game:
    """Parse a game; the format is detected from the text. Raises NotationError if no format matches.

    Moves and rows that do not name their board are on ``board``. A record whose board has its own lines is rejected,
    and the lines are not read, unless ``allow_custom_lines`` is true.
    """
    stripped = _stripped(text)
    return _read_as(_detect_format(stripped), text, board, allow_custom_lines)


def read_study(
    text: str,
    board: Board | None = None,
    position: str | None = None,
    *,
    allow_custom_lines: bool = False,
    require_k: bool = False,
) -> Study:
    """Parse a study: the game with its variations and notes. The format and the board are found as in ``read``.

    Moves start from ``position``, on the board that they name, or else on ``board``. Any other record has its own
    start: then NotationError is raised if ``position`` is given. If ``board`` or ``position`` is given, the text may
    be empty.

    If ``require_k`` is true, WhichBoardError is raised if only the sides of a board are known. Otherwise five in a row
    win there, or the shorter side.
    """
    stripped = _stripped(text)
    detected = _detect_format(stripped)
    if detected == "moves" or (not stripped and (board or position is not None)):
        start = None if position is None else _start(position, stripped, board, require_k)
        return study_from_moves(stripped, board, start, require_k=require_k)
    if detected and position is not None:
        what = f"this record has its own start: {quote(stripped)}"
        raise NotationError(f"a position can be given only with moves, but {what}")
    if detected == "sgf":
        return study_of(nodes_of(stripped), allow_custom_lines=allow_custom_lines)
    if detected == "rows":
        return Study(from_rows(stripped, board, require_k=require_k))
    return Study.of(_read_as(detected, text, board, allow_custom_lines))


def _start(position: str, moves: str, board: Board | None, require_k: bool) -> Position:
    """Return the position from which moves start: on the board that they name, or else like rows on ``board``."""
    named = named_board(moves)
    return Position.parse(position, named) if named else from_rows(position, board, require_k=require_k)


def _read_as(detected: str, text: str, board: Board | None, allow_custom_lines: bool) -> Game:
    """Return the game of a text whose format is detected; raise NotationError if none was."""
    stripped = _stripped(text)
    if detected == "moves":
        return from_moves(stripped, board)
    if detected == "rows":
        return Game(from_rows(stripped, board))
    if detected == "json":
        return from_json(stripped, allow_custom_lines=allow_custom_lines)
    if detected == "psq":
        return from_psq(text)  # errors count the lines from the beginning of the text
    if detected == "sgf":
        return game_of(nodes_of(stripped), allow_custom_lines=allow_custom_lines)
    raise NotationError(f"not a record of a game: {quote(stripped)} ({_ACCEPTED})")


def players_named(text: str) -> Mapping[Mark, str]:
    """Return the players' names in a record, by side; only SGF has any. Raises NotationError like ``read``."""
    stripped = _stripped(text)
    return players_of(nodes_of(stripped)) if _detect_format(stripped) == "sgf" else {}


def _stripped(text: str) -> str:
    """Return a text without a byte order mark and white space before it."""
    return text.removeprefix("\ufeff").lstrip()


def _detect_format(text: str) -> str:
    """Return "moves", "json", "psq", "sgf" or "rows", or "" if no format matches.

    The text need not be valid: the parser of its format reports what is wrong.
    """
    return next((name for name, matches in _CHECKS if matches(text)), "")


_CHECKS: tuple[tuple[str, Callable[[str], object]], ...] = (
    ("moves", is_moves),
    ("json", re.compile(r"\{\s*[\"}]").match),  # other braces are those of a note
    ("psq", re.compile("Piskvorky").match),
    ("sgf", is_sgf),
    ("rows", is_rows),
    ("moves", begins_like_moves),
    ("sgf", re.compile(r"\(").match),
)
"""The formats in the order in which they are tried. The last two are for texts with a mistake in them."""


def read_all(source: Source, kind: type[T]) -> tuple[T, ...]:
    """Return every game or study of a collection in SGF, or the one of another record.

    An error names the number of the game.
    """
    stripped = _stripped(text_of(source))
    if _detect_format(stripped) != "sgf":
        return (read_one(source, kind),)
    every: list[T] = []
    try:
        every.extend(map(partial(_READERS[kind][1], allow_custom_lines=True), collection(stripped)))
    except (NotationError, IllegalMoveError) as error:
        raise type(error)(f"game {len(every) + 1} of the collection: {error}") from None
    return tuple(every)


def read_one(source: Source, kind: type[T]) -> T:
    """Return the game or the study of a record, whose board may have its own lines."""
    one: T = _READERS[kind][0](text_of(source), allow_custom_lines=True)
    return one


def text_of(source: Source) -> str:
    """Return the text of a record. Bytes and files are in UTF-8, or in the character set that CA in an SGF names.

    Raises NotationError for bytes that are not in their character set, and for the name of a file that is not a Path.
    """
    if isinstance(source, str):
        if _FILE.fullmatch(source.strip()):
            raise NotationError(f"not a record of a game: {quote(source)} (a file is read by its Path)")
        return source
    if not isinstance(source, bytes | PathLike):
        raise InputTypeError(f"not a record of a game: {quote(source)} (a text, its bytes, or a Path)")
    data = source if isinstance(source, bytes) else Path(source).read_bytes()
    named = _CHARSET.search(data) if data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"(" else None
    charset = named[1].decode("ascii", "replace").strip() if named else "UTF-8"
    try:
        return data.decode(charset).removeprefix("\ufeff")
    except (LookupError, UnicodeError):
        what = f"{len(data):,} bytes" if isinstance(source, bytes) else quote(source)
        accepted = "save it as UTF-8, or name its character set in an SGF file, like CA[GB18030]"
        raise NotationError(f"not a text in {quote(charset)}: {what} ({accepted})") from None


_READERS: Mapping[type, tuple[Callable[..., Any], Callable[..., Any]]] = {
    Game: (read, game_of),
    Study: (read_study, study_of),
}
"""The functions that parse a record, and one game of a collection."""
