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
    g.row[a, 31 l + r]  of two arms of side a: the words that they add to side 0's view of a cell, and to side 1's: T to
                     their own side's, U to the other's; then the same of the policy (policy.py)
    g.inner[i, j]    what input i adds to hidden place j: the places of one input side by side, which compilers join
    g.near[c], g.place[c]   the cells that see c, and as what: direction, end, distance - 1 (bits 3 on, 2, and 1 to 0)
    s.arms[c, d, e]  the byte of the cells from c in direction d, at either end of it
    s.acc[c]         the words of cell c as side 0 sees it, and as side 1 does; then the same of the policy
    s.taken[c]       whether it is held, as far as s.acc knows
    s.sums           over the empty cells: of each word lanes 0 and 2, then lanes 1 and 3, 32 bits each
    s.path[v]        the move made at level v: 2 cell + side, -1 for a pass
    s.seen           the moves that s.acc knows of, s.known of them: it follows the path only where a value is asked,
                     and not to the last move, whose difference is reckoned without being kept
Sources: Y. Nasu, Efficiently Updatable Neural-Network-based Evaluation Functions for Computer Shogi, 2018; the engine
Rapfi for tables over lines.
"""

from __future__ import annotations

from noughts.engine.kernels import lines
from noughts.engine.kernels.lines import I64, NONE, Geo, State, U
from noughts.kernels.declare import Word, kernel

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
def tally(s: State, k: int, old: Word, new: Word) -> None:
    """A cell's word k is another one now: what that makes of the sums."""
    old, new = above(old), above(new)
    s.sums[0, k] += (new & EVEN) - (old & EVEN)
    s.sums[1, k] += (new >> U(16) & EVEN) - (old >> U(16) & EVEN)


@kernel
def see(g: Geo, s: State, c: int, a: int, kept: bool) -> None:
    """Side a's stone comes to c or goes: the sums but for c itself and, where that is kept, what cells see of it."""
    for i in range(g.nears[c]):
        e, at = I64(g.near[c, i]), I64(g.place[c, i])
        empty = s.taken[e] == 0
        if not (empty or kept):
            continue
        d, end = at >> 3, at >> 2 & 1
        old, other = I64(s.arms[e, d, end]), I64(s.arms[e, d, 1 - end])
        new = old ^ (1 << ((at & 3) + 4 * a))
        x, y, z = I64(g.arm[0, old]), I64(g.arm[0, new]), I64(g.arm[0, other]) * ARMS
        p, q, r = I64(g.arm[1, old]), I64(g.arm[1, new]), I64(g.arm[1, other]) * ARMS
        if kept:
            s.arms[e, d, end] = new
        if x != y or p != q:
            for k in range(4 * WORDS if kept else 2 * WORDS):
                w = s.acc[e, k]
                by = g.row[0, y + z, k] - g.row[0, x + z, k] + g.row[1, q + r, k] - g.row[1, p + r, k]
                if empty and k < 2 * WORDS:
                    tally(s, k, w, w + by)
                if kept:
                    s.acc[e, k] = w + by


@kernel
def put(g: Geo, s: State, move: int, sign: int) -> None:
    """A move of the path comes (sign 1) or goes (-1); a pass is nothing."""
    if move >= 0:
        c = move >> 1
        see(g, s, c, move & 1, True)
        s.taken[c] = 1 if sign > 0 else 0
        for k in range(2 * WORDS):
            tally(s, k, s.acc[c, k] if sign > 0 else U(0), U(0) if sign > 0 else s.acc[c, k])


@kernel
def begin(g: Geo, s: State) -> None:
    """From the empty board on: the stones that are there, and the moves of the path are among them."""
    for c in range(g.count):
        for d in range(4):
            for end in range(2):
                s.arms[c, d, end] = g.edge[c, d, end]
            x, y = I64(g.arm[0, g.edge[c, d, 0]]), I64(g.arm[0, g.edge[c, d, 1]])  # as of side 1: no stones
            for k in range(4 * WORDS):
                s.acc[c, k] += g.row[0, x * ARMS + y, k] + g.row[1, x * ARMS + y, k]
        for k in range(2 * WORDS):
            tally(s, k, U(0), s.acc[c, k])
    for c in range(g.count):
        if s.held[c] >= 0:
            put(g, s, 2 * c + s.held[c], I64(1))
    for v in range(s.ply):
        s.seen[v] = s.path[v]
    s.known, s.begun = s.ply, 1


@kernel
def follow(g: Geo, s: State, ply: int) -> None:
    """What cells see becomes that of the path's first moves, so many; of all stones first where they saw none yet."""
    if s.begun == 0:
        begin(g, s)
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
    return int(I64(s.sums[i & 1, a * WORDS + (i >> 2)] >> U(16 * (i & 2)) & U(0xFFFFFFFF)))


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
            x += g.inner[i, j] * s.input[i]
        v += g.outer[j] * (max(x, I64(0)) >> ONE)
    return int(I64(min(max(v * 1000 >> (ONE + SCALE), -MOST), MOST)))


@kernel
def evaluate(g: Geo, s: State) -> int:
    """What the position is worth to the side to move, by the network where it knows the board, else by line counts."""
    if g.weighed == 0:
        return lines.evaluate(g, s)
    last = I64(s.path[s.ply - 1]) if s.ply > 0 else NONE
    follow(g, s, s.ply - 1 if last >= 0 else s.ply)
    if last < 0:
        return answer(g, s)
    for k in range(2 * WORDS):
        s.before[0, k], s.before[1, k] = s.sums[0, k], s.sums[1, k]
    for k in range(2 * WORDS):
        tally(s, k, s.acc[last >> 1, k], U(0))
    see(g, s, last >> 1, last & 1, False)
    v = answer(g, s)
    for k in range(2 * WORDS):
        s.sums[0, k], s.sums[1, k] = s.before[0, k], s.before[1, k]
    return v
