"""Questions of the writers of certificates: a position's key and why it is held, and the replies to it."""

from __future__ import annotations

from noughts.kernels.declare import Word, entry, kernel
from noughts.solver.search.kernels import (
    components,
    must_play,
    pairing,
    potential,
    state,
    strong_node,
    transposition,
    weak_node,
)
from noughts.solver.search.kernels.bits import I64
from noughts.solver.search.kernels.fields import Geo, State
from noughts.solver.search.kernels.state import Table


@entry
def describe(
    g: Geo, s: State, m0: Word, m1: Word, b0: Word, b1: Word, n0: Word, n1: Word, f0: Word, f1: Word
) -> tuple[int, int, int]:
    """Load a Maker node: canonical frame, key, and what it is; weights in s.weight.

    It is held by a pairing (0; cells in s.pairs, s.pair_cells of them), by its potential (-1; zone in s.found_zone),
    both away from the cells n, and from f where they may; it falls into so many parts (2 and more; cells in
    s.todo), or is none of these (1; row c of s.todo holds the moves that c does not dominate).
    """
    state.load(g, s, m0, m1, b0, b1, state.FIRST)
    s.near[0], s.near[1] = n0, n1
    s.far[0], s.far[1] = f0, f1
    frame = state.canon(g, s, state.ROOT)
    key = I64(transposition.key_of(s, state.ROOT, frame, state.FIRST))
    paired = pairing.pairing_near(g, s, state.ROOT, state.ROOT, 30 * g.steps) == 0
    state.weights(g, s, state.ROOT)
    if paired:
        return frame, key, 0
    if potential.potential_holds(g, s, state.ROOT):
        return frame, key, -1
    return frame, key, parts(g, s)


@kernel
def parts(g: Geo, s: State) -> int:
    """How many parts the node falls into, their cells in s.todo; where it is one, what each cell does not dominate."""
    n = 0
    if components.in_parts(g, s, state.ROOT):
        while True:
            l, z0, z1 = components.next_part(g, s, state.ROOT)
            if l < 0:
                return n
            s.todo[n, 0], s.todo[n, 1] = z0, z1
            n += 1
    for c in range(g.cells):
        s.todo[c, 0], s.todo[c, 1] = state.live_cells(g, s, state.ROOT, c, state.ANY)
    return 1


@entry
def replies(g: Geo, s: State, m0: Word, m1: Word, b0: Word, b1: Word, tt: Table) -> tuple[int, int]:
    """Load a Breaker node: how many replies, the number of the first proved one or -1.

    Their cells are in s.child_move[0], the keys of what they lead to in s.child_pn[0], its canonical frames in
    s.child_dn[0].
    """
    state.load(g, s, m0, m1, b0, b1, state.SECOND)
    r0, r1 = state.weights(g, s, state.ROOT)
    r0, r1 = must_play.must_play(g, s, state.ROOT, r0, r1)
    n, _ = weak_node.choose(s, state.ROOT, I64(0), r0, r1, g.cells)
    first = -1
    for i in range(n):
        state.copy_state(g, s, state.ROOT, state.ROOT + 1)
        state.put_breaker(g, s, state.ROOT + 1, s.child_move[state.ROOT, i])
        frame = state.canon(g, s, state.ROOT + 1)
        key = transposition.key_of(s, state.ROOT + 1, frame, state.FIRST)
        s.child_pn[state.ROOT, i] = I64(key)
        s.child_dn[state.ROOT, i] = frame
        at = transposition.probe(tt, key)
        if first < 0 and at >= 0 and transposition.numbers_at(tt, at)[1] == 0:
            first = i
    return n, first


@entry
def pairs_within(g: Geo, a: State, a0: Word, a1: Word, d0: Word, d1: Word, stones: int) -> int:
    """Lines a pairing leaves open where the attacker has so many stones left; pairs in a.pairs, a.pair_cells cells."""
    state.load(g, a, a0, a1, d0, d1, state.FIRST)
    strong_node.shorten(g, a, state.ROOT, stones)
    state.weights(g, a, state.ROOT)
    return pairing.pairing(g, a, state.ROOT)
