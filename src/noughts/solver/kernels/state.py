"""The state a search walks with: a board as words, positions as edge sets, bits and masks.

Words are uint64; a cell set is two words (cells 0..63, 64..127), a line set len(g.words) words, `words`
being a tuple so that its length is known when the loops are compiled.

Geometry `g` (constant)                        State `s`, one row a level `v`
  lm[l, 0:2]     cells of line l                 live[v, w]  lines that still count
  through[c, w]  lines through cell c            sub[v, l]   empty cells of line l as a pattern:
  cells_of[l, i] the i-th cell of line l                     line (3 5 7), Maker on 5: sub = 101b
  line_at[c, j], bit_at[c, j]  j-th line         h[v, i]     XOR of hashes[l, sub, i] over live lines,
                 through c, and c's bit in sub               one value a symmetry i: the key of the
  hashes[l, sub, i]  hash of that cell set                   edge set; the least is canonical
                 seen through symmetry i         m[v, 0:2]   Maker's stones
  perm[i], perm[G+i] symmetry i, its inverse

Line 1-5 with Maker on 1 is the edge {2,3,4,5}; line 2-6 is then a superset and is dropped.
A cell numbered c is bit c & 63 of word c >> 6.

s.stat, by number: 0 expansions, 1 first looks, 2 of them paired, 3 cells in s.pairs, 4 fork seen, 5 replies
tried to narrow, 6 random state (0: none), 7 kind of node where it acts, 16+n weight of a line with n empties,
32.. and 48.. scratch of best_pair, 64+c weight of cell c. s.pw: four words for masks handed back.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np
from llvmlite import ir
from numba import config, types
from numba.extending import intrinsic

from noughts.solver.kernels import kernel

Word: TypeAlias = Any  # one uint64
Array: TypeAlias = Any
Table: TypeAlias = Any  # rows of four words, see transposition.py

U: Any = np.uint64
I64: Any = np.int64
ZERO = np.uint64(0)
ONE = np.uint64(1)
ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
INF = 1 << 23  # proof numbers from here on mean "settled"
PASS = 127  # Maker's null move


class Geo(NamedTuple):
    """A board as constant arrays, and the four numbers of `Tuning`."""

    lm: Array
    through: Array
    cells_of: Array
    degree: Array
    line_at: Array
    bit_at: Array
    hashes: Array
    perm: Array
    cells: int
    lines: int
    longest: int
    replies: int
    rounds: int
    leaf: int
    growth: int
    words: tuple[Word, ...]


class State(NamedTuple):
    """One worker's stack, a row a level; children of a level in chm (move), chp and chd (numbers)."""

    live: Array
    sub: Array
    h: Array
    m: Array
    kind: Array
    nch: Array
    chm: Array
    chp: Array
    chd: Array
    S: Array  # moves still to be answered
    Z: Array  # zone gathered so far
    th: Array  # thresholds pn, dn; own pn, dn; the child gone into
    inc: Array
    work: Array
    stat: Array
    planes: Array
    pw: Array
    pairs: Array


if config.DISABLE_JIT:  # type: ignore[attr-defined]

    def popcount(x: Word) -> int:
        """Number of set bits."""
        return int(x).bit_count()

    def lowest(x: Word) -> int:
        """Index of the lowest set bit of a word that is not 0."""
        return (int(x) & -int(x)).bit_length() - 1

else:

    @intrinsic
    def popcount(context: Any, x: Any) -> Any:
        """Number of set bits, one machine instruction."""

        def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return builder.ctpop(arguments[0])

        return types.int64(types.uint64), generate

    @intrinsic
    def lowest(context: Any, x: Any) -> Any:
        """Index of the lowest set bit of a word that is not 0, one machine instruction."""

        def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.uint64), generate


@kernel
def bit(c: int) -> Word:
    """Cell or line c as a bit of its word."""
    return ONE << U(c & 63)


@kernel
def has(z0: Word, z1: Word, c: int) -> bool:
    """Whether cell c is in the set."""
    return bool(((z0 if c < 64 else z1) >> U(c & 63)) & ONE != ZERO)


@kernel
def with_cell(z0: Word, z1: Word, c: int) -> tuple[Word, Word]:
    """The set and cell c."""
    if c < 64:
        return z0 | bit(c), z1
    return z0, z1 | bit(c)


@kernel
def without(z0: Word, z1: Word, c: int) -> tuple[Word, Word]:
    """The set less cell c."""
    if c < 64:
        return z0 & ~bit(c), z1
    return z0, z1 & ~bit(c)


@kernel
def is_live(s: State, v: int, l: int) -> bool:
    """Whether line l still counts at level v."""
    return bool((s.live[v, l >> 6] >> U(l & 63)) & ONE != ZERO)


@kernel
def heaviest(s: State, z0: Word, z1: Word) -> int:
    """The cell of the set with the greatest weight (s.stat[64 + c]), the lowest of equals; -1 if none."""
    best = -1
    weight = -1
    while z0 != ZERO:
        c = lowest(z0)
        z0 &= z0 - ONE
        if s.stat[64 + c] > weight:
            weight = s.stat[64 + c]
            best = c
    while z1 != ZERO:
        c = lowest(z1) + 64
        z1 &= z1 - ONE
        if s.stat[64 + c] > weight:
            weight = s.stat[64 + c]
            best = c
    return best


@kernel
def copy_state(g: Geo, s: State, a: int, b: int) -> None:
    """Level b = level a."""
    for w in range(len(g.words)):
        s.live[b, w] = s.live[a, w]
    for i in range(s.sub.shape[1]):
        s.sub[b, i] = s.sub[a, i]
    for i in range(s.h.shape[1]):
        s.h[b, i] = s.h[a, i]
    s.m[b, 0] = s.m[a, 0]
    s.m[b, 1] = s.m[a, 1]


@kernel
def drop_line(g: Geo, s: State, v: int, l: int) -> None:
    """Line l no longer counts."""
    s.live[v, l >> 6] &= ~bit(l)
    q = s.sub[v, l]
    for i in range(s.h.shape[1]):
        s.h[v, i] ^= g.hashes[l, q, i]


@kernel
def put_breaker(g: Geo, s: State, v: int, c: int) -> None:
    """Breaker takes c: every live line through it dies."""
    for w in range(len(g.words)):
        t = s.live[v, w] & g.through[c, w]
        while t != ZERO:
            l = lowest(t) + 64 * w
            t &= t - ONE
            drop_line(g, s, v, l)


@kernel
def put_maker(g: Geo, s: State, v: int, c: int) -> None:
    """Maker takes c: live lines through it shrink; lines that now contain another are dropped."""
    s.m[v, c >> 6] |= bit(c)
    for j in range(g.degree[c]):
        l = g.line_at[c, j]
        if is_live(s, v, l):
            q = s.sub[v, l]
            n = q & ~g.bit_at[c, j]
            s.sub[v, l] = n
            for i in range(s.h.shape[1]):
                s.h[v, i] ^= g.hashes[l, q, i] ^ g.hashes[l, n, i]
    for j in range(g.degree[c]):
        l = g.line_at[c, j]
        if is_live(s, v, l):
            drop_supersets(g, s, v, l)


@kernel
def drop_supersets(g: Geo, s: State, v: int, l: int) -> None:
    """Drop every other live line that contains what is left of line l."""
    q = s.sub[v, l]
    k = g.longest
    for w in range(len(g.words)):
        t = s.live[v, w]
        if l >> 6 == w:
            t &= ~bit(l)
        for i in range(k):
            if (q >> i) & 1:
                t &= g.through[g.cells_of[l, i], w]
        while t != ZERO:
            o = lowest(t) + 64 * w
            t &= t - ONE
            drop_line(g, s, v, o)


@kernel
def canon(g: Geo, s: State, v: int) -> int:
    """Index of the symmetry with the least hash: the canonical frame."""
    b = 0
    for i in range(1, s.h.shape[1]):
        if s.h[v, i] < s.h[v, b]:
            b = i
    return b


@kernel
def map_mask(g: Geo, p: int, z0: Word, z1: Word) -> tuple[Word, Word]:
    """Image of a cell mask under permutation row p of g.perm (rows G.. are the inverses)."""
    a = ZERO
    b = ZERO
    while z0 != ZERO:
        c = g.perm[p, lowest(z0)]
        z0 &= z0 - ONE
        if c < 64:
            a |= bit(c)
        else:
            b |= bit(c)
    while z1 != ZERO:
        c = g.perm[p, lowest(z1) + 64]
        z1 &= z1 - ONE
        if c < 64:
            a |= bit(c)
        else:
            b |= bit(c)
    return a, b


@kernel
def weights(g: Geo, s: State, v: int) -> tuple[Word, Word]:
    """Weigh every cell by its live lines (few empties count most); returns the empty cells of live lines."""
    n = g.cells
    for c in range(n):
        s.stat[64 + c] = 0
    k = g.longest
    r0 = ZERO
    r1 = ZERO
    for w in range(len(g.words)):
        t = s.live[v, w]
        while t != ZERO:
            l = lowest(t) + 64 * w
            t &= t - ONE
            q = s.sub[v, l]
            x = s.stat[16 + popcount(U(q))]
            r0 |= g.lm[l, 0]
            r1 |= g.lm[l, 1]
            for i in range(k):
                if (q >> i) & 1:
                    s.stat[64 + g.cells_of[l, i]] += x
    return r0 & ~s.m[v, 0], r1 & ~s.m[v, 1]


@kernel
def load(g: Geo, s: State, m0: Word, m1: Word, b0: Word, b1: Word, kind: int) -> None:
    """Set level 0 to the position with Maker's stones m and Breaker's b."""
    for w in range(len(g.words)):
        s.live[0, w] = ZERO
    for i in range(s.h.shape[1]):
        s.h[0, i] = ZERO
    s.m[0, 0] = ZERO
    s.m[0, 1] = ZERO
    for l in range(g.lines):
        if (g.lm[l, 0] & b0) | (g.lm[l, 1] & b1):
            continue
        s.live[0, l >> 6] |= bit(l)
        q = (1 << (popcount(g.lm[l, 0]) + popcount(g.lm[l, 1]))) - 1
        s.sub[0, l] = q
        for i in range(s.h.shape[1]):
            s.h[0, i] ^= g.hashes[l, q, i]
    s.kind[0] = kind
    while m0 != ZERO:
        put_maker(g, s, 0, lowest(m0))
        m0 &= m0 - ONE
    while m1 != ZERO:
        put_maker(g, s, 0, lowest(m1) + 64)
        m1 &= m1 - ONE
