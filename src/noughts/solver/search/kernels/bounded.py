"""Kernels of the bounded strong game: df-pn for "the attacker completes a line with his next t stones, and first".

As `strong`, with t = a.inc[v], the attacker's stones left. A line is dropped when its side has too few stones left
to fill it; what remains decides the position, so positions with equal remains and equal t are one (same table row):

    to move    attacker's lines kept    defender's lines kept         stones before the attacker's t-th
    attacker   at most t empty cells    at most t - 1 empty cells     a d a d .. a: t and t - 1
    defender   at most t                at most t                     d a d a .. a: t and t

So only the limit of the side that has just moved falls, by one (`shorten`), and t falls with the attacker's move.

Static, attacker to move: t = 0 fails; a line with one empty cell wins; two threats against him lose; t = 1 fails;
a cell in two of his lines with two empties wins when nothing threatens, and t = 2 fails without one; a sequence of
at most t - 1 forcing moves wins; a pairing on the lines kept fails. Defender to move: his own last cell holds, and
so does a sequence of his, of any length; two threats win; t = 1 fails else, and t = 2 fails when there is neither a
threat nor such a cell.
Attacker to move, narrowed: if a pairing on the lines kept holds once the defender has a cell more, a stone outside
its zone is met by it too: a line of t + 1 empties through that stone has t after it, but only t - 1 stones follow.
Sources: df-pn, Nagai 2002; threats and their order (lambda), Allis 1994 and Thomsen 2000.
"""

from __future__ import annotations

from noughts.solver.jit import kernel
from noughts.solver.search.kernels.pairing import pairing
from noughts.solver.search.kernels.sequences import forces
from noughts.solver.search.kernels.state import (
    I64,
    INF,
    ROOT,
    ZERO,
    Array,
    Geo,
    State,
    Table,
    U,
    Word,
    drop_line,
    first_cell,
    load,
    lowest,
    popcount,
    weights,
    without,
)
from noughts.solver.search.kernels.strong import (
    candidates,
    completed,
    defender_to_move,
    no_lines,
    play,
    short_lines,
    strong_deliver,
    strong_empty,
    strong_key,
    strong_settle,
)
from noughts.solver.search.kernels.transposition import finish, numbers, probe, store, thresholds
from noughts.solver.search.kernels.weak_node import add_child


@kernel
def shorten(g: Geo, s: State, v: int, most: int) -> None:
    """Drop the lines with more than so many empty cells."""
    if most >= g.longest:
        return
    for w in range(g.words):
        t = s.live[v, w]
        while t != ZERO:
            l = lowest(t) + 64 * w
            t &= t - U(1)
            if popcount(U(s.sub[v, l])) > most:
                drop_line(g, s, v, l)


@kernel
def bounded_key(a: State, d: State, v: int) -> Word:
    """The strong key, with the stones left."""
    return strong_key(a, d, v, a.kind[v]) ^ (U(a.inc[v]) * U(0x9FB21C651E98DF24) & ~U(1))


@kernel
def attacker_first(g: Geo, a: State, d: State, v: int) -> tuple[int, int]:
    """First numbers with the attacker to move."""
    t = a.inc[v]
    if t == 0:
        return INF, 0
    if short_lines(g, a, v) > 0:
        return 0, INF
    fork = a.stat[4]
    threats = short_lines(g, d, v)
    if threats > 1 or t == 1:
        return INF, 0
    if threats == 0 and (fork or t == 2):
        return (0, INF) if fork else (INF, 0)
    if forces(g, a, d, v, t - 1):
        return 0, INF
    f = pairing(g, a, v)
    if f == 0:
        a.stat[2] += 1
        return INF, 0
    return 1, 1 + g.leaf * f * f


@kernel
def defender_first(g: Geo, a: State, d: State, v: int) -> tuple[int, int]:
    """First numbers with the defender to move."""
    if short_lines(g, d, v) > 0:
        return INF, 0
    threats = short_lines(g, a, v)
    if threats > 1 and a.inc[v] > 0:
        return 0, INF
    if a.inc[v] <= 1 or (a.inc[v] == 2 and threats == 0 and not a.stat[4]) or no_lines(g, a, v):
        return INF, 0
    return defender_to_move(g, a, d, v, a.inc[v] - 1)


@kernel
def bounded_static(g: Geo, a: State, d: State, v: int) -> tuple[int, int]:
    """First numbers of a position."""
    a.stat[1] += 1
    if completed(g, a, v):
        return 0, INF
    if completed(g, d, v):
        return INF, 0
    return attacker_first(g, a, d, v) if a.kind[v] == 1 else defender_first(g, a, d, v)


@kernel
def bounded_look(g: Geo, a: State, d: State, tt: Table, v: int) -> tuple[int, int]:
    """Numbers of level v from the table, else static."""
    key = bounded_key(a, d, v)
    i = probe(tt, key)
    if i >= 0:
        x = tt[i, 1]
        return I64(x & U(0xFFFFFF)), I64((x >> U(24)) & U(0xFFFFFF))
    pn, dn = bounded_static(g, a, d, v)
    if a.kind[v] == 1 and a.inc[v] > 2:
        store(tt, key, pn, dn, ZERO, ZERO, 1)
    return pn, dn


@kernel
def bounded_play(g: Geo, a: State, d: State, v: int, c: int) -> None:
    """Level v + 1 = level v after the side to move takes c."""
    kind = a.kind[v]
    play(g, a, d, v, kind, c)
    a.kind[v + 1] = 1 - kind
    a.inc[v + 1] = a.inc[v] - kind
    shorten(g, a if kind == 1 else d, v + 1, a.inc[v] - 1)


@kernel
def bounded_enter(g: Geo, a: State, d: State, tt: Table, v: int) -> bool:
    """Children of level v with their numbers; True when settled at once."""
    kind = a.kind[v]
    a.nch[v] = 0
    a.chm[v, 0] = -1
    pn, dn = bounded_look(g, a, d, tt, v)
    if (pn == 0 or dn == 0) and (v > 0 or (dn == 0) == (kind == 1)):  # at the root: find the move
        return strong_settle(a, v, pn == 0)
    candidates(g, a, d, v, kind, a.inc[v] - 1)
    r0, r1 = a.S[v, 0], a.S[v, 1]
    if dn == 0 and r0 | r1 == ZERO:
        return strong_settle(a, v, False)
    while r0 | r1 != ZERO:
        c = first_cell(r0, r1)
        r0, r1 = without(r0, r1, c)
        bounded_play(g, a, d, v, c)
        pn, dn = bounded_look(g, a, d, tt, v + 1)
        if (kind == 1 and pn == 0) or (kind == 0 and dn == 0):
            a.chm[v, 0] = c
            return strong_settle(a, v, kind == 1)
        if pn != 0 and dn != 0:
            add_child(a, v, c, pn, dn)
    return strong_empty(a, v)


@kernel
def bounded_run(g: Geo, a: State, d: State, tt: Table, budget: int, stop: Array) -> int:
    """df-pn from level 0, as `strong_run`."""
    v = ROOT
    a.th[0, 0] = INF
    a.th[0, 1] = INF
    a.work[0] = 0
    done = bounded_enter(g, a, d, tt, v)
    used = I64(1)
    while True:
        at, second = 0, 0
        if not done:
            at, second = numbers(a, v)
        if done or a.th[v, 2] >= a.th[v, 0] or a.th[v, 3] >= a.th[v, 1] or used >= budget or stop[0]:
            store(tt, bounded_key(a, d, v), a.th[v, 2], a.th[v, 3], ZERO, ZERO, a.work[v] + 1)
            if v == 0:
                return finish(a, used, done, stop)
            v -= 1
            a.work[v] += a.work[v + 1] + 1
            done = strong_deliver(a, v, a.th[v, 4], a.th[v + 1, 2], a.th[v + 1, 3])
            continue
        bounded_play(g, a, d, v, a.chm[v, at])
        thresholds(g, a, v, at, second)
        v += 1
        used += 1
        done = bounded_enter(g, a, d, tt, v)


@kernel
def bounded_load(
    g: Geo, a: State, d: State, a0: Word, a1: Word, d0: Word, d1: Word, kind: int, stones: int
) -> None:
    """Level 0 = a position in which the attacker has so many stones left."""
    load(g, a, a0, a1, d0, d1, kind)
    load(g, d, d0, d1, a0, a1, kind)
    a.inc[0] = stones
    shorten(g, a, ROOT, stones)
    shorten(g, d, ROOT, stones - kind)


@kernel
def bounded_settle(g: Geo, a: State, d: State, tt: Table, budget: int, stop: Array) -> tuple[int, int]:
    """Settle level 0: (1 attacker wins, 0 defender holds, -1 open; the winner's move if he is to move, or -1)."""
    if bounded_run(g, a, d, tt, budget, stop) == 0:
        return -1, -1
    if a.th[0, 2] == 0:
        return 1, a.chm[0, 0] if a.kind[0] == 1 else -1
    return 0, a.chm[0, 0] if a.kind[0] == 0 else -1


@kernel
def bounded_pairs(g: Geo, a: State, a0: Word, a1: Word, d0: Word, d1: Word, stones: int) -> int:
    """Lines a pairing leaves open where the attacker has so many stones left; pairs in a.pairs, a.stat[3] cells."""
    load(g, a, a0, a1, d0, d1, 1)
    shorten(g, a, ROOT, stones)
    weights(g, a, ROOT)
    return pairing(g, a, ROOT)
