"""Kernels of the weak (Maker-Breaker) game: df-pn with relevance zones.

A node is an edge set and a side to move; kind 0: Maker to move, kind 1: Breaker to move.
pn = work to prove that Breaker holds, dn = work to prove that Maker wins.

Zone of a settled node. pn = 0: Breaker holds inside the zone even if Maker is given every cell outside it.
dn = 0: Maker wins inside the zone even if Breaker is given every cell outside it; all ones: no proof, only
that none of the `replies` best replies held (sound for draws: only Breaker's choices are cut).

Maker to move: a pairing or a low potential, else each part by itself where there are several, else Maker passes
first. With that proof's zone Z, S = Z: a Maker move outside Z is answered by it. Each move of S proved with zone
Z' (reply included) leaves S & Z' less the moves that it dominates. Empty S: Breaker holds.
Breaker to move: replies that lose with Maker's zone Z leave only replies inside Z.

Sources: df-pn, Nagai 2002; 1+epsilon, Pawlewicz and Lew 2007; zones, Hsu, Ko, Chen, Wei, Hsueh and Wu 2020
(TCS 815, 79-94) and must-play regions in Hex; pairings, Hales and Jewett 1963.
"""

from __future__ import annotations

from noughts.solver.jit import kernel
from noughts.solver.search.kernels.components import PART, in_parts, keep_part, next_part
from noughts.solver.search.kernels.domination import answer_dominated
from noughts.solver.search.kernels.must_play import must_play, threat_cells
from noughts.solver.search.kernels.state import (
    ALL,
    BREAKER,
    I64,
    INF,
    MAKER,
    PASS,
    PROVED,
    ROOT,
    ZERO,
    Array,
    Geo,
    State,
    Table,
    Word,
    copy_state,
    has,
    put_breaker,
    put_maker,
    weights,
    with_cell,
)
from noughts.solver.search.kernels.transposition import finish, numbers, thresholds
from noughts.solver.search.kernels.weak_node import (
    add_child,
    choose,
    choose_replies,
    drop_child,
    look,
    narrow,
    save,
    settle,
    trim,
)


@kernel
def enter_or(g: Geo, s: State, tt: Table, v: int) -> bool:
    """Breaker to move at level v: look at the best replies. True when settled."""
    r0, r1 = weights(g, s, v)
    if r0 | r1 == ZERO:
        return settle(s, v, PROVED, INF, ZERO, ZERO)
    q0, q1 = must_play(g, s, v, r0, r1)
    s.Z[v, 0] = ZERO
    s.Z[v, 1] = ZERO
    if q0 != r0 or q1 != r1:
        s.Z[v, 0], s.Z[v, 1] = threat_cells(g, s, v)
    s.S[v, 0] = q0
    s.S[v, 1] = q1
    n, left = choose_replies(g, s, v, q0, q1)
    s.inc[v] = left != ZERO
    s.nch[v] = 0
    for i in range(n):
        c = s.chm[v, i]
        if has(s.S[v, 0], s.S[v, 1], c) and look_at_reply(g, s, tt, v, c):
            return True
    trim(s, v)
    return or_lost(s, v)


@kernel
def look_at_reply(g: Geo, s: State, tt: Table, v: int, c: int) -> bool:
    """Reply c of level v: a child, or settled; True when it holds."""
    copy_state(g, s, v, v + 1)
    put_breaker(g, s, v + 1, c)
    pn, dn, z0, z1 = look(g, s, tt, v + 1, MAKER)
    if pn == 0:
        return reply_holds(s, v, c, z0, z1)
    if dn == 0:
        narrow(s, v, c, z0, z1)
    else:
        add_child(s, v, c, pn, dn)
    return False


@kernel
def reply_holds(s: State, v: int, c: int, z0: Word, z1: Word) -> bool:
    """Breaker's reply c is proved: level v is too. It will be tried first on this level."""
    if s.held[v, 0] != c + 1:
        s.held[v, 1] = s.held[v, 0]
        s.held[v, 0] = c + 1
    s.chm[v, 0] = c
    z0, z1 = with_cell(z0, z1, c)
    return settle(s, v, PROVED, INF, z0, z1)


@kernel
def or_lost(s: State, v: int) -> bool:
    """No reply left: a true loss when none was cut, else only "not found"."""
    if s.nch[v] > 0:
        return False
    if s.inc[v] and (s.S[v, 0] | s.S[v, 1]) != ZERO:
        return settle(s, v, INF, PROVED, ALL, ALL)
    return settle(s, v, INF, PROVED, s.Z[v, 0], s.Z[v, 1])


@kernel
def enter_and(g: Geo, s: State, tt: Table, v: int) -> bool:
    """Maker to move at level v: its parts, or the null move first. True when settled."""
    pn, dn, z0, z1 = look(g, s, tt, v, MAKER)
    if pn == 0 or dn == 0:
        return settle(s, v, pn, dn, z0, z1)
    if in_parts(g, s, v):
        return enter_parts(g, s, tt, v)
    copy_state(g, s, v, v + 1)
    pn, dn, z0, z1 = look(g, s, tt, v + 1, BREAKER)
    if dn == 0:
        return settle(s, v, INF, PROVED, z0, z1)
    if pn == 0:
        return null_proved(g, s, tt, v, z0, z1)
    s.S[v, 0] = ZERO
    s.S[v, 1] = ZERO
    s.nch[v] = 0
    add_child(s, v, PASS, pn, dn)
    return False


@kernel
def enter_parts(g: Geo, s: State, tt: Table, v: int) -> bool:
    """Level v, Maker to move, falls into parts: all of them must be held. True when settled."""
    for i in range(2):
        s.S[v, i] = ZERO
        s.Z[v, i] = ZERO
    s.nch[v] = 0
    while True:
        l, _, _ = next_part(g, s, v)
        if l < 0:
            return and_done(s, v)
        keep_part(g, s, v, l)
        pn, dn, z0, z1 = look(g, s, tt, v + 1, MAKER)
        if dn == 0:
            return settle(s, v, INF, PROVED, z0, z1)
        if pn == 0:
            s.Z[v, 0] |= z0
            s.Z[v, 1] |= z1
        else:
            add_child(s, v, PART + l, pn, dn)


@kernel
def part_held(s: State, v: int, at: int, z0: Word, z1: Word) -> bool:
    """The part that is child number `at` of level v is held inside z. True when all are."""
    s.Z[v, 0] |= z0
    s.Z[v, 1] |= z1
    drop_child(s, v, at)
    return and_done(s, v)


@kernel
def null_proved(g: Geo, s: State, tt: Table, v: int, z0: Word, z1: Word) -> bool:
    """The null move is answered inside z: Maker's moves in z remain, heaviest first. True when settled."""
    r0, r1 = weights(g, s, v)
    s.Z[v, 0] = z0
    s.Z[v, 1] = z1
    s.S[v, 0] = z0 & r0
    s.S[v, 1] = z1 & r1
    n, _ = choose(s, v, I64(0), z0 & r0, z1 & r1, g.cells)
    s.nch[v] = 0
    for i in range(n):
        c = s.chm[v, i]
        if has(s.S[v, 0], s.S[v, 1], c) and look_at_move(g, s, tt, v, c):
            return True
    trim(s, v)
    return and_done(s, v)


@kernel
def look_at_move(g: Geo, s: State, tt: Table, v: int, c: int) -> bool:
    """Maker's move c of level v: a child, or settled; True when it wins."""
    copy_state(g, s, v, v + 1)
    put_maker(g, s, v + 1, c)
    pn, dn, z0, z1 = look(g, s, tt, v + 1, BREAKER)
    if dn == 0:
        return move_wins(s, v, c, z0, z1)
    if pn == 0:
        narrow(s, v, c, z0, z1)
        answer_dominated(g, s, v, c)
    else:
        add_child(s, v, c, pn, dn)
    return False


@kernel
def move_wins(s: State, v: int, c: int, z0: Word, z1: Word) -> bool:
    """Maker's move c (or the null move, or a part) wins: level v is lost for Breaker."""
    if c < PASS and not (z0 == ALL and z1 == ALL):
        z0, z1 = with_cell(z0, z1, c)
    return settle(s, v, INF, PROVED, z0, z1)


@kernel
def and_done(s: State, v: int) -> bool:
    """No move left to answer: proved."""
    return s.nch[v] == 0 and settle(s, v, PROVED, INF, s.Z[v, 0], s.Z[v, 1])


@kernel
def deliver(g: Geo, s: State, tt: Table, v: int, at: int, pn: int, dn: int, z0: Word, z1: Word) -> bool:
    """Child number `at` came back to level v; True when v is settled."""
    c = s.chm[v, at]
    s.chp[v, at] = pn
    s.chd[v, at] = dn
    if s.kind[v] == 1:
        if pn == 0:
            return reply_holds(s, v, c, z0, z1)
        if dn == 0:
            narrow(s, v, c, z0, z1)
            trim(s, v)
            return or_lost(s, v)
    elif dn == 0:
        return move_wins(s, v, c, z0, z1)
    elif pn == 0:
        if c == PASS:
            return null_proved(g, s, tt, v, z0, z1)
        if c >= PART:
            return part_held(s, v, at, z0, z1)
        narrow(s, v, c, z0, z1)
        answer_dominated(g, s, v, c)
        trim(s, v)
        return and_done(s, v)
    return False


@kernel
def descend(g: Geo, s: State, v: int, at: int, second: int) -> None:
    """Make child `at` at level v + 1 with its thresholds."""
    c = s.chm[v, at]
    thresholds(g, s, v, at, second)
    if c >= PART:
        keep_part(g, s, v, c - PART)
        s.kind[v + 1] = MAKER
        return
    copy_state(g, s, v, v + 1)
    if s.kind[v] == 1:
        put_breaker(g, s, v + 1, c)
    elif c != PASS:
        put_maker(g, s, v + 1, c)


@kernel
def enter(g: Geo, s: State, tt: Table, v: int) -> bool:
    """Children of level v; True when it is settled at once."""
    if s.kind[v] == 1:
        return enter_or(g, s, tt, v)
    return enter_and(g, s, tt, v)


@kernel
def run(g: Geo, s: State, tt: Table, budget: int, stop: Array) -> int:
    """df-pn from level 0 without recursion.

    Returns 1 settled (numbers in s.th[0, 2:4], zone in s.Z[0], Breaker's reply in s.chm[0, 0]), or 0 when the
    budget of expansions is used or stop[0] was set. What is known stays in the table: a new call goes on.
    """
    v = ROOT
    s.th[0, 0] = INF
    s.th[0, 1] = INF
    s.work[0] = 0
    done = enter(g, s, tt, v)
    used = I64(1)
    while True:
        at, second = 0, 0
        # Step 1. Numbers of this node from its children.
        if not done:
            at, second = numbers(s, v)
        # Step 2. Settled, beyond a threshold or told to stop: store it and hand it up.
        if done or s.th[v, 2] >= s.th[v, 0] or s.th[v, 3] >= s.th[v, 1] or used >= budget or stop[0]:
            pn, dn, z0, z1 = s.th[v, 2], s.th[v, 3], s.Z[v, 0], s.Z[v, 1]
            save(g, s, tt, v, s.kind[v], pn, dn, z0, z1, s.work[v] + 1)
            if v == 0:
                return finish(s, used, done, stop)
            v -= 1
            s.work[v] += s.work[v + 1] + 1
            done = deliver(g, s, tt, v, s.th[v, 4], pn, dn, z0, z1)
            continue
        # Step 3. Go into the best child.
        descend(g, s, v, at, second)
        v += 1
        used += 1
        done = enter(g, s, tt, v)
