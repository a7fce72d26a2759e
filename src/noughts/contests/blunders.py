"""Where a player goes wrong: the choices that give away the result of a game, by exhaustion."""

from __future__ import annotations

from dataclasses import dataclass

from noughts.contests.exploit import layers
from noughts.contests.tree_walk import SIDES, GameWalk
from noughts.game.board import Board, Cell
from noughts.game.position import Position
from noughts.players.player import Player
from noughts.solver.analysis import Mistake, analyse, is_worse
from noughts.solver.value import Result


@dataclass(frozen=True, slots=True)
class PlayerSurvey:
    """What a player does in all positions that it can get into, on both sides, against any opponent.

    ``blunders`` are the moves it may play that worsen the game's result, by ply; ``slow`` the positions in
    which it may keep the result but miss the quickest win or the longest loss.
    """

    player: str
    positions: int
    blunders: tuple[Mistake, ...]
    slow: tuple[Position, ...]

    @property
    def lost(self) -> tuple[Mistake, ...]:
        """The blunders after which the opponent can force a win."""
        return tuple(mistake for mistake in self.blunders if mistake.after.result is Result.LOSS)


def survey(player: Player) -> PlayerSurvey:
    """Compares every choice that a player can come to make on 3x3x3 with the exact values.

    Raises as ``exploit`` does, and TooLargeError where values cannot be computed.
    """
    blunders: list[Mistake] = []
    slow: list[Position] = []
    met = choices(player)
    for position, cells in met:
        exact = analyse(position)
        values = [(cell, exact.moves[cell]) for cell in cells]
        worse = [(cell, after) for cell, after in values if is_worse(after, exact.value)]
        blunders += [Mistake(position.ply, position, c, exact.value, v, exact.best) for c, v in worse]
        if any(after.result == exact.value.result and after != exact.value for _, after in values):
            slow.append(position)
    return PlayerSurvey(str(player), len(met), tuple(blunders), tuple(slow))


def choices(player: Player) -> list[tuple[Position, list[Cell]]]:
    """Every position that the player can have to decide, with the cells that it may take, by ply.

    Raises as ``exploit`` does.
    """
    walk = GameWalk(Board.mnk(3, 3, 3))
    policy = walk.policy(player)
    own = [
        layer
        for side in SIDES
        for ply, layer in enumerate(layers(walk, player, policy, side))
        if SIDES[ply % 2] is side
    ]
    met = [
        (walk.position(key), [walk.cell(key, child) for child, _, _ in steps])
        for layer in own
        for key, (_, steps) in layer.items()
    ]
    return sorted(met, key=lambda choice: (choice[0].ply, choice[0].x, choice[0].o))
