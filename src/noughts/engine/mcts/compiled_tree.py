"""The arrays of the compiled tree, filled from a position, and its rows as nodes."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, TypeAlias

from noughts.engine.mcts import compiled
from noughts.engine.mcts.playout_rules import CHILDREN, MOST_NODES, logarithms
from noughts.engine.static_eval import WORTHS
from noughts.game.board import Board, cells_of
from noughts.game.cells import lines_through
from noughts.game.position import Position
from noughts.kernels.memory import array, runs, zeros

Array: TypeAlias = Any


class RowNode:
    """A row of the tree, as it is now, with the names of `plain.Node`."""

    def __init__(self, tree: Array, row: int) -> None:
        self._tree, numbers = tree, tree[row].tolist()
        self.move, self.visits, self.points, self.proved, self.plies, self._first, self._count, _ = numbers

    @property
    def children(self) -> list[RowNode] | None:
        """The replies, None where they were not asked for."""
        rows = range(self._first, self._first + self._count)
        return None if self._count < 0 else [RowNode(self._tree, row) for row in rows]


class CompiledTree:
    """As `plain.PlainTree`: a tree of one position; the same seed gives the same tree."""

    def __init__(self, position: Position, seed: int, playouts: int) -> None:
        self._lists = _lists(position.board)
        need = self._lists.need
        size, short = position.board.size, sum(len(line) == 1 for line in position.board.lines)
        self._stones = compiled.Stones(
            held=array([-1] * size, "i8"),
            own=zeros((len(need), 2), "i8"),
            numbers=array([0, size, len(need), short, short], "i8"),
            word=array([seed & (1 << 64) - 1], "u8"),
            seen=zeros(size, "i8"),
            played=zeros(size, "i8"),
            path=zeros(size + 1, "i8"),
        )
        for side, cells in enumerate((position.x, position.o)):
            for cell in cells_of(cells):
                self._stones.numbers[compiled.TURN] = side
                compiled.put(self._lists, self._stones, cell)
        self._stones.numbers[compiled.TURN] = position.ply % 2
        self._logs = array(logarithms(playouts), "f8")
        self._tree = zeros((min(1 + CHILDREN * (playouts + 1), MOST_NODES), 8), "i8")
        self._tree[0, compiled.COUNT], self._tree[0, compiled.WHOLE] = -1, 1
        self.nodes = 1

    @property
    def root(self) -> RowNode:
        """The node of the position."""
        return RowNode(self._tree, 0)

    def grow(self, playouts: int) -> None:
        """Makes so many playouts, fewer where the root is proved; in all no more than were announced."""
        self.nodes = compiled.grow(self._lists, self._stones, self._tree, self._logs, self.nodes, playouts)


@lru_cache(maxsize=16)
def _lists(board: Board) -> compiled.Lists:
    """The lines through every cell, the cells of every line, how many these are, and what lines are worth."""
    first, lines = runs(lines_through(board.size, board.lines))
    begin, cells = runs(board.lines)
    need = array([len(line) for line in board.lines], "i8")
    return compiled.Lists(first, lines, begin, cells, need, array(WORTHS, "i8"))
