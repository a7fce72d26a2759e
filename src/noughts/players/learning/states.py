"""The positions of 3x3x3 as learners see them: each with its box, which symmetric positions share.

A position is one key, X's cells in the low 9 bits and O's above them. A box stands for a position and its turned and
mirrored images, and has a place for every kind of move: moves that a symmetry of the position maps onto each other are
of one kind, so that what is learnt in one corner is known in all.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from noughts.game.board import Board, Cell
from noughts.game.position import Position

BOARD = Board.mnk(3, 3, 3)
CELLS = BOARD.size

GOES_ON, WON, DRAWN = 0, 1, 2
"""How the game stands after a move; who made it has WON."""

Move = tuple[Cell, int, int]
"""A cell, the key that taking it leads to, and how the game stands then."""


@dataclass(frozen=True, slots=True)
class Case:
    """An unfinished position: its key, that of its box, and its moves, those of a kind together, in the box's order."""

    key: int
    box: int
    kinds: tuple[tuple[Move, ...], ...]

    @property
    def cells(self) -> tuple[tuple[Cell, ...], ...]:
        """The cells of each kind of move."""
        return tuple(tuple(cell for cell, _, _ in kind) for kind in self.kinds)


def key_of(position: Position) -> int:
    """The key of a position."""
    return position.x | position.o << CELLS


@cache
def case(key: int) -> Case:
    """The case of an unfinished position."""
    box, turn = min((_image(key, n), n) for n in range(len(BOARD.symmetries)))
    symmetry, places = BOARD.symmetries[turn], _places(box)
    kinds: list[list[Move]] = [[] for _ in set(places.values())]
    taken = key | key >> CELLS
    for cell in BOARD.cells:
        if not taken >> cell & 1:
            kinds[places[symmetry[cell]]].append(_move(key, cell))
    return Case(key, box, tuple(map(tuple, kinds)))


@cache
def box_of(key: int) -> int:
    """The key that stands for a position, finished or not, and its images: the least of them."""
    return min(_image(key, n) for n in range(len(BOARD.symmetries)))


@cache
def boxes(plies: tuple[int, ...]) -> tuple[int, ...]:
    """The boxes of all unfinished positions after so many plies, by ply and key."""
    found: set[int] = set()
    layer = {0}
    for ply in range(CELLS):
        found |= layer if ply in plies else set()
        steps = (move for key in layer for kind in case(key).kinds for move in kind)
        layer = {box_of(child) for _, child, end in steps if end == GOES_ON}
    return tuple(sorted(found, key=lambda box: (box.bit_count(), box)))


def _move(key: int, cell: Cell) -> Move:
    x_moves = (key & BOARD.full).bit_count() == (key >> CELLS).bit_count()
    child = key | 1 << cell + (0 if x_moves else CELLS)
    marks = child & BOARD.full if x_moves else child >> CELLS
    if any(marks & mask == mask for mask in BOARD.masks_through[cell]):
        return cell, child, WON
    return cell, child, DRAWN if child.bit_count() == CELLS else GOES_ON


@cache
def _places(box: int) -> dict[int, int]:
    """For every empty cell of a box's own position the number of its kind of move."""
    keeps = [n for n in range(len(BOARD.symmetries)) if _image(box, n) == box]
    taken = box | box >> CELLS
    first = {c: min(BOARD.symmetries[n][c] for n in keeps) for c in BOARD.cells if not taken >> c & 1}
    order = sorted(set(first.values()))
    return {cell: order.index(least) for cell, least in first.items()}


def _image(key: int, number: int) -> int:
    """A position's image under a symmetry."""
    turn = _turns()[number]
    return turn[key & BOARD.full] | turn[key >> CELLS] << CELLS


@cache
def _turns() -> tuple[tuple[int, ...], ...]:
    """For every symmetry the image of every set of cells."""
    return tuple(
        tuple(sum(1 << s[cell] for cell in BOARD.cells if cells >> cell & 1) for cells in range(1 << CELLS))
        for s in BOARD.symmetries
    )
