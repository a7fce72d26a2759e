"""The tree in plain Python: obviously right, slow, and without kernels. `compiled` grows the same, node for node."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import isqrt, sqrt

from noughts.engine.mcts import playout_rules as rules
from noughts.engine.static_eval import worths
from noughts.game.board import Cell
from noughts.game.position import Position
from noughts.game.threats import completions
from noughts.solver.hashing import GOLDEN, mixed

_WORD = (1 << 64) - 1


@dataclass(slots=True)
class Node:
    """A move and what came of it, for who made it; ``children`` is None until they were asked for.

    ``plies``: how long the game still takes, once proved. ``whole``: no move is missing that might not lose.
    """

    move: Cell
    visits: int = 0
    points: int = 0
    proved: int = rules.UNKNOWN
    plies: int = 0
    children: list[Node] | None = None
    whole: bool = True


@dataclass(slots=True)
class PlainTree:
    """A tree of one position; the same seed gives the same tree."""

    position: Position
    seed: int
    root: Node = field(default_factory=lambda: Node(Cell(0)))
    nodes: int = 1
    logs: list[float] = field(default_factory=list)

    def grow(self, playouts: int) -> None:
        """Makes so many playouts, fewer where the root is proved."""
        self.logs = rules.logarithms(self.root.visits + playouts)
        for _ in range(playouts):
            if self.root.proved:
                return
            self._playout()

    def _playout(self) -> None:
        position, node = self.position, self.root
        path = [node]
        while not node.proved:
            fresh = node.children is None
            if fresh and node is not self.root and node.visits == 0:
                break
            if fresh and self.nodes + rules.CHILDREN > rules.MOST_NODES:
                break
            if node.children is None:
                self._expand(node, position)
                if node.proved:
                    break
            child = self._select(node)
            if child is None:
                break
            position = position.play_unchecked(child.move)
            path.append(child)
            node = child
            if fresh:
                break
        points = node.proved - 1 if node.proved else self._finish(position)
        self._back_up(path, points)

    def _expand(self, node: Node, position: Position) -> None:
        """Gives a node its children, and proves what the lines show."""
        board, own, other = position.board, position.own, position.other
        wins, must = completions(board, own, other), completions(board, other, own)
        empty = position.empty
        end = rules.DRAW if len(empty) == 1 else rules.UNKNOWN
        if wins:
            children = [Node(wins[0], proved=rules.WIN)]
        elif len(must) > 1:
            children = [Node(must[0], proved=rules.LOSS, plies=1)]
        elif must:
            children = [Node(must[0], proved=end)]
        elif all(own & mask and other & mask for mask in board.masks):
            children = [Node(empty[0], proved=rules.DRAW, plies=len(empty) - 1)]
        else:
            worth = worths(position)
            best = sorted(empty, key=lambda cell: -worth[cell])[: rules.CHILDREN]
            children = [Node(cell, proved=end) for cell in best]
            node.whole = len(best) == len(empty)
        node.children = children
        self.nodes += len(children)
        _settle(node)

    def _select(self, node: Node) -> Node | None:
        """The child that is tried; None where all are lost."""
        assert node.children is not None
        log, left = self.logs[node.visits], rules.WIDTH + isqrt(node.visits)
        chosen, highest = None, -1.0
        for child in node.children:
            if left and child.proved != rules.LOSS:
                left -= 1
                if child.proved == rules.DRAW:
                    bound = 0.5
                elif child.visits == 0:
                    return child
                else:
                    bound = child.points / (2 * child.visits) + rules.EXPLORE * sqrt(log / child.visits)
                if bound > highest:
                    chosen, highest = child, bound
        return chosen

    def _finish(self, position: Position) -> int:
        """The points, for who moved last, of a game that goes on at random but for the last stones of lines."""
        mover, board = position.to_move, position.board
        while position.free:
            own, other = position.own, position.other
            if all(own & mask and other & mask for mask in board.masks):
                break
            if completions(board, own, other):
                return 0 if position.to_move is mover else 2
            must = completions(board, other, own)
            empty = position.empty
            position = position.play_unchecked(must[0] if must else empty[self._below(len(empty))])
        return 1

    def _below(self, number: int) -> int:
        """A random number from 0 to below a number."""
        word, self.seed = mixed(self.seed), self.seed + GOLDEN & _WORD
        return int((word >> 32) * number >> 32)

    def _back_up(self, path: list[Node], points: int) -> None:
        """Tells the nodes of a path, the last first, what it was worth."""
        for node in reversed(path):
            if node.children:
                _settle(node)
            if node.proved:
                points = node.proved - 1
            node.visits += 1
            node.points += points
            points = 2 - points


def _settle(node: Node) -> None:
    """Proves a node where its children do."""
    assert node.children is not None
    won = [child.plies for child in node.children if child.proved == rules.WIN]
    if won:
        node.proved, node.plies = rules.LOSS, min(won) + 1
    elif node.whole and all(child.proved for child in node.children):
        drawn = [child.plies for child in node.children if child.proved == rules.DRAW]
        longest = max(child.plies for child in node.children) if not drawn else max(drawn)
        node.proved, node.plies = (rules.DRAW if drawn else rules.WIN), longest + 1
