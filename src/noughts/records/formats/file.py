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
    game = _read(text, board)
    _check_named(game.start.board, own or game.start.board == board)
    return game


def read_all(text: str) -> tuple[Game, ...]:
    """Every game of a collection in SGF, or the one of another record; errors name the number of the game."""
    begun = text.removeprefix("\ufeff").lstrip()
    if not is_sgf(begun) or begun.startswith(("{", "Piskvorky")) or is_moves(begun):
        return (read(text, own=True),)
    return tuple(_each(begun, game_of))


def read_studies(text: str) -> tuple[Study, ...]:
    """The same with variations and notes."""
    begun = text.removeprefix("\ufeff").lstrip()
    if not is_sgf(begun) or begun.startswith(("{", "Piskvorky")) or is_moves(begun):
        return (read_study(text, own=True),)
    return tuple(_each(begun, study_in))


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


def _read(text: str, board: Board | None) -> Game:
    begun = text.removeprefix("\ufeff").lstrip()
    if begun.startswith("{"):
        return from_json(begun)
    if begun.startswith("Piskvorky"):
        return from_psq(begun)
    if is_moves(begun):
        return from_moves(begun, board)
    if "(" in begun:
        return from_sgf(begun)
    raise NotationError(f"not a record of a game: {quote(text)} (SGF, PSQ or JSON, or moves like h8 i7 i8)")


def read_study(
    text: str, board: Board | None = None, start: Position | None = None, *, own: bool = False
) -> Study:
    """The same with its variations and notes, as far as the format knows any; moves alone may begin at ``start``."""
    study = _read_study(text, board, start)
    _check_named(study.start.board, own or study.start.board == board)
    return study


def _read_study(text: str, board: Board | None, start: Position | None) -> Study:
    begun = text.removeprefix("\ufeff").lstrip()
    if not begun or is_moves(begun):
        return study_from_moves(begun, board, start)
    if "(" in begun and not begun.startswith(("{", "Piskvorky")):
        return study_from_sgf(begun) if is_sgf(begun) else study_from_moves(begun, board, start)
    return Study.of(_read(begun, board))


def players_named(text: str) -> Mapping[Mark, str]:
    """The names of the players that a record tells by their sides; only SGF tells any. NotationError as ``read``."""
    begun = text.removeprefix("\ufeff").lstrip()
    sgf = "(" in begun and not begun.startswith(("{", "Piskvorky"))
    return players_of(begun) if sgf else {}
