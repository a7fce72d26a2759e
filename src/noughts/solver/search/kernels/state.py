"""Positions as edge sets, a level of the state each: bits and masks, loading, and a stone of either side.

Words are uint64; a cell set is two words (cells 0..63, 64..127), a line set g.words words. The geometry `g` and the
state `s` are records, whose fields `fields` tells.

The side to move is FIRST or SECOND everywhere: Maker and Breaker in the weak game, attacker and defender in the
strong one. There `a` is the state whose Maker is the attacker, `d` the one whose Maker is the defender.

The pattern sub[v, l] is what line l still wants: of line (3 5 7), Maker on 5, it is 101b. h[v, i] is the XOR of the
live lines' hashes through symmetry i, the key of the edge set; the least of them is canonical.
Line 1-5 with Maker on 1 is the edge {2,3,4,5}; line 2-6 is then a superset and is dropped.
A cell numbered c is bit c & 63 of word c >> 6.
"""

from __future__ import annotations

from typing import TypeAlias

from noughts.kernels.declare import Word, WordRows, entry, kernel
from noughts.solver.search.kernels import bits, fields
from noughts.solver.search.kernels.bits import I64, ONE, ZERO, U
from noughts.solver.search.kernels.fields import Geo, State

Table: TypeAlias = WordRows  # rows of four words, see transposition.py

# Numbers that are handed to kernels are of one type: a plain 0 would make Numba compile a copy for "the literal 0".
INF = I64(1 << 23)  # proof numbers from here on mean "settled"
WIN = (I64(0), INF)  # pn and dn where the first side wins
HOLD = (INF, I64(0))  # and where the second side holds
FIRST = I64(0)  # to move: Maker, the attacker
SECOND = I64(1)  # Breaker, the defender
PASS = I64(128)  # Maker's null move: no cell
ANY = I64(128)  # stones or forcing moves: no limit but the board's
ROOT = I64(0)  # the first level


@kernel
def is_live(s: State, v: int, l: int) -> bool:
    """Whether line l still counts at level v."""
    return bool((s.live[v, l >> 6] >> U(l & 63)) & ONE != ZERO)


@kernel
def heaviest(s: State, z0: Word, z1: Word) -> int:
    """The cell of the set with the greatest weight (s.weight[c]), the lowest of equals; -1 if none."""
    best = -1
    weight = -1
    while z0 | z1 != ZERO:
        c = bits.first_cell(z0, z1)
        z0, z1 = bits.without_first(z0, z1)
        if s.weight[c] > weight:
            weight = s.weight[c]
            best = c
    return best


@kernel
def live_cells(g: Geo, s: State, v: int, c: int, most: int) -> tuple[Word, Word]:
    """The empty cells of the live lines with at most so many (ANY: however many) that avoid cell c (-1: of all)."""
    u0, u1 = ZERO, ZERO
    for w in range(g.words):
        t = s.live[v, w]
        if c >= 0:
            t &= ~g.through[c, w]
        while t != ZERO:
            l = bits.lowest(t) + 64 * w
            t &= t - ONE
            if most == ANY or bits.popcount(U(s.sub[v, l])) <= most:
                u0 |= g.lm[l, 0]
                u1 |= g.lm[l, 1]
    return u0 & ~s.m[v, 0], u1 & ~s.m[v, 1]


@kernel
def copy_state(g: Geo, s: State, a: int, b: int) -> None:
    """Level b = level a."""
    for w in range(g.words):
        s.live[b, w] = s.live[a, w]
    for i in range(g.lines):
        s.sub[b, i] = s.sub[a, i]
    for i in range(fields.FRAMES):
        s.h[b, i] = s.h[a, i]
    s.m[b, 0] = s.m[a, 0]
    s.m[b, 1] = s.m[a, 1]


@kernel
def drop_line(g: Geo, s: State, v: int, l: int) -> None:
    """Line l no longer counts."""
    s.live[v, l >> 6] &= ~bits.bit(l)
    q = s.sub[v, l]
    for i in range(fields.FRAMES):
        s.h[v, i] ^= g.hashes[(l << g.longest) + q, i]


@kernel
def put_breaker(g: Geo, s: State, v: int, c: int) -> None:
    """Breaker takes c: every live line through it dies."""
    for w in range(g.words):
        t = s.live[v, w] & g.through[c, w]
        while t != ZERO:
            l = bits.lowest(t) + 64 * w
            t &= t - ONE
            drop_line(g, s, v, l)


@kernel
def put_maker(g: Geo, s: State, v: int, c: int) -> None:
    """Maker takes c: live lines through it shrink; lines that now contain another are dropped."""
    s.m[v, c >> 6] |= bits.bit(c)
    for w in range(g.words):
        t = s.live[v, w] & g.through[c, w]
        while t != ZERO:
            l = bits.lowest(t) + 64 * w
            t &= t - ONE
            q = s.sub[v, l]
            n = q & ~g.bit_at[c, l]
            s.sub[v, l] = n
            for i in range(fields.FRAMES):
                s.h[v, i] ^= g.hashes[(l << g.longest) + q, i] ^ g.hashes[(l << g.longest) + n, i]
    for w in range(g.words):
        t = s.live[v, w] & g.through[c, w]
        while t != ZERO:
            l = bits.lowest(t) + 64 * w
            t &= t - ONE
            if is_live(s, v, l):
                drop_supersets(g, s, v, l)


@kernel
def drop_supersets(g: Geo, s: State, v: int, l: int) -> None:
    """Drop every other live line that contains what is left of line l."""
    q = s.sub[v, l]
    k = g.longest
    for w in range(g.words):
        t = s.live[v, w]
        if l >> 6 == w:
            t &= ~bits.bit(l)
        for i in range(k):
            if (q >> i) & 1:
                t &= g.through[g.cells_of[l, i], w]
        while t != ZERO:
            o = bits.lowest(t) + 64 * w
            t &= t - ONE
            drop_line(g, s, v, o)


@kernel
def canon(g: Geo, s: State, v: int) -> int:
    """Index of the symmetry with the least hash: the canonical frame."""
    b = 0
    for i in range(1, fields.FRAMES):
        if s.h[v, i] < s.h[v, b]:
            b = i
    return b


@kernel
def map_mask(g: Geo, p: int, z0: Word, z1: Word) -> tuple[Word, Word]:
    """Image of a cell mask under permutation row p of g.perm (rows G.. are the inverses)."""
    a, b = ZERO, ZERO
    while z0 | z1 != ZERO:
        a, b = bits.with_cell(a, b, g.perm[p, bits.first_cell(z0, z1)])
        z0, z1 = bits.without_first(z0, z1)
    return a, b


@kernel
def weights(g: Geo, s: State, v: int) -> tuple[Word, Word]:
    """Weigh every cell by its live lines (few empties count most); returns the empty cells of live lines."""
    n = g.cells
    for c in range(n):
        s.weight[c] = 0
    k = g.longest
    r0 = ZERO
    r1 = ZERO
    for w in range(g.words):
        t = s.live[v, w]
        while t != ZERO:
            l = bits.lowest(t) + 64 * w
            t &= t - ONE
            q = s.sub[v, l]
            x = s.line_weight[bits.popcount(U(q))]
            r0 |= g.lm[l, 0]
            r1 |= g.lm[l, 1]
            for i in range(k):
                if (q >> i) & 1:
                    s.weight[g.cells_of[l, i]] += x
    return r0 & ~s.m[v, 0], r1 & ~s.m[v, 1]


@entry
def load(g: Geo, s: State, m0: Word, m1: Word, b0: Word, b1: Word, side: int) -> None:
    """Set level 0 to the position with Maker's stones m and Breaker's b."""
    for w in range(g.words):
        s.live[0, w] = ZERO
    for i in range(fields.FRAMES):
        s.h[0, i] = ZERO
    s.m[0, 0] = ZERO
    s.m[0, 1] = ZERO
    for l in range(g.lines):
        if (g.lm[l, 0] & b0) | (g.lm[l, 1] & b1):
            continue
        s.live[0, l >> 6] |= bits.bit(l)
        q = (1 << (bits.popcount(g.lm[l, 0]) + bits.popcount(g.lm[l, 1]))) - 1
        s.sub[0, l] = q
        for i in range(fields.FRAMES):
            s.h[0, i] ^= g.hashes[(l << g.longest) + q, i]
    s.side[ROOT] = side
    while m0 | m1 != ZERO:
        put_maker(g, s, ROOT, bits.first_cell(m0, m1))
        m0, m1 = bits.without_first(m0, m1)
