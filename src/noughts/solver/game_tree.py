"""The game tree as data, opened only where somebody looks: values, levels, sizes, and what alpha-beta cuts.

MAX is the side to move at the root, MIN the other; a result is +1, 0 or -1 for MAX. Alpha-beta (D. E. Knuth
and R. W. Moore, An analysis of alpha-beta pruning, Artificial Intelligence 6, 1975, 293-326) goes
through the children in reading order with a window (alpha, beta): MAX has alpha for sure, MIN allows no
more than beta. A child's result moves the window of the next:

    at MAX   alpha = max(alpha, result)        at MIN   beta = min(beta, result)

As soon as alpha >= beta, nothing further can matter at that node: its other children are cut. The whole
search needs no walk here, because a search with window (a, b) returns the exact result as far as it lies
between a and b, and that is all that the next window depends on.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from noughts.displayable import Shown
from noughts.game.board import Board, Cell
from noughts.game.position import Position
from noughts.solver.small.exact import exact
from noughts.solver.value import ExactValue

LOW, HIGH = -2, 2
"""Below and above every result: the window of the root is open."""

Window = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Size:
    """How large a tree is, its root included: all nodes, its leaves, and the nodes alpha-beta visits."""

    nodes: int
    leaves: int
    visited: int

    @property
    def cut(self) -> int:
        """The nodes that alpha-beta never visits."""
        return self.nodes - self.visited


@dataclass(frozen=True, slots=True)
class GameTree(Shown):
    """A position, the move that led there, and its subtrees when asked for; the root is ``GameTree(position)``.

    ``merge`` keeps one of several siblings that are symmetric positions, and ``copies`` tells of how many.
    ``window`` is the one in which alpha-beta meets the node. What searches raises TooLargeError on
    positions beyond what can be searched.
    """

    position: Position
    merge: bool = False
    move: Cell | None = None
    copies: int = 1
    is_max: bool = True
    window: Window = (LOW, HIGH)

    @property
    def level(self) -> str:
        """``MAX``, who takes the largest result of the children, or ``MIN``, who takes the smallest."""
        return "MAX" if self.is_max else "MIN"

    @property
    def value(self) -> ExactValue:
        """The exact value for MAX, counted from this position."""
        value = exact(self.position.board).value(self.position)
        return value if self.is_max else -value

    @property
    def result(self) -> int:
        """+1 if MAX wins with best play, 0 for a draw, -1 if MIN wins."""
        return int(self.value.result)

    @property
    def is_leaf(self) -> bool:
        """Whether the game is over here."""
        return self.position.is_over

    @property
    def is_cut(self) -> bool:
        """Whether alpha-beta never comes here, because its window is empty: alpha >= beta."""
        alpha, beta = self.window
        return alpha >= beta

    @property
    def size(self) -> Size:
        """The size of the whole tree below, this node included, symmetric siblings once if merged."""
        nodes, leaves = tree_size(self.position, self.merge)
        return Size(nodes, leaves, _visited(self.position, self.is_max, self.window, self.merge))

    def children(self) -> tuple[GameTree, ...]:
        """The trees one move further, in reading order; the first of symmetric ones if merged."""
        alpha, beta = self.window
        children = []
        for move, copies in _moves(self.position, self.merge).items():
            position = self.position.play_unchecked(move)
            child = GameTree(position, self.merge, move, copies, not self.is_max, (alpha, beta))
            children.append(child)
            alpha, beta = _narrowed((alpha, beta), child.result, self.is_max)
        return tuple(children)


def tree(position: Position | Board | str | None = None, *, merge: bool = False) -> GameTree:
    """The tree below a position, or an empty board, by object or by text (3x3x3); ``merge`` as in `GameTree`."""
    return GameTree(Position.start() if position is None else Position.of(position), merge)


def tree_size(position: Position, merge: bool = False) -> tuple[int, int]:
    """Nodes and leaves of the whole tree from a position, symmetric siblings once if merged."""
    if merge:
        return _merged_size(position.canonical())
    return exact(position.board).tree_size(position)


@cache
def _merged_size(position: Position) -> tuple[int, int]:
    below = [tree_size(position.play_unchecked(c), merge=True) for c in _moves(position, merge=True)]
    nodes, leaves = (sum(sizes) for sizes in zip(*below, strict=True)) if below else (0, 1)
    return nodes + 1, leaves


def _moves(position: Position, merge: bool) -> dict[Cell, int]:
    """The moves in reading order, each with the number of symmetric siblings that it stands for."""
    if not merge:
        return dict.fromkeys(position.moves, 1)
    first: dict[Position, Cell] = {}
    copies: dict[Cell, int] = {}
    for cell in position.moves:
        move = first.setdefault(position.play_unchecked(cell).canonical(), cell)
        copies[move] = copies.get(move, 0) + 1
    return copies


def _narrowed(window: Window, result: int, is_max: bool) -> Window:
    """The window after a child of this result."""
    alpha, beta = window
    return (max(alpha, result), beta) if is_max else (alpha, min(beta, result))


@cache
def _visited(position: Position, is_max: bool, window: Window, merge: bool) -> int:
    """How many nodes alpha-beta visits from here, this one included; none in an empty window."""
    alpha, beta = window
    if alpha >= beta:
        return 0
    count, sign = 1, -1 if is_max else 1
    solver = exact(position.board)
    for move in _moves(position, merge):
        child = position.play_unchecked(move)
        count += _visited(child, not is_max, window, merge)
        window = _narrowed(window, sign * int(solver.value(child).result), is_max)
    return count
