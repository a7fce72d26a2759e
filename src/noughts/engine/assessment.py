"""What a position is worth on any board: exactly where that can be, else as far as it is proved, else as estimated.

`solver.analysis` knows the exact value of every move, on small boards and near the end of a game. Everywhere else the
engine looks: half of the limits go to the position itself, the rest in equal parts to the moves. What it proves is told
as proved, with the moves that prove it; all else is an estimate, which is never a value.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import accumulate
from math import inf

from noughts.engine.budget import Budget
from noughts.engine.search import search
from noughts.engine.thought import Candidate, Thought
from noughts.game.board import Board, Cell, Symmetry
from noughts.game.position import Position
from noughts.solver.analysis import Analysis, Mistake, best_play, can_analyse, mistakes_by
from noughts.solver.analysis import analyse as analyse_exactly
from noughts.solver.choose import can_solve
from noughts.solver.jit import Say, available
from noughts.solver.value import Result, Value

NODES = 200_000
"""Positions that an analysis looks at, unless other limits are given: some tenths of a second."""

_LEAST_NODES, _OVER = 10, 2
"""What a look is worth taking for, and by how much a search may miss its limit."""
_LEAST_SECONDS = 0.001


def analyse(
    position: Position | Board | str,
    board: Board | str | None = None,
    *,
    nodes: float | None = None,
    seconds: float | None = None,
    say: Say | None = None,
) -> Analysis:
    """The exact values of a position, or an empty board, and its moves where they can be had; else what is proved, and
    estimates: each says which. By object or by text, rows with their ``board`` beside them.

    The limits are the engine's alone: 200,000 positions unless others are given. ``say`` is told when kernels are
    compiled. Raises OptionError for limits that are none, UnsupportedBoardError for a board beyond the engine's room,
    MissingError without Numba where it is needed.
    """
    budget = _budget(nodes, seconds)
    position = Position.of(position, board)
    if can_analyse(position):
        return analyse_exactly(position)
    return _EngineAnalysis(position, budget, say).analyse()


def assess(position: Position, nodes: float = NODES) -> Analysis:
    """What the engine alone proves and estimates, also where exact values could be had in a longer time.

    Raises as ``analyse`` does.
    """
    return _EngineAnalysis(position, Budget(nodes=nodes), None).analyse()


def judge(position: Position, nodes: float = NODES) -> tuple[Value, tuple[Cell, ...]]:
    """What a position alone is worth, and the best play from it as far as it is seen. Raises as ``analyse`` does."""
    if can_analyse(position):
        return analyse_exactly(position).value, best_play(position)
    if position.is_over:
        return _over(position), ()
    thought = search(position, Budget(nodes=nodes))
    return thought.worth, thought.line


def can_judge(board: Board) -> bool:
    """Whether ``analyse`` and ``judge`` answer on every position of a board."""
    if can_solve(board):
        return True
    if not available():
        return False
    from noughts.engine.loading import plays

    return plays(board)


def review(start: Position, moves: Sequence[Cell], nodes: float = NODES) -> tuple[list[Value], list[Mistake]]:
    """The value of every position of a game, with so many nodes for each, and its mistakes, as far as they are known.

    Raises as ``Position.play`` does, and TooLargeError where not even the last position can be looked at.
    """
    played = list(accumulate(moves, Position.play, initial=start))
    first = 0
    if not can_judge(start.board):
        first = next((ply for ply, each in enumerate(played) if can_analyse(each)), len(moves))
    seen = [_value_and_best(each, nodes) for each in played[first:]]
    unknown = [Value()] * first
    return unknown + [value for value, _ in seen], mistakes_by(seen, played[first], moves[first:])


def _value_and_best(position: Position, nodes: float) -> tuple[Value, tuple[Cell, ...]]:
    if can_judge(position.board) and not can_analyse(position):
        value, line = judge(position, nodes)
        return value, line[:1]
    analysis = analyse_exactly(position)
    return analysis.value, analysis.best


def _budget(nodes: float | None, seconds: float | None) -> Budget:
    """The limits that are given, or the usual one."""
    if nodes is None and seconds is None:
        return Budget(nodes=NODES)
    return Budget(inf if nodes is None else nodes, inf if seconds is None else seconds)


def _over(position: Position) -> Value:
    outcome = position.outcome
    assert outcome
    return Value(Result.LOSS if outcome.winner else Result.DRAW, 0)


class _EngineAnalysis:
    """One analysis by the engine: the position first, then move after move."""

    def __init__(self, position: Position, budget: Budget, say: Say | None) -> None:
        self.position, self.budget = position, budget
        self.search = partial(search, say=say)
        self.began = time.perf_counter()
        self.nodes = 0

    def analyse(self) -> Analysis:
        """Everything that is found within the limits."""
        if self.position.is_over:
            return Analysis(self.position, _over(self.position), {})
        half = replace(self.budget, nodes=max(1, self.budget.nodes / 2), seconds=self.budget.seconds / 2)
        thought = self.search(self.position, half)
        self.nodes = thought.nodes
        moves = self._moves(thought)
        value, top = thought.worth, max(moves.values())
        if top.result is Result.WIN or all(move.result is Result.LOSS for move in moves.values()):
            value = top
        parts = (thought.line, thought.threat, thought.danger, thought.depth, self.nodes)
        return Analysis(self.position, value, moves, *parts)

    def _moves(self, thought: Thought) -> dict[Cell, Value]:
        """Every legal move in reading order; of moves that are the same by symmetry one is looked at."""
        values = {thought.best: thought.worth}
        bounds = {candidate.cell: candidate for candidate in thought.candidates}
        same = dict(self._classes())
        firsts = [cell for cell in dict.fromkeys(first for first, _ in same.values()) if cell not in values]
        for done, cell in enumerate(firsts):
            values[cell] = _bounded(self._look(cell, len(firsts) - done), bounds.get(cell), thought.score)
        return {cell: _turned(values, cell, same[cell]) for cell in self.position.moves}

    def _look(self, cell: Cell, moves: int) -> Value:
        """A move, by its share of what the limits leave for so many moves."""
        after = self.position.play_unchecked(cell)
        if after.is_over:
            return _over(after).before()
        seconds = self.budget.seconds - (time.perf_counter() - self.began)
        nodes = self.budget.nodes - self.nodes - _OVER
        if seconds <= 0 or nodes < _LEAST_NODES:
            return Value()
        share = max(_LEAST_NODES, nodes / moves)
        thought = self.search(
            after, replace(self.budget, nodes=share, seconds=max(_LEAST_SECONDS, seconds / moves))
        )
        self.nodes += thought.nodes
        return thought.worth.before(cell)

    def _classes(self) -> Iterator[tuple[Cell, tuple[Cell, Symmetry]]]:
        """Each move, the first that is the same by a symmetry of the position, and one that leads from that to it."""
        position = self.position
        keeps = [s for s in position.board.symmetries if position.transform(s) == position]
        first: dict[Cell, tuple[Cell, Symmetry]] = {}
        for cell in position.moves:
            for symmetry in keeps:
                first.setdefault(Cell(symmetry[cell]), (cell, symmetry))
            yield cell, first[cell]


def _bounded(value: Value, bound: Candidate | None, best: int) -> Value:
    """What a short look at a move says, within what the search of the position has found: at most the best score."""
    if value.result is not None:
        return value
    proved = bound.value if bound else None
    if bound and proved and (bound.exact or proved.result is Result.LOSS):
        return proved.with_proof(bound.cell)
    if bound and bound.exact:
        return Value(estimate=bound.score)
    most = min(best, bound.score) if bound else best
    return Value(estimate=None if value.estimate is None else min(value.estimate, most))


def _turned(values: dict[Cell, Value], cell: Cell, same: tuple[Cell, Symmetry]) -> Value:
    """The value of a move, or of one that is the same but for a symmetry."""
    first, symmetry = same
    if cell in values:
        return values[cell]
    return values[first].with_proof(*(Cell(symmetry[each]) for each in values[first].proof or ()))
