"""Pairings: disjoint pairs of empty cells such that every live line contains both cells of some pair.

One pair may serve several lines. First greedy, the line with the fewest free cells first, its pair with the best
balance of lines covered and lines spoilt (4 ** -free cells each); what that leaves open is mended (`pairing_repair`).
All lines are counted at once, one bit plane a binary digit:
                                 line     3210
    row 1 of s.planes, ones      0110     line 0 has 2 free cells, line 1 has 5,
    row 2, twos                  1101     line 2 has 3 and line 3 has 2
    row 3, fours                 0010
Rows: 0 open lines; 1..4 digits of their free cells; 5..9 open lines with 2, 3, 4, 5, 6 or more; 10 open lines
with fewer than two; 11 lines served by a pair (`pairing_repair`).
"""

from __future__ import annotations

from noughts.solver.jit import kernel
from noughts.solver.search.kernels.pairing_repair import cheaper, collect, lay, mended
from noughts.solver.search.kernels.state import (
    I64,
    ONE,
    ZERO,
    Geo,
    State,
    U,
    Word,
    has,
    lowest,
    popcount,
    with_cell,
)

GIVE_UP = 5  # open lines that are too many to mend
MEND = I64(40)  # steps to mend the pairs of a position nearby
MENDABLE = I64(6)  # open lines that are too many for that


@kernel
def take_cell(g: Geo, s: State, c: int) -> None:
    """Cell c is used by a pair: every line through it has one free cell less (bit-sliced borrow)."""
    P = s.planes
    for w in range(g.words):
        t = g.through[c, w]
        for i in range(1, 5):
            x = P[i, w]
            P[i, w] = x ^ t
            t &= ~x


@kernel
def sort_lines(g: Geo, s: State) -> None:
    """Open lines by number of free cells: rows 5..9 = 2, 3, 4, 5, 6 or more; row 10 = fewer than two."""
    P = s.planes
    for w in range(g.words):
        u = P[0, w]
        a, b, c, d = P[1, w], P[2, w], P[3, w], P[4, w]
        low = u & ~c & ~d
        P[10, w] = low & ~b
        P[5, w] = low & b & ~a
        P[6, w] = low & b & a
        mid = u & c & ~d & ~b
        P[7, w] = mid & ~a
        P[8, w] = mid & a
        P[9, w] = u & (d | (c & b))


@kernel
def next_line(g: Geo, s: State) -> int:
    """An open line with the fewest free cells, or -1."""
    for row in range(5, 10):
        for w in range(g.words):
            t = s.planes[row, w]
            if t != ZERO:
                return lowest(t) + 64 * w
    return -1


@kernel
def score(g: Geo, s: State, a: int, b: int) -> int:
    """Weight of the open lines through cells a and b (4 ** -free)."""
    P = s.planes
    x = 0
    for w in range(g.words):
        t = g.through[a, w] & g.through[b, w]
        x += (popcount(P[5, w] & t) << 8) + (popcount(P[6, w] & t) << 6) + (popcount(P[7, w] & t) << 4)
        x += (popcount(P[8, w] & t) << 2) + popcount(P[9, w] & t)
    return x


@kernel
def best_pair(g: Geo, s: State, v: int, line: int, f0: Word, f1: Word) -> tuple[int, int]:
    """The pair of the line's free cells with the best balance of lines covered and lines spoilt."""
    n = 0
    for i in range(g.longest):
        c = g.cells_of[line, i]
        if (s.sub[v, line] >> i) & 1 and has(f0, f1, c):
            s.stat[32 + n] = c
            s.stat[48 + n] = score(g, s, c, c)
            n += 1
    first = 0
    second = 1
    best = -(1 << 40)
    for i in range(n):
        for j in range(i + 1, n):
            x = 3 * score(g, s, s.stat[32 + i], s.stat[32 + j]) - s.stat[48 + i] - s.stat[48 + j]
            if x > best:
                best = x
                first = s.stat[32 + i]
                second = s.stat[32 + j]
    return first, second


@kernel
def fail_lines(g: Geo, s: State) -> int:
    """Close the open lines with fewer than two free cells; returns how many."""
    lost = 0
    for w in range(g.words):
        t = s.planes[10, w]
        lost += popcount(t)
        s.planes[0, w] &= ~t
    return lost


@kernel
def count_planes(g: Geo, s: State, v: int) -> None:
    """All live lines open, their empty cells counted, one bit plane a row."""
    P = s.planes
    for w in range(g.words):
        P[0, w] = s.live[v, w]
        for i in range(1, 5):
            P[i, w] = ZERO
        t = s.live[v, w]
        while t != ZERO:
            b = t & (~t + ONE)
            n = popcount(U(s.sub[v, lowest(t) + 64 * w]))
            t &= t - ONE
            for i in range(4):
                if (n >> i) & 1:
                    P[1 + i, w] |= b
    sort_lines(g, s)


@kernel
def commit(g: Geo, s: State, a: int, b: int) -> None:
    """Use the pair a, b."""
    take_cell(g, s, a)
    take_cell(g, s, b)
    for w in range(g.words):
        s.planes[0, w] &= ~(g.through[a, w] & g.through[b, w])
    sort_lines(g, s)


@kernel
def greedy_pairs(g: Geo, s: State, v: int) -> int:
    """The number of lines left open; pairs in s.pairs, zone in s.pw."""
    count_planes(g, s, v)
    f0, f1 = ~s.m[v, 0], ~s.m[v, 1]
    z0, z1 = ZERO, ZERO
    fails = 0
    pairs = 0
    while True:
        fails += fail_lines(g, s)
        l = next_line(g, s)
        if l < 0:
            break
        a, b = best_pair(g, s, v, l, f0 & ~z0, f1 & ~z1)
        commit(g, s, a, b)
        z0, z1 = with_cell(z0, z1, a)
        z0, z1 = with_cell(z0, z1, b)
        s.pairs[pairs] = a
        s.pairs[pairs + 1] = b
        pairs += 2
    s.pw[0] = z0
    s.pw[1] = z1
    s.stat[3] = pairs
    return fails


@kernel
def pairing(g: Geo, s: State, v: int) -> int:
    """0 when a pairing is found (zone in s.pw[0:2]), else the least number of lines left open."""
    open_lines = greedy_pairs(g, s, v)
    if open_lines == 0 or open_lines > GIVE_UP or g.steps == 0:
        return open_lines
    return min(open_lines, mended(g, s, v, g.steps, I64(g.lines)))


@kernel
def pairing_near(g: Geo, s: State, v: int, slot: int, more: int) -> int:
    """As `pairing`: first mends the pairs last found for this slot, and keeps away from the cells in s.near, s.far.

    Where none is found, so many steps more are tried.
    """
    s.stat[9] = I64(s.h[v, 0] >> U(33))
    s.stat[3] = s.last_n[slot]
    for i in range(s.stat[3]):
        s.pairs[i] = s.last[slot, i]
    left = I64(mended(g, s, v, MEND, MENDABLE))
    if left != 0:
        left = I64(pairing(g, s, v))
        if left != 0 and left <= GIVE_UP and more > 0:
            left = I64(mended(g, s, v, more, I64(g.lines)))
        if left != 0:
            return int(left)
        lay(g, s, v)
        collect(g, s, v)
    cheaper(g, s, v)
    s.last_n[slot] = s.stat[3]
    for i in range(s.stat[3]):
        s.last[slot, i] = s.pairs[i]
    return 0
