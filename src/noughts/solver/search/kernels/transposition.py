"""The transposition table, shared by the workers without locks, and the numbers df-pn steers by.

Rows of four words, four rows a bucket (two cache lines of 64 bytes):
  0     key ^ the other words, turned: a row torn by two writers, or damaged, matches no key (after Hyatt)
  1     pn | dn << 24 | log(work) << 56
  2, 3  zone of a settled node in its canonical frame; all ones: none known
Replacement: the same key, else an empty row, else the row whose subtree took the least work.
"""

from __future__ import annotations

from noughts.solver.jit import kernel
from noughts.solver.search.kernels.state import I64, INF, ONE, ZERO, Array, Geo, State, Table, U, Word


@kernel
def seal(tt: Table, i: int) -> Word:
    """The key of a slot: word 0 holds key ^ words 1..3, so a torn or damaged slot matches no key."""
    z0, z1 = tt[i, 2], tt[i, 3]
    return tt[i, 0] ^ tt[i, 1] ^ (z0 << ONE) ^ (z0 >> U(63)) ^ (z1 << U(2)) ^ (z1 >> U(62))


@kernel
def probe(tt: Table, key: Word) -> int:
    """Slot of key, or -1."""
    b = I64(key & U(tt.shape[0] - 1)) & ~3
    for i in range(b, b + 4):
        if tt[i, 1] != ZERO and seal(tt, i) == key:
            return i
    return -1


@kernel
def victim(tt: Table, key: Word) -> int:
    """Slot to write: the same key, else an empty one, else the one whose subtree cost least."""
    b = I64(key & U(tt.shape[0] - 1)) & ~3
    at = b
    least = 1 << 30
    for i in range(b, b + 4):
        if tt[i, 1] == ZERO or seal(tt, i) == key:
            return i
        cost = I64(tt[i, 1] >> U(56))
        if cost < least:
            least = cost
            at = i
    return int(at)


@kernel
def store(tt: Table, key: Word, pn: int, dn: int, z0: Word, z1: Word, work: int) -> None:
    """Write one slot; `work` (expansions below) is kept as a logarithm to the base 4/3."""
    at = victim(tt, key)
    if pn != 0 and dn != 0 and tt[at, 1] != ZERO and seal(tt, at) == key:
        if tt[at, 1] & U(0xFFFFFF) == ZERO:
            return  # another worker has proved it meanwhile
    lg = 0
    while work > 0 and lg < 255:
        work = (work * 3) >> 2
        lg += 1
    tt[at, 1] = U(pn) | (U(dn) << U(24)) | (U(lg) << U(56))
    tt[at, 2] = z0
    tt[at, 3] = z1
    tt[at, 0] = ZERO
    tt[at, 0] = key ^ seal(tt, at)


@kernel
def key_of(s: State, v: int, frame: int, kind: int) -> Word:
    """Key of the state at level v seen in a symmetry, with Maker (0) or Breaker (1) to move."""
    k = s.h[v, frame]
    if kind == 1:
        k ^= U(0x9E3779B97F4A7C15)
    return k | ONE


@kernel
def numbers(s: State, v: int) -> tuple[int, int]:
    """Set pn and dn of level v from its children; returns the child to go on with and the runner-up's number.

    A worker with a random state strays to another child now and then where all of them must be proved anyway.
    """
    n = s.nch[v]
    lo = INF + 1
    second = INF + 1
    at = 0
    tot = 0
    own = s.chp if s.kind[v] == 1 else s.chd
    oth = s.chd if s.kind[v] == 1 else s.chp
    for i in range(n):
        a = own[v, i]
        b = oth[v, i]
        if a < lo:
            second = lo
            lo = a
            at = i
        elif a < second:
            second = a
        tot += b
    top = min(tot, INF - 1)
    if s.kind[v] == 1:
        s.th[v, 2] = lo
        s.th[v, 3] = top
    else:
        s.th[v, 2] = top
        s.th[v, 3] = lo
    if n > 1 and s.kind[v] == s.stat[7] and s.stat[6] != 0:
        s.stat[6] = (s.stat[6] * 1103515245 + 12345) & 0x7FFFFFFF
        r = s.stat[6] >> 8
        if r & 3 == 0:
            at = (r >> 2) % n
            second = own[v, at]
    return at, second


@kernel
def thresholds(g: Geo, s: State, v: int, at: int, second: int) -> None:
    """Level v + 1: child `at` of level v, its side, its thresholds (1 + epsilon trick), no work yet."""
    s.th[v, 4] = at
    s.stat[8] = max(s.stat[8], v + 1)
    s.kind[v + 1] = 1 - s.kind[v]
    me = 0 if s.kind[v] == 1 else 1
    other = 1 - me
    mine = s.chd[v, at] if me == 0 else s.chp[v, at]
    s.th[v + 1, me] = min(s.th[v, me], second + 1 + (second >> g.growth))
    s.th[v + 1, other] = s.th[v, other] - s.th[v, 2 + other] + mine
    s.work[v + 1] = 0


@kernel
def finish(s: State, used: int, done: bool, stop: Array) -> int:
    """The root is left: count, and stop the other workers when it is settled."""
    s.stat[0] += used
    if done:
        stop[0] = 1
        return 1
    return 0
