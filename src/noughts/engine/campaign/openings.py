"""What a campaign has to settle: the first side's first stone, the other's replies up to symmetry, and second stones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from noughts.game.board import Board
from noughts.game.position import Position

Image = Sequence[int]

_STONES = 2
"""Kinds of second stones that are tried, up to symmetry."""


@dataclass(frozen=True, slots=True)
class Opening:
    """X's first stone, O's reply, and ways to go on: X's second stone with O's reply, turned so that it comes often."""

    board: Board
    first: int
    reply: int
    ways: tuple[tuple[int, int], ...]

    @property
    def name(self) -> str:
        """As its files are named: ``h8-a1``."""
        return "-".join(map(self.board.cell_name, (self.first, self.reply)))

    def position(self, reply: int) -> Position:
        """The position after O's reply, turned in some way."""
        return Position.unchecked(self.board, 1 << self.first, 1 << reply)

    @property
    def replies(self) -> set[int]:
        """O's reply, turned in every way that keeps X's first stone."""
        return {image[self.reply] for image in self.board.symmetries if image[self.first] == self.first}


def first_stone(board: Board) -> int:
    """The cell in the most lines, the one in the middle of several."""
    degree = [len(lines) for lines in board.masks_through]
    best = [cell for cell in board.cells if degree[cell] == max(degree)]
    return best[len(best) // 2]


def openings(board: Board) -> list[Opening]:
    """O's first moves up to symmetry, those farthest from X's stone first."""
    first = first_stone(board)
    group = [image for image in board.symmetries if image[first] == first]
    least = sorted({min(image[cell] for image in group) for cell in board.cells if cell != first})
    seconds = _seconds(board, first, group)
    made = [Opening(board, first, cell, tuple(_ways(board, first, group, seconds, cell))) for cell in least]
    return sorted(made, key=lambda opening: _distance(board, first, opening.reply), reverse=True)


def _seconds(board: Board, first: int, group: list[Image]) -> list[int]:
    """X's second stones to try: those in the most lines with the first, one of each kind."""
    through = [set(lines) for lines in board.masks_through]
    worth = {c: (len(through[c] & through[first]), len(through[c])) for c in board.cells if c != first}
    kinds: list[int] = []
    for cell in sorted(worth, key=lambda c: (worth[c], _diagonal(board, first, c)), reverse=True):
        if not any(image[cell] in kinds for image in group):
            kinds.append(cell)
    return kinds[:_STONES]


def _diagonal(board: Board, one: int, other: int) -> int:
    return -abs(abs(one % board.columns - other % board.columns) - abs(one // board.columns - other // board.columns))


def _ways(
    board: Board, first: int, group: list[Image], seconds: list[int], reply: int
) -> list[tuple[int, int]]:
    """Second stones with the reply turned in every way that makes a difference, the farthest first."""
    ways = []
    for second in seconds:
        kept = [image for image in group if image[second] == second]
        places = {min(image[turn[reply]] for image in kept) for turn in group} - {second}
        ways += [(second, c) for c in sorted(places, key=lambda c: _distance(board, second, c), reverse=True)]
    return ways


def _distance(board: Board, one: int, other: int) -> tuple[int, int]:
    """How far two cells are, in the layout: by the longer side, then by both."""
    across, down = abs(one % board.columns - other % board.columns), abs(one // board.columns - other // board.columns)
    return max(across, down), across + down
