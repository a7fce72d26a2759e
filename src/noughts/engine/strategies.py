"""Winning strategies that are known beforehand: certificates of boards whose first moves take too long to prove.

A certificate of a win names the winner's move in every position that its strategy meets (docs/certificates.md, record
"v"). Those here were written by ``noughts solve``, and the tests verify them; nothing else is taken on trust.
"""

from __future__ import annotations

import gzip
import json
from functools import lru_cache
from importlib.resources import files

from noughts.game.board import Board, Cell
from noughts.game.outcome import Mark
from noughts.game.position import Position

BOARDS = ("9x4x4",)
"""The empty boards for which there is one; X wins."""

Remains = tuple[int, int, int]
"""X's stones, O's and the empty cells, as far as they lie in lines open to their side: what decides the game."""


FIRST = 4
"""Positions of so many moves at most are kept: what comes later is soon proved anew."""


class Strategy:
    """X's first moves on one board, and the plies in which they win at the most."""

    def __init__(self, board: Board, text: bytes) -> None:
        self.board = board
        self.known: dict[Remains, tuple[int, int]] = {}
        plies: list[int] = []
        for _, x, o, move, replies in json.loads(b"[%b]" % b",".join(text.splitlines()[1:])):
            number, position = len(plies), Position.unchecked(board, x, o)
            if replies:
                plies.append(2 + max([plies[number - back] for back in replies[1::3]]))
            else:
                plies.append(1 if position.play_unchecked(Cell(move)).is_over else 3)
            if (x | o).bit_count() <= FIRST:
                self.known[_remains(position)] = move, plies[-1]

    def win(self, position: Position) -> tuple[Cell, int] | None:
        """X's winning move and the plies until then, where the strategy meets the position or one symmetric to it."""
        for symmetry in self.board.symmetries if position.to_move is Mark.X else ():
            found = self.known.get(_remains(position.transform(symmetry)))
            if found:
                return Cell(symmetry.index(Cell(found[0]))), found[1]
        return None

    def line(self, position: Position) -> tuple[Cell, ...]:
        """The play against the longest resistance, as far as the strategy needs answers."""
        moves: list[Cell] = []
        found = self.win(position)
        while found:
            moves.append(found[0])
            position = position.play(found[0])
            answers = {cell: self.win(position.play_unchecked(cell)) for cell in position.moves}
            plies = {cell: answer[1] for cell, answer in answers.items() if answer}
            reply = max(plies, key=plies.__getitem__, default=None)
            found = None
            if reply is not None:
                moves.append(reply)
                position, found = position.play(reply), answers[reply]
        return tuple(moves)


@lru_cache(maxsize=4)
def strategy(board: Board) -> Strategy | None:
    """X's winning strategy from the empty board, if one is kept."""
    if board.name not in BOARDS or Board.parse(board.name) != board:
        return None
    file = files("noughts.engine").joinpath("certificates", f"{board.name}.gz")
    return Strategy(board, gzip.decompress(file.read_bytes()))


def _remains(position: Position) -> Remains:
    """What is left of a position once cells are dropped that lie in no open line."""
    x, o, live_x, live_o = position.x, position.o, 0, 0
    for mask in position.board.masks:
        if not mask & o:
            live_x |= mask
        if not mask & x:
            live_o |= mask
    return x & live_x, o & live_o, position.free & (live_x | live_o)
