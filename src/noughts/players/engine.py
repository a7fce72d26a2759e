"""`engine`: the move that a search of so many positions thinks best: alpha-beta and threats, see ``noughts.engine``."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from noughts.engine.budget import Budget
from noughts.engine.known import is_known
from noughts.errors import OptionError
from noughts.game.board import Board
from noughts.game.position import Position
from noughts.players.evidence import EngineEvidence
from noughts.players.player import Choice, Facts, Player
from noughts.solver.jit import available


@dataclass(frozen=True)
class Engine(Player):
    """Searches ``nodes`` positions before each move, fewer where the value is proved sooner."""

    nodes: int = 20_000

    name: ClassVar[str] = "engine"
    facts: ClassVar[Facts] = Facts(
        title="Alpha-beta with threat search",
        origin="not in the founding documents",
        boards="boards of at most 400 cells (9 without Numba)",
        deterministic=True,
        breaks_symmetry="of moves that are worth the same it takes the one searched first",
    )

    def __post_init__(self) -> None:
        try:
            Budget(nodes=self.nodes)
        except OptionError as error:
            raise OptionError(f"{self.name}: {error}") from None

    def plays(self, board: Board) -> bool:
        if is_known(board):
            return True
        if not available():
            return False
        from noughts.engine.loading import plays

        return plays(board)

    def choose(self, position: Position) -> Choice:
        from noughts.engine.search import search

        thought = search(position, Budget(nodes=self.nodes))
        evidence = EngineEvidence(
            score=thought.score,
            depth=thought.depth,
            pv=thought.line,
            candidates=thought.candidates,
            threat=thought.threat,
            danger=thought.danger,
            nodes=thought.nodes,
            value=thought.value,
            plies=thought.value.plies if thought.value else None,
        )
        return Choice({thought.best: Fraction(1)}, evidence)
