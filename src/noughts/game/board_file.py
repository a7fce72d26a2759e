"""Boards as files: one JSON object, checked entry by entry; docs/boards.md says what is in it.

{"noughts": "board", "name": "fano", "columns": 7,
"lines": [["a1", "b1", "d1"], ["b1", "c1", "e1"], ...], "rule": "line", "symmetries": "lines"}
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from noughts.errors import ImpossibleError, NotationError, NoughtsError, expect, quote
from noughts.game.board import Board, Cell
from noughts.game.notation import MAX_SIDE
from noughts.game.rule import GameRule
from noughts.game.symmetry import line_symmetries

_FIELDS = {"noughts", "name", "columns", "rows", "lines", "rule", "symmetries"}
_LONGEST = 1_000_000
"""Characters of a file."""


def read_board(path: str | Path) -> Board:
    """The board of a file. Raises NotationError where it is none, and says in which entry; OSError as ``open`` does."""
    expect(path, (str, Path), "the path of a board file")
    with Path(path).open(encoding="utf-8") as file:
        text = file.read(_LONGEST + 1)
    try:
        if len(text) > _LONGEST:
            raise NotationError(f"more than {_LONGEST:,} characters")
        return board_of(json.loads(text))
    except json.JSONDecodeError as error:
        raise NotationError(f"the board file {quote(path, 1000)} is not JSON: {error}") from None
    except (NoughtsError, UnicodeError, RecursionError) as error:
        raise NotationError(f"the board file {quote(path, 1000)} is not good: {error}") from None


def board_record(board: Board) -> dict[str, Any]:
    """The object of a board's file, from which ``board_of`` makes it again."""
    record = {
        "noughts": "board",
        "name": board.name,
        "columns": board.columns,
        "rows": board.rows,
        "lines": [board.cell_names(line) for line in board.lines],
        "rule": str(board.rule),
    }
    if board.group is None:
        return {**record, "symmetries": "layout"}
    found = line_symmetries(board.size, board.lines)
    if found is not None and set(found) == set(board.group):
        return record
    return {**record, "symmetries": [board.cell_names(image) for image in board.group]}


def board_of(record: Any) -> Board:
    """The board that a file's object describes; NotationError or ImpossibleError where it does not describe one."""
    if not isinstance(record, Mapping) or record.get("noughts") != "board":
        raise NotationError('it is no object with "noughts": "board"')
    unknown = sorted(set(record) - _FIELDS)
    if unknown:
        raise NotationError(f"unknown entry {quote(unknown[0])}")
    name, lines = record.get("name"), record.get("lines")
    if not isinstance(name, str) or not name.isprintable() or not 1 <= len(name) <= 60:
        raise NotationError(f"not a name of 1 to 60 characters: {quote(name)}")
    if not isinstance(lines, list) or not lines:
        raise NotationError("lines is no list of lines")
    columns, rows = (_side(record, side) for side in ("columns", "rows"))
    grid = Board(name, columns, rows, ((Cell(0),),))  # by which cells are named
    cells = [_line(grid, number, line) for number, line in enumerate(lines, 1)]
    board = Board.from_lines(
        name,
        cells,
        columns=columns,
        rows=rows,
        symmetries=_symmetries(grid, record),
        rule=record.get("rule", GameRule.LINE),
    )
    _check_name(board)
    return board


def _side(record: Mapping[str, Any], side: str) -> int:
    given = record.get(side, 1 if side == "rows" else None)
    if type(given) is not int or not 1 <= given <= MAX_SIDE:
        raise NotationError(f"{side} is no number from 1 to {MAX_SIDE}: {quote(given)}")
    return given


def _cells(grid: Board, what: str, names: Any) -> list[Cell]:
    """Cells by their names; ``what`` says whose they are."""
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise NotationError(f"{what} is no list of cells: {quote(names)}")
    try:
        return [grid.cell(name) for name in names]
    except NotationError as error:
        raise NotationError(f"{what}: {error}") from None


def _line(grid: Board, number: int, names: Any) -> list[Cell]:
    cells = _cells(grid, f"line {number}", names)
    if not cells:
        raise NotationError(f"line {number} has no cells")
    if len(set(cells)) < len(cells):
        raise NotationError(f"line {number} names a cell twice: {quote(names)}")
    return cells


def _symmetries(grid: Board, record: Mapping[str, Any]) -> str | list[tuple[Cell, ...]]:
    given = record.get("symmetries", "lines")
    if given in ("lines", "layout"):
        return str(given)
    if not isinstance(given, list):
        raise NotationError(f"not symmetries: {quote(given)} (lines, layout, or a list of permutations)")
    return [tuple(_cells(grid, f"symmetry {number}", image)) for number, image in enumerate(given, 1)]


def _check_name(board: Board) -> None:
    """ImpossibleError where the name is that of a board with other lines."""
    try:
        known = Board.parse(board.name)
    except NoughtsError:
        return
    if known != board:
        raise ImpossibleError(f"the name {quote(board.name)} is that of another board")
