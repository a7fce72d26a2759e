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

from noughts.kernels.declare import Word, kernel
from noughts.solver.search.kernels import bits, components, must_play, state, weak_node
from noughts.solver.search.kernels.bits import I64, ZERO
from noughts.solver.search.kernels.fields import Geo, State
from noughts.solver.search.kernels.state import Table


@kernel
def enter(g: Geo, s: State, tt: Table, v: int) -> bool:
    """Children of level v; True when it is settled at once."""
    if s.side[v] == state.SECOND:
        return enter_breaker(g, s, tt, v)
    return enter_maker(g, s, tt, v)


@kernel
def enter_breaker(g: Geo, s: State, tt: Table, v: int) -> bool:
    """Breaker to move at level v: look at the best replies. True when settled."""
    r0, r1 = state.weights(g, s, v)
    if r0 | r1 == ZERO:
        return weak_node.settle(s, v, state.HOLD, ZERO, ZERO)
    q0, q1 = must_play.must_play(g, s, v, r0, r1)
    s.zone[v, 0] = ZERO
    s.zone[v, 1] = ZERO
    if q0 != r0 or q1 != r1:
        s.zone[v, 0], s.zone[v, 1] = state.live_cells(g, s, v, I64(-1), I64(2))
    s.todo[v, 0] = q0
    s.todo[v, 1] = q1
    n, left = weak_node.choose_replies(g, s, v, q0, q1)
    s.cut[v] = left != ZERO
    return look_at_all(g, s, tt, v, n)


@kernel
def look_at_all(g: Geo, s: State, tt: Table, v: int, n: int) -> bool:
    """The first n moves listed at level v, as long as they are to be met: children, or settled. True when v is."""
    s.children[v] = 0
    for i in range(n):
        c = s.child_move[v, i]
        if bits.has(s.todo[v, 0], s.todo[v, 1], c):
            play(g, s, v, c)
            pn, dn, z0, z1 = weak_node.look(g, s, tt, v + 1, s.side[v + 1])
            if pn != 0 and dn != 0:
                weak_node.add_child(s, v, c, pn, dn)
            elif settles(g, s, v, c, dn == 0, z0, z1):
                return True
    return none_left(s, v)


@kernel
def settles(g: Geo, s: State, v: int, c: int, held: bool, z0: Word, z1: Word) -> bool:
    """Move c of level v is settled, with zone z: so is level v if c is what its side wants, else c goes."""
    if s.side[v] == state.SECOND and held:
        return reply_holds(s, v, c, z0, z1)
    if s.side[v] == state.FIRST and not held:
        return move_wins(s, v, c, z0, z1)
    weak_node.narrow(s, v, c, z0, z1)
    if held:
        weak_node.answer_dominated(g, s, v, c)
    return False


@kernel
def none_left(s: State, v: int) -> bool:
    """Whether no move of level v is left to look at, so that the other side has its way."""
    weak_node.trim(s, v)
    return breaker_done(s, v) if s.side[v] == state.SECOND else maker_done(s, v)


@kernel
def reply_holds(s: State, v: int, c: int, z0: Word, z1: Word) -> bool:
    """Breaker's reply c is proved: level v is too. It will be tried first on this level."""
    if s.held_last[v] != c + 1:
        s.held_before[v] = s.held_last[v]
        s.held_last[v] = c + 1
    s.child_move[v, 0] = c
    z0, z1 = bits.with_cell(z0, z1, c)
    return weak_node.settle(s, v, state.HOLD, z0, z1)


@kernel
def breaker_done(s: State, v: int) -> bool:
    """Whether no reply is left: a true loss when none was cut, else only "not found"."""
    if s.children[v] > 0:
        return False
    if s.cut[v] and (s.todo[v, 0] | s.todo[v, 1]) != ZERO:
        return weak_node.settle(s, v, state.WIN, bits.ALL, bits.ALL)
    return weak_node.settle(s, v, state.WIN, s.zone[v, 0], s.zone[v, 1])


@kernel
def enter_maker(g: Geo, s: State, tt: Table, v: int) -> bool:
    """Maker to move at level v: its parts, or the null move first. True when settled."""
    pn, dn, z0, z1 = weak_node.look(g, s, tt, v, state.FIRST)
    if pn == 0 or dn == 0:
        return weak_node.settle(s, v, state.WIN if pn == 0 else state.HOLD, z0, z1)
    if components.in_parts(g, s, v):
        return enter_parts(g, s, tt, v)
    play(g, s, v, state.PASS)
    pn, dn, z0, z1 = weak_node.look(g, s, tt, v + 1, state.SECOND)
    if pn == 0:
        return weak_node.settle(s, v, state.WIN, z0, z1)
    if dn == 0:
        return pass_answered(g, s, tt, v, z0, z1)
    s.todo[v, 0] = ZERO
    s.todo[v, 1] = ZERO
    s.children[v] = 0
    weak_node.add_child(s, v, state.PASS, pn, dn)
    return False


@kernel
def enter_parts(g: Geo, s: State, tt: Table, v: int) -> bool:
    """Level v, Maker to move, falls into parts: all of them must be held. True when settled."""
    for i in range(2):
        s.todo[v, i] = ZERO
        s.zone[v, i] = ZERO
    s.children[v] = 0
    while True:
        l, _, _ = components.next_part(g, s, v)
        if l < 0:
            return maker_done(s, v)
        components.keep_part(g, s, v, l)
        pn, dn, z0, z1 = weak_node.look(g, s, tt, v + 1, state.FIRST)
        if pn == 0:
            return weak_node.settle(s, v, state.WIN, z0, z1)
        if dn == 0:
            s.zone[v, 0] |= z0
            s.zone[v, 1] |= z1
        else:
            weak_node.add_child(s, v, components.PART + l, pn, dn)


@kernel
def part_held(s: State, v: int, at: int, z0: Word, z1: Word) -> bool:
    """The part that is child number `at` of level v is held inside z. True when all are."""
    s.zone[v, 0] |= z0
    s.zone[v, 1] |= z1
    weak_node.drop_child(s, v, at)
    return maker_done(s, v)


@kernel
def pass_answered(g: Geo, s: State, tt: Table, v: int, z0: Word, z1: Word) -> bool:
    """The null move is answered inside z: Maker's moves in z remain, heaviest first. True when settled."""
    r0, r1 = state.weights(g, s, v)
    s.zone[v, 0] = z0
    s.zone[v, 1] = z1
    s.todo[v, 0] = z0 & r0
    s.todo[v, 1] = z1 & r1
    n, _ = weak_node.choose(s, v, I64(0), z0 & r0, z1 & r1, g.cells)
    return look_at_all(g, s, tt, v, n)


@kernel
def move_wins(s: State, v: int, c: int, z0: Word, z1: Word) -> bool:
    """Maker's move c (or the null move, or a part) wins: level v is lost for Breaker."""
    if c < state.PASS and not (z0 == bits.ALL and z1 == bits.ALL):
        z0, z1 = bits.with_cell(z0, z1, c)
    return weak_node.settle(s, v, state.WIN, z0, z1)


@kernel
def maker_done(s: State, v: int) -> bool:
    """Whether no move is left to be answered: Breaker holds."""
    return s.children[v] == 0 and weak_node.settle(s, v, state.HOLD, s.zone[v, 0], s.zone[v, 1])


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
    if s.side[v] == state.FIRST and dn == 0:
        if c == state.PASS:
            return pass_answered(g, s, tt, v, z0, z1)
        if c >= components.PART:
            return part_held(s, v, at, z0, z1)
    return settles(g, s, v, c, dn == 0, z0, z1) or none_left(s, v)


@kernel
def play(g: Geo, s: State, v: int, c: int) -> None:
    """Level v + 1 = level v after a move, a pass, or within one part of it."""
    if c >= components.PART:
        components.keep_part(g, s, v, c - components.PART)
        s.side[v + 1] = state.FIRST
        return
    state.copy_state(g, s, v, v + 1)
    s.side[v + 1] = state.FIRST + state.SECOND - s.side[v]
    if s.side[v] == state.SECOND:
        state.put_breaker(g, s, v + 1, c)
    elif c != state.PASS:
        state.put_maker(g, s, v + 1, c)


@kernel
def save(g: Geo, s: State, tt: Table, v: int) -> None:
    """Store level v."""
    weak_node.keep(g, s, tt, v, s.side[v], s.pn[v], s.dn[v], s.zone[v, 0], s.zone[v, 1], s.work[v] + 1)
