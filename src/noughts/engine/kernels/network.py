"""The small network over lines: what a position is worth where nothing threatens, on boards of five in a row.

What it sees of a cell is four lines, and of each two arms, the four cells on either side. For side a, an arm is its
stones (a bit each) as far as the first stone of the other side or the board's edge: 31 arms, the number of one with n
cells being 2^n - 1 + bits. Two arms have a row of weights, mirrored alike, one for all directions, of two halves: T
for the side whose view it is, U for the other. So an empty cell has for each view CHANNELS numbers,

    h = max(0, sum over its lines of T[arms of the view's side] + U[arms of the other]),

and a side has their sums over all empty cells. These, the mover's before the waiter's, go through HIDDEN places (a
weighted sum each, 0 where it is below) and with weights of their own into one number. Nothing depends on which side is
X: with colours swapped and the other side to move the value is the same; so it is of a board turned or mirrored.

All are whole numbers: a value is the same on every machine. Four channels lie in a word, 16 bits each. Each number of
a row has 4096 added, so that the eight rows of a cell make 0x8000 in a lane whose sum is 0, and a lane's highest bit
tells whether it is above; words are added and subtracted as they are, since no lane ever leaves its bits.

    g.arm[a, byte]   the arm of side a; byte: the bits of side 0's stones and, above them, side 1's; off the board both
    g.row[31 l + r]  the words of T and then of U of two arms
    g.near[c], g.place[c]   the cells that see c, and as what: direction, end, distance - 1 (bits 3 on, 2, and 1 to 0)
    s.arms[c, d, e]  the byte of the cells from c in direction d, at either end of it
    s.acc[c, a]      the words of cell c as side a sees it
    s.taken[c]       whether it is held, as far as s.acc knows
    s.sums[a]        over the empty cells: each word's lanes 0 and 2, then 1 and 3, 32 bits each
    s.path[v]        the move made at level v: 2 cell + side, -1 for a pass
    s.seen           the moves that s.acc knows of, s.known of them: it follows the path only where a value is asked,
                     and not to the last move, whose difference is reckoned without being kept
Sources: Y. Nasu, Efficiently Updatable Neural-Network-based Evaluation Functions for Computer Shogi, 2018; the engine
Rapfi for tables over lines.
"""

from __future__ import annotations

from noughts.engine.kernels import lines
from noughts.engine.kernels.lines import I64, NONE, Geo, State, U, Word
from noughts.solver.jit import kernel

WORDS = lines.WORDS
CHANNELS = 4 * WORDS
HIDDEN = lines.HIDDEN
ARMS = lines.ARMS
LOW = U(0x0001000100010001)
POSITIVE = U(0x7FFF7FFF7FFF7FFF)
EVEN = U(0x0000FFFF0000FFFF)
ONE = I64(12)  # bits of a weight behind the point
SCALE = I64(8)  # bits of a channel behind the point
MOST = I64(1 << 20)  # no value is further from 0: it is no proof


@kernel
def above(word: Word) -> Word:
    """Each lane's sum where it is above 0, else 0."""
    ones = word >> U(15) & LOW
    return word & ((ones << U(16)) - ones) & POSITIVE


@kernel
def tally(s: State, a: int, k: int, word: Word, sign: int) -> None:
    """Adds what a cell's word k, as side a sees it, is worth to the sums, or subtracts it."""
    word = above(word)
    even, odd = word & EVEN, word >> U(16) & EVEN
    if sign > 0:
        s.sums[a, k, 0] += even
        s.sums[a, k, 1] += odd
    else:
        s.sums[a, k, 0] -= even
        s.sums[a, k, 1] -= odd


@kernel
def stone(g: Geo, s: State, c: int, a: int, keep: bool, sign: int) -> None:
    """Side a's stone on c comes (sign 1) or goes (-1): the sums, and where it is to be kept what cells see.

    Where it is not kept, the cells that see it are as they were.
    """
    for k in range(WORDS):
        for b in range(2):
            tally(s, b, k, s.acc[c, b, k], -sign)
    for i in range(g.nears[c]):
        e, at = I64(g.near[c, i]), I64(g.place[c, i])
        if s.taken[e] != 0 and not keep:
            continue
        d, end = at >> 3, at >> 2 & 1
        old, other = I64(s.arms[e, d, end]), I64(s.arms[e, d, 1 - end])
        new = old ^ (1 << ((at & 3) + 4 * a))
        if keep:
            s.arms[e, d, end] = new
        x, y, z = I64(g.arm[0, old]), I64(g.arm[0, new]), I64(g.arm[0, other]) * ARMS
        p, q, r = I64(g.arm[1, old]), I64(g.arm[1, new]), I64(g.arm[1, other]) * ARMS
        if x == y and p == q:
            continue
        x, y, p, q = x + z, y + z, p + r, q + r
        for k in range(WORDS):
            first, second = s.acc[e, 0, k], s.acc[e, 1, k]
            one = first + g.row[y, k] - g.row[x, k] + g.row[q, WORDS + k] - g.row[p, WORDS + k]
            two = second + g.row[q, k] - g.row[p, k] + g.row[y, WORDS + k] - g.row[x, WORDS + k]
            if s.taken[e] == 0:
                tally(s, 0, k, first, I64(-1))
                tally(s, 0, k, one, I64(1))
                tally(s, 1, k, second, I64(-1))
                tally(s, 1, k, two, I64(1))
            if keep:
                s.acc[e, 0, k], s.acc[e, 1, k] = one, two


@kernel
def put(g: Geo, s: State, move: int, sign: int) -> None:
    """A move of the path comes or goes; a pass is nothing."""
    if move >= 0:
        c = move >> 1
        if sign > 0:
            stone(g, s, c, move & 1, True, sign)
        s.taken[c] = 1 if sign > 0 else 0
        if sign < 0:
            stone(g, s, c, move & 1, True, sign)


@kernel
def begin(g: Geo, s: State) -> None:
    """From the empty board on: the stones that are there, and the moves of the path are among them."""
    for c in range(g.count):
        for d in range(4):
            for end in range(2):
                s.arms[c, d, end] = g.edge[c, d, end]
            x, y = (
                I64(g.arm[0, g.edge[c, d, 0]]),
                I64(g.arm[0, g.edge[c, d, 1]]),
            )  # without stones the same for both
            for k in range(WORDS):
                w = g.row[x * ARMS + y, k] + g.row[x * ARMS + y, WORDS + k]
                s.acc[c, 0, k] += w
                s.acc[c, 1, k] += w
        for k in range(WORDS):
            for b in range(2):
                tally(s, b, k, s.acc[c, b, k], I64(1))
    for c in range(g.count):
        if s.held[c] >= 0:
            put(g, s, 2 * c + s.held[c], I64(1))
    for v in range(s.ply):
        s.seen[v] = s.path[v]
    s.known, s.begun = s.ply, 1


@kernel
def follow(g: Geo, s: State, ply: int) -> None:
    """What cells see becomes that of the path's first moves, so many."""
    n = I64(0)
    while n < s.known and n < ply and s.seen[n] == s.path[n]:
        n += 1
    while s.known > n:
        s.known -= 1
        put(g, s, I64(s.seen[s.known]), I64(-1))
    while s.known < ply:
        s.seen[s.known] = s.path[s.known]
        put(g, s, I64(s.seen[s.known]), I64(1))
        s.known += 1


@kernel
def channel(s: State, a: int, i: int) -> int:
    """A side's sum of channel i."""
    return I64(s.sums[a, i >> 2, i & 1] >> U(16 * (i & 2)) & U(0xFFFFFFFF))


@kernel
def answer(g: Geo, s: State) -> int:
    """What the sums are worth to the side to move, in thousandths of a logit."""
    for i in range(CHANNELS):
        s.input[i], s.input[CHANNELS + i] = channel(s, s.turn, i), channel(s, 1 - s.turn, i)
    v = I64(g.free)
    for i in range(2 * CHANNELS):
        v += g.direct[i] * s.input[i]
    for j in range(HIDDEN):
        x = I64(g.ground[j])
        for i in range(2 * CHANNELS):
            x += g.inner[j, i] * s.input[i]
        v += g.outer[j] * (max(x, I64(0)) >> ONE)
    return I64(min(max(v * 1000 >> (ONE + SCALE), -MOST), MOST))


@kernel
def evaluate(g: Geo, s: State) -> int:
    """What the position is worth to the side to move, by the network where it knows the board, else by line counts."""
    if g.weighed == 0:
        return lines.evaluate(g, s)
    if s.begun == 0:
        begin(g, s)
    last = I64(s.path[s.ply - 1]) if s.ply > 0 else NONE
    follow(g, s, s.ply - 1 if last >= 0 else s.ply)
    if last < 0:
        return answer(g, s)
    for a in range(2):
        for k in range(WORDS):
            for i in range(2):
                s.before[a, k, i] = s.sums[a, k, i]
    stone(g, s, last >> 1, last & 1, False, I64(1))
    v = answer(g, s)
    for a in range(2):
        for k in range(WORDS):
            for i in range(2):
                s.sums[a, k, i] = s.before[a, k, i]
    return v
