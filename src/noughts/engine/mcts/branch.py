"""What a tree of playouts says: its branches, and the one that is thought best."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from noughts.game.board import Cell
from noughts.game.position import Position
from noughts.solver.value import Value


@dataclass(frozen=True, slots=True)
class Branch:
    """A move at the root: how often it was visited, the mean of its playouts, and what is proved of it.

    ``mean`` is the share of points for who makes the move, a draw half a point; None where it was never visited.
    ``value`` is that of the position before the move, as for all values of moves; its plies are those of the win or
    loss that was found. ``line`` is the best play that follows, the move first.
    """

    cell: Cell
    visits: int
    mean: Fraction | None
    value: Value | None
    line: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class TreeTop:
    """The top of a tree: the branches, the best first, and what is proved of the position for the side to move.

    ``playouts`` counts those that were made, fewer than asked for once the value is proved; ``nodes`` is the size of
    the tree.
    """

    position: Position
    branches: tuple[Branch, ...]
    value: Value | None
    playouts: int
    nodes: int
