"""Boards so small that plain Python knows every value sooner than the kernels could be loaded."""

from __future__ import annotations

from noughts.engine.thought import MOST, Candidate, Thought
from noughts.game.board import Board, Cell
from noughts.game.position import Position
from noughts.solver.small.exact import exact
from noughts.solver.value import Value

CELLS = 9


def is_known(board: Board) -> bool:
    """Whether every value of the board is known."""
    return board.size <= CELLS


def known(position: Position) -> Thought:
    """What the exact values say: the quickest win, else a draw, else the slowest loss, the first in reading order."""
    values = _ordered(position)
    line, at = [], position
    while at.moves:
        line.append(next(iter(_ordered(at))))
        at = at.play(line[-1])
    value = values[line[0]]
    candidates = tuple(Candidate(cell, MOST * each.result, True, each) for cell, each in values.items())
    threat = tuple(line) if value.result > 0 else ()
    depth, number = len(position.moves), len(values)
    return Thought(position, MOST * value.result, depth, tuple(line), candidates, value, threat, nodes=number)


def _ordered(position: Position) -> dict[Cell, Value]:
    """The value of every move, the best first."""
    values = exact(position.board).values(position)
    return dict(sorted(values.items(), key=lambda move: move[1], reverse=True))
