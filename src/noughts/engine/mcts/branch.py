"""What a tree of playouts says: its branches, and the one that is thought best."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from noughts.game.board import Cell
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
    """The top of a tree of random games, for the side to move: the evidence of who plays by it.

    ``playouts`` counts those that were made, fewer than asked for once the value is proved; ``nodes`` is the size of
    the tree. ``pv`` is the best play of both sides, ``branches`` are the moves, the best first, ``value`` what is
    proved.
    """

    playouts: int
    seed: int
    pv: tuple[Cell, ...]
    branches: tuple[Branch, ...]
    nodes: int
    value: Value | None
    kind: ClassVar[str] = "mcts"
