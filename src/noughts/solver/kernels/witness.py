"""What the writer of certificates asks of a weak search: a position's key and pairing, the replies that hold."""

from __future__ import annotations

from noughts.solver.kernels import kernel
from noughts.solver.kernels.pairing import pairing_near
from noughts.solver.kernels.state import (
    I64,
    MAKER,
    ROOT,
    ZERO,
    Array,
    Geo,
    State,
    Table,
    U,
    Word,
    canon,
    copy_state,
    load,
    put_breaker,
    weights,
)
from noughts.solver.kernels.threats import must_play
from noughts.solver.kernels.transposition import key_of, probe
from noughts.solver.kernels.weak import choose, run


@kernel
def describe(
    g: Geo, s: State, m0: Word, m1: Word, b0: Word, b1: Word, n0: Word, n1: Word, f0: Word, f1: Word
) -> tuple[int, int, int]:
    """Load a Maker node: canonical frame, key, lines a pairing leaves open; weights in s.stat[64:].

    The pairing keeps away from the cells n, and from the cells f where it may.
    """
    load(g, s, m0, m1, b0, b1, 0)
    s.near[0], s.near[1] = n0, n1
    s.far[0], s.far[1] = f0, f1
    frame = canon(g, s, ROOT)
    left = pairing_near(g, s, ROOT, ROOT, 30 * g.steps)
    weights(g, s, ROOT)
    return frame, I64(key_of(s, ROOT, frame, MAKER)), left


@kernel
def replies(g: Geo, s: State, tt: Table, m0: Word, m1: Word, b0: Word, b1: Word) -> int:
    """Load a Breaker node: how many replies; cells in s.chm[0], keys in s.chp[0], in s.chd[0] whether proved."""
    load(g, s, m0, m1, b0, b1, 1)
    r0, r1 = weights(g, s, ROOT)
    r0, r1 = must_play(g, s, ROOT, r0, r1)
    n, _ = choose(s, ROOT, I64(0), r0, r1, g.cells)
    for i in range(n):
        copy_state(g, s, ROOT, ROOT + 1)
        put_breaker(g, s, ROOT + 1, s.chm[ROOT, i])
        key = key_of(s, ROOT + 1, canon(g, s, ROOT + 1), MAKER)
        at = probe(tt, key)
        s.chp[ROOT, i] = I64(key)
        s.chd[ROOT, i] = at >= 0 and tt[at, 1] & U(0xFFFFFF) == ZERO
    return n


@kernel
def answer(
    g: Geo, s: State, tt: Table, m0: Word, m1: Word, b0: Word, b1: Word, budget: int, stop: Array
) -> int:
    """Breaker's proven reply with Breaker to move, or -1."""
    load(g, s, m0, m1, b0, b1, 1)
    done = run(g, s, tt, budget, stop)
    if done == 1 and s.th[0, 2] == 0:
        return int(s.chm[0, 0])
    return -1
