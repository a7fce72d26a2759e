"""What the writer of certificates asks of a weak search: a position's key and pairing, the replies that hold.

Board and state come as arrays of one record, the question as words: Maker's cells, Breaker's, and what else is told.
"""

from __future__ import annotations

from noughts.solver.jit import kernel
from noughts.solver.search.kernels.components import in_parts, next_part
from noughts.solver.search.kernels.must_play import must_play
from noughts.solver.search.kernels.pairing import pairing_near
from noughts.solver.search.kernels.potential import potential_holds
from noughts.solver.search.kernels.state import (
    I64,
    MAKER,
    ROOT,
    ZERO,
    Array,
    Geo,
    State,
    Table,
    U,
    canon,
    copy_state,
    live_cells,
    load,
    put_breaker,
    weights,
)
from noughts.solver.search.kernels.transposition import key_of, probe
from noughts.solver.search.kernels.weak import run
from noughts.solver.search.kernels.weak_node import choose


@kernel
def describe(gs: Array, ss: Array, q: Array) -> tuple[int, int, int]:
    """Load a Maker node: canonical frame, key, and what it is; weights in s.stat[64:].

    It is held by a pairing (0; cells in s.pairs, s.stat[3] of them), by its potential (-1; zone in s.pw), both away
    from the cells q[4:6], and from q[6:8] where they may; it falls into so many parts (2 and more; cells in s.S), or
    is none of these (1; row c of s.S holds the moves that c does not dominate).
    """
    g, s = gs[0], ss[0]
    load(g, s, q[0], q[1], q[2], q[3], 0)
    s.near[0], s.near[1] = q[4], q[5]
    s.far[0], s.far[1] = q[6], q[7]
    frame = canon(g, s, ROOT)
    key = I64(key_of(s, ROOT, frame, MAKER))
    held = pairing_near(g, s, ROOT, ROOT, 30 * g.steps) == 0
    weights(g, s, ROOT)
    if held:
        return frame, key, 0
    if potential_holds(g, s, ROOT):
        return frame, key, -1
    return frame, key, parts(g, s)


@kernel
def parts(g: Geo, s: State) -> int:
    """How many parts the node falls into, their cells in s.S; where it is one, what each cell does not dominate."""
    n = 0
    if in_parts(g, s, ROOT):
        while True:
            l, z0, z1 = next_part(g, s, ROOT)
            if l < 0:
                return n
            s.S[n, 0], s.S[n, 1] = z0, z1
            n += 1
    for c in range(g.cells):
        s.S[c, 0], s.S[c, 1] = live_cells(g, s, ROOT, c)
    return 1


@kernel
def replies(gs: Array, ss: Array, tt: Table, q: Array) -> tuple[int, int]:
    """Load a Breaker node: how many replies, the number of the first proved one or -1.

    Their cells are in s.chm[0], the keys of what they lead to in s.chp[0], its canonical frames in s.chd[0].
    """
    g, s = gs[0], ss[0]
    load(g, s, q[0], q[1], q[2], q[3], 1)
    r0, r1 = weights(g, s, ROOT)
    r0, r1 = must_play(g, s, ROOT, r0, r1)
    n, _ = choose(s, ROOT, I64(0), r0, r1, g.cells)
    first = -1
    for i in range(n):
        copy_state(g, s, ROOT, ROOT + 1)
        put_breaker(g, s, ROOT + 1, s.chm[ROOT, i])
        frame = canon(g, s, ROOT + 1)
        key = key_of(s, ROOT + 1, frame, MAKER)
        s.chp[ROOT, i] = I64(key)
        s.chd[ROOT, i] = frame
        at = probe(tt, key)
        if first < 0 and at >= 0 and tt[at, 1] & U(0xFFFFFF) == ZERO:
            first = i
    return n, first


@kernel
def answer(gs: Array, ss: Array, tt: Table, q: Array, budget: int, stop: Array) -> int:
    """Breaker's proven reply with Breaker to move, or -1."""
    g, s = gs[0], ss[0]
    load(g, s, q[0], q[1], q[2], q[3], 1)
    done = run(g, s, tt, budget, stop)
    if done == 1 and s.th[0, 2] == 0:
        return int(s.chm[0, 0])
    return -1
