"""What a position is worth on any board: exactly where that can be, else as far as it is proved, else as estimated.

`solver.analysis` knows the exact value of every move, on small boards and near the end of a game. Everywhere else the
engine looks: half of the limits go to the position itself, the rest in equal parts to the moves. What it proves is told
as proved, with the moves that prove it; all else is an estimate, which is never a value.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from math import exp, inf

from noughts.engine.budget import Budget
from noughts.engine.search import search
from noughts.engine.thought import Candidate, Thought
from noughts.game.board import Board, Cell, Symmetry
from noughts.game.position import Position
from noughts.shown import Shown
from noughts.solver.analysis import Analysis, best_play, can_analyse
from noughts.solver.analysis import analyse as analyse_exactly
from noughts.solver.choose import can_solve
from noughts.solver.jit import Say, available
from noughts.solver.value import Result, Value

NODES = 200_000
"""Positions that an analysis looks at, unless other limits are given: some tenths of a second."""

_LEAST_NODES = 50
_LEAST_SECONDS = 0.001


@dataclass(frozen=True, slots=True)
class Judgement:
    """What is known of a position for the side to move, or of a move for who makes it; else what the engine thinks.

    ``result`` is proved, or None. Its ``plies`` are those of the proof that was found, which begins with ``proof``: a
    shorter win may be there. ``estimate`` is a score in thousandths of a logit, as in `Candidate`, and None where a
    result is proved, or where the limits left nothing for the move.
    """

    result: Result | None = None
    plies: int | None = None
    proof: tuple[Cell, ...] = ()
    estimate: int | None = None

    @property
    def chance(self) -> float | None:
        """The estimate as a share of one: what the engine expects to score, a draw counting half."""
        return None if self.estimate is None else chance(self.estimate)

    @property
    def rank(self) -> tuple[int, float]:
        """Larger is better: wins, the quickest first; then estimates, a proved draw being even; then losses."""
        if self.result:
            return int(self.result), -int(self.result) * (self.plies or 0)
        return 0, 0 if self.result is Result.DRAW else -inf if self.estimate is None else self.estimate

    def before(self, cell: Cell) -> Judgement:
        """What a move that leads here is worth to the player who makes it."""
        if self.result is None:
            return Judgement(estimate=None if self.estimate is None else -self.estimate)
        return Judgement(
            Result(-self.result), None if self.plies is None else self.plies + 1, (cell, *self.proof)
        )

    def __str__(self) -> str:
        if self.result is not None:
            return (
                f"{self.result} in {self.plies}"
                if self.result and self.plies is not None
                else str(self.result)
            )
        return "unknown" if self.estimate is None else f"about {round(100 * chance(self.estimate))} in 100"


@dataclass(frozen=True)
class Assessment(Shown):
    """What is proved of a position and of every legal move, and the engine's estimates of the rest.

    It has what an `Analysis` has, with a `Judgement` in the place of each `Value`. ``line`` is the best play that the
    engine sees; ``threat`` the winning sequence of threats found for the side to move, ``danger`` the fours by which
    the other side would win next if nothing were done. The search of the position itself was ``depth`` plies deep;
    ``nodes`` counts all positions looked at.
    """

    position: Position
    value: Judgement
    moves: dict[Cell, Judgement]
    line: tuple[Cell, ...] = ()
    threat: tuple[Cell, ...] = ()
    danger: tuple[Cell, ...] = ()
    depth: int = 0
    nodes: int = 0
    best: tuple[Cell, ...] = field(init=False, default=())
    """The move that the engine would play, and all that are proved to win, or to lose, in as many plies."""

    def __post_init__(self) -> None:
        top = max((judgement.rank for judgement in self.moves.values()), default=(0, 0))
        alike = tuple(cell for cell, judgement in self.moves.items() if judgement.rank == top)
        object.__setattr__(self, "best", alike if top[0] or not self.line else self.line[:1])


@dataclass(frozen=True)
class Slip:
    """A move of a game that gave away what was proved, or after which a loss is proved that was not before.

    ``before`` and ``after`` are the mover's; ``best`` is what the engine, or exact analysis, would have played.
    """

    ply: int
    position: Position
    cell: Cell
    before: Judgement
    after: Judgement
    best: tuple[Cell, ...]

    @property
    def size(self) -> int:
        """2 for a proved win turned into a proved loss, else 1."""
        return 2 if self.before.result is Result.WIN and self.after.result is Result.LOSS else 1


def analyse(
    position: Position | Board | str,
    *,
    nodes: float | None = None,
    seconds: float | None = None,
    say: Say | None = None,
) -> Analysis | Assessment:
    """The exact values of a position, or an empty board, and its moves where they can be had; else what is proved, and
    estimates. By object or by text.

    The limits are the engine's alone: 200,000 positions unless others are given. ``say`` is told when kernels are
    compiled. Raises OptionError for limits that are none, UnsupportedBoardError for a board beyond the engine's room,
    MissingError without Numba where it is needed.
    """
    budget = _budget(nodes, seconds)
    position = Position.of(position)
    if can_analyse(position):
        return analyse_exactly(position)
    if position.is_over:
        return Assessment(position, _over(position), {})
    return _Looking(position, budget, say).assess()


def assess(position: Position, nodes: float = NODES) -> Assessment:
    """What the engine alone proves and estimates, also where exact values could be had in a longer time.

    Raises as ``analyse`` does.
    """
    if position.is_over:
        return Assessment(position, _over(position), {})
    return _Looking(position, Budget(nodes=nodes), None).assess()


def judge(position: Position, nodes: float = NODES) -> tuple[Judgement, tuple[Cell, ...]]:
    """What a position alone is worth, and the best play from it as far as it is seen. Raises as ``analyse`` does."""
    if can_analyse(position):
        line = best_play(position)
        return of_value(analyse_exactly(position).value, line), line
    if position.is_over:
        return _over(position), ()
    thought = search(position, Budget(nodes=nodes))
    return of_thought(thought), thought.line


def can_judge(board: Board) -> bool:
    """Whether ``analyse`` and ``judge`` answer on every position of a board."""
    if can_solve(board):
        return True
    if not available():
        return False
    from noughts.engine.loading import plays

    return plays(board)


def slips(
    start: Position, moves: Sequence[Cell], judged: Sequence[tuple[Judgement, tuple[Cell, ...]]]
) -> list[Slip]:
    """The moves of a game, of both sides, that gave away what was proved; ``judged`` are all its positions in order."""
    found, position = [], start
    for cell, (before, line), (following, _) in zip(moves, judged, judged[1:], strict=False):
        after = following.before(cell)
        if after.result is None and before.result is Result.WIN and before.proof[:1] == (cell,):
            after = before  # it began what was proved
        gave = before.result is Result.WIN and after.result is not Result.WIN
        lost = after.result is Result.LOSS and before.result is not Result.LOSS
        if gave or lost:
            best = tuple(other for other in line[:1] if other != cell)
            found.append(Slip(position.ply, position, cell, before, after, best))
        position = position.play(cell)
    return found


def chance(score: int) -> float:
    """A score in thousandths of a logit as a share of one: 0 is a half, 1,000 is 73 in 100."""
    return 1 / (1 + exp(-score / 1000))


def of_value(value: Value, proof: tuple[Cell, ...] = ()) -> Judgement:
    """An exact value, and the play that it comes from."""
    return Judgement(value.result, value.plies, proof)


def of_thought(thought: Thought) -> Judgement:
    """What a search proved, or else its score."""
    if thought.value:
        return of_value(thought.value, thought.line)
    return Judgement(estimate=thought.score)


def _budget(nodes: float | None, seconds: float | None) -> Budget:
    """The limits that are given, or the usual one."""
    if nodes is None and seconds is None:
        return Budget(nodes=NODES)
    return Budget(inf if nodes is None else nodes, inf if seconds is None else seconds)


def _over(position: Position) -> Judgement:
    outcome = position.outcome
    assert outcome
    return Judgement(Result.LOSS if outcome.winner else Result.DRAW, 0)


class _Looking:
    """One assessment: the position first, then move after move."""

    def __init__(self, position: Position, budget: Budget, say: Say | None) -> None:
        self.position, self.budget = position, budget
        self.search = partial(search, say=say)
        self.began = time.perf_counter()
        self.nodes = 0

    def assess(self) -> Assessment:
        """Everything that is found within the limits."""
        half = replace(self.budget, nodes=max(1, self.budget.nodes / 2), seconds=self.budget.seconds / 2)
        thought = self.search(self.position, half)
        self.nodes = thought.nodes
        moves = self._moves(thought)
        value, top = of_thought(thought), max(moves.values(), key=lambda move: move.rank)
        if top.result is Result.WIN or all(move.result is Result.LOSS for move in moves.values()):
            value = top
        parts = (thought.line, thought.threat, thought.danger, thought.depth, self.nodes)
        return Assessment(self.position, value, moves, *parts)

    def _moves(self, thought: Thought) -> dict[Cell, Judgement]:
        """Every legal move in reading order; of moves that are the same by symmetry one is looked at."""
        found = {thought.best: of_thought(thought)}
        bounds = {candidate.cell: candidate for candidate in thought.candidates}
        same = dict(self._classes())
        firsts = [cell for cell in dict.fromkeys(first for first, _ in same.values()) if cell not in found]
        for done, cell in enumerate(firsts):
            found[cell] = _bounded(self._look(cell, len(firsts) - done), bounds.get(cell), thought.score)
        return {cell: _turned(found, cell, same[cell]) for cell in self.position.moves}

    def _look(self, cell: Cell, left: int) -> Judgement:
        """A move, by a share of what the limits leave for so many."""
        seconds = self.budget.seconds - (time.perf_counter() - self.began)
        if seconds <= 0:
            return Judgement()
        after = self.position.play_unchecked(cell)
        if after.is_over:
            return _over(after).before(cell)
        share = max(_LEAST_NODES, (self.budget.nodes - self.nodes) / left)
        thought = self.search(
            after, replace(self.budget, nodes=share, seconds=max(_LEAST_SECONDS, seconds / left))
        )
        self.nodes += thought.nodes
        return of_thought(thought).before(cell)

    def _classes(self) -> Iterator[tuple[Cell, tuple[Cell, Symmetry]]]:
        """Each move, the first that is the same by a symmetry of the position, and one that leads from that to it."""
        position = self.position
        keeps = [s for s in position.board.symmetries if position.transform(s) == position]
        first: dict[Cell, tuple[Cell, Symmetry]] = {}
        for cell in position.moves:
            for symmetry in keeps:
                first.setdefault(Cell(symmetry[cell]), (cell, symmetry))
            yield cell, first[cell]


def _bounded(judged: Judgement, bound: Candidate | None, best: int) -> Judgement:
    """What a short look at a move says, within what the search of the position has found: at most the best score."""
    if judged.result is not None:
        return judged
    proved = bound.value if bound else None
    if bound and proved and (bound.exact or proved.result is Result.LOSS):
        return of_value(proved, (bound.cell,))
    if bound and bound.exact:
        return Judgement(estimate=bound.score)
    most = min(best, bound.score) if bound else best
    return Judgement(estimate=None if judged.estimate is None else min(judged.estimate, most))


def _turned(found: dict[Cell, Judgement], cell: Cell, same: tuple[Cell, Symmetry]) -> Judgement:
    """What was found of a move, or of one that is the same but for a symmetry."""
    first, symmetry = same
    if cell in found:
        return found[cell]
    return replace(found[first], proof=tuple(Cell(symmetry[each]) for each in found[first].proof))
