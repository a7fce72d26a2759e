"""Pairings: disjoint pairs of empty cells such that every live line contains both cells of some pair.

One pair may serve several lines. First greedy, the line with the fewest free cells first, its pair with the best
balance of lines covered and lines spoilt (4 ** -free cells each); what that leaves open is mended (`pairing_repair`).
All lines are counted at once, one bit plane a binary digit:
                                 line     3210
    s.digits[0], ones            0110     line 0 has 2 free cells, line 1 has 5,
    s.digits[1], twos            1101     line 2 has 3 and line 3 has 2
    s.digits[2], fours           0010
s.free[i] are the open lines with i + 2 free cells, the last of them those with 6 or more.
"""

from __future__ import annotations

from noughts.kernels.declare import Word, kernel
from noughts.solver.search.kernels import bits, pairing_repair
from noughts.solver.search.kernels.bits import I64, ONE, ZERO, U
from noughts.solver.search.kernels.fields import Geo, State

GIVE_UP = 5  # open lines that are too many to mend
MEND = I64(40)  # steps to mend the pairs of a position nearby
MENDABLE = I64(6)  # open lines that are too many for that
# Where that fails, new pairs are not mended if the lines it left open and theirs are more than so many, unless theirs
# is one: 20 to 27 % of all steps went there, for 1 % of the pairings found.
HOPE = 4


@kernel
def take_cell(g: Geo, s: State, c: int) -> None:
    """Cell c is used by a pair: every line through it has one free cell less (bit-sliced borrow)."""
    for w in range(g.words):
        t = g.through[c, w]
        for i in range(4):
            x = s.digits[i, w]
            s.digits[i, w] = x ^ t
            t &= ~x


@kernel
def sort_lines(g: Geo, s: State) -> None:
    """Open lines by number of free cells: into s.free, those with fewer than two into s.spent."""
    for w in range(g.words):
        u = s.open[w]
        a, b, c, d = s.digits[0, w], s.digits[1, w], s.digits[2, w], s.digits[3, w]
        low = u & ~c & ~d
        s.spent[w] = low & ~b
        s.free[0, w] = low & b & ~a
        s.free[1, w] = low & b & a
        mid = u & c & ~d & ~b
        s.free[2, w] = mid & ~a
        s.free[3, w] = mid & a
        s.free[4, w] = u & (d | (c & b))


@kernel
def next_line(g: Geo, s: State) -> int:
    """An open line with the fewest free cells, or -1."""
    for i in range(5):
        for w in range(g.words):
            t = s.free[i, w]
            if t != ZERO:
                return bits.lowest(t) + 64 * w
    return -1


@kernel
def score(g: Geo, s: State, a: int, b: int) -> int:
    """Weight of the open lines through cells a and b (4 ** -free)."""
    x = 0
    for w in range(g.words):
        t = g.through[a, w] & g.through[b, w]
        for i in range(5):
            x += bits.popcount(s.free[i, w] & t) << (8 - 2 * i)
    return x


@kernel
def best_pair(g: Geo, s: State, v: int, line: int, f0: Word, f1: Word) -> tuple[int, int]:
    """The pair of the line's free cells with the best balance of lines covered and lines spoilt."""
    n = 0
    for i in range(g.longest):
        c = g.cells_of[line, i]
        if (s.sub[v, line] >> i) & 1 and bits.has(f0, f1, c):
            s.line_cells[n] = c
            s.line_scores[n] = score(g, s, c, c)
            n += 1
    first = 0
    second = 1
    best = -(1 << 40)
    for i in range(n):
        for j in range(i + 1, n):
            x = 3 * score(g, s, s.line_cells[i], s.line_cells[j]) - s.line_scores[i] - s.line_scores[j]
            if x > best:
                best = x
                first = s.line_cells[i]
                second = s.line_cells[j]
    return first, second


@kernel
def fail_lines(g: Geo, s: State) -> int:
    """Close the open lines with fewer than two free cells; returns how many."""
    lost = 0
    for w in range(g.words):
        t = s.spent[w]
        lost += bits.popcount(t)
        s.open[w] &= ~t
    return lost


@kernel
def count_free(g: Geo, s: State, v: int) -> None:
    """All live lines open, their empty cells counted, one bit plane a row."""
    for w in range(g.words):
        s.open[w] = s.live[v, w]
        for i in range(4):
            s.digits[i, w] = ZERO
        t = s.live[v, w]
        while t != ZERO:
            b = t & (~t + ONE)
            n = bits.popcount(U(s.sub[v, bits.lowest(t) + 64 * w]))
            t &= t - ONE
            for i in range(4):
                if (n >> i) & 1:
                    s.digits[i, w] |= b
    sort_lines(g, s)


@kernel
def commit(g: Geo, s: State, a: int, b: int) -> None:
    """Use the pair a, b."""
    take_cell(g, s, a)
    take_cell(g, s, b)
    for w in range(g.words):
        s.open[w] &= ~(g.through[a, w] & g.through[b, w])
    sort_lines(g, s)


@kernel
def greedy_pairs(g: Geo, s: State, v: int) -> int:
    """The number of lines left open; pairs in s.pairs, zone in s.found_zone."""
    count_free(g, s, v)
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
        z0, z1 = bits.with_both(z0, z1, a, b)
        s.pairs[pairs] = a
        s.pairs[pairs + 1] = b
        pairs += 2
    s.found_zone[0] = z0
    s.found_zone[1] = z1
    s.pair_cells = pairs
    return fails


@kernel
def pairing(g: Geo, s: State, v: int) -> int:
    """0 when a pairing is found (zone in s.found_zone), else the least number of lines left open."""
    return new_pairing(g, s, v, GIVE_UP)


@kernel
def new_pairing(g: Geo, s: State, v: int, most: int) -> int:
    """As `pairing`: what greed leaves open is mended unless it is more than `most` lines."""
    open_lines = greedy_pairs(g, s, v)
    if open_lines == 0 or open_lines > most or g.steps == 0:
        return open_lines
    return min(open_lines, pairing_repair.mended(g, s, v, g.steps, I64(g.lines)))


@kernel
def pairing_near(g: Geo, s: State, v: int, slot: int, more: int) -> int:
    """As `pairing`: first mends the pairs last found for this slot, and keeps away from the cells in s.near, s.far.

    The lines that this leaves open tell whether new pairs are worth mending. Where `more` is not 0 that is not asked,
    and where none is found so many steps more are tried.
    """
    s.dice = I64(s.h[v, 0] >> U(33))
    s.pair_cells = s.old_pair_cells[slot]
    for i in range(s.pair_cells):
        s.pairs[i] = s.old_pairs[slot, i]
    left = I64(pairing_repair.mended(g, s, v, MEND, MENDABLE))
    if left != 0:
        most = GIVE_UP if more > 0 else max(I64(1), HOPE - left)
        left = I64(new_pairing(g, s, v, most))
        if left != 0 and left <= GIVE_UP and more > 0:
            left = I64(pairing_repair.mended(g, s, v, more, I64(g.lines)))
        if left != 0:
            return int(left)
        pairing_repair.lay(g, s, v)
        pairing_repair.collect(g, s, v)
    pairing_repair.cheaper(g, s, v)
    s.old_pair_cells[slot] = s.pair_cells
    for i in range(s.pair_cells):
        s.old_pairs[slot, i] = s.pairs[i]
    return 0
