"""Values of a position's moves, the mistakes of a game, and how easily the other side errs.

A pitfall counts the replies to a move that give something away, where several moves have the same value. It is the
second opinion of ``tic`` in another measure: here replies are counted that cost the other side its result, and nothing
is said of what comes after them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate

from noughts.displayable import Shown
from noughts.errors import expect
from noughts.game.board import Board, Cell
from noughts.game.position import Position
from noughts.solver.small.solver_choice import can_solve, solver_for
from noughts.solver.value import ExactValue, ProvedValue, Result, Value


@dataclass(frozen=True, slots=True)
class Variation:
    """A line of best play, ``cells``, and what its first move is worth to who makes it."""

    value: Value
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Analysis(Shown):
    """The value of a position for the side to move, and of each legal move for who makes it: see `Value`.

    Where the engine has looked, ``line`` is the best play that it sees, ``threat`` the winning sequence of threats
    found for the side to move, ``danger`` the fours by which the other side would win next if nothing were done. The
    search of the position itself was ``depth`` plies deep; ``nodes`` counts all positions looked at. ``continuations``
    has the best play that was seen after a move, of the moves that were looked at by themselves.
    """

    position: Position
    value: Value
    moves: Mapping[Cell, Value]
    line: tuple[Cell, ...] = ()
    threat: tuple[Cell, ...] = ()
    danger: tuple[Cell, ...] = ()
    depth: int = 0
    nodes: int = 0
    continuations: Mapping[Cell, tuple[Cell, ...]] = field(default_factory=dict, compare=False)

    def __hash__(self) -> int:
        return hash((self.position, self.value))

    @property
    def is_exact(self) -> bool:
        """Whether all its values are exact."""
        return all(isinstance(value, ExactValue) for value in (self.value, *self.moves.values()))

    @property
    def best(self) -> tuple[Cell, ...]:
        """The moves of the best value: the shortest wins, or draws, or the longest losses.

        Where the engine has looked and neither wins nor loses, the move that it would play.
        """
        top = max(self.moves.values(), default=self.value)
        if self.line and not top.result:
            return self.line[:1]
        return tuple(cell for cell, value in self.moves.items() if value == top)

    @property
    def score(self) -> int | None:
        """What the side to move may expect, in thousandths of a logit; None where nothing is known. See `Value`."""
        return self.value.score

    @property
    def lines(self) -> tuple[Variation, ...]:
        """The lines of play that were seen, a move each, the best first."""
        seen = {cell: (cell, *after) for cell, after in self.continuations.items()}
        if self.line:
            seen[self.line[0]] = self.line
        best = sorted(seen, key=lambda cell: (self.moves[cell], cell in self.best), reverse=True)
        return tuple(Variation(self.moves[cell], seen[cell]) for cell in best)


@dataclass(frozen=True)
class Mistake:
    """A move that gave away a win, or after which a loss is known that was not before.

    ``before`` and ``after`` are the mover's values, ``best`` the moves that would have been better, as far as known.
    """

    ply: int
    position: Position
    cell: Cell
    before: Value
    after: Value
    best: tuple[Cell, ...]

    @property
    def size(self) -> int:
        """How many steps of win, draw, loss it cost: 2 for a win turned into a loss, else 1."""
        return 2 if self.before.result is Result.WIN and self.after.result is Result.LOSS else 1


def analyse(position: Position | Board | str) -> Analysis:
    """Exact values of a position and its moves, or of an empty board, each by object or by text.

    Raises TooLargeError beyond what can be searched.
    """
    position = Position.of(position)
    solver = solver_for(position.board)
    return Analysis(position, solver.value(position), solver.values(position))


def best_play(position: Position | Board | str) -> tuple[Cell, ...]:
    """The moves to the end if both sides play their best, of equals the first; TooLargeError as in ``analyse``."""
    line: list[Cell] = []
    position = Position.of(position)
    while best := analyse(position).best:
        line.append(best[0])
        position = position.play_unchecked(best[0])
    return tuple(line)


def mistakes(start: Position | Board | str, moves: Iterable[int | str]) -> list[Mistake]:
    """The moves of a game that changed its result for the worse, of both sides, in order.

    Raises as ``analyse`` and ``Position.play`` do.
    """
    start = Position.of(start)
    cells = tuple(map(start.board.cell_of, expect(moves, Iterable, "moves")))
    seen = [
        (analysis.value, analysis.best)
        for analysis in map(analyse, accumulate(cells, Position.play, initial=start))
    ]
    return mistakes_by(seen, start, cells)


def mistakes_by(
    seen: Sequence[tuple[Value, tuple[Cell, ...]]], start: Position, moves: Sequence[Cell]
) -> list[Mistake]:
    """The mistakes of a game by what was seen of each of its positions: its value, and the best moves."""
    found, position = [], start
    for cell, (before, best), (following, _) in zip(moves, seen, seen[1:], strict=False):
        after = following.before(cell)
        if after.result is None and isinstance(before, ProvedValue) and before.proof[:1] == (cell,):
            after = before  # it began what was proved
        if is_worse(after, before):
            better = tuple(other for other in best if other != cell)
            found.append(Mistake(position.ply, position, cell, before, after, better))
        position = position.play(cell)
    return found


def is_worse(after: Value, before: Value) -> bool:
    """Whether a win is no longer known, or a loss is that was not."""
    gave = before.result is Result.WIN and after.result is not Result.WIN
    return gave or (after.result is Result.LOSS and before.result is not Result.LOSS)


def can_analyse(position: Position) -> bool:
    """Whether ``analyse`` will answer."""
    return can_solve(position.board) or solver_for(position.board).reaches(position)


@dataclass(frozen=True, slots=True)
class Pitfall:
    """A best move: of so many ``replies`` to it ``wrong`` ones give something away."""

    cell: Cell
    wrong: int
    replies: int

    @property
    def share(self) -> Fraction:
        """How much of the replies is wrong, from 0 to 1; 0 where none is left."""
        return Fraction(self.wrong, self.replies) if self.replies else Fraction(0)


def pitfalls(analysis: Analysis) -> tuple[Pitfall, ...]:
    """The best moves of a position, the one first after which the other side errs most easily; of equal ones in order.

    Raises TooLargeError beyond what can be searched.
    """
    found = (_pitfall(cell, analysis.position.play_unchecked(cell)) for cell in analysis.best)
    return tuple(sorted(found, key=lambda each: -each.share))


def _pitfall(cell: Cell, after: Position) -> Pitfall:
    if after.is_over:
        return Pitfall(cell, 0, 0)
    results = [value.result for value in solver_for(after.board).values(after).values()]
    best = max(results)
    return Pitfall(cell, sum(result < best for result in results), len(results))
