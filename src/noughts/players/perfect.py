"""`perfect`: any move of the best game value: the shortest wins, else draws, else the longest losses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from noughts.game.board import Board
from noughts.game.position import Position
from noughts.players.evidence import Values
from noughts.players.player import Choice, Facts, Player, uniform
from noughts.solver.analysis import analyse
from noughts.solver.exact import MAX_EMPTY


@dataclass(frozen=True)
class Perfect(Player):
    """Plays by the exact value of every move."""

    name: ClassVar[str] = "perfect"
    facts: ClassVar[Facts] = Facts(
        title="Best game value, quickest win, slowest loss",
        origin="not in the founding documents",
        boards=f"boards of at most {MAX_EMPTY} cells",
        deterministic=False,
    )

    def plays(self, board: Board) -> bool:
        return board.size <= MAX_EMPTY

    def choose(self, position: Position) -> Choice:
        seen = analyse(position)
        return Choice(uniform(seen.best), Values(seen.moves))
