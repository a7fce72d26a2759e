"""What a position is worth on any board: exactly where that can be, else as far as it is proved, else as estimated.

`solver.analysis` knows the exact value of every move, on small boards and near the end of a game. Everywhere else the
engine looks: half of the limits go to the position itself, the rest in equal parts to the moves. What it proves is told
as proved, with the moves that prove it; all else is an estimate, which is never a value.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from math import inf

from noughts.engine.exact_lookup import engine_plays
from noughts.engine.limits import MOST_NODES, Budget
from noughts.engine.search_info import Candidate, Thought
from noughts.engine.static_eval import worths
from noughts.engine.stream import Halt, Stream
from noughts.errors import OptionError, quote, whole
from noughts.game.board import Board, Cell, Symmetry
from noughts.game.position import Position
from noughts.solver.analysis import Analysis, Mistake, best_play, can_analyse, mistakes_by
from noughts.solver.analysis import analyse as analyse_exactly
from noughts.solver.small.solver_choice import can_solve
from noughts.solver.value import SURE, EstimatedValue, ExactValue, Result, Value

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
) -> Analysis:
    """The exact values of a position, or an empty board, and its moves where they can be had; else what is proved, and
    estimates: each says which. By object or by text, rows with their ``board`` beside them.

    The limits are the engine's alone: 200,000 positions unless others are given.
    Raises OptionError for limits that are none, UnsupportedBoardError for a board beyond the engine's room,
    MissingError where compiled kernels are needed and missing.
    """
    limits = Budget(nodes=NODES) if nodes is None and seconds is None else _budget(nodes, seconds)
    position = Position.of(position, board)
    if can_analyse(position):
        return analyse_exactly(position)
    return _by_engine(position, limits)


def analysis(
    position: Position | Board | str,
    board: Board | str | None = None,
    *,
    nodes: float | None = None,
    seconds: float | None = None,
    lines: int | None = None,
) -> Stream[Analysis]:
    """What ``analyse`` finds, as it is found: within ``with``, or ``async with``, it says how it stands after every
    depth and every move, until its limits, ``stop``, or the end of the block; without limits until then.

    >>> with analysis("3x3x3", lines=2) as info:
    ...     for seen in info:
    ...         print(seen.depth, seen.score, seen.nodes, [line.cells[:2] for line in seen.lines])
    0 0 0 [(0, 4), (1, 0)]

    ``lines`` are how many moves are looked at by themselves, the best first, each with its line of play; all of them
    unless given. With the limits of ``analyse`` and all lines its last word is that of ``analyse``.
    Raises as ``analyse`` does, and OptionError for a number of lines that is not above 0.
    """
    limits = None if nodes is None and seconds is None else _budget(nodes, seconds)
    if lines is not None and whole("lines", lines) < 1:
        raise OptionError(f"lines={quote(lines)} is not above 0")
    position = Position.of(position, board)
    if can_analyse(position):
        return Stream(lambda _: iter((_with_lines(analyse_exactly(position), lines),)))
    return Stream(lambda halt: _EngineAnalysis(position, halt, lines, tells=True).analyses(limits))


def assess(position: Position, nodes: float = NODES) -> Analysis:
    """What the engine alone proves and estimates, also where exact values could be had in a longer time.

    Raises as ``analyse`` does.
    """
    return _by_engine(position, Budget(nodes=nodes))


def judge(position: Position, nodes: float = NODES) -> tuple[Value, tuple[Cell, ...]]:
    """What a position alone is worth, and the best play from it as far as it is seen. Raises as ``analyse`` does."""
    if can_analyse(position):
        return analyse_exactly(position).value, best_play(position)
    if position.is_over:
        return _over(position), ()
    thought = Stream(lambda halt: _searched(position, Budget(nodes=nodes), halt)).wait()
    return thought.worth, thought.pv


def can_judge(board: Board) -> bool:
    """Whether ``analyse`` and ``judge`` answer on every position of a board."""
    return can_solve(board) or engine_plays(board)


def review(start: Position, moves: Sequence[Cell], nodes: float = NODES) -> tuple[list[Value], list[Mistake]]:
    """The value of every position of a game, with so many nodes for each, and its mistakes, as far as they are known.

    Raises as ``Position.play`` does, and TooLargeError where not even the last position can be looked at.
    """
    played = list(accumulate(moves, Position.play, initial=start))
    first = 0
    if not can_judge(start.board):
        first = next((ply for ply, each in enumerate(played) if can_analyse(each)), len(moves))
    seen = [_value_and_best(each, nodes) for each in played[first:]]
    unknown: list[Value] = [EstimatedValue()] * first
    return unknown + [value for value, _ in seen], mistakes_by(seen, played[first], moves[first:])


def _by_engine(position: Position, limits: Budget) -> Analysis:
    """The last word of the engine's analysis."""
    return Stream(lambda halt: _EngineAnalysis(position, halt).analyses(limits)).wait()


def _searched(position: Position, budget: Budget, halt: Halt, *, tells: bool = False) -> Iterator[Thought]:
    """Return the thoughts of a search. It is imported here, with its kernels: exact values need neither."""
    from noughts.engine.search import searched

    return searched(position, budget, halt, tells=tells)


def _value_and_best(position: Position, nodes: float) -> tuple[Value, tuple[Cell, ...]]:
    if can_judge(position.board) and not can_analyse(position):
        value, line = judge(position, nodes)
        return value, line[:1]
    analysis = analyse_exactly(position)
    return analysis.value, analysis.best


def _budget(nodes: float | None, seconds: float | None) -> Budget:
    """The limits that are given."""
    return Budget(inf if seconds is None else seconds, inf if nodes is None else nodes)


def _with_lines(exact: Analysis, lines: int | None) -> Analysis:
    """An exact analysis with the best play of so many moves."""
    position, best = exact.position, exact.best
    cells = sorted(exact.moves, key=lambda cell: (exact.moves[cell], cell in best), reverse=True)
    after = {cell: best_play(position.play_unchecked(cell)) for cell in cells[:lines]}
    return replace(exact, continuations=after)


def _over(position: Position) -> ExactValue:
    outcome = position.outcome
    assert outcome
    return ExactValue(Result.LOSS if outcome.winner else Result.DRAW, 0)


@dataclass
class _EngineAnalysis:
    """One analysis by the engine: the position first, then move after move, of so many ``lines``.

    Where it ``tells`` it says how it stands after every depth and every move.
    """

    position: Position
    halt: Halt
    lines: int | None = None
    tells: bool = False

    def __post_init__(self) -> None:
        self.nodes = self.depth = 0
        self.thought: Thought | None = None
        self.values: dict[Cell, Value] = {}
        self.after: dict[Cell, tuple[Cell, ...]] = {}
        self.same = dict(self._classes())

    def analyses(self, budget: Budget | None) -> Iterator[Analysis]:
        """Everything that is found within the limits; without limits round after round, each of twice the positions."""
        if self.position.is_over:
            yield Analysis(self.position, _over(self.position), {})
        elif budget:
            yield from self._round(budget)
        else:
            nodes = NODES
            while nodes <= MOST_NODES and not self.halt.is_set:
                for seen in self._round(Budget(nodes=nodes)):
                    yield seen
                if seen.value.result is not None and all(v.result is not None for v in seen.moves.values()):
                    return
                nodes *= 2

    def _round(self, budget: Budget) -> Iterator[Analysis]:
        self.budget, self.began, self.spent = budget, time.perf_counter(), 0
        alone = self.lines == 1
        share = (
            budget if alone else replace(budget, nodes=max(1, budget.nodes / 2), seconds=budget.seconds / 2)
        )
        for thought in _searched(self.position, share, self.halt, tells=self.tells):
            if self.tells and thought.depth > self.depth:
                self.depth = thought.depth
                yield self._analysis(thought, self.nodes + thought.nodes)
        self._count(thought)
        if self.thought and thought.depth < self.thought.depth and self.halt.is_set:
            thought = self.thought  # of the round before, which was not broken off
        self.thought = thought
        values = self._of_best(thought)
        bounds = {candidate.cell: candidate for candidate in thought.candidates}
        for cell, left in self._others(thought):
            if self.halt.is_set and cell in self.values:
                continue  # what an earlier round has found
            after = self._look(cell, left)
            values[cell] = _within(after, bounds.get(cell), thought.score)
            self.values |= values
            if self.tells:
                yield self._analysis(thought, self.nodes)
        self.values |= values
        yield self._analysis(thought, self.nodes)

    def _count(self, thought: Thought) -> None:
        self.nodes += thought.nodes
        self.spent += thought.nodes

    def _others(self, thought: Thought) -> Iterator[tuple[Cell, int]]:
        """The other moves that are looked at, of those that are the same by symmetry one, with how many are left."""
        classes = dict.fromkeys(first for first, _ in self.same.values())
        firsts = [cell for cell in classes if cell != self.same[thought.best][0]]
        if self.lines is not None:
            scores, worth = {each.cell: each.score for each in thought.candidates}, worths(self.position)
            firsts.sort(key=lambda cell: (scores.get(cell, -SURE), worth[cell]), reverse=True)
            firsts = firsts[: self.lines - 1]
        for done, cell in enumerate(firsts):
            yield cell, len(firsts) - done

    def _analysis(self, thought: Thought, nodes: int) -> Analysis:
        """How it stands: every legal move in reading order, with what is known of it."""
        values = self.values | self._of_best(thought)
        moves = {cell: _by_symmetry(values, cell, self.same[cell]) for cell in self.position.moves}
        value, top = thought.worth, max(moves.values())
        if top.result is Result.WIN or all(move.result is Result.LOSS for move in moves.values()):
            value = top
        parts = (thought.pv, thought.threat, thought.danger, thought.depth, nodes)
        return Analysis(self.position, value, moves, *parts, dict(self.after))

    def _of_best(self, thought: Thought) -> dict[Cell, Value]:
        """What the move that the engine would play is worth, told of the first that is the same by symmetry."""
        first, symmetry = self.same[thought.best]
        return {first: thought.worth.with_cells(lambda cell: Cell(symmetry.index(cell)))}

    def _look(self, cell: Cell, moves: int) -> Value:
        """A move, by its share of what the limits leave for so many moves."""
        after = self.position.play_unchecked(cell)
        if after.is_over:
            return _over(after).before()
        seconds = self.budget.seconds - (time.perf_counter() - self.began)
        nodes = self.budget.nodes - self.spent - _OVER
        if seconds <= 0 or nodes < _LEAST_NODES or self.halt.is_set:
            return EstimatedValue()
        share = max(_LEAST_NODES, nodes / moves)
        budget = replace(self.budget, nodes=share, seconds=max(_LEAST_SECONDS, seconds / moves))
        *_, thought = _searched(after, budget, self.halt)
        self._count(thought)
        self.after[cell] = thought.pv
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


def _within(value: Value, bound: Candidate | None, best: int) -> Value:
    """What a short look at a move says, within what the search of the position has found: at most the best score."""
    if not isinstance(value, EstimatedValue):
        return value
    proved = bound.value if bound else None
    if bound and proved and (bound.exact or proved.result is Result.LOSS):
        return proved.with_proof(bound.cell)
    if bound and bound.exact:
        return EstimatedValue(bound.score)
    most = min(best, bound.score) if bound else best
    return EstimatedValue(None if value.estimate is None else min(value.estimate, most))


def _by_symmetry(values: dict[Cell, Value], cell: Cell, same: tuple[Cell, Symmetry]) -> Value:
    """The value of a move, or of one that is the same but for a symmetry; nothing where neither was looked at."""
    first, symmetry = same
    if first not in values:
        return EstimatedValue()
    return values[first].with_cells(lambda each: Cell(symmetry[each]))
