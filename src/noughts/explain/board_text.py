"""A board drawn as text, with coordinates, without colour.

A text may lie on every empty cell: its number, its value, its weight. Signs beside a mark tell what
colour tells elsewhere: ``*X`` is part of a completed line, ``X<`` is the last move, ``*X<`` is both.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from noughts.explain.say import value_short
from noughts.game.board import Board, Cell
from noughts.game.cells import in_rows
from noughts.game.position import Position
from noughts.solver.value import Value

Overlay = Mapping[Cell, str]
"""A short text for each of some empty cells."""

EMPTY = "."

RULED = 8
"""The most columns that are drawn in ruled rows."""


def board_text(position: Position, overlay: Overlay | None = None, *, last: Cell | None = None) -> str:
    """The board in ruled rows for people."""
    texts = _texts(position, overlay or {}, last)
    width = max(map(len, texts)) | 1  # odd, so that a single mark stands in the middle
    board = position.board
    margin = len(str(board.rows)) + 2
    heads = [column_name(board, column).center(width + 2) for column in range(board.columns)]
    rule = " " * margin + "+".join(["-" * (width + 2)] * board.columns)
    lines = [" " * margin + " ".join(heads).rstrip()]
    for row, cells in enumerate(in_rows(texts, board.columns)):
        if row:
            lines.append(rule)
        lines.append(f"{row + 1:>{margin - 2}}  " + "|".join(f" {t.center(width)} " for t in cells).rstrip())
    return "\n".join(lines)


def fitting_text(position: Position, overlay: Overlay | None = None, *, last: Cell | None = None) -> str:
    """The board in ruled rows where they fit a narrow window, else compactly."""
    draw = board_text if position.board.columns <= RULED else compact_text
    return draw(position, overlay, last=last)


def compact_text(position: Position, overlay: Overlay | None = None, *, last: Cell | None = None) -> str:
    """The board in as few lines as it has rows, and one of letters."""
    return grid_text(position.board, _texts(position, overlay or {}, last))


def grid_text(board: Board, texts: Iterable[str]) -> str:
    """A text for every cell in reading order, in columns under their letters."""
    rows = in_rows(list(texts), board.columns)
    width = max(len(text) for row in rows for text in row)
    margin = len(str(board.rows))
    heads = " ".join(column_name(board, column).rjust(width) for column in range(board.columns))
    body = [" ".join(text.rjust(width) for text in row).rstrip() for row in rows]
    numbered = (f"{n:>{margin}} {line}" for n, line in enumerate(body, start=1))
    return "\n".join([" " * (margin + 1) + heads, *numbered])


def number_overlay(position: Position) -> dict[Cell, str]:
    """The number of every empty cell, from 1 at the top left: what a person may type instead of ``b2``."""
    return {cell: str(cell + 1) for cell in position.empty}


def value_overlay(values: Mapping[Cell, Value]) -> dict[Cell, str]:
    """Values in short: ``W3`` wins in 3 plies, ``L4`` loses in 4, ``D`` draws; ``~62`` is an estimate, in 100."""
    return {cell: value_short(value) for cell, value in values.items()}


def column_name(board: Board, column: int) -> str:
    """The letter of a column."""
    return board.cell_name(Cell(column))[0]


def _texts(position: Position, overlay: Overlay, last: Cell | None) -> list[str]:
    won = {cell for line in position.outcome.lines for cell in line} if position.outcome else set()
    texts = []
    for cell in position.board.cells:
        mark = position.at(cell)
        if mark is None:
            texts.append(overlay.get(cell, EMPTY))
        else:
            texts.append(f"{'*' if cell in won else ''}{mark}{'<' if cell == last else ''}")
    if not won and last is None:
        return texts
    # A sign on one side only would push its mark out of the column.
    marked = position.x | position.o
    return [_padded(text) if marked >> i & 1 else text.center(3) for i, text in enumerate(texts)]


def _padded(text: str) -> str:
    return f"{'' if text[0] == '*' else ' '}{text}{'' if text[-1] == '<' else ' '}"
