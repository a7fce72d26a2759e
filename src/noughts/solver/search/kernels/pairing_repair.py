"""Pairings by local search: break a pair to serve an open line, and prefer cells that nobody has to answer yet.

The pairs are a matching, s.match[c] the partner of cell c or -1; s.cover counts the pairs that serve a line, all lines
at once, one bit plane a binary digit (a line of twelve cells has room for six pairs); s.served holds the lines served
at all, s.once those served by one pair. An open line chosen at random takes the pair of its cells that gains most; each
time a line is found open its weight grows, counted in bit planes as well (s.blame), so that the search leaves every
local optimum ("breakout", Morris 1993; random open constraint as in WalkSAT, Selman, Kautz and Cohen 1994).

A search that has found pairs mends them for the next position instead of pairing anew: s.old_pairs[v] are the pairs
found last for a position two levels below v. s.rest[c] is the step until which c is spared. The pairs found are then
moved, as far as they can be, off the cells in s.near and s.far: a zone that leaves out a move answers it.
"""

from __future__ import annotations

from noughts.kernels.declare import Word, kernel
from noughts.solver.search.kernels import bits, fields
from noughts.solver.search.kernels.bits import I64, ONE, ZERO
from noughts.solver.search.kernels.fields import Geo, State

PATIENCE, TOO_MANY = 20, 8  # steps after which more open lines than this end the search
REST = 3  # steps that the cells of a new pair are spared
SPARED = 2  # what a spared cell's pair must gain besides
NEAR = I64(16)  # price of a cell of s.near: the moves that the node above still has to answer
FAR = I64(2)  # of one of s.far: those of the nodes further up
TIES = 1 << 2 * (fields.LONGEST - 1)  # a number below it has two binary digits for each other cell of a line
ROUNDS = 3  # times that all pairs are looked at for cheaper cells
MORE, LESS = ZERO, ~ZERO  # how `serve` counts


@kernel
def random(s: State, n: int) -> int:
    """A number below n, at most 2**23; from s.dice."""
    s.dice = (s.dice * 1103515245 + 12345) & 0x7FFFFFFF
    return int((s.dice >> 8) % n)


@kernel
def serve(g: Geo, s: State, v: int, a: int, b: int, step: Word) -> None:
    """The live lines through a and b are served by one pair more (MORE) or by one less (LESS)."""
    for w in range(g.words):
        t = s.live[v, w] & g.through[a, w] & g.through[b, w]
        for i in range(3):
            x = s.cover[i, w]
            s.cover[i, w] = x ^ t
            t &= x ^ step  # what is carried into the next digit, or borrowed from it
        more = s.cover[1, w] | s.cover[2, w]
        s.served[w] = s.cover[0, w] | more
        s.once[w] = s.cover[0, w] & ~more


@kernel
def lay(g: Geo, s: State, v: int) -> None:
    """Start from the pairs in s.pairs, as far as both cells are empty."""
    for c in range(g.cells):
        s.match[c] = -1
        s.rest[c] = 0
    for w in range(g.words):
        for i in range(fields.BLAMES):
            s.blame[i, w] = ZERO
        s.served[w] = s.once[w] = s.cover[0, w] = s.cover[1, w] = s.cover[2, w] = ZERO
    for i in range(0, s.pair_cells, 2):
        a, b = s.pairs[i], s.pairs[i + 1]
        if not bits.has(s.m[v, 0], s.m[v, 1], a) and not bits.has(s.m[v, 0], s.m[v, 1], b):
            join(g, s, v, a, b)


@kernel
def join(g: Geo, s: State, v: int, a: int, b: int) -> None:
    """Make a, b a pair."""
    s.match[a] = b
    s.match[b] = a
    serve(g, s, v, a, b, MORE)


@kernel
def separate(g: Geo, s: State, v: int, a: int, b: int) -> None:
    """The pair a, b is none any more."""
    s.match[a] = -1
    s.match[b] = -1
    serve(g, s, v, a, b, LESS)


@kernel
def served_alone(g: Geo, s: State, v: int, a: int, b: int, w: int) -> Word:
    """Word w of the lines that only the pair a, b serves."""
    return s.live[v, w] & g.through[a, w] & g.through[b, w] & s.once[w]


@kernel
def blame(s: State, t: Word, w: int) -> int:
    """Weight of word w of a line set: one for each line, and one for each time that the line was found open."""
    x = bits.popcount(t)
    for i in range(fields.BLAMES):
        x += bits.popcount(t & s.blame[i, w]) << i
    return int(x)


@kernel
def blame_more(s: State, l: int) -> None:
    """Line l was found open once more; where its digits are all ones it stays at that."""
    w, t = l >> 6, bits.bit(l)
    if blame(s, t, w) < 1 << fields.BLAMES:  # a count less than all ones, and one for the line
        for i in range(fields.BLAMES):
            x = s.blame[i, w]
            s.blame[i, w] = x ^ t
            t &= x


@kernel
def list_cells(g: Geo, s: State, v: int, line: int) -> int:
    """How many empty cells the line has: into s.line_cells, the weight of what only their pairs serve, s.line_scores.

    The live lines through each cell go into s.along; into s.wanting those of them that are open or served by its pair
    only, which a new pair would have to serve.
    """
    n = I64(0)
    for i in range(g.longest):
        if (s.sub[v, line] >> i) & 1:
            c = g.cells_of[line, i]
            partner = s.match[c]
            x = I64(0)
            for w in range(g.words):
                t = s.live[v, w] & g.through[c, w]
                alone = t & g.through[partner, w] & s.once[w] if partner >= 0 else ZERO
                s.along[n, w] = t
                s.wanting[n, w] = t & ~s.served[w] | alone
                x += blame(s, alone, w)
            s.line_cells[n] = c
            s.line_scores[n] = x
            n += 1
    return int(n)


@kernel
def gain(g: Geo, s: State, i: int, j: int) -> int:
    """Weight of the lines that cells i and j of the list would serve, less those that only the broken pairs serve."""
    x = -s.line_scores[i] - s.line_scores[j]
    for w in range(g.words):
        x += blame(s, s.along[i, w] & s.wanting[j, w] | s.wanting[i, w] & s.along[j, w], w)
    return int(x)


@kernel
def best_exchange(g: Geo, s: State, v: int, line: int, step: int) -> tuple[int, int]:
    """The pair of the line's empty cells that gains most, ties at random."""
    first, second = I64(-1), I64(-1)
    best = I64(-(1 << 40))
    n = list_cells(g, s, v, line)
    for i in range(n):
        ties = random(s, TIES)
        for j in range(i + 1, n):
            a, b = s.line_cells[i], s.line_cells[j]
            x = gain(g, s, i, j)
            if s.rest[a] > step or s.rest[b] > step:
                x -= SPARED
            x = 4 * x + (ties & 3)
            ties >>= 2
            if x > best:
                best, first, second = x, a, b
    return first, second


@kernel
def exchange(g: Geo, s: State, v: int, a: int, b: int) -> None:
    """Make a, b a pair; what they were paired with is free."""
    for c in (a, b):
        if s.match[c] >= 0:
            separate(g, s, v, c, s.match[c])
    join(g, s, v, a, b)


@kernel
def count_open(g: Geo, s: State, v: int) -> int:
    """Live lines that no pair serves."""
    n = 0
    for w in range(g.words):
        n += bits.popcount(s.live[v, w] & ~s.served[w])
    return n


@kernel
def open_line(g: Geo, s: State, v: int, n: int) -> int:
    """Open line number n."""
    for w in range(g.words):
        t = s.live[v, w] & ~s.served[w]
        while t != ZERO:
            if n == 0:
                return bits.lowest(t) + 64 * w
            n -= 1
            t &= t - ONE
    return -1


@kernel
def mended(g: Geo, s: State, v: int, steps: int, most: int) -> int:
    """Mend the pairs in s.pairs: 0 when every live line is served, else the least number of lines left open.

    Gives up where more than `most` are open at the start, or too many for long.
    """
    lay(g, s, v)
    least = count_open(g, s, v)
    if least > most:
        return least
    for step in range(1, steps + 1):
        n = count_open(g, s, v)
        least = min(least, n)
        if n == 0:
            collect(g, s, v)
            return 0
        if n > TOO_MANY and step > PATIENCE:
            break
        l = open_line(g, s, v, random(s, n))
        blame_more(s, l)
        a, b = best_exchange(g, s, v, l, step)
        if a < 0:
            break
        exchange(g, s, v, a, b)
        s.rest[a] = step + REST
        s.rest[b] = step + REST
    return least


@kernel
def needless(g: Geo, s: State, v: int, a: int, b: int) -> bool:
    """Whether all that the pair a, b serves is served by others too."""
    alone = ZERO
    for w in range(g.words):
        alone |= served_alone(g, s, v, a, b, w)
    return bool(alone == ZERO)


@kernel
def collect(g: Geo, s: State, v: int) -> None:
    """Drop needless pairs; the others into s.pairs, their cells into s.found_zone."""
    n = 0
    z0, z1 = ZERO, ZERO
    for a in range(g.cells):
        b = s.match[a]
        if b > a:
            if needless(g, s, v, a, b):
                separate(g, s, v, a, b)
            else:
                s.pairs[n] = a
                s.pairs[n + 1] = b
                n += 2
                z0, z1 = bits.with_both(z0, z1, a, b)
    s.pair_cells = n
    s.found_zone[0] = z0
    s.found_zone[1] = z1


@kernel
def price(s: State, c: int) -> int:
    """What a cell of the zone costs: most where the node above, some where one further up must answer its move."""
    x = I64(1)
    if bits.has(s.near[0], s.near[1], c):
        x += NEAR
    if bits.has(s.far[0], s.far[1], c):
        x += FAR
    return int(x)


@kernel
def common_cells(g: Geo, s: State, v: int, a: int, b: int) -> tuple[Word, Word]:
    """The cells that could take over for a or b: in all lines that only this pair serves, and in no other pair."""
    c0, c1 = ~s.m[v, 0], ~s.m[v, 1]
    for w in range(g.words):
        t = served_alone(g, s, v, a, b, w)
        while t != ZERO:
            l = bits.lowest(t) + 64 * w
            c0 &= g.lm[l, 0]
            c1 &= g.lm[l, 1]
            t &= t - ONE
    p0, p1 = bits.without_both(s.found_zone[0], s.found_zone[1], a, b)
    return c0 & ~p0, c1 & ~p1


@kernel
def two_of(s: State, c0: Word, c1: Word, pick: bool) -> tuple[int, int, int]:
    """Two cells of a set: the cheapest, or (pick) any; and their price."""
    a, b = I64(-1), I64(-1)
    x, y = I64(1 << 20), I64(1 << 20)
    while c0 | c1 != ZERO:
        c = bits.first_cell(c0, c1)
        c0, c1 = bits.without_first(c0, c1)
        p = price(s, c)
        if pick:
            p += 64 * random(s, 64)
        if p < x:
            b, y, a, x = a, x, I64(c), p
        elif p < y:
            b, y = I64(c), p
    return a, b, price(s, a) + price(s, b)


@kernel
def cheaper(g: Geo, s: State, v: int) -> None:
    """Move the pairs found away from the cells that are still to be answered above; ties walk about at random."""
    for turn in range(ROUNDS):
        for a in range(g.cells):
            b = s.match[a]
            if b <= a or needless(g, s, v, a, b):
                continue
            now = price(s, a) + price(s, b)
            c0, c1 = common_cells(g, s, v, a, b)
            x, y, then = two_of(s, c0, c1, False)
            if then >= now and turn > 0:
                x, y, then = two_of(s, c0, c1, True)
            if then < now or (turn > 0 and then == now):
                move_pair(g, s, v, a, b, x, y)
        collect(g, s, v)


@kernel
def move_pair(g: Geo, s: State, v: int, a: int, b: int, x: int, y: int) -> None:
    """The pair x, y instead of a, b."""
    separate(g, s, v, a, b)
    join(g, s, v, x, y)
    z0, z1 = bits.without_both(s.found_zone[0], s.found_zone[1], a, b)
    s.found_zone[0], s.found_zone[1] = bits.with_both(z0, z1, x, y)
