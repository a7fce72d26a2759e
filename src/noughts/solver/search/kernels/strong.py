"""Kernels of the strong game: df-pn for "the attacker completes a line first".

Two states run side by side: `a` holds the attacker's live lines (attacker = Maker there), `d` the defender's
(defender = Maker there). A stone shrinks the mover's lines and kills the other's. kind 1: attacker to move.
pn = work to prove that the attacker wins, dn = work to prove that the defender holds.

Defender holds at once: a pairing or a low potential of the attacker's lines, two threats of his own, no line left to
attack. Whoever is to move and has a threat sequence (`sequences`) gets there first. Where the other side would have
one if it were to move, only the moves that may stop it remain.
Attacker to move: if he passed, the defender took a good cell and a pairing then held, only moves in its
zone remain.
Sources: df-pn, Nagai 2002; threats, Allis, van den Herik and Huntjens 1993.
"""

from __future__ import annotations

from noughts.solver.jit import kernel
from noughts.solver.search.kernels.must_play import must_play
from noughts.solver.search.kernels.pairing import pairing
from noughts.solver.search.kernels.potential import potential_holds
from noughts.solver.search.kernels.sequences import ANY, answers, forces, shortest_sequence
from noughts.solver.search.kernels.state import (
    ALL,
    FRAMES,
    I64,
    INF,
    ONE,
    ROOT,
    ZERO,
    Array,
    Geo,
    State,
    Table,
    U,
    Word,
    copy_state,
    first_cell,
    heaviest,
    live_cells,
    load,
    lowest,
    popcount,
    put_breaker,
    put_maker,
    weights,
    with_cell,
    without,
)
from noughts.solver.search.kernels.transposition import finish, numbers, probe, store, thresholds
from noughts.solver.search.kernels.weak_node import add_child, drop_child

REPLIES = I64(3)  # 2**3 moves more that may hold make a position harder to win by one


@kernel
def combined(a: State, v: int, i: int, d: State) -> Word:
    """Hash of both sides' lines seen through symmetry i."""
    x = a.h[v, i] * U(0x9E3779B97F4A7C15) + d.h[v, i]
    x ^= x >> U(29)
    x *= U(0xBF58476D1CE4E5B9)
    return x ^ (x >> U(32))


@kernel
def strong_key(a: State, d: State, v: int, kind: int) -> Word:
    """Least combined hash over the symmetries, marked with the side to move."""
    best = ALL
    for i in range(FRAMES):
        x = combined(a, v, i, d)
        if x < best:
            best = x
    if kind == 1:
        best ^= U(0xD6E8FEB86659FD93)
    return best | ONE


@kernel
def short_lines(g: Geo, s: State, v: int) -> int:
    """Cells that complete a line (pw 0, 1), cells of two-cell lines (pw 2, 3); how many of the first."""
    one0 = ZERO
    one1 = ZERO
    two0 = ZERO
    two1 = ZERO
    n0 = ~s.m[v, 0]
    n1 = ~s.m[v, 1]
    fork = 0
    for w in range(g.words):
        t = s.live[v, w]
        while t != ZERO:
            l = lowest(t) + 64 * w
            t &= t - ONE
            p = popcount(U(s.sub[v, l]))
            if p == 1:
                one0 |= g.lm[l, 0] & n0
                one1 |= g.lm[l, 1] & n1
            elif p == 2:
                x0 = g.lm[l, 0] & n0
                x1 = g.lm[l, 1] & n1
                if (x0 & two0) | (x1 & two1):
                    fork = 1
                two0 |= x0
                two1 |= x1
    s.pw[0] = one0
    s.pw[1] = one1
    s.pw[2] = two0
    s.pw[3] = two1
    s.stat[4] = fork
    return popcount(one0) + popcount(one1)


@kernel
def no_lines(g: Geo, s: State, v: int) -> bool:
    """Whether no line is live."""
    x = ZERO
    for w in range(g.words):
        x |= s.live[v, w]
    return bool(x == ZERO)


@kernel
def completed(g: Geo, s: State, v: int) -> bool:
    """A line without empty cells."""
    for w in range(g.words):
        t = s.live[v, w]
        while t != ZERO:
            if s.sub[v, lowest(t) + 64 * w] == 0:
                return True
            t &= t - ONE
    return False


@kernel
def attacker_to_move(g: Geo, a: State, d: State, v: int) -> tuple[int, int]:
    """First numbers with the attacker to move."""
    if short_lines(g, a, v) > 0:
        return 0, INF
    fork = a.stat[4]
    threats = short_lines(g, d, v)
    if threats > 1:
        return INF, 0
    if fork and threats == 0:
        return 0, INF
    if forces(g, a, d, v, ANY):
        return 0, INF
    f = pairing(g, a, v)
    if f == 0:
        a.stat[2] += 1
    if f == 0 or potential_holds(g, a, v):
        return INF, 0
    return 1, 1 + g.leaf * f * f


@kernel
def defender_to_move(g: Geo, a: State, d: State, v: int, most: int) -> tuple[int, int]:
    """First numbers with the defender to move, the attacker with so many forcing moves at most."""
    if short_lines(g, d, v) > 0:
        return INF, 0
    threats = short_lines(g, a, v)
    if threats > 1:
        return 0, INF
    if no_lines(g, a, v) or forces(g, d, a, v, ANY):
        return INF, 0
    if threats == 1:
        return 1, 1
    r0, r1 = live_cells(g, a, v, I64(-1))
    q0, q1 = live_cells(g, d, v, I64(-1))
    n0, n1 = r0 | q0, r1 | q1
    if forces(g, a, d, v, most):
        q0, q1 = answers(g, a, d, v)
        n0 &= q0
        n1 &= q1
    return 1 + ((popcount(n0) + popcount(n1)) >> REPLIES), 1


@kernel
def strong_static(g: Geo, a: State, d: State, v: int, kind: int) -> tuple[int, int]:
    """First numbers of a position."""
    a.stat[1] += 1
    if completed(g, a, v):
        return 0, INF
    if completed(g, d, v):
        return INF, 0
    if kind == 1:
        return attacker_to_move(g, a, d, v)
    return defender_to_move(g, a, d, v, ANY)


@kernel
def strong_look(g: Geo, a: State, d: State, tt: Table, v: int, kind: int) -> tuple[int, int]:
    """Numbers of level v from the table, else static."""
    key = strong_key(a, d, v, kind)
    i = probe(tt, key)
    if i >= 0:
        x = tt[i, 1]
        return I64(x & U(0xFFFFFF)), I64((x >> U(24)) & U(0xFFFFFF))
    pn, dn = strong_static(g, a, d, v, kind)
    if kind == 1 or pn == 0 or dn == 0:
        store(tt, key, pn, dn, ZERO, ZERO, I64(1))
    return pn, dn


@kernel
def play(g: Geo, a: State, d: State, v: int, kind: int, c: int) -> None:
    """Level v + 1 = level v after the side to move takes c."""
    copy_state(g, a, v, v + 1)
    copy_state(g, d, v, v + 1)
    if kind == 1:
        put_maker(g, a, v + 1, c)
        put_breaker(g, d, v + 1, c)
    else:
        put_maker(g, d, v + 1, c)
        put_breaker(g, a, v + 1, c)


@kernel
def candidates(g: Geo, a: State, d: State, v: int, kind: int, most: int) -> None:
    """Moves that need a look, into a.S[v]: forced ones, else the cells of live lines, narrowed.

    The attacker has so many forcing moves at most.
    """
    mine, other = (a, d) if kind == 1 else (d, a)
    if short_lines(g, mine, v) > 0:
        a.S[v, 0], a.S[v, 1] = mine.pw[0], mine.pw[1]
        return
    threats = short_lines(g, other, v)
    c = shortest_sequence(g, mine, other, v, most if kind == 1 else ANY) if v == 0 and threats < 2 else -1
    if c >= 0:  # above the root it was settled at once
        a.S[v, 0], a.S[v, 1] = with_cell(ZERO, ZERO, c)
        return
    if threats > 0:
        a.S[v, 0], a.S[v, 1] = other.pw[0], other.pw[1]
        return
    fork = other.stat[4]
    x0, x1 = weights(g, d, v)
    y0, y1 = weights(g, a, v)
    r0, r1 = x0 | y0, x1 | y1
    if kind == 0 and fork:  # meet the fork, or threaten first
        short_lines(g, d, v)
        q0, q1 = must_play(g, a, v, r0, r1)
        r0 = q0 | (d.pw[2] & r0)
        r1 = q1 | (d.pw[3] & r1)
    elif forces(g, other, mine, v, most if kind == 0 else ANY):  # break the sequence, or be faster
        q0, q1 = answers(g, other, mine, v)
        r0 &= q0
        r1 &= q1
    a.S[v, 0], a.S[v, 1] = r0, r1
    if kind == 1:
        narrow_by_pairings(g, a, v, y0, y1)


@kernel
def narrow_by_pairings(g: Geo, a: State, v: int, r0: Word, r1: Word) -> None:
    """The attacker passes, the defender takes a heavy cell, a pairing holds: its zone remains."""
    for _ in range(a.stat[5]):
        c = heaviest(a, r0, r1)
        if c < 0:
            return
        r0, r1 = without(r0, r1, c)
        copy_state(g, a, v, v + 1)
        put_breaker(g, a, v + 1, c)
        if pairing(g, a, v + 1) == 0:
            z0, z1 = with_cell(a.pw[0], a.pw[1], c)
            a.S[v, 0] &= z0
            a.S[v, 1] &= z1


@kernel
def strong_settle(a: State, v: int, attacker_wins: bool) -> bool:
    """Level v is settled. Always True."""
    a.th[v, 2] = 0 if attacker_wins else INF
    a.th[v, 3] = INF if attacker_wins else 0
    return True


@kernel
def strong_enter(g: Geo, a: State, d: State, tt: Table, v: int) -> bool:
    """Children of level v with their numbers; True when settled at once."""
    kind = a.kind[v]
    a.nch[v] = 0
    a.chm[v, 0] = -1
    pn, dn = strong_look(g, a, d, tt, v, kind)
    if (pn == 0 or dn == 0) and (v > 0 or (dn == 0) == (kind == 1)):  # at the root: find the move
        return strong_settle(a, v, pn == 0)
    candidates(g, a, d, v, kind, ANY)
    r0, r1 = a.S[v, 0], a.S[v, 1]
    if dn == 0 and r0 | r1 == ZERO:
        return strong_settle(a, v, False)
    while r0 | r1 != ZERO:
        c = first_cell(r0, r1)
        r0, r1 = without(r0, r1, c)
        play(g, a, d, v, kind, c)
        pn, dn = strong_look(g, a, d, tt, v + 1, 1 - kind)
        if (kind == 1 and pn == 0) or (kind == 0 and dn == 0):
            a.chm[v, 0] = c
            return strong_settle(a, v, kind == 1)
        if pn != 0 and dn != 0:
            add_child(a, v, c, pn, dn)
    return strong_empty(a, v)


@kernel
def strong_empty(a: State, v: int) -> bool:
    """Whether no child is open: then the side to move fails."""
    return a.nch[v] == 0 and strong_settle(a, v, a.kind[v] == 0)


@kernel
def strong_deliver(a: State, v: int, at: int, pn: int, dn: int) -> bool:
    """Child number `at` came back to level v; True when v is settled."""
    kind = a.kind[v]
    if (kind == 1 and pn == 0) or (kind == 0 and dn == 0):
        a.chm[v, 0] = a.chm[v, at]
        return strong_settle(a, v, kind == 1)
    a.chp[v, at] = pn
    a.chd[v, at] = dn
    if pn == 0 or dn == 0:
        drop_child(a, v, at)
    return strong_empty(a, v)


@kernel
def strong_run(g: Geo, a: State, d: State, tt: Table, budget: int, stop: Array) -> int:
    """df-pn from level 0: as `weak.run`; the winner's move in a.chm[0, 0] where the winner is to move."""
    v = ROOT
    a.th[0, 0] = INF
    a.th[0, 1] = INF
    a.work[0] = 0
    done = strong_enter(g, a, d, tt, v)
    used = I64(1)
    while True:
        at, second = 0, 0
        if not done:
            at, second = numbers(a, v)
        if done or a.th[v, 2] >= a.th[v, 0] or a.th[v, 3] >= a.th[v, 1] or used >= budget or stop[0]:
            key = strong_key(a, d, v, a.kind[v])
            store(tt, key, a.th[v, 2], a.th[v, 3], ZERO, ZERO, a.work[v] + 1)
            if v == 0:
                return finish(a, used, done, stop)
            v -= 1
            a.work[v] += a.work[v + 1] + 1
            done = strong_deliver(a, v, a.th[v, 4], a.th[v + 1, 2], a.th[v + 1, 3])
            continue
        play(g, a, d, v, a.kind[v], a.chm[v, at])
        thresholds(g, a, v, at, second)
        v += 1
        used += 1
        done = strong_enter(g, a, d, tt, v)


@kernel
def strong_answer(
    g: Geo,
    a: State,
    d: State,
    tt: Table,
    a0: Word,
    a1: Word,
    d0: Word,
    d1: Word,
    kind: int,
    budget: int,
    stop: Array,
) -> tuple[int, int]:
    """Settle a position: (1 attacker wins, 0 defender holds, -1 open; the winner's move or -1)."""
    load(g, a, a0, a1, d0, d1, kind)
    load(g, d, d0, d1, a0, a1, kind)
    if strong_run(g, a, d, tt, budget, stop) == 0:
        return -1, -1
    if a.th[0, 2] == 0:
        return 1, a.chm[0, 0] if kind == 1 else -1
    return 0, a.chm[0, 0] if kind == 0 else -1
