"""A game as a file for other programs, and back: SGF, PSQ or JSON; or its moves alone, as people write them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeVar

from noughts.errors import IllegalMoveError, NotationError, quote
from noughts.game.board import Board
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.records.formats.json import from_json, to_json
from noughts.records.formats.moves import from_moves, is_moves, study_from_moves
from noughts.records.formats.psq import from_psq, to_psq
from noughts.records.formats.sgf import from_sgf, game_of, players_of, to_sgf
from noughts.records.formats.sgf_nodes import SgfNode, collection, is_sgf
from noughts.records.formats.sgf_study import study_from_sgf, study_in
from noughts.records.game import Game
from noughts.records.game_state import State
from noughts.records.study import Study

T = TypeVar("T")

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

    Moves alone are played on the board that stands before them, else on ``board``. A record may tell a board of its
    ``own`` lines only where that is said.
    """
    game = _read(_begun(text), board)
    _check_named(game.start.board, own or game.start.board == board)
    return game


def read_all(text: str) -> tuple[Game, ...]:
    """Every game of a collection in SGF, or the one of another record; errors name the number of the game."""
    if _form(begun := _begun(text)) == "sgf":
        return tuple(_each(begun, game_of))
    return (read(text, own=True),)


def read_studies(text: str) -> tuple[Study, ...]:
    """The same with variations and notes."""
    if _form(begun := _begun(text)) == "sgf":
        return tuple(_each(begun, study_in))
    return (read_study(text, own=True),)


def read_study(
    text: str, board: Board | None = None, start: Position | None = None, *, own: bool = False
) -> Study:
    """The same with its variations and notes, as far as the format knows any; moves alone may begin at ``start``."""
    study = _read_study(_begun(text), board, start)
    _check_named(study.start.board, own or study.start.board == board)
    return study


def players_named(text: str) -> Mapping[Mark, str]:
    """The names of the players that a record tells by their sides; only SGF tells any. NotationError as ``read``."""
    begun = _begun(text)
    return players_of(begun) if _form(begun) == "sgf" else {}


def _begun(text: str) -> str:
    """A text from where it begins."""
    return text.removeprefix("\ufeff").lstrip()


def _form(begun: str) -> str:
    """How a record is written: moves, json, psq or sgf; nothing where its beginning does not tell."""
    if is_moves(begun):
        return "moves"
    if begun.startswith("{"):
        return "json"
    return "psq" if begun.startswith("Piskvorky") else "sgf" if is_sgf(begun) else ""


def _each(text: str, make: Callable[[Sequence[SgfNode]], T]) -> Iterator[T]:
    """What is made of every game of a collection."""
    done = 0
    try:
        for nodes in collection(text):
            yield make(nodes)
            done += 1
    except (NotationError, IllegalMoveError) as error:
        raise type(error)(f"game {done + 1} of the collection: {error}") from None


def _check_named(board: Board, own: bool) -> None:
    if not (own or board.is_named):
        raise NotationError(f"a board of its own lines, {quote(board.name)}, is not read here")


def _read(begun: str, board: Board | None) -> Game:
    form = _form(begun)
    if form == "moves":
        return from_moves(begun, board)
    if form in _READERS or "(" in begun:
        return _READERS.get(form, from_sgf)(begun)
    raise NotationError(f"not a record of a game: {quote(begun)} (SGF, PSQ or JSON, or moves like h8 i7 i8)")


def _read_study(begun: str, board: Board | None, start: Position | None) -> Study:
    form = _form(begun)
    if form == "sgf":
        return study_from_sgf(begun)
    if form == "moves" or not begun or (not form and "(" in begun):
        return study_from_moves(begun, board, start)
    return Study.of(_read(begun, board))


_READERS: Mapping[str, Callable[[str], Game]] = {"json": from_json, "psq": from_psq, "sgf": from_sgf}
