"""Cells, lines, values and lengths in texts that refer to cells and have both wordings (`noughts.explain.blocks`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from noughts.explain import words
from noughts.explain.blocks import Note, Text, either, refer
from noughts.game.board import Board, Cell, Line
from noughts.game.position import Position
from noughts.game.threats import completed
from noughts.solver.value import Value

NOTHING = "\N{EN DASH}"
"""A cell of a table in which there is nothing."""


def cell(board: Board, cell: Cell) -> Text:
    """Return the name of a cell."""
    return refer(board.cell_name(cell), board, [cell])


def cells(board: Board, cells: Sequence[Cell], conjunction: str = "and", limit: int = 9) -> Text:
    """Return the names of cells as a list in words; those beyond ``limit`` are counted."""
    names = [cell(board, each) for each in cells[:limit]]
    left = len(cells) - len(names)
    return words.listing(
        [*names, f"{left:,} {'other' if left == 1 else 'others'}"] if left else names, conjunction
    )


def moves(board: Board, cells: Iterable[Cell]) -> Text:
    """Return moves in the order in which they are played: ``d5 c5 h5``."""
    return " ".join(cell(board, each) for each in cells)


def cell_with_name(board: Board, cell: Cell) -> Text:
    """Return a cell in words and by its name: ``the centre, b2``."""
    return refer(words.cell_with_name(board, cell), board, [cell])


def line(board: Board, line: Line) -> Text:
    """Return a line in words: ``the top row``."""
    return refer(words.line_words(board, line), board, line)


def lines(board: Board, lines: Sequence[Line]) -> Text:
    """Return several lines as a list in words."""
    return words.listing([line(board, each) for each in lines])


def plies(number: int) -> Text:
    """Return a length: ``3 plies``, in the simple wording the winner's own moves: ``2 moves``."""
    return either(words.plural(number, "ply", "plies"), words.plural((number + 1) // 2, "move"))


def effort(nodes: int, depth: int) -> Text:
    """Return the size of a search: ``1,234 positions, 5 plies deep``."""
    deep = f", {plies(depth)} deep" if depth else ""
    return f"{words.plural(nodes, 'position')}{deep}"


def value(value: Value) -> Text:
    """Return what the side that a value belongs to does: ``wins in 3 plies``."""
    precise = words.value_words(value)
    if not value.plies or " in " not in precise:
        return precise
    return f"{precise.partition(' in ')[0]} in {plies(value.plies)}"


def value_note(value: Value, *, heat: float = 0.0) -> Note:
    """Return a value for the cell of a board: ``W3``, in the simple wording ``W2``."""
    precise = words.value_short(value)
    simple = precise
    if value.result is not None and value.plies is not None and precise != "D":
        simple = f"{precise[0]}{(value.plies + 1) // 2}"
    return Note(either(precise, simple), heat=heat)


def win(position: Position, cell: Cell) -> Text:
    """Return that a move completes lines, as a sentence; nothing if it completes none."""
    board, side = position.board, position.to_move
    wins = completed(position, side, cell)
    if not wins:
        return ""
    return f"Wins at {refer(board.cell_name(cell), board, [cell])}: {side} completes {lines(board, wins)}."


def move(position: Position, cell: Cell) -> Text:
    """Return a move and what it blocks: ``Blocks the row from c4 to g4 at e4``, ``Plays e4``."""
    board, blocks = position.board, completed(position, position.to_move.other, cell)
    name = refer(board.cell_name(cell), board, [cell])
    return f"Blocks {lines(board, blocks)} at {name}" if blocks else f"Plays {name}"


def capital(text: Text) -> Text:
    """Return a text with a capital letter at its beginning."""
    at = text.startswith("[")
    return f"{text[:at]}{text[at : at + 1].upper()}{text[at + 1 :]}"


def names(board: Board, cells: Iterable[Cell]) -> tuple[str, ...]:
    """Return the names of cells, as blocks have them."""
    return tuple(board.cell_names(cells))
