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
"""Kinds of second stones that are tried, up to symmetry."""


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
    return sorted(made, key=lambda opening: _distance(board, first, opening.reply), reverse=True)


def _seconds(board: Board, first: Cell, group: Sequence[Image]) -> list[Cell]:
    """X's second stones to try: those in the most lines with the first, one of each kind."""
    through = [set(lines) for lines in board.masks_through]
    worth = {c: (len(through[c] & through[first]), len(through[c])) for c in board.cells if c != first}
    kinds: list[Cell] = []
    for cell in sorted(worth, key=lambda c: (worth[c], _diagonal(board, first, c)), reverse=True):
        if not any(image[cell] in kinds for image in group):
            kinds.append(cell)
    return kinds[:_STONES]


def _diagonal(board: Board, one: int, other: int) -> int:
    return -abs(
        abs(one % board.columns - other % board.columns) - abs(one // board.columns - other // board.columns)
    )


def _ways(
    board: Board, first: Cell, group: Sequence[Image], seconds: list[Cell], reply: Cell
) -> list[tuple[Cell, Cell]]:
    """Second stones with the reply turned in every way that makes a difference, the farthest first."""
    ways: list[tuple[Cell, Cell]] = []
    for second in seconds:
        kept = [image for image in group if image[second] == second]
        places = {min(image[turn[reply]] for image in kept) for turn in group} - {second}
        ways += [(second, c) for c in sorted(places, key=lambda c: _distance(board, second, c), reverse=True)]
    return ways


def _distance(board: Board, one: int, other: int) -> tuple[int, int]:
    """How far two cells are, in the layout: by the longer side, then by both."""
    across, down = (
        abs(one % board.columns - other % board.columns),
        abs(one // board.columns - other // board.columns),
    )
    return max(across, down), across + down
