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


def written(state: State, seats: Mapping[Mark, str], form: str) -> str:
    """The moves that stand in a format; NotationError for a game that the format cannot tell."""
    if form == "sgf":
        return to_sgf(state.game, x=seats[Mark.X], o=seats[Mark.O], ending=state.ending)
    return {"psq": to_psq, "json": to_json}[form](state.game)


def read(text: str, board: Board | None = None, *, own: bool = False) -> Game:
    """The game of a record, whose format its beginning tells; NotationError where it tells none.

    Moves alone, and a position, are on the board that stands before them, else on ``board``. A record whose board has
    its own lines is rejected, and the lines are not read, unless ``own`` is true.
    """
    begun = _begun(text)
    form = _form(begun)
    if form == "moves":
        return from_moves(begun, board)
    if form == "json":
        return from_json(begun, own=own)
    if form == "psq":
        return from_psq(text)  # whose lines are counted from its first
    if form == "rows":
        return Game(from_rows(begun, board))
    if form or "(" in begun:
        return game_of(nodes_of(begun), own=own)
    raise NotationError(f"not a record of a game: {quote(begun)} ({_ACCEPTED})")


def read_study(
    text: str,
    board: Board | None = None,
    start: Position | None = None,
    *,
    own: bool = False,
    ask: bool = False,
) -> Study:
    """The same with its variations and notes, as far as the format knows any; moves alone may begin at ``start``.

    If ``ask`` is true, WhichBoardError is raised for moves or rows that name only the sides of their board. Otherwise
    five in a row win there, or the shorter side.
    """
    begun = _begun(text)
    form = _form(begun)
    if form == "sgf":
        return study_of(nodes_of(begun), own=own)
    if form == "moves" or not begun or (not form and "(" in begun):
        return study_from_moves(begun, board, start, ask=ask)
    if form == "rows":
        return Study(from_rows(begun, board, ask=ask))
    return Study.of(read(begun, board, own=own))


def players_named(text: str) -> Mapping[Mark, str]:
    """The names of the players that a record tells by their sides; only SGF tells any. NotationError as ``read``."""
    begun = _begun(text)
    return players_of(nodes_of(begun)) if _form(begun) == "sgf" else {}


def _begun(text: str) -> str:
    """A text from where it begins."""
    return text.removeprefix("\ufeff").lstrip()


def _form(begun: str) -> str:
    """How a record is written: moves, json, psq, sgf or rows; nothing where its beginning does not tell."""
    if is_moves(begun):
        return "moves"
    if begun.startswith("{"):
        return "json"
    if begun.startswith("Piskvorky"):
        return "psq"
    return "sgf" if is_sgf(begun) else "rows" if is_rows(begun) else ""


def read_all(source: Source, kind: type[T]) -> tuple[T, ...]:
    """Every game, or study, of a collection in SGF, or the one of another record; an error names the game's number."""
    if _form(begun := _begun(text_of(source))) != "sgf":
        return (read_one(source, kind),)
    every: list[T] = []
    try:
        every.extend(map(partial(_READERS[kind][1], own=True), collection(begun)))
    except (NotationError, IllegalMoveError) as error:
        raise type(error)(f"game {len(every) + 1} of the collection: {error}") from None
    return tuple(every)


def read_one(source: Source, kind: type[T]) -> T:
    """The game, or the study, of a record, which may be on a board of its own lines."""
    one: T = _READERS[kind][0](text_of(source), own=True)
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
