"""`mcts`: the move that a tree of so many random games thinks best, see ``noughts.engine.mcts``."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from noughts.engine.mcts.growing import check, grow
from noughts.game.board import Board
from noughts.game.position import Position
from noughts.game.rule import GameRule
from noughts.kernels.library import available
from noughts.players.player import Choice, Facts, Player

_PLAIN = 64
"""The largest board that plain Python grows a tree of in reasonable time."""


@dataclass(frozen=True)
class Mcts(Player):
    """Plays ``playouts`` random games before each move, fewer where the value is proved sooner."""

    playouts: int = 2_000
    seed: int = 0

    name: ClassVar[str] = "mcts"
    thinks_long: ClassVar[bool] = True
    facts: ClassVar[Facts] = Facts(
        title="A tree grown by random games",
        boards=f"boards of at most 400 cells ({_PLAIN} without compiled kernels)",
        deterministic=True,
        breaks_symmetry="its random games come from one seed, whatever way the board is turned",
        called="Random games",
    )
    cells_with_kernels: ClassVar[int] = 400

    def __post_init__(self) -> None:
        check(self.playouts, self.seed)

    def plays(self, board: Board) -> bool:
        return board.rule is GameRule.LINE and board.size <= (400 if available() else _PLAIN)

    def choose(self, position: Position) -> Choice:
        grown = grow(position, self.playouts, self.seed)
        return Choice({grown.branches[0].cell: Fraction(1)}, grown)
