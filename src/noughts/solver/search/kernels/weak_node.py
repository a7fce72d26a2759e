"""A node of the weak game: its first look, its row in the table, its zone, and the list of its children."""

from __future__ import annotations

from noughts.solver.jit import kernel
from noughts.solver.search.kernels.must_play import maker_wins_now
from noughts.solver.search.kernels.pairing import pairing_near
from noughts.solver.search.kernels.potential import potential_holds
from noughts.solver.search.kernels.state import (
    ALL,
    FRAMES,
    I64,
    INF,
    MAKER,
    ROOT,
    ZERO,
    Geo,
    State,
    Table,
    U,
    Word,
    canon,
    has,
    heaviest,
    map_mask,
    without,
)
from noughts.solver.search.kernels.transposition import key_of, probe, store


@kernel
def look_up(s: State, v: int) -> None:
    """s.near, s.far: the moves that the Maker nodes above level v still have to answer."""
    for i in range(2):
        s.near[i] = s.S[v - 2, i] if v >= 2 else ZERO
        s.far[i] = ZERO
        for u in range(v - 3):
            if s.kind[u] == MAKER:
                s.far[i] |= s.S[u, i]


@kernel
def static_and(g: Geo, s: State, v: int) -> tuple[int, int, Word, Word]:
    """First look at a Maker node: won, held, or first numbers from the lines that a pairing leaves open."""
    s.stat[1] += 1
    if maker_wins_now(g, s, v):
        return INF, 0, s.pw[0], s.pw[1]
    look_up(s, v)
    f = pairing_near(g, s, v, max(v - 2, ROOT), I64(0))
    if f == 0:
        s.stat[2] += 1
    if f == 0 or potential_holds(g, s, v):
        return 0, INF, s.pw[0], s.pw[1]
    return 1 + g.leaf * f * f, 1, ZERO, ZERO


@kernel
def look(g: Geo, s: State, tt: Table, v: int, kind: int) -> tuple[int, int, Word, Word]:
    """pn, dn and zone (in the state's own frame) of level v: from the table, else for Maker nodes static."""
    frame = canon(g, s, v)
    i = probe(tt, key_of(s, v, frame, kind))
    if i >= 0:
        pn = I64(tt[i, 1] & U(0xFFFFFF))
        dn = I64((tt[i, 1] >> U(24)) & U(0xFFFFFF))
        if pn != 0 and dn != 0:
            return pn, dn, ZERO, ZERO
        if tt[i, 2] == ALL and tt[i, 3] == ALL:
            return pn, dn, ALL, ALL
        z0, z1 = map_mask(g, frame + FRAMES, tt[i, 2], tt[i, 3])
        return pn, dn, z0, z1
    if kind == 1:
        return 1, 1, ZERO, ZERO
    pn, dn, z0, z1 = static_and(g, s, v)
    save(g, s, tt, v, kind, pn, dn, z0, z1, I64(1))
    return pn, dn, z0, z1


@kernel
def save(
    g: Geo, s: State, tt: Table, v: int, kind: int, pn: int, dn: int, z0: Word, z1: Word, work: int
) -> None:
    """Store level v in its canonical frame."""
    frame = canon(g, s, v)
    if (pn == 0 or dn == 0) and not (z0 == ALL and z1 == ALL):
        z0, z1 = map_mask(g, frame, z0, z1)
    store(tt, key_of(s, v, frame, kind), pn, dn, z0, z1, work)


@kernel
def settle(s: State, v: int, pn: int, dn: int, z0: Word, z1: Word) -> bool:
    """Level v is settled: numbers and zone. Always True."""
    s.th[v, 2] = pn
    s.th[v, 3] = dn
    s.Z[v, 0] = z0
    s.Z[v, 1] = z1
    return True


@kernel
def narrow(s: State, v: int, c: int, z0: Word, z1: Word) -> None:
    """Move c of level v is settled against the side to move, with zone z: only moves inside z remain."""
    s.Z[v, 0] |= z0
    s.Z[v, 1] |= z1
    r0, r1 = without(s.S[v, 0] & z0, s.S[v, 1] & z1, c)
    s.S[v, 0] = r0
    s.S[v, 1] = r1


@kernel
def trim(s: State, v: int) -> None:
    """Drop the children whose moves are no longer in S."""
    kept = 0
    for i in range(s.nch[v]):
        if has(s.S[v, 0], s.S[v, 1], s.chm[v, i]):
            s.chm[v, kept] = s.chm[v, i]
            s.chp[v, kept] = s.chp[v, i]
            s.chd[v, kept] = s.chd[v, i]
            kept += 1
    s.nch[v] = kept


@kernel
def choose(s: State, v: int, n: int, r0: Word, r1: Word, most: int) -> tuple[int, Word]:
    """List the heaviest cells of r as moves of level v after the n there, at most so many in all; what is left."""
    while n < most and (r0 | r1) != ZERO:
        c = heaviest(s, r0, r1)
        r0, r1 = without(r0, r1, c)
        s.chm[v, n] = c
        n += 1
    return n, r0 | r1


@kernel
def choose_replies(g: Geo, s: State, v: int, r0: Word, r1: Word) -> tuple[int, Word]:
    """The replies of r to look at: the two that held last on this level, then the heaviest."""
    n = I64(0)
    for i in range(2):
        c = s.held[v, i] - 1
        if c >= 0 and has(r0, r1, c):
            r0, r1 = without(r0, r1, c)
            s.chm[v, n] = c
            n += 1
    return choose(s, v, n, r0, r1, g.replies)


@kernel
def add_child(s: State, v: int, c: int, pn: int, dn: int) -> None:
    """One more open child of level v."""
    n = s.nch[v]
    s.chm[v, n] = c
    s.chp[v, n] = pn
    s.chd[v, n] = dn
    s.nch[v] = n + 1


@kernel
def drop_child(s: State, v: int, at: int) -> None:
    """Level v without its child number `at`; the last one takes its place."""
    last = s.nch[v] - 1
    s.chm[v, at] = s.chm[v, last]
    s.chp[v, at] = s.chp[v, last]
    s.chd[v, at] = s.chd[v, last]
    s.nch[v] = last
