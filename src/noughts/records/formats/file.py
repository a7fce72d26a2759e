"""A game as a file for other programs, and back: SGF, PSQ or JSON; or moves or a position, as people write them."""

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
from noughts.records.formats.moves import from_moves, from_rows, is_moves, is_rows, study_from_moves
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
    """The moves that stand in a format; NotationError for a game that the format cannot tell."""
    if file_format == "sgf":
        return to_sgf(state.game, x=seats[Mark.X], o=seats[Mark.O], ending=state.ending)
    return {"psq": to_psq, "json": to_json}[file_format](state.game)


def read(text: str, board: Board | None = None, *, allow_custom_lines: bool = False) -> Game:
    """The game of a record, whose format its beginning tells; NotationError where it tells none.

    Moves alone, and a position, are on the board that stands before them, else on ``board``. A record whose board has
    its own lines is rejected, and the lines are not read, unless ``allow_custom_lines`` is true.
    """
    stripped = _stripped(text)
    form = _detect_format(stripped)
    if form == "moves":
        return from_moves(stripped, board)
    if form == "json":
        return from_json(stripped, allow_custom_lines=allow_custom_lines)
    if form == "psq":
        return from_psq(text)  # whose lines are counted from its first
    if form == "rows":
        return Game(from_rows(stripped, board))
    if form or "(" in stripped:
        return game_of(nodes_of(stripped), allow_custom_lines=allow_custom_lines)
    raise NotationError(f"not a record of a game: {quote(stripped)} ({_ACCEPTED})")


def read_study(
    text: str,
    board: Board | None = None,
    start: Position | None = None,
    *,
    allow_custom_lines: bool = False,
    require_k: bool = False,
) -> Study:
    """The same with its variations and notes, as far as the format knows any; moves alone may begin at ``start``.

    If ``require_k`` is true, WhichBoardError is raised for moves or rows that name only the sides of their board.
    Otherwise five in a row win there, or the shorter side.
    """
    stripped = _stripped(text)
    form = _detect_format(stripped)
    if form == "sgf":
        return study_of(nodes_of(stripped), allow_custom_lines=allow_custom_lines)
    if form == "moves" or not stripped or (not form and "(" in stripped):
        return study_from_moves(stripped, board, start, require_k=require_k)
    if form == "rows":
        return Study(from_rows(stripped, board, require_k=require_k))
    return Study.of(read(stripped, board, allow_custom_lines=allow_custom_lines))


def players_named(text: str) -> Mapping[Mark, str]:
    """The names of the players that a record tells by their sides; only SGF tells any. NotationError as ``read``."""
    stripped = _stripped(text)
    return players_of(nodes_of(stripped)) if _detect_format(stripped) == "sgf" else {}


def _stripped(text: str) -> str:
    """A text from where it begins."""
    return text.removeprefix("\ufeff").lstrip()


def _detect_format(stripped: str) -> str:
    """How a record is written: moves, json, psq, sgf or rows; nothing where its beginning does not tell."""
    if is_moves(stripped):
        return "moves"
    if stripped.startswith("{"):
        return "json"
    if stripped.startswith("Piskvorky"):
        return "psq"
    return "sgf" if is_sgf(stripped) else "rows" if is_rows(stripped) else ""


def read_all(source: Source, kind: type[T]) -> tuple[T, ...]:
    """Every game, or study, of a collection in SGF, or the one of another record; an error names the game's number."""
    if _detect_format(stripped := _stripped(text_of(source))) != "sgf":
        return (read_one(source, kind),)
    every: list[T] = []
    try:
        every.extend(map(partial(_READERS[kind][1], allow_custom_lines=True), collection(stripped)))
    except (NotationError, IllegalMoveError) as error:
        raise type(error)(f"game {len(every) + 1} of the collection: {error}") from None
    return tuple(every)


def read_one(source: Source, kind: type[T]) -> T:
    """The game, or the study, of a record, which may be on a board of its own lines."""
    one: T = _READERS[kind][0](text_of(source), allow_custom_lines=True)
    return one


def text_of(source: Source) -> str:
    """The text of a record; bytes, and files, are in UTF-8, or as the first CA of an SGF says.

    Raises NotationError for bytes that are no such text and for the name of a file, which a Path would be.
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
        raise NotationError(f"not a text in {quote(charset)}: {what}") from None


_READERS: Mapping[type, tuple[Callable[..., Any], Callable[..., Any]]] = {
    Game: (read, game_of),
    Study: (read_study, study_of),
}
"""What reads a record, and one game of a collection."""
