"""Cells, lines, values, numbers and lists in words.

Only the 3x3 layout has words that everybody knows (the centre, the top row). On other boards cells go by their names
and lines by where they begin and end. A function that returns `Text` refers to cells and has both wordings
(`noughts.explain.blocks`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import pairwise

from noughts.explain.blocks import Note, Text, either, refer
from noughts.game.board import Board, Cell, Line
from noughts.game.position import Position
from noughts.game.threats import completed
from noughts.solver.value import EstimatedValue, Result, Value, chance

NOTHING = "\N{EN DASH}"
"""A cell of a table in which there is nothing."""

_CELLS = (
    "the top left corner",
    "the top side",
    "the top right corner",
    "the left side",
    "the centre",
    "the right side",
    "the bottom left corner",
    "the bottom side",
    "the bottom right corner",
)
_ROWS = ("the top row", "the middle row", "the bottom row")
_COLUMNS = ("the left column", "the middle column", "the right column")
_NUMBERS = (
    *("no", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)
_VERBS = {Result.WIN: ("wins", "win"), Result.DRAW: ("draws", "draw"), Result.LOSS: ("loses", "lose")}
_STEPS = {(0, 1): "row", (1, 0): "column", (1, 1): "diagonal", (1, -1): "diagonal"}


def cell(board: Board, cell: Cell) -> Text:
    """Return the name of a cell."""
    return refer(board.cell_name(cell), board, [cell])


def cells(board: Board, cells: Sequence[Cell], conjunction: str = "and", limit: int = 9) -> Text:
    """Return the names of cells as a list in words; those beyond ``limit`` are counted."""
    names = [cell(board, each) for each in cells[:limit]]
    left = len(cells) - len(names)
    return listing([*names, f"{left:,} {'other' if left == 1 else 'others'}"] if left else names, conjunction)


def moves(board: Board, cells: Iterable[Cell]) -> Text:
    """Return moves in the order in which they are played: ``d5 c5 h5``."""
    return " ".join(cell(board, each) for each in cells)


def cell_with_name(board: Board, cell: Cell) -> Text:
    """Return a cell in words and by its name: ``the centre, b2``; the name alone where there are no words."""
    name = board.cell_name(cell)
    return refer(f"{_CELLS[cell]}, {name}" if _is_3x3(board) else name, board, [cell])


def line(board: Board, line: Line) -> Text:
    """Return a line in words: ``the top row``."""
    return refer(line_words(board, line), board, line)


def lines(board: Board, lines: Sequence[Line]) -> Text:
    """Return several lines as a list in words."""
    return listing([line(board, each) for each in lines])


def plies(number: int) -> Text:
    """Return a length: ``3 plies``, in the simple wording the winner's own moves: ``2 moves``."""
    return either(plural(number, "ply", "plies"), plural((number + 1) // 2, "move"))


def effort(nodes: int, depth: int) -> Text:
    """Return the size of a search: ``1,234 positions, 5 plies deep``."""
    deep = f", {plies(depth)} deep" if depth else ""
    return f"{plural(nodes, 'position')}{deep}"


def value(value: Value) -> Text:
    """Return what the side that a value belongs to does: ``wins in 3 plies``."""
    precise = value_words(value)
    if not value.plies or " in " not in precise:
        return precise
    return f"{precise.partition(' in ')[0]} in {plies(value.plies)}"


def value_note(value: Value, *, heat: float = 0.0) -> Note:
    """Return a value for the cell of a board: ``W3``, in the simple wording ``W2``."""
    precise = value_short(value)
    simple = precise
    if not isinstance(value, EstimatedValue) and value.result is not Result.DRAW:
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


def cells_words(board: Board, cells: Sequence[Cell], conjunction: str = "and", limit: int = 9) -> str:
    """Return the names of cells as plain words: ``a1, c1 and b2``; those beyond ``limit`` are counted."""
    names = board.cell_names(cells[:limit])
    left = len(cells) - len(names)
    return listing([*names, f"{left:,} {'other' if left == 1 else 'others'}"] if left else names, conjunction)


def line_words(board: Board, line: Line) -> str:
    """Return a line as plain words: ``the top row``, ``the diagonal from a1 to c3``, ``the row from c4 to g4``.

    A line that jumps or continues across an edge is named by its cells: ``the line b1, c2, a3``.
    """
    kind = _kind(board, line)
    if kind is None:
        return f"the line {', '.join(board.cell_names(line))}"
    if _is_3x3(board) and len(line) == 3 and kind != "diagonal":
        row, column = divmod(line[0], 3)
        return _ROWS[row] if kind == "row" else _COLUMNS[column]
    return f"the {kind} from {board.cell_name(line[0])} to {board.cell_name(line[-1])}"


def lines_words(board: Board, lines: Sequence[Line]) -> str:
    """Return lines as plain words: ``the top row and the left column``."""
    return listing([line_words(board, line) for line in lines])


def value_words(value: Value) -> str:
    """Return the result or the expected score of a side: ``wins in 3 plies``, ``scores about 62 in 100``."""
    if isinstance(value, EstimatedValue):
        return (
            "is not known"
            if value.estimate is None
            else f"scores about {estimate_words(value.estimate)} in 100"
        )
    if value.result is Result.DRAW:
        return "draws"
    if value.plies == 0:
        return "has won" if value.result is Result.WIN else "has lost"
    return f"{result_verb(value.result)} in {plural(value.plies, 'ply', 'plies')}"


def value_short(value: Value) -> str:
    """Return a value in two or three characters: ``W3`` wins in 3 plies, ``L4`` loses in 4, ``D`` draws.

    Where it is not known: ``~62``, the engine's estimate in 100, or ``?``.
    """
    if isinstance(value, EstimatedValue):
        return "?" if value.estimate is None else f"~{estimate_words(value.estimate)}"
    return "D" if value.result is Result.DRAW else f"{value.result.name[0]}{value.plies}"


def estimate_words(score: int) -> str:
    """Return the points in 100 of a score in thousandths of a logit: ``50`` is even; from 1 to 99."""
    return str(min(99, max(1, round(100 * chance(score)))))


def score_words(score: int) -> str:
    """Return what a score means that proves nothing: ``it expects to score about 62 in 100``."""
    return f"it expects to score about {estimate_words(score)} in 100"


def result_verb(result: int, number: int = 1) -> str:
    """Return the verb for one move of a result, or for several: ``wins``, ``draw``."""
    return _VERBS[Result(result)][number != 1]


def signed(number: int) -> str:
    """Return a number with its sign: ``+1``, ``0``."""
    return f"{number:+d}" if number else "0"


def number_words(number: int) -> str:
    """Return a count in words up to twelve, then in digits: ``no``, ``three``, ``225``, ``549,946``."""
    return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else f"{number:,}"


def some_of(some: int, number: int) -> str:
    """Return a part of a number in words: ``two of four``, ``both``, ``all nine``."""
    if some == number:
        return "both" if number == 2 else f"all {number_words(number)}"
    return f"{number_words(some)} of {number_words(number)}"


def any_of(number: int) -> str:
    """Return a free choice among a number: ``either of two``, ``any of nine``."""
    return f"{'either' if number == 2 else 'any'} of {number_words(number)}"


def one_of(number: int, noun: str, one: str = "one") -> str:
    """Return a choice among equal things: ``one of three corners``, ``the first of two sides``, ``the last corner``."""
    return f"{one} of {number_words(number)} {noun}s" if number > 1 else f"the last {noun}"


def plural(number: int, one: str, many: str | None = None) -> str:
    """Return a number and its noun: ``1 ply``, ``3 cells``, ``549,946 nodes``."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def percent(share: Fraction) -> str:
    """Return a share of one as a percentage: ``25%``, ``33.3%``; never 0% for a chance, nor 100% for less."""
    tenths = round(share * 1000)
    if share and not tenths:
        return "under 0.1%"
    if share < 1 and tenths == 1000:
        return "over 99.9%"
    return f"{tenths // 10}%" if tenths % 10 == 0 else f"{tenths // 10}.{tenths % 10}%"


def share_words(share: Fraction) -> str:
    """Return a probability exactly and roughly: ``1/3 (33.3%)``; ``always`` for 1."""
    return "always" if share == 1 else f"{share} ({percent(share)})"


def listing(items: Sequence[str], conjunction: str = "and") -> str:
    """Return items as a sentence lists them: ``a``, ``a and b``, ``a, b and c``."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {conjunction} {items[-1]}"


def _is_3x3(board: Board) -> bool:
    return (board.columns, board.rows) == (3, 3)


def _kind(board: Board, line: Line) -> str | None:
    """Row, column or diagonal; None unless every step goes to a neighbour in the same direction."""
    places = [divmod(cell, board.columns) for cell in line]
    steps = {(r2 - r1, c2 - c1) for (r1, c1), (r2, c2) in pairwise(places)}
    return _STEPS.get(steps.pop()) if len(steps) == 1 else None
