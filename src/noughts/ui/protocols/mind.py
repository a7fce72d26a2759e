"""Who answers when other programs ask: a player of the house, or, where none is named, the engine by the clock."""

from __future__ import annotations

import random
from dataclasses import dataclass
from threading import Event

from noughts.engine.budget import Budget
from noughts.engine.thought import Thought
from noughts.errors import NoughtsError
from noughts.game.board import Board, Cell
from noughts.game.position import Position
from noughts.players.player import Player
from noughts.players.registry import player
from noughts.solver.choose import can_solve, solver_for
from noughts.solver.jit import Say


@dataclass(frozen=True)
class Mind:
    """A player, whose dice are ``rng``; None stands for the engine, which alone heeds limits of time."""

    player: Player | None
    rng: random.Random

    @property
    def name(self) -> str:
        """The player's name: ``engine`` where none is named."""
        return str(self.player or "engine")

    def prepare(self, board: Board, say: Say) -> None:
        """Does what takes long before the first move on a board; ``say`` is told of it.

        Raises UnsupportedBoardError for a board that the player does not play.
        """
        who = self.player or player("engine")
        who.check(board)
        if who.needs_values and can_solve(board):
            solver_for(board, None, say)
        if self.player is None:
            from noughts.engine.search import search

            search(Position.start(board), Budget(nodes=1), say)

    def move(
        self, position: Position, budget: Budget, stop: Event | None = None
    ) -> tuple[Cell, Thought | None]:
        """A move in an unfinished position, and what the engine thought. ``stop`` ends the engine's search."""
        if self.player is not None:
            return self.player.decide(position).pick(self.rng), None
        from noughts.engine.search import search

        thought = search(position, budget, stop=stop)
        return thought.best, thought


def apology(error: NoughtsError) -> str:
    """What is wrong, in one line."""
    return " ".join(str(error).split())
