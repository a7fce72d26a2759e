"""`random`: every legal move with the same probability. The measure of all others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from noughts.game.position import Position
from noughts.players.evidence import Uniform
from noughts.players.player import Choice, Facts, Player, uniform


@dataclass(frozen=True)
class Random(Player):
    """Looks at nothing."""

    name: ClassVar[str] = "random"
    reads_lines_only: ClassVar[bool] = True
    facts: ClassVar[Facts] = Facts(
        title="Any legal move",
    )

    def choose(self, position: Position) -> Choice:
        return Choice(uniform(position.moves), Uniform())
