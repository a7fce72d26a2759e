"""A game as JSON: ``{"board": "3x3x3", "start": ".../.../...", "moves": ["b2", "a1"], "undone": []}``.

Only ``board`` is needed to read one; what else an object holds is left alone, so that the server's games can be read.
"""

from __future__ import annotations

import json
from typing import Any

from noughts.errors import NotationError, quote
from noughts.game.board import Board, Cell
from noughts.game.position import Position
from noughts.records.formats.common import board_told, name_of, replay
from noughts.records.game import Game


def to_json(game: Game) -> str:
    """The game on one line, with the moves taken back."""
    return json.dumps(game_json(game))


def game_json(game: Game) -> dict[str, Any]:
    """The game as an object, with the moves taken back; a board of one's own lines is told as its file does."""
    name = game.start.board.cell_name
    return {
        "board": name_of(game.start.board),
        "start": game.start.rows_text,
        "moves": [name(cell) for cell in game.moves],
        "undone": [name(cell) for cell in game.undone],
    }


def from_json(text: str, *, allow_custom_lines: bool = False) -> Game:
    """Return the game of an object as ``to_json`` writes it.

    Raises NotationError if the object is invalid, or if its board has its own lines, unless ``allow_custom_lines`` is
    true.
    """
    try:
        record = json.loads(text, object_pairs_hook=_unique)
    except (ValueError, RecursionError) as error:
        raise NotationError(f"not JSON: {quote(text)} ({error})") from None
    if not isinstance(record, dict):
        raise NotationError(f"not a game: {quote(text)} (an object with a board and moves)")
    board = board_told(_text(record, "board"), allow_custom_lines=allow_custom_lines)
    start = Position.parse(_text(record, "start"), board) if "start" in record else Position.start(board)
    moves, undone = _cells(record, "moves", board), _cells(record, "undone", board)
    game = replay(start, moves)
    replay(game.position, reversed(undone))
    return game.with_undone(tuple(cell for cell, _ in undone))


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the entries of an object; raise NotationError if one stands twice: the first would be dropped."""
    record: dict[str, Any] = {}
    for name, value in pairs:
        if name in record:
            raise NotationError(f"{quote(name)} stands twice")
        record[name] = value
    return record


def _text(record: dict[str, Any], name: str) -> str:
    value = record.get(name)
    if not isinstance(value, str):
        raise NotationError(f"{quote(name)} must be a text, not {quote(json.dumps(value))}")
    return value


def _cells(record: dict[str, Any], name: str, board: Board) -> list[tuple[Cell, str]]:
    """The named cells of a list, each with its text."""
    value = record.get(name, [])
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise NotationError(f"{quote(name)} must be a list of cells, not {quote(json.dumps(value))}")
    return [(board.cell(item), item) for item in value]
