"""What a position is worth, move by move, and where a game was given away."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from noughts.game.board import Board, Cell
from noughts.game.position import Position
from noughts.shown import Shown
from noughts.solver.choose import can_solve, solver_for
from noughts.solver.value import Value


@dataclass(frozen=True)
class Analysis(Shown):
    """The value of a position for the side to move, and of each legal move for who makes it."""

    position: Position
    value: Value
    moves: dict[Cell, Value]

    def __hash__(self) -> int:
        return hash((self.position, self.value))

    @property
    def best(self) -> tuple[Cell, ...]:
        """The moves of the best value: the shortest wins, or draws, or the longest losses."""
        return tuple(cell for cell, value in self.moves.items() if value == self.value)


@dataclass(frozen=True)
class Mistake:
    """A move after which the game was worth less: ``before`` and ``after`` are the mover's values.

    ``size`` is 1 for a win or a draw given away, 2 for a win turned into a loss.
    """

    ply: int
    position: Position
    cell: Cell
    before: Value
    after: Value
    best: tuple[Cell, ...]

    @property
    def size(self) -> int:
        """How many steps of win, draw, loss it cost."""
        return self.before.result - self.after.result


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


def mistakes(start: Position | Board | str, moves: Iterable[Cell | str]) -> list[Mistake]:
    """The moves of a game that changed its result for the worse, of both sides, in order.

    Raises as ``analyse`` and ``Position.play`` do.
    """
    given_away = []
    position = Position.of(start)
    for cell in map(position.board.cell_of, moves):
        played = position.play(cell)
        analysis = analyse(position)
        after = analysis.moves[cell]
        if after.result < analysis.value.result:
            given_away.append(Mistake(position.ply, position, cell, analysis.value, after, analysis.best))
        position = played
    return given_away


def can_analyse(position: Position) -> bool:
    """Whether ``analyse`` will answer."""
    return can_solve(position.board) or solver_for(position.board).reaches(position)
