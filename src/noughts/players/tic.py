"""`tic`: exhaustive rating with a second opinion (a Java applet; founding document 000).

1. Rate every move by minimax: +1 wins, 0 draws, -1 loses. Keep the best.
2. Rate those that tie for best again: the average, over ALL replies of the opponent, of the minimax value
   after the reply. The document's recursion hands over to the first rating as soon as the computer is to
   move, so only one reply is averaged. ``deep=True`` reads the document's prose instead: the computer
   plays its best move at every turn, the opponent any move at every turn (full expectimax).
3. Whatever still ties: each with equal probability.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from noughts.game.board import Board, Cell
from noughts.game.position import Position
from noughts.players.evidence import Ratings
from noughts.players.player import Choice, Facts, Player, heaviest, uniform
from noughts.solver.small.exact import MAX_EMPTY
from noughts.solver.small.expectimax import expectimax
from noughts.solver.small.solver_choice import can_solve, solver_for

_FIRST = "+1 wins, 0 draws, -1 loses, when both sides play their best"
_PROGRAM = {
    "first": _FIRST,
    "second": "the average of the first rating over all replies of the opponent",
    "against": "a random reply",
    "otherwise": "as the prose has it: the opponent plays anything to the end",
}
_PROSE = {
    "first": _FIRST,
    "second": "the player plays its best and the opponent anything, to the end",
    "against": "an opponent who always moves at random",
    "otherwise": "as the program is written",
}


@dataclass(frozen=True)
class Tic(Player):
    """Best by minimax, then best against an opponent who moves at random."""

    deep: bool = False

    name: ClassVar[str] = "tic"
    needs_values: ClassVar[bool] = True
    facts: ClassVar[Facts] = Facts(
        title="Exhaustive rating with a second opinion",
        origin="Tic, a Java applet; founding document 000",
        boards=f"boards of at most {MAX_EMPTY} cells (16 with compiled kernels, if not deep)",
    )
    cells_with_kernels: ClassVar[int] = 16

    def plays(self, board: Board) -> bool:
        return board.size <= MAX_EMPTY if self.deep else can_solve(board)

    def choose(self, position: Position) -> Choice:
        solver = solver_for(position.board)
        first = solver.results(position)
        tied = heaviest(first)
        second: dict[Cell, Fraction] = {}
        if len(tied) > 1:
            rate = expectimax(position.board).value if self.deep else _one_reply
            second = {cell: rate(position.play_unchecked(cell)) for cell in tied}
            tied = heaviest(second)
        size, meanings = solver.tree_size(position), _PROSE if self.deep else _PROGRAM
        otherwise = "tic" if self.deep else "tic(deep=True)"
        return Choice(uniform(tied), Ratings(first, second, *size, self.deep, otherwise, meanings))


def _one_reply(position: Position) -> Fraction:
    """The average minimax value over all replies, for the player who is not to move."""
    if position.is_over:
        return Fraction(solver_for(position.board).value(position).before().result)
    values = solver_for(position.board).results(position).values()
    return Fraction(-sum(values), len(values))
