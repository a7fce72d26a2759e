"""The potential: Breaker holds where the lines left are too few and too long to be filled.

A live line with n empty cells weighs 2 ** -n. With Maker to move, let all lines together, and those through the
heaviest cell once more, weigh less than 1. Breaker always takes the heaviest cell left: that keeps it so, and a
filled line would weigh 1. It serves line sets that no pairing covers, projective planes for one.

Source: Erdos and Selfridge, On a combinatorial game, Journal of Combinatorial Theory A 14 (1973) 298-301.
"""

from __future__ import annotations

from noughts.kernels.declare import Word, kernel
from noughts.solver.search.kernels import bits
from noughts.solver.search.kernels.bits import I64, ONE, ZERO
from noughts.solver.search.kernels.fields import Geo, State

UNIT = I64(1 << 12)  # the weight of a filled line; no line has more than twelve cells


@kernel
def weight(g: Geo, s: State, v: int, z0: Word, z1: Word, c: int, most: int) -> int:
    """What the live lines through cell c (-1: all) weigh, up to `most`, when Maker is given every cell outside z."""
    x = I64(0)
    for w in range(g.words):
        t = s.live[v, w] & (g.through[c, w] if c >= 0 else bits.ALL)
        while t != ZERO and x < most:
            l = bits.lowest(t) + 64 * w
            t &= t - ONE
            n = bits.popcount(g.lm[l, 0] & ~s.m[v, 0] & z0) + bits.popcount(g.lm[l, 1] & ~s.m[v, 1] & z1)
            x += UNIT >> n
    return int(x)


@kernel
def below(g: Geo, s: State, v: int, z0: Word, z1: Word) -> bool:
    """Whether the potential is below the bound even if Maker is given every cell outside z."""
    left = UNIT - weight(g, s, v, z0, z1, I64(-1), UNIT)
    heaviest = I64(0)
    for c in range(g.cells):
        if left > heaviest and bits.has(z0, z1, c):
            heaviest = max(heaviest, weight(g, s, v, z0, z1, c, left))
    return bool(left > heaviest)


@kernel
def potential_holds(g: Geo, s: State, v: int) -> bool:
    """Whether it is; s.found_zone gets as few cells as are needed, first without those of s.near, then of s.far."""
    if not below(g, s, v, ~s.m[v, 0], ~s.m[v, 1]):
        return False
    z0, z1 = ZERO, ZERO
    for c in range(g.cells):
        if not bits.has(s.m[v, 0], s.m[v, 1], c) and weight(g, s, v, bits.ALL, bits.ALL, c, UNIT) > 0:
            z0, z1 = bits.with_cell(z0, z1, c)
    for turn in range(3):
        for c in range(g.cells):
            spared = turn == 2 or (
                bits.has(s.near[0], s.near[1], c) if turn == 0 else bits.has(s.far[0], s.far[1], c)
            )
            if spared and bits.has(z0, z1, c):
                x0, x1 = bits.without(z0, z1, c)
                if below(g, s, v, x0, x1):
                    z0, z1 = x0, x1
    s.found_zone[0], s.found_zone[1] = z0, z1
    return True
