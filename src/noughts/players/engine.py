"""`engine`: the move that a search of so many positions thinks best: alpha-beta and threats, see ``noughts.engine``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from noughts.engine.exact_lookup import engine_plays, is_known
from noughts.engine.limits import Budget
from noughts.engine.search_info import Thought
from noughts.engine.stream import Halt
from noughts.game.board import Board
from noughts.game.position import Position
from noughts.players.player import Choice, Facts, Player


@dataclass(frozen=True)
class Engine(Player):
    """Searches ``nodes`` positions before each move, fewer where the value is proved sooner.

    With ``seconds`` it thinks for so long instead, by the clock, and is no pure function then: for play with people.
    """

    nodes: int = 20_000
    seconds: int = 0

    name: ClassVar[str] = "engine"
    facts: ClassVar[Facts] = Facts(
        title="Alpha-beta with threat search",
        boards="boards of at most 400 cells (9 without compiled kernels)",
        deterministic=True,
        breaks_symmetry="of moves that are worth the same it takes the one searched first",
    )
    cells_with_kernels: ClassVar[int] = 400

    def __post_init__(self) -> None:
        Budget(nodes=self.nodes)
        if self.seconds:
            Budget(seconds=self.seconds)
            object.__setattr__(self, "pure", False)  # of this one, not of its class

    def plays(self, board: Board) -> bool:
        return engine_plays(board)

    def takes_time(self, board: Board) -> bool:
        return not is_known(board) and self.plays(board)

    def choose(self, position: Position) -> Choice:
        from noughts.engine.search import search  # only now: with kernels

        return _choice(search(position, self._budget))

    def choices(self, position: Position, halt: Halt) -> Iterator[Choice]:
        from noughts.engine.search import searched

        return map(_choice, searched(position, self._budget, halt, tells=True))

    @property
    def _budget(self) -> Budget:
        return Budget.at_play(self.seconds) if self.seconds else Budget(nodes=self.nodes)


def _choice(thought: Thought) -> Choice:
    """The best move that was found, with all that was thought."""
    return Choice({thought.best: Fraction(1)}, thought)
