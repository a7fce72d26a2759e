"""`grow`: the tree of so many playouts, by compiled kernels if available, else in plain Python; and its top, told."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from noughts.engine.mcts.plain import Node, PlainTree
from noughts.engine.mcts.playout_rules import DRAW, LOSS, MOST_PLAYOUTS, UNKNOWN, WIN
from noughts.errors import IllegalMoveError, OptionError, quote
from noughts.game.board import Cell
from noughts.game.position import Position
from noughts.kernels.library import available
from noughts.solver.value import ProvedValue, Result

if TYPE_CHECKING:
    from noughts.engine.mcts.compiled_tree import CompiledTree, RowNode

    TreeNode: TypeAlias = Node | RowNode

SHOWN = 12
"""The most moves of a branch's line."""

PLAIN_CELLS = 9
"""The largest boards that plain Python answers at once."""

_AT_ONCE = 500
"""Playouts between two looks at Ctrl-C."""

_RESULTS = {LOSS: Result.LOSS, DRAW: Result.DRAW, WIN: Result.WIN}


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
    value: ProvedValue | None
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
    value: ProvedValue | None
    kind: ClassVar[str] = "mcts"


def check(playouts: int, seed: int) -> None:
    """OptionError for numbers of no use."""
    if not 1 <= playouts <= MOST_PLAYOUTS:
        raise OptionError(f"playouts={quote(playouts)} is out of range: 1 to {MOST_PLAYOUTS:,}")
    if seed < 0:
        raise OptionError(f"seed={quote(seed)} is below 0")


def grow(position: Position, playouts: int, seed: int = 0) -> TreeTop:
    """The top of the tree of a position: the same for the same numbers, with compiled kernels or without.

    Ctrl-C is heard between playouts. Raises IllegalMoveError for a finished position, OptionError.
    """
    check(playouts, seed)
    if position.is_over:
        raise IllegalMoveError(f"the game {quote(position)} is over: nothing to search")
    tree = tree_of(position, playouts, seed)
    while tree.root.visits < playouts and not tree.root.proved:
        tree.grow(min(_AT_ONCE, playouts - tree.root.visits))
    root = tree.root
    branches = tuple(map(_branch, sorted(root.children or (), key=_rank, reverse=True)))
    value = -ProvedValue(_RESULTS[root.proved], root.plies) if root.proved else None
    return TreeTop(root.visits, seed, branches[0].line, branches, tree.nodes, value)


def tree_of(position: Position, playouts: int, seed: int) -> PlainTree | CompiledTree:
    """The tree before its first playout."""
    if position.board.size <= PLAIN_CELLS or not available():
        return PlainTree(position, seed)
    from noughts.engine.mcts.compiled_tree import CompiledTree

    return CompiledTree(position, seed, playouts)


def _rank(node: TreeNode) -> tuple[int, int, int]:
    """Proved wins first, the quickest of them; proved losses last, the slowest first; between them by visits."""
    if node.proved == WIN:
        return 2, -node.plies, 0
    if node.proved == LOSS:
        return 0, node.plies, 0
    return 1, node.visits, node.points


def _branch(node: TreeNode) -> Branch:
    mean = Fraction(node.points, 2 * node.visits) if node.visits else None
    value = ProvedValue(_RESULTS[node.proved], node.plies + 1) if node.proved != UNKNOWN else None
    line, at = [node.move], node
    while at.children and len(line) < SHOWN:
        at = max(at.children, key=_rank)
        line.append(at.move)
    return Branch(node.move, node.visits, mean, value, tuple(line))
