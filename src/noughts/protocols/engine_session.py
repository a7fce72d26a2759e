"""Who answers when other programs ask: a player of the house, or, where none is named, the engine by the clock."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from noughts.engine.limits import Budget
from noughts.engine.search import search, thinking
from noughts.engine.search_info import Thought
from noughts.engine.stream import Halt
from noughts.errors import NoughtsError
from noughts.game.board import Board, Cell
from noughts.game.position import Position
from noughts.players.player import Player
from noughts.players.registry import player
from noughts.solver.small.solver_choice import can_solve, solver_for


@dataclass(frozen=True)
class Mind:
    """A player, whose dice are ``rng``; None stands for the engine, which alone heeds limits of time."""

    player: Player | None
    rng: random.Random

    @property
    def name(self) -> str:
        """The player's name: ``engine`` where none is named."""
        return str(self.player or "engine")

    def prepare(self, board: Board, say: Callable[[str], None]) -> None:
        """Does what takes long before the first move on a board; ``say`` is told of files of tables that are bad.

        Raises UnsupportedBoardError for a board that the player does not play.
        """
        who = self.player or player("engine")
        who.check(board)
        if who.needs_values and can_solve(board):
            solver_for(board, None, say)
        if self.player is None:
            search(Position.start(board), Budget(nodes=1))

    def move(
        self, position: Position, budget: Budget, hear: Callable[[Thought], object], halt: Halt | None = None
    ) -> Cell:
        """A move in an unfinished position. ``hear`` is told what the engine thinks, until ``halt`` ends that."""
        if self.player is not None:
            return self.player.decide(position).pick(self.rng)
        with thinking(position, budget, halt) as thoughts:
            for thought in thoughts:
                hear(thought)
        return thought.best


def apology(error: NoughtsError) -> str:
    """What is wrong, in one line."""
    return " ".join(str(error).split())
