"""What the writers of certificates ask of a search: a position's key and reason, and the replies to it.

In the weak game, asked very often, board and state come as arrays of one record and the question as words: Maker's
cells, Breaker's, and what else is told.
"""

from __future__ import annotations

from noughts.solver.jit import entry, kernel
from noughts.solver.search.kernels.components import in_parts, next_part
from noughts.solver.search.kernels.must_play import must_play
from noughts.solver.search.kernels.pairing import pairing, pairing_near
from noughts.solver.search.kernels.potential import potential_holds
from noughts.solver.search.kernels.state import (
    FIRST,
    I64,
    ROOT,
    SECOND,
    Array,
    Geo,
    State,
    Table,
    Word,
    canon,
    copy_state,
    live_cells,
    load,
    put_breaker,
    weights,
)
from noughts.solver.search.kernels.strong_node import shorten
from noughts.solver.search.kernels.transposition import key_of, numbers_at, probe
from noughts.solver.search.kernels.weak_node import choose


@entry
def describe(gs: Array, ss: Array, q: Array) -> tuple[int, int, int]:
    """Load a Maker node: canonical frame, key, and what it is; weights in s.weight.

    It is held by a pairing (0; cells in s.pairs, s.pair_cells of them), by its potential (-1; zone in s.found_zone),
    both away from the cells q[4:6], and from q[6:8] where they may; it falls into so many parts (2 and more; cells in
    s.todo), or is none of these (1; row c of s.todo holds the moves that c does not dominate).
    """
    g, s = gs[0], ss[0]
    load(g, s, q[0], q[1], q[2], q[3], FIRST)
    s.near[0], s.near[1] = q[4], q[5]
    s.far[0], s.far[1] = q[6], q[7]
    frame = canon(g, s, ROOT)
    key = I64(key_of(s, ROOT, frame, FIRST))
    paired = pairing_near(g, s, ROOT, ROOT, 30 * g.steps) == 0
    weights(g, s, ROOT)
    if paired:
        return frame, key, 0
    if potential_holds(g, s, ROOT):
        return frame, key, -1
    return frame, key, parts(g, s)


@kernel
def parts(g: Geo, s: State) -> int:
    """How many parts the node falls into, their cells in s.todo; where it is one, what each cell does not dominate."""
    n = 0
    if in_parts(g, s, ROOT):
        while True:
            l, z0, z1 = next_part(g, s, ROOT)
            if l < 0:
                return n
            s.todo[n, 0], s.todo[n, 1] = z0, z1
            n += 1
    for c in range(g.cells):
        s.todo[c, 0], s.todo[c, 1] = live_cells(g, s, ROOT, c)
    return 1


@entry
def replies(gs: Array, ss: Array, tt: Table, q: Array) -> tuple[int, int]:
    """Load a Breaker node: how many replies, the number of the first proved one or -1.

    Their cells are in s.child_move[0], the keys of what they lead to in s.child_pn[0], its canonical frames in
    s.child_dn[0].
    """
    g, s = gs[0], ss[0]
    load(g, s, q[0], q[1], q[2], q[3], SECOND)
    r0, r1 = weights(g, s, ROOT)
    r0, r1 = must_play(g, s, ROOT, r0, r1)
    n, _ = choose(s, ROOT, I64(0), r0, r1, g.cells)
    first = -1
    for i in range(n):
        copy_state(g, s, ROOT, ROOT + 1)
        put_breaker(g, s, ROOT + 1, s.child_move[ROOT, i])
        frame = canon(g, s, ROOT + 1)
        key = key_of(s, ROOT + 1, frame, FIRST)
        s.child_pn[ROOT, i] = I64(key)
        s.child_dn[ROOT, i] = frame
        at = probe(tt, key)
        if first < 0 and at >= 0 and numbers_at(tt, at)[1] == 0:
            first = i
    return n, first


@entry
def pairs_within(g: Geo, a: State, a0: Word, a1: Word, d0: Word, d1: Word, stones: int) -> int:
    """Lines a pairing leaves open where the attacker has so many stones left; pairs in a.pairs, a.pair_cells cells."""
    load(g, a, a0, a1, d0, d1, FIRST)
    shorten(g, a, ROOT, stones)
    weights(g, a, ROOT)
    return pairing(g, a, ROOT)
