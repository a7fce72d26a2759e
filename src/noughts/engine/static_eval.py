"""Static evaluation of a position, one ply deep: the value of open lines, and the threats on them.

The weights of lines, in thousandths of a logit, are learned from games (docs/engine.md); their index is the number of
stones that a line lacks. They differ for the side to move, which has no use for a line that lacks two stones unless it
wins, and for the other side, whose lines it must answer. A kind of line can be overlooked: then the other side's stones
on lines of that kind are not seen.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from noughts.game.board import Board, Cell, Line, cells_of
from noughts.game.position import Position

MOVER = (0, 0, 390, 220, 15, 1, 0, 0)
WAITER = (0, 0, 780, 180, 10, 1, 0, 0)
TEMPO = 300

WORTHS = (0, 20_000, 1_600, 320, 64, 14, 4, 1)
"""For the order of moves: what a line adds to each of its empty cells, by what it lacks; the last for all above."""


OWN, THEIRS = 4, 3
"""A line of one's own counts for a third more than one of the other side: what wins comes before what stops."""

NEAR = 2
"""A threat is a line that lacks so many stones at most."""


class LineKind(Enum):
    """How a line runs: people see some sooner than others."""

    STRAIGHT = "straight"
    """Along a row, a column, or a pile of a cube: along one axis."""
    DIAGONAL = "diagonal"
    """Along several axes at once."""


@dataclass(frozen=True, slots=True)
class Threat:
    """A line without a stone of the other side that lacks ``lacks`` stones, one or two."""

    line: Line
    line_kind: LineKind
    lacks: int


@lru_cache(maxsize=64)
def line_kinds(board: Board) -> tuple[LineKind, ...]:
    """The kind of every line, in line order: by how many coordinates of its cells differ."""
    return tuple(_kind(board, line) for line in board.lines)


def _kind(board: Board, line: Line) -> LineKind:
    places = zip(*(board.points[cell] for cell in line), strict=True)
    axes = sum(len(set(place)) > 1 for place in places)
    return LineKind.DIAGONAL if axes > 1 else LineKind.STRAIGHT


@lru_cache(maxsize=64)
def middle_first(board: Board) -> tuple[Cell, ...]:
    """The cells by their distance from the middle of the board, in reading order where that is the same."""
    ends = [min(axis) + max(axis) for axis in zip(*board.points, strict=True)]

    def distance(cell: Cell) -> int:
        return sum((2 * at - end) ** 2 for at, end in zip(board.points[cell], ends, strict=True))

    return tuple(sorted(board.cells, key=distance))


@lru_cache(maxsize=64)
def middle(board: Board, part: int) -> frozenset[Cell]:
    """One cell of so many, nearest to the middle, with what symmetries make of them: of a torus all."""
    nearest = middle_first(board)[: board.size // part]
    return frozenset(Cell(symmetry[cell]) for symmetry in board.symmetries for cell in nearest)


def threats(position: Position) -> tuple[Threat, ...]:
    """The lines with a stone of the side that is not to move which lack one more or two, in line order."""
    board, own, other = position.board, position.own, position.other
    found = []
    for line, mask, kind in zip(board.lines, board.masks, line_kinds(board), strict=True):
        if mask & other and not mask & own:
            lacks = (mask & ~other).bit_count()
            if lacks <= NEAR:
                found.append(Threat(line, kind, lacks))
    return tuple(found)


def worths(
    position: Position, overlooked: Set[LineKind] = frozenset(), sees_last: bool = False
) -> dict[Cell, int]:
    """What every empty cell is worth to the side to move, by the lines through it that somebody can complete.

    Of lines of a kind that is overlooked, those with stones of the other side are not seen; but those that lack one
    are where it ``sees_last``.
    """
    board, own, other = position.board, position.own, position.other
    worth = [0] * board.size
    for mask, kind in zip(board.masks, line_kinds(board), strict=True):
        mine, theirs = mask & own, mask & other
        if mine and theirs:
            continue
        rest = mask & ~(mine | theirs)
        unseen = kind in overlooked and not (sees_last and theirs and rest.bit_count() == 1)
        sides = (0 if theirs else OWN) + (0 if mine or unseen else THEIRS)
        if sides:
            each = sides * WORTHS[min(rest.bit_count(), len(WORTHS) - 1)]
            for cell in cells_of(rest):
                worth[cell] += each
    return {cell: worth[cell] for cell in position.empty}
