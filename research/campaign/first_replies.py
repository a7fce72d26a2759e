"""What a campaign has to settle: X's first stone, O's replies up to symmetry, and second stones of X to try."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from noughts.errors import UnsupportedBoardError, quote
from noughts.game.board import Board, Cell
from noughts.game.position import Position

Image = Sequence[Cell]

_LINE = 4
"""Cells of a line, at least."""

_STONES = 2
"""Kinds of second stones that are tried, alike about the first."""


@dataclass(frozen=True, slots=True)
class FirstReply:
    """X's first stone, O's reply, and ways to go on: X's second stone with O's reply, turned so that it comes often."""

    board: Board
    first: Cell
    reply: Cell
    ways: tuple[tuple[Cell, Cell], ...]

    @property
    def name(self) -> str:
        """As its files are named: ``h8-a1``."""
        return f"{self.board.cell_name(self.first)}-{self.board.cell_name(self.reply)}"

    def position(self, reply: Cell) -> Position:
        """The position after O's reply, turned in some way."""
        return Position.unchecked(self.board, 1 << self.first, 1 << reply)

    @property
    def replies(self) -> set[Cell]:
        """O's reply, turned in every way that keeps X's first stone."""
        return {image[self.reply] for image in self.board.symmetries if image[self.first] == self.first}


def offset(board: Board, one: int, other: int) -> tuple[int, int]:
    """From one cell to another in the layout: columns to the right, rows down."""
    return other % board.columns - one % board.columns, other // board.columns - one // board.columns


def turned(x: int, y: int) -> list[tuple[int, int]]:
    """An offset, turned and mirrored in all eight ways, always in the same order."""
    return [(i * a, j * b) for a, b in ((x, y), (y, x)) for i in (1, -1) for j in (1, -1)]


def placed(board: Board, one: int, x: int, y: int) -> Cell | None:
    """The cell at an offset from another; None off the board."""
    column, row = one % board.columns + x, one // board.columns + y
    inside = 0 <= column < board.columns and 0 <= row < board.rows
    return Cell(row * board.columns + column) if inside else None


def first_stone(board: Board) -> Cell:
    """The cell in the most lines, of several the one nearest to the middle."""
    columns, rows = board.columns, board.rows

    def off(cell: Cell) -> tuple[int, int]:
        across, down = abs(2 * (cell % columns) - columns + 1), abs(2 * (cell // columns) - rows + 1)
        return -len(board.masks_through[cell]), across + down

    return min(board.cells, key=off)


def first_replies(board: Board) -> list[FirstReply]:
    """O's first moves up to symmetry, those farthest from X's stone first.

    Raises UnsupportedBoardError for a board with lines so short that X's second stone would threaten at once.
    """
    shortest = min(map(len, board.lines), default=0)
    if shortest < _LINE:
        raise UnsupportedBoardError(
            f"no campaign for {quote(board)}: its shortest line has {shortest} cells, at least {_LINE} are wanted; "
            "`noughts solve` proves such boards"
        )
    first = first_stone(board)
    group = [image for image in board.symmetries if image[first] == first]
    least = sorted({min(image[cell] for image in group) for cell in board.cells if cell != first})
    seconds = _seconds(board, first, group)
    made = [
        FirstReply(board, first, cell, tuple(_ways(board, first, group, seconds, cell))) for cell in least
    ]
    return sorted(made, key=lambda opening: distance(board, first, opening.reply), reverse=True)


def _seconds(board: Board, first: Cell, group: Sequence[Image]) -> list[list[Cell]]:
    """X's second stones to try: those in the most lines with the first, and each with those that lie as it does.

    Only one of those that a symmetry makes of each other.
    """
    through = [set(lines) for lines in board.masks_through]
    common = [len(through[c] & through[first]) for c in board.cells]
    order = sorted(
        (c for c in board.cells if c != first),
        key=lambda c: (common[c], len(through[c]), _diagonal(board, first, c)),
        reverse=True,
    )
    kinds: list[list[Cell]] = []
    for cell in order:
        if not any(_again(cell, kind, group) for kind in kinds):
            about = {placed(board, first, x, y) for x, y in turned(*offset(board, first, cell))}
            like = [c for c in order if c in about and common[c] == common[cell]]
            kinds.append([c for i, c in enumerate(like) if not _again(c, like[:i], group)])
    return kinds[:_STONES]


def _again(cell: Cell, others: Sequence[Cell], group: Sequence[Image]) -> bool:
    """Whether a symmetry takes a cell to one of the others."""
    return any(image[cell] in others for image in group)


def _diagonal(board: Board, one: int, other: int) -> int:
    across, down = map(abs, offset(board, one, other))
    return -abs(across - down)


def _ways(
    board: Board, first: Cell, group: Sequence[Image], kinds: list[list[Cell]], reply: Cell
) -> list[tuple[Cell, Cell]]:
    """Second stones with the reply turned in every way that makes a difference, the farthest of each kind first."""
    ways: list[tuple[Cell, Cell]] = []
    for kind in kinds:
        found: list[tuple[Cell, Cell]] = []
        for second in kind:
            kept = [image for image in group if image[second] == second]
            places = {min(image[turn[reply]] for image in kept) for turn in group} - {second}
            found += [(second, c) for c in sorted(places)]
        ways += sorted(found, key=lambda way: distance(board, *way), reverse=True)
    return ways


def distance(board: Board, one: int, other: int) -> tuple[int, int]:
    """How far two cells are, in the layout: by the longer side, then by both."""
    across, down = map(abs, offset(board, one, other))
    return max(across, down), across + down
