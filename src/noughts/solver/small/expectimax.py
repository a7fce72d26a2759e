"""Expectimax of small boards: one side plays its best, the other any move with the same chance, to the end.

Averages are kept as integers: summed over all the orders in which the random side may take cells until the board is
full, a game that is over sooner counting for all that might have followed. So no fraction is made on the way
(D. Michie, Game-Playing and Game-Learning Automata, in Advances in Programming and Non-Numerical Computation, 1966).
The slow reference is ``tests/reference.py``.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import prod

from noughts.game.board import Board, cells_of
from noughts.game.position import Position
from noughts.solver.small.exact import Pair, exact


class Expectimax:
    """The averages of one board, filled as they are asked for. Get one by ``expectimax(board)``."""

    def __init__(self, board: Board) -> None:
        self._exact, self._full = exact(board), board.full
        self._sums: dict[Pair, int] = {}
        self._bests: dict[Pair, int] = {}

    def value(self, position: Position) -> Fraction:
        """What the side that has moved may expect, from -1 to +1, where the side to move plays at random.

        Raises TooLargeError beyond 12 empty cells.
        """
        self._exact.check(position)
        return Fraction(self._sum(position.own, position.other), _orders(position.free.bit_count()))

    def _sum(self, own: int, other: int) -> int:
        """For the side that has moved, over all orders; ``own`` is the random side."""
        total = self._sums.get((own, other))
        if total is None:
            free = self._full & ~(own | other)
            result = self._exact.ending(own, other)
            if result is None:
                total = sum(self._best(other, own | 1 << cell) for cell in cells_of(free))
            else:
                total = -result * _orders(free.bit_count())
            self._sums[own, other] = total
        return total

    def _best(self, own: int, other: int) -> int:
        """For the side to move, which plays its best, over all orders of what the random side has left."""
        best = self._bests.get((own, other))
        if best is None:
            free = self._full & ~(own | other)
            result = self._exact.ending(own, other)
            if result is None:
                best = max(self._sum(other, own | 1 << cell) for cell in cells_of(free))
            else:
                best = result * _orders(free.bit_count() - 1)
            self._bests[own, other] = best
        return best


@lru_cache(maxsize=4)
def expectimax(board: Board) -> Expectimax:
    """The one expectimax of a board; what it has found is kept while the board is in use."""
    return Expectimax(board)


@lru_cache
def _orders(empties: int) -> int:
    """In how many orders the side to move may take its cells until the board is full."""
    return prod(range(empties, 0, -2))
