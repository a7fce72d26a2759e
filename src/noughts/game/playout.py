"""Random games to the end, fast: every order of the empty cells is as likely as any other.

Whoever takes the empty cells in a random order until the game is over has played a uniformly random game: after any
moves each cell that is left is the next one with the same probability.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from noughts.errors import whole
from noughts.game.board import Board, Cell
from noughts.game.outcome import Mark, winner
from noughts.game.position import Position


def playout(position: Position | Board | str, dice: Random | int = 0) -> tuple[Mark | None, list[Cell]]:
    """One random game from a position to its end: who won, or None for a draw, and the moves.

    ``dice`` are a generator, or the seed of one. Every move is one of the empty cells with equal probability; a
    finished position is its own end, without moves.
    """
    position = Position.of(position)
    if not isinstance(dice, Random):
        dice = Random(whole("dice", dice))
    if position.is_over:
        outcome = position.outcome
        assert outcome is not None
        return outcome.winner, []
    cells = list(position.empty)
    dice.shuffle(cells)
    return play_in_order(position, cells)


def play_in_order(position: Position, cells: Iterable[Cell]) -> tuple[Mark | None, list[Cell]]:
    """The game in which an unfinished position's empty cells are taken in this order until it ends, as ``playout``."""
    board = position.board
    through, own, other = board.masks_through, position.own, position.other
    moves: list[Cell] = []
    for cell in cells:
        moves.append(cell)
        own |= 1 << cell
        for mask in through[cell]:
            if own & mask == mask:
                return _winner(position, len(moves), line=True), moves
        own, other = other, own
    return _winner(position, len(moves), line=False), moves


def _winner(position: Position, moves: int, *, line: bool) -> Mark | None:
    """Who won by the last of so many moves."""
    mover = position.to_move if moves % 2 else position.to_move.other
    return winner(position.board.rule, mover, line=line)
