"""The weak (Maker-Breaker) game for df-pn, with relevance zones.

A node is an edge set and a side to move, FIRST: Maker, SECOND: Breaker.
pn = work to prove that Maker wins, dn = work to prove that Breaker holds.

Zone of a settled node. dn = 0: Breaker holds inside the zone even if Maker is given every cell outside it.
pn = 0: Maker wins inside the zone even if Breaker is given every cell outside it; all ones: no proof, only
that none of the `replies` best replies held (sound for draws: only Breaker's choices are cut).

Maker to move: a pairing or a low potential, else each part by itself where there are several, else Maker passes
first. With that proof's zone Z, todo = Z: a Maker move outside Z is answered by it. Each move of todo proved with
zone Z' (reply included) leaves todo & Z' less the moves that it dominates. Empty todo: Breaker holds.
Breaker to move: replies that lose with Maker's zone Z leave only replies inside Z.

Sources: zones, Hsu, Ko, Chen, Wei, Hsueh and Wu 2020 (TCS 815, 79-94) and must-play regions in Hex; pairings,
Hales and Jewett 1963.
"""

from __future__ import annotations

from noughts.solver.jit import kernel
from noughts.solver.search.kernels.components import PART, in_parts, keep_part, next_part
from noughts.solver.search.kernels.domination import answer_dominated
from noughts.solver.search.kernels.must_play import must_play, threat_cells
from noughts.solver.search.kernels.state import (
    ALL,
    FIRST,
    HOLD,
    I64,
    PASS,
    SECOND,
    WIN,
    ZERO,
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
from noughts.solver.search.kernels.weak_node import (
    add_child,
    choose,
    choose_replies,
    drop_child,
    keep,
    look,
    narrow,
    settle,
    trim,
)


@kernel
def enter(g: Geo, s: State, tt: Table, v: int) -> bool:
    """Children of level v; True when it is settled at once."""
    if s.side[v] == SECOND:
        return enter_breaker(g, s, tt, v)
    return enter_maker(g, s, tt, v)


@kernel
def enter_breaker(g: Geo, s: State, tt: Table, v: int) -> bool:
    """Breaker to move at level v: look at the best replies. True when settled."""
    r0, r1 = weights(g, s, v)
    if r0 | r1 == ZERO:
        return settle(s, v, HOLD, ZERO, ZERO)
    q0, q1 = must_play(g, s, v, r0, r1)
    s.zone[v, 0] = ZERO
    s.zone[v, 1] = ZERO
    if q0 != r0 or q1 != r1:
        s.zone[v, 0], s.zone[v, 1] = threat_cells(g, s, v)
    s.todo[v, 0] = q0
    s.todo[v, 1] = q1
    n, left = choose_replies(g, s, v, q0, q1)
    s.cut[v] = left != ZERO
    s.children[v] = 0
    for i in range(n):
        c = s.child_move[v, i]
        if has(s.todo[v, 0], s.todo[v, 1], c) and look_at_reply(g, s, tt, v, c):
            return True
    trim(s, v)
    return breaker_done(s, v)


@kernel
def look_at_reply(g: Geo, s: State, tt: Table, v: int, c: int) -> bool:
    """Reply c of level v: a child, or settled; True when it holds."""
    copy_state(g, s, v, v + 1)
    put_breaker(g, s, v + 1, c)
    pn, dn, z0, z1 = look(g, s, tt, v + 1, FIRST)
    if dn == 0:
        return reply_holds(s, v, c, z0, z1)
    if pn == 0:
        narrow(s, v, c, z0, z1)
    else:
        add_child(s, v, c, pn, dn)
    return False


@kernel
def reply_holds(s: State, v: int, c: int, z0: Word, z1: Word) -> bool:
    """Breaker's reply c is proved: level v is too. It will be tried first on this level."""
    if s.held_last[v] != c + 1:
        s.held_before[v] = s.held_last[v]
        s.held_last[v] = c + 1
    s.child_move[v, 0] = c
    z0, z1 = with_cell(z0, z1, c)
    return settle(s, v, HOLD, z0, z1)


@kernel
def breaker_done(s: State, v: int) -> bool:
    """Whether no reply is left: a true loss when none was cut, else only "not found"."""
    if s.children[v] > 0:
        return False
    if s.cut[v] and (s.todo[v, 0] | s.todo[v, 1]) != ZERO:
        return settle(s, v, WIN, ALL, ALL)
    return settle(s, v, WIN, s.zone[v, 0], s.zone[v, 1])


@kernel
def enter_maker(g: Geo, s: State, tt: Table, v: int) -> bool:
    """Maker to move at level v: its parts, or the null move first. True when settled."""
    pn, dn, z0, z1 = look(g, s, tt, v, FIRST)
    if pn == 0 or dn == 0:
        return settle(s, v, WIN if pn == 0 else HOLD, z0, z1)
    if in_parts(g, s, v):
        return enter_parts(g, s, tt, v)
    copy_state(g, s, v, v + 1)
    pn, dn, z0, z1 = look(g, s, tt, v + 1, SECOND)
    if pn == 0:
        return settle(s, v, WIN, z0, z1)
    if dn == 0:
        return pass_answered(g, s, tt, v, z0, z1)
    s.todo[v, 0] = ZERO
    s.todo[v, 1] = ZERO
    s.children[v] = 0
    add_child(s, v, PASS, pn, dn)
    return False


@kernel
def enter_parts(g: Geo, s: State, tt: Table, v: int) -> bool:
    """Level v, Maker to move, falls into parts: all of them must be held. True when settled."""
    for i in range(2):
        s.todo[v, i] = ZERO
        s.zone[v, i] = ZERO
    s.children[v] = 0
    while True:
        l, _, _ = next_part(g, s, v)
        if l < 0:
            return maker_done(s, v)
        keep_part(g, s, v, l)
        pn, dn, z0, z1 = look(g, s, tt, v + 1, FIRST)
        if pn == 0:
            return settle(s, v, WIN, z0, z1)
        if dn == 0:
            s.zone[v, 0] |= z0
            s.zone[v, 1] |= z1
        else:
            add_child(s, v, PART + l, pn, dn)


@kernel
def part_held(s: State, v: int, at: int, z0: Word, z1: Word) -> bool:
    """The part that is child number `at` of level v is held inside z. True when all are."""
    s.zone[v, 0] |= z0
    s.zone[v, 1] |= z1
    drop_child(s, v, at)
    return maker_done(s, v)


@kernel
def pass_answered(g: Geo, s: State, tt: Table, v: int, z0: Word, z1: Word) -> bool:
    """The null move is answered inside z: Maker's moves in z remain, heaviest first. True when settled."""
    r0, r1 = weights(g, s, v)
    s.zone[v, 0] = z0
    s.zone[v, 1] = z1
    s.todo[v, 0] = z0 & r0
    s.todo[v, 1] = z1 & r1
    n, _ = choose(s, v, I64(0), z0 & r0, z1 & r1, g.cells)
    s.children[v] = 0
    for i in range(n):
        c = s.child_move[v, i]
        if has(s.todo[v, 0], s.todo[v, 1], c) and look_at_move(g, s, tt, v, c):
            return True
    trim(s, v)
    return maker_done(s, v)


@kernel
def look_at_move(g: Geo, s: State, tt: Table, v: int, c: int) -> bool:
    """Maker's move c of level v: a child, or settled; True when it wins."""
    copy_state(g, s, v, v + 1)
    put_maker(g, s, v + 1, c)
    pn, dn, z0, z1 = look(g, s, tt, v + 1, SECOND)
    if pn == 0:
        return move_wins(s, v, c, z0, z1)
    if dn == 0:
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
    return settle(s, v, WIN, z0, z1)


@kernel
def maker_done(s: State, v: int) -> bool:
    """Whether no move is left to be answered: Breaker holds."""
    return s.children[v] == 0 and settle(s, v, HOLD, s.zone[v, 0], s.zone[v, 1])


@kernel
def deliver(g: Geo, s: State, tt: Table, v: int) -> bool:
    """The child of level v that was gone into came back; True when v is settled."""
    at = s.child[v]
    c = s.child_move[v, at]
    pn, dn, z0, z1 = s.pn[v + 1], s.dn[v + 1], s.zone[v + 1, 0], s.zone[v + 1, 1]
    s.child_pn[v, at] = pn
    s.child_dn[v, at] = dn
    if pn != 0 and dn != 0:
        return False
    if s.side[v] == SECOND:
        if dn == 0:
            return reply_holds(s, v, c, z0, z1)
        narrow(s, v, c, z0, z1)
        trim(s, v)
        return breaker_done(s, v)
    if pn == 0:
        return move_wins(s, v, c, z0, z1)
    if c == PASS:
        return pass_answered(g, s, tt, v, z0, z1)
    if c >= PART:
        return part_held(s, v, at, z0, z1)
    narrow(s, v, c, z0, z1)
    answer_dominated(g, s, v, c)
    trim(s, v)
    return maker_done(s, v)


@kernel
def descend(g: Geo, s: State, v: int) -> None:
    """Make the child chosen on level v at level v + 1."""
    c = s.child_move[v, s.child[v]]
    if c >= PART:
        keep_part(g, s, v, c - PART)
        s.side[v + 1] = FIRST
        return
    copy_state(g, s, v, v + 1)
    s.side[v + 1] = FIRST + SECOND - s.side[v]
    if s.side[v] == SECOND:
        put_breaker(g, s, v + 1, c)
    elif c != PASS:
        put_maker(g, s, v + 1, c)


@kernel
def save(g: Geo, s: State, tt: Table, v: int) -> None:
    """Store level v."""
    keep(g, s, tt, v, s.side[v], s.pn[v], s.dn[v], s.zone[v, 0], s.zone[v, 1], s.work[v] + 1)
