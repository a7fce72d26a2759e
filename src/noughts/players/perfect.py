"""`perfect`: any move of the best game value: the shortest wins, else draws, else the longest losses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from noughts.game.board import Board
from noughts.game.position import Position
from noughts.players.evidence import Values
from noughts.players.player import Choice, Facts, Player, uniform
from noughts.solver.small.solver_choice import BOARDS, can_solve, solver_for


@dataclass(frozen=True)
class Perfect(Player):
    """Plays by the exact value of every move."""

    name: ClassVar[str] = "perfect"
    needs_values: ClassVar[bool] = True
    facts: ClassVar[Facts] = Facts(
        title="Best game value, quickest win, slowest loss",
        boards=BOARDS,
    )
    cells_with_kernels: ClassVar[int] = 16

    def plays(self, board: Board) -> bool:
        return can_solve(board)

    def choose(self, position: Position) -> Choice:
        values = solver_for(position.board).values(position)
        best = max(values.values())
        return Choice(uniform([cell for cell, value in values.items() if value == best]), Values(values))
