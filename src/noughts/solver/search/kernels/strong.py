"""The strong game for df-pn: whether the attacker completes a line first, with his next t stones or with ANY number.

Two states run side by side: `a` holds the attacker's live lines (attacker = Maker there), `d` the defender's
(defender = Maker there). A stone shrinks the mover's lines and kills the other's. FIRST is the attacker.
pn = work to prove that the attacker wins, dn = work to prove that the defender holds; no zones.

A node is settled at once by its first look (`strong_node`), else its moves are:
    the cells that complete a line of the mover's; else those that stop the other side's;
    else, where the other side would have a threat sequence if it were to move, those that may stop it;
    else the cells of live lines.
Attacker to move, narrowed: if he passed, the defender took a good cell and a pairing then held, only moves in its
zone remain. With t stones a move outside it is met by that pairing too: a line of t + 1 empties through the move has
t after it, but only t - 1 stones follow.
"""

from __future__ import annotations

from noughts.kernels.declare import Word, kernel
from noughts.solver.search.kernels import (
    bits,
    must_play,
    pairing,
    sequences,
    state,
    strong_node,
    transposition,
    weak_node,
)
from noughts.solver.search.kernels.bits import ZERO
from noughts.solver.search.kernels.fields import Geo, State
from noughts.solver.search.kernels.state import Table


@kernel
def enter(g: Geo, a: State, d: State, tt: Table, v: int) -> bool:
    """Children of level v with their numbers; True when settled at once."""
    a.children[v] = 0
    a.child_move[v, 0] = -1
    pn, dn = strong_node.look(g, a, d, tt, v)
    mover_fails = dn == 0 if a.side[v] == state.FIRST else pn == 0
    if (pn == 0 or dn == 0) and (
        v != state.ROOT or mover_fails
    ):  # a winner to move at the root: find the move
        return strong_node.settle(a, v, state.WIN if pn == 0 else state.HOLD)
    candidates(g, a, d, v)
    r0, r1 = a.todo[v, 0], a.todo[v, 1]
    if dn == 0 and r0 | r1 == ZERO:
        return strong_node.settle(a, v, state.HOLD)
    while r0 | r1 != ZERO:
        c = bits.first_cell(r0, r1)
        r0, r1 = bits.without(r0, r1, c)
        strong_node.play(g, a, d, v, c)
        pn, dn = strong_node.look(g, a, d, tt, v + 1)
        if mover_wins(a, v, pn, dn):
            a.child_move[v, 0] = c
            return strong_node.settle(a, v, state.WIN if pn == 0 else state.HOLD)
        if pn != 0 and dn != 0:
            weak_node.add_child(a, v, c, pn, dn)
    return none_left(a, v)


@kernel
def mover_wins(a: State, v: int, pn: int, dn: int) -> bool:
    """Whether a child with these numbers is what the side to move at level v wants."""
    return bool(pn == 0 if a.side[v] == state.FIRST else dn == 0)


@kernel
def none_left(a: State, v: int) -> bool:
    """Whether no child is open: then the side to move fails."""
    return a.children[v] == 0 and strong_node.settle(
        a, v, state.HOLD if a.side[v] == state.FIRST else state.WIN
    )


@kernel
def deliver(a: State, v: int) -> bool:
    """The child of level v that was gone into came back; True when v is settled."""
    at = a.child[v]
    pn, dn = a.pn[v + 1], a.dn[v + 1]
    if mover_wins(a, v, pn, dn):
        a.child_move[v, 0] = a.child_move[v, at]
        return strong_node.settle(a, v, state.WIN if pn == 0 else state.HOLD)
    a.child_pn[v, at] = pn
    a.child_dn[v, at] = dn
    if pn == 0 or dn == 0:
        weak_node.drop_child(a, v, at)
    return none_left(a, v)


@kernel
def save(a: State, d: State, tt: Table, v: int) -> None:
    """Store level v."""
    transposition.store(tt, strong_node.strong_key(a, d, v), a.pn[v], a.dn[v], ZERO, ZERO, a.work[v] + 1)


@kernel
def candidates(g: Geo, a: State, d: State, v: int) -> None:
    """Moves that need a look, into a.todo[v]: forced ones, else the cells of live lines, narrowed."""
    attacks = a.side[v] == state.FIRST
    mine, other = (a, d) if attacks else (d, a)
    my_most, other_most = (
        (strong_node.forcing(a, v), state.ANY) if attacks else (state.ANY, strong_node.forcing(a, v))
    )
    if strong_node.short_lines(g, mine, v) > 0:
        a.todo[v, 0], a.todo[v, 1] = mine.ones[0], mine.ones[1]
        return
    threats = strong_node.short_lines(g, other, v)
    c = sequences.shortest_sequence(g, mine, other, v, my_most) if v == state.ROOT and threats < 2 else -1
    if c >= 0:  # above the root it was settled at once
        a.todo[v, 0], a.todo[v, 1] = bits.with_cell(ZERO, ZERO, c)
        return
    if threats > 0:
        a.todo[v, 0], a.todo[v, 1] = other.ones[0], other.ones[1]
        return
    x0, x1 = state.weights(g, d, v)
    y0, y1 = state.weights(g, a, v)
    r0, r1 = x0 | y0, x1 | y1
    if not attacks and a.fork:  # meet the fork, or threaten first
        q0, q1 = must_play.must_play(g, a, v, r0, r1)
        r0 = q0 | (d.twos[0] & r0)
        r1 = q1 | (d.twos[1] & r1)
    elif sequences.forces(g, other, mine, v, other_most):  # break the sequence, or be faster
        q0, q1 = sequences.answers(g, other, mine, v)
        r0 &= q0
        r1 &= q1
    a.todo[v, 0], a.todo[v, 1] = r0, r1
    if attacks:
        narrow_by_pairings(g, a, v, y0, y1)


@kernel
def narrow_by_pairings(g: Geo, a: State, v: int, r0: Word, r1: Word) -> None:
    """The attacker passes, the defender takes a heavy cell, a pairing holds: its zone remains."""
    for _ in range(a.narrowings):
        c = state.heaviest(a, r0, r1)
        if c < 0:
            return
        r0, r1 = bits.without(r0, r1, c)
        state.copy_state(g, a, v, v + 1)
        state.put_breaker(g, a, v + 1, c)
        if pairing.pairing(g, a, v + 1) == 0:
            z0, z1 = bits.with_cell(a.found_zone[0], a.found_zone[1], c)
            a.todo[v, 0] &= z0
            a.todo[v, 1] &= z1
