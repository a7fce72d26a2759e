"""Threats in the weak game: lines with one empty cell, and forks of two lines with two."""

from __future__ import annotations

from noughts.kernels.declare import Word, kernel
from noughts.solver.search.kernels import bits
from noughts.solver.search.kernels.bits import ONE, ZERO, U
from noughts.solver.search.kernels.fields import Geo, State


@kernel
def maker_wins_now(g: Geo, s: State, v: int) -> bool:
    """Maker to move: a line with one empty cell, or a cell in two lines with two; the zone in s.found_zone."""
    seen0 = ZERO
    seen1 = ZERO
    n0 = ~s.m[v, 0]
    n1 = ~s.m[v, 1]
    for w in range(g.words):
        t = s.live[v, w]
        while t != ZERO:
            l = bits.lowest(t) + 64 * w
            t &= t - ONE
            q = s.sub[v, l]
            if bits.popcount(U(q)) <= 2:
                a0 = g.lm[l, 0] & n0
                a1 = g.lm[l, 1] & n1
                if bits.popcount(U(q)) <= 1:
                    s.found_zone[0] = a0
                    s.found_zone[1] = a1
                    return True
                if (a0 & seen0) | (a1 & seen1):
                    carrier_of_fork(g, s, v, a0 & seen0, a1 & seen1)
                    return True
                seen0 |= a0
                seen1 |= a1
    return False


@kernel
def carrier_of_fork(g: Geo, s: State, v: int, c0: Word, c1: Word) -> None:
    """Two two-cell lines through one of the cells c, into s.found_zone."""
    r0, r1 = bits.without_first(c0, c1)
    c0, c1 = c0 ^ r0, c1 ^ r1
    n = 0
    s.found_zone[0] = ZERO
    s.found_zone[1] = ZERO
    for w in range(g.words):
        t = s.live[v, w]
        while t != ZERO and n < 2:
            l = bits.lowest(t) + 64 * w
            t &= t - ONE
            if bits.popcount(U(s.sub[v, l])) == 2 and (g.lm[l, 0] & c0) | (g.lm[l, 1] & c1):
                s.found_zone[0] |= g.lm[l, 0] & ~s.m[v, 0]
                s.found_zone[1] |= g.lm[l, 1] & ~s.m[v, 1]
                n += 1


@kernel
def meet_forks(g: Geo, s: State, v: int, line: int, r0: Word, r1: Word) -> tuple[Word, Word]:
    """Of the replies r, those that meet every fork of this two-cell line with a later one."""
    a0 = g.lm[line, 0] & ~s.m[v, 0]
    a1 = g.lm[line, 1] & ~s.m[v, 1]
    for w in range(line >> 6, g.words):
        t = s.live[v, w]
        if w == line >> 6:
            t &= ~(bits.bit(line) | (bits.bit(line) - ONE))
        while t != ZERO:
            l = bits.lowest(t) + 64 * w
            t &= t - ONE
            if bits.popcount(U(s.sub[v, l])) == 2 and (a0 & g.lm[l, 0]) | (a1 & g.lm[l, 1]):
                r0 &= a0 | g.lm[l, 0]
                r1 &= a1 | g.lm[l, 1]
    return r0, r1


@kernel
def must_play(g: Geo, s: State, v: int, r0: Word, r1: Word) -> tuple[Word, Word]:
    """Breaker to move: of the cells r those that meet every line with one empty cell and every fork."""
    for w in range(g.words):
        t = s.live[v, w]
        while t != ZERO:
            l = bits.lowest(t) + 64 * w
            t &= t - ONE
            p = bits.popcount(U(s.sub[v, l]))
            if p <= 1:
                r0 &= g.lm[l, 0]
                r1 &= g.lm[l, 1]
            elif p == 2:
                r0, r1 = meet_forks(g, s, v, l, r0, r1)
    return r0, r1
