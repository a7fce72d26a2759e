"""A game of two players from the start to the end, with seeded dice."""

from __future__ import annotations

import random

from noughts.game.board import Board
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.players.player import Player
from noughts.players.registry import player
from noughts.records.game import Game


def play(
    x: Player | str,
    o: Player | str,
    board: Board | str | None = None,
    *,
    start: Position | str | None = None,
    seed: int = 0,
) -> Game:
    """A game of ``x`` against ``o`` on 3x3x3, the board given, or from ``start`` on; the same seed gives the same game.

    Players, board and position may be given as text. Raises UnsupportedBoardError before the first move if a player
    does not play the board, PlayerError where what one chooses is no distribution.
    """
    sides = {Mark.X: player(x), Mark.O: player(o)}
    game = Game(Position.start(board) if start is None else Position.of(start, board))
    for side in sides.values():
        side.check(game.start.board)
    dice = random.Random(seed)
    while game.outcome is None:
        game = game.play(sides[game.position.to_move].decide(game.position).pick(dice))
    return game
