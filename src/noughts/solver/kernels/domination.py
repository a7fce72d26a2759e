"""Moves of Maker that another one dominates: every live line through a also passes through c.

After c Maker has all that he would have after a, with the two cells' names exchanged; so Breaker's answer to c, with
those names exchanged, answers a. Where a lies in that answer's zone, c does in the answer to a.
"""

from __future__ import annotations

from noughts.solver.kernels import kernel
from noughts.solver.kernels.state import ONE, ZERO, Geo, State, Word, lowest, with_cell


@kernel
def needed(g: Geo, s: State, v: int, c: int) -> tuple[Word, Word]:
    """The cells of live lines that avoid c: those that c does not dominate, and cells of Maker."""
    u0, u1 = ZERO, ZERO
    for w in range(g.words):
        t = s.live[v, w] & ~g.through[c, w]
        while t != ZERO:
            l = lowest(t) + 64 * w
            t &= t - ONE
            u0 |= g.lm[l, 0]
            u1 |= g.lm[l, 1]
    return u0, u1


@kernel
def answer_dominated(g: Geo, s: State, v: int, c: int) -> None:
    """Maker's move c of level v is answered: so are those of S that it dominates, at the price of c in the zone."""
    u0, u1 = needed(g, s, v, c)
    if (s.S[v, 0] & ~u0) | (s.S[v, 1] & ~u1) != ZERO:
        s.S[v, 0] &= u0
        s.S[v, 1] &= u1
        s.Z[v, 0], s.Z[v, 1] = with_cell(s.Z[v, 0], s.Z[v, 1], c)
