"""Positions whose live lines fall into parts without a common cell.

Maker to move wins such a position if and only if he wins a part of it, moving first there: Breaker answers in the part
that Maker moved in. So the parts are searched apart, each with Maker to move, and all of them must be held. In the
list of a level's children the move PART + l stands for the part of line l.
"""

from __future__ import annotations

from noughts.kernels.declare import Word, Words, kernel
from noughts.solver.search.kernels import bits, state
from noughts.solver.search.kernels.bits import I64, ONE, ZERO
from noughts.solver.search.kernels.fields import Geo, State

PART = I64(129)


@kernel
def first_line(g: Geo, lines: Words) -> int:
    """The first line of a set, or -1."""
    for w in range(g.words):
        if lines[w] != ZERO:
            return bits.lowest(lines[w]) + 64 * w
    return -1


@kernel
def flood(g: Geo, s: State, v: int, l: int) -> tuple[Word, Word]:
    """The lines of level v that line l hangs together with, into s.part; their empty cells."""
    for w in range(g.words):
        s.part[w] = ZERO
    s.part[l >> 6] = bits.bit(l)
    z0, z1 = ZERO, ZERO
    r0, r1 = g.lm[l, 0] & ~s.m[v, 0], g.lm[l, 1] & ~s.m[v, 1]
    while r0 | r1 != ZERO:
        c = bits.first_cell(r0, r1)
        z0, z1 = bits.with_cell(z0, z1, c)
        for w in range(g.words):
            t = s.live[v, w] & g.through[c, w] & ~s.part[w]
            s.part[w] |= t
            while t != ZERO:
                o = bits.lowest(t) + 64 * w
                t &= t - ONE
                r0 |= g.lm[o, 0] & ~s.m[v, 0]
                r1 |= g.lm[o, 1] & ~s.m[v, 1]
        r0 &= ~z0
        r1 &= ~z1
    return z0, z1


@kernel
def in_parts(g: Geo, s: State, v: int) -> bool:
    """Whether level v falls into more than one part; s.later is then filled with all its lines."""
    for w in range(g.words):
        s.later[w] = s.live[v, w]
    l = first_line(g, s.later)
    if l < 0:
        return False
    flood(g, s, v, l)
    rest = ZERO
    for w in range(g.words):
        rest |= s.live[v, w] & ~s.part[w]
    return bool(rest != ZERO)


@kernel
def next_part(g: Geo, s: State, v: int) -> tuple[int, Word, Word]:
    """A line of the next part told of in s.later, or -1, and the part's cells; it is taken from there."""
    l = first_line(g, s.later)
    if l < 0:
        return -1, ZERO, ZERO
    z0, z1 = flood(g, s, v, l)
    for w in range(g.words):
        s.later[w] &= ~s.part[w]
    return l, z0, z1


@kernel
def keep_part(g: Geo, s: State, v: int, l: int) -> None:
    """Level v + 1: the part of line l at level v, and nothing else."""
    state.copy_state(g, s, v, v + 1)
    flood(g, s, v, l)
    for w in range(g.words):
        t = s.live[v, w] & ~s.part[w]
        while t != ZERO:
            state.drop_line(g, s, v + 1, bits.lowest(t) + 64 * w)
            t &= t - ONE
