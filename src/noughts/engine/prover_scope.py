"""Which positions the prover is asked about, and what it may answer; the prover itself is not loaded for others.

df-pn (``solver.search``) settles positions of few empty cells within what a move may cost. Of more it seldom does, and
takes the search ten times as long: on cube4 after six stones 4 plies were reached in 400,000 positions, 6 without it.
"""

from __future__ import annotations

from noughts.game.position import Position

OPEN, HELD, WON = -1, 0, 1
"""What is known of the attacker: nothing yet, that he does not win, that he wins."""

_FEW = 50
"""Positions of so many empty cells: half of those of 8x8x5 stay open for a second's search."""


def judged(position: Position) -> bool:
    """Whether it is worth asking."""
    from noughts.solver.search.kernels.fields import CELLS, LONGEST  # with NumPy, for which no command waits

    board = position.board
    is_small = board.size <= CELLS and max(map(len, board.lines)) <= LONGEST
    return is_small and position.free.bit_count() <= _FEW
