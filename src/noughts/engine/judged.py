"""Which positions the prover is asked about, and what it may answer; the prover itself is not loaded for others.

df-pn (``solver.search``) settles boards with lines of up to four cells, and small ones, within what a move may cost;
on larger ones it seldom does, so there it is not asked.
"""

from __future__ import annotations

from noughts.game.position import Position

OPEN, HELD, WON = -1, 0, 1
"""What is known of the attacker: nothing yet, that he does not win, that he wins."""

_SHORT = 4
"""Lines of so many cells at most: any board is judged that the searches have room for."""

_FEW = 50
"""With longer lines, positions of so many empty cells: half of those of 8x8x5 stay open for a second's search."""


def judged(position: Position) -> bool:
    """Whether it is worth asking."""
    from noughts.solver.search.kernels.fields import CELLS, LONGEST  # with NumPy, for which no command waits

    board = position.board
    longest = LONGEST if position.free.bit_count() <= _FEW else _SHORT
    return board.size <= CELLS and max(map(len, board.lines)) <= longest
