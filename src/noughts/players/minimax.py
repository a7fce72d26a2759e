"""`minimax`: the first best move in reading order (a Python tutorial; founding document 001).

Minimax value of every move, cells scanned row by row; the first whose value is strictly greater than
the best so far is taken. It has no preference for a quick win, and may pass over one for a later win that
comes earlier in reading order: the document's quirk, kept. ``randomness=p`` is its "certain degree of
randomness": with probability p a legal move at random, otherwise the above.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from noughts.errors import OptionError, quote
from noughts.game.board import Board
from noughts.game.position import Position
from noughts.players.evidence import Ratings
from noughts.players.player import Choice, Facts, Player, heaviest
from noughts.solver.small.solver_choice import BOARDS, can_solve, solver_for

_MEANINGS = {"first": "+1 wins, 0 draws, -1 loses, when both sides play their best"}


@dataclass(frozen=True)
class Minimax(Player):
    """The first of the moves that plain minimax rates best."""

    randomness: Fraction = Fraction(0)

    name: ClassVar[str] = "minimax"
    needs_values: ClassVar[bool] = True
    facts: ClassVar[Facts] = Facts(
        title="Plain minimax, first best in reading order",
        origin="a tutorial in Python; founding document 001",
        boards=BOARDS,
        deterministic=True,
        breaks_symmetry="among equal moves it takes the first in reading order",
    )
    cells_with_kernels: ClassVar[int] = 16

    def __post_init__(self) -> None:
        if not 0 <= self.randomness <= 1:
            raise OptionError(f"minimax: randomness={quote(self.randomness)} is not from 0 to 1")

    def plays(self, board: Board) -> bool:
        return can_solve(board)

    def choose(self, position: Position) -> Choice:
        solver = solver_for(position.board)
        first = solver.results(position)
        greedy = heaviest(first)[0]
        moves = {greedy: Fraction(1)}
        if self.randomness:
            share = self.randomness / len(first)
            moves = {c: share + (1 - self.randomness) * (c == greedy) for c in first}
        return Choice(moves, Ratings(first, {}, *solver.tree_size(position), meanings=_MEANINGS))
