"""Names in words: cells, lines, marks, values, fractions; and the small grammar of lists and plurals.

Only the 3x3 layout has words that everybody knows (the centre, the top row); elsewhere cells go by their
names and lines by where they begin and end.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from noughts.game.board import Board, Cell, Line
from noughts.solver.value import Result, Value, chance

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


def cell_with_name(board: Board, cell: Cell) -> str:
    """The place and the name: ``the centre, b2``; the name alone where there are no words."""
    name = board.cell_name(cell)
    return f"{_CELLS[cell]}, {name}" if _is_3x3(board) else name


def cells_words(board: Board, cells: Sequence[Cell], conjunction: str = "and", limit: int = 9) -> str:
    """The names of several cells as a list in words: ``a1, c1 and b2``; counted beyond ``limit``."""
    names = board.cell_names(cells[:limit])
    left = len(cells) - len(names)
    return listing([*names, f"{left:,} {'other' if left == 1 else 'others'}"] if left else names, conjunction)


def line_words(board: Board, line: Line) -> str:
    """A line in words: ``the top row``, ``the diagonal from a1 to c3``, ``the row from c4 to g4``.

    A line that jumps or runs on across an edge is told by its cells: ``the line b1, c2, a3``.
    """
    kind = _kind(board, line)
    if kind is None:
        return f"the line {', '.join(board.cell_names(line))}"
    if _is_3x3(board) and len(line) == 3 and kind != "diagonal":
        row, column = divmod(line[0], 3)
        return _ROWS[row] if kind == "row" else _COLUMNS[column]
    return f"the {kind} from {board.cell_name(line[0])} to {board.cell_name(line[-1])}"


def lines_words(board: Board, lines: Sequence[Line]) -> str:
    """Several lines in words: ``the top row and the left column``."""
    return listing([line_words(board, line) for line in lines])


def value_words(value: Value) -> str:
    """What the side it belongs to does, or is expected to score: ``wins in 3 plies``, ``scores about 62 in 100``."""
    if value.result is None or value.plies is None:
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
    """A value in two or three characters: ``W3`` wins in 3 plies, ``L4`` loses in 4, ``D`` draws.

    Where it is not known: ``~62``, the engine's estimate in 100, or ``?``.
    """
    if value.result is None:
        return "?" if value.estimate is None else f"~{estimate_words(value.estimate)}"
    return "D" if value.result is Result.DRAW else f"{value.result.name[0]}{value.plies}"


def estimate_words(score: int) -> str:
    """A score in thousandths of a logit as so many in 100: ``50`` is even; never 0, never 100."""
    return str(min(99, max(1, round(100 * chance(score)))))


def score_words(score: int) -> str:
    """Return what a score means that proves nothing: ``it expects to score about 62 in 100``."""
    return f"it expects to score about {estimate_words(score)} in 100"


def result_verb(result: int, number: int = 1) -> str:
    """What one move, or several, of this result do: ``wins``, ``draw``."""
    return _VERBS[Result(result)][number != 1]


def number_words(number: int) -> str:
    """A count in words up to twelve, then in digits: ``no``, ``three``, ``225``, ``549,946``."""
    return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else f"{number:,}"


def some_of(some: int, number: int) -> str:
    """A part of a number in words: ``two of four``, ``both``, ``all nine``."""
    if some == number:
        return "both" if number == 2 else f"all {number_words(number)}"
    return f"{number_words(some)} of {number_words(number)}"


def any_of(number: int) -> str:
    """A free choice among so many: ``either of two``, ``any of nine``."""
    return f"{'either' if number == 2 else 'any'} of {number_words(number)}"


def plural(number: int, one: str, many: str | None = None) -> str:
    """A number and its noun: ``1 ply``, ``3 cells``, ``549,946 nodes``."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def percent(share: Fraction) -> str:
    """A share of one as a percentage: ``25%``, ``33.3%``; never 0% for a chance, nor 100% for less."""
    tenths = round(share * 1000)
    if share and not tenths:
        return "under 0.1%"
    if share < 1 and tenths == 1000:
        return "over 99.9%"
    return f"{tenths // 10}%" if tenths % 10 == 0 else f"{tenths // 10}.{tenths % 10}%"


def share_words(share: Fraction) -> str:
    """A probability exactly and roughly: ``1/3 (33.3%)``; ``always`` for 1."""
    return "always" if share == 1 else f"{share} ({percent(share)})"


def listing(items: Sequence[str], conjunction: str = "and") -> str:
    """Items as a sentence lists them: ``a``, ``a and b``, ``a, b and c``."""
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
