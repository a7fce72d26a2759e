"""Moves of Maker that another one dominates: every live line through a also passes through c.

After c Maker has all that he would have after a, with the two cells' names exchanged; so Breaker's answer to c, with
those names exchanged, answers a. Where a lies in that answer's zone, c does in the answer to a.
"""

from __future__ import annotations

from noughts.solver.jit import kernel
from noughts.solver.search.kernels import bits, state
from noughts.solver.search.kernels.bits import ZERO
from noughts.solver.search.kernels.state import Geo, State


@kernel
def answer_dominated(g: Geo, s: State, v: int, c: int) -> None:
    """Maker's move c of level v is answered: so are those of S that it dominates, at the price of c in the zone."""
    u0, u1 = state.live_cells(g, s, v, c, state.ANY)
    if (s.todo[v, 0] & ~u0) | (s.todo[v, 1] & ~u1) != ZERO:
        s.todo[v, 0] &= u0
        s.todo[v, 1] &= u1
        s.zone[v, 0], s.zone[v, 1] = bits.with_cell(s.zone[v, 0], s.zone[v, 1], c)
