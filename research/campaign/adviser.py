"""Advice to a search from a player, which may be another program."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from noughts.errors import ForfeitError, NoughtsError
from noughts.game.board import Board, Cell
from noughts.game.position import Position
from noughts.jobs import Workers
from noughts.players.player import Player


@dataclass(frozen=True)
class Adviser:
    """What a player would play, as advice to a search."""

    player: Player

    def __call__(self, position: Position) -> Sequence[Cell]:
        """Its moves, the likeliest first; none where a program gives none, which begins anew with the next."""
        try:
            moves = self.player.choose(position).moves
        except ForfeitError:
            return ()
        return sorted(moves, key=moves.__getitem__, reverse=True)

    def check(self, board: Board, workers: Workers) -> None:
        """Refuses who does not play on the board, and a program that does not answer, or that several would ask."""
        self.player.check(board)
        if not self.player.pure and workers != 1:
            raise NoughtsError(
                f"{self.player} is another program, which advises one process: with --processes 1"
            )
        self.player.choose(Position.start(board))
