"""A node of the weak game: its first look, its row in the table, its zone, and the list of its children.

Moves of Maker that another move dominates are left out: every live line through a also passes through c. After c Maker
has all that he would have after a, with the two cells' names exchanged; so Breaker's answer to c, with those names
exchanged, answers a. If a lies in that answer's zone, c lies in the zone of the answer to a.
"""

from __future__ import annotations

from noughts.kernels.declare import Word, kernel
from noughts.solver.search.kernels import bits, fields, must_play, pairing, potential, state, transposition
from noughts.solver.search.kernels.bits import I64, ZERO
from noughts.solver.search.kernels.fields import Geo, State
from noughts.solver.search.kernels.state import Table


@kernel
def look_up(s: State, v: int) -> None:
    """s.near, s.far: the moves that the Maker nodes above level v still have to answer."""
    for i in range(2):
        s.near[i] = s.todo[v - 2, i] if v >= 2 else ZERO
        s.far[i] = ZERO
        for u in range(v - 3):
            if s.side[u] == state.FIRST:
                s.far[i] |= s.todo[u, i]


@kernel
def static_look(g: Geo, s: State, v: int) -> tuple[int, int, Word, Word]:
    """First look at a Maker node: won, held, or first numbers from the lines that a pairing leaves open."""
    s.looks += 1
    if must_play.maker_wins_now(g, s, v):
        return *state.WIN, s.found_zone[0], s.found_zone[1]
    look_up(s, v)
    lines = pairing.pairing_near(g, s, v, max(v - 2, state.ROOT), I64(0))
    if lines == 0 or potential.potential_holds(g, s, v):
        return *state.HOLD, s.found_zone[0], s.found_zone[1]
    return 1, 1 + g.leaf * lines * lines, ZERO, ZERO


@kernel
def look(g: Geo, s: State, tt: Table, v: int, side: int) -> tuple[int, int, Word, Word]:
    """pn, dn and zone (in the state's own frame) of level v: from the table, else for Maker nodes static."""
    frame = state.canon(g, s, v)
    i = transposition.probe(tt, transposition.key_of(s, v, frame, side))
    if i >= 0:
        pn, dn = transposition.numbers_at(tt, i)
        if pn != 0 and dn != 0:
            return pn, dn, ZERO, ZERO
        z0, z1 = transposition.zone_at(tt, i)
        if not (z0 == bits.ALL and z1 == bits.ALL):
            z0, z1 = state.map_mask(g, frame + fields.FRAMES, z0, z1)
        return pn, dn, z0, z1
    if side == state.SECOND:
        return 1, 1, ZERO, ZERO
    pn, dn, z0, z1 = static_look(g, s, v)
    keep(g, s, tt, v, side, pn, dn, z0, z1, I64(1))
    return pn, dn, z0, z1


@kernel
def keep(
    g: Geo, s: State, tt: Table, v: int, side: int, pn: int, dn: int, z0: Word, z1: Word, work: int
) -> None:
    """Store level v in its canonical frame."""
    frame = state.canon(g, s, v)
    if (pn == 0 or dn == 0) and not (z0 == bits.ALL and z1 == bits.ALL):
        z0, z1 = state.map_mask(g, frame, z0, z1)
    transposition.store(tt, transposition.key_of(s, v, frame, side), pn, dn, z0, z1, work)


@kernel
def settle(s: State, v: int, verdict: tuple[int, int], z0: Word, z1: Word) -> bool:
    """Level v is settled: WIN or HOLD, and the zone. Always True."""
    s.pn[v], s.dn[v] = verdict
    s.zone[v, 0] = z0
    s.zone[v, 1] = z1
    return True


@kernel
def narrow(s: State, v: int, c: int, z0: Word, z1: Word) -> None:
    """Move c of level v is settled against the side to move, with zone z: only moves inside z remain."""
    s.zone[v, 0] |= z0
    s.zone[v, 1] |= z1
    r0, r1 = bits.without(s.todo[v, 0] & z0, s.todo[v, 1] & z1, c)
    s.todo[v, 0] = r0
    s.todo[v, 1] = r1


@kernel
def trim(s: State, v: int) -> None:
    """Drop the children whose moves are no longer in S."""
    left = 0
    for i in range(s.children[v]):
        if bits.has(s.todo[v, 0], s.todo[v, 1], s.child_move[v, i]):
            s.child_move[v, left] = s.child_move[v, i]
            s.child_pn[v, left] = s.child_pn[v, i]
            s.child_dn[v, left] = s.child_dn[v, i]
            left += 1
    s.children[v] = left


@kernel
def choose(s: State, v: int, n: int, r0: Word, r1: Word, most: int) -> tuple[int, Word]:
    """List the heaviest cells of r as moves of level v after the n there, at most so many in all; what is left."""
    while n < most and (r0 | r1) != ZERO:
        c = state.heaviest(s, r0, r1)
        r0, r1 = bits.without(r0, r1, c)
        s.child_move[v, n] = c
        n += 1
    return n, r0 | r1


@kernel
def choose_replies(g: Geo, s: State, v: int, r0: Word, r1: Word) -> tuple[int, Word]:
    """The replies of r to look at: the two that held last on this level, then the heaviest."""
    n = I64(0)
    for held in (s.held_last[v], s.held_before[v]):
        c = held - 1
        if c >= 0 and bits.has(r0, r1, c):
            r0, r1 = bits.without(r0, r1, c)
            s.child_move[v, n] = c
            n += 1
    return choose(s, v, n, r0, r1, g.replies)


@kernel
def add_child(s: State, v: int, c: int, pn: int, dn: int) -> None:
    """One more open child of level v."""
    n = s.children[v]
    s.child_move[v, n] = c
    s.child_pn[v, n] = pn
    s.child_dn[v, n] = dn
    s.children[v] = n + 1


@kernel
def drop_child(s: State, v: int, at: int) -> None:
    """Level v without its child number `at`; the last one takes its place."""
    last = s.children[v] - 1
    s.child_move[v, at] = s.child_move[v, last]
    s.child_pn[v, at] = s.child_pn[v, last]
    s.child_dn[v, at] = s.child_dn[v, last]
    s.children[v] = last


@kernel
def answer_dominated(g: Geo, s: State, v: int, c: int) -> None:
    """Maker's move c of level v is answered: so are those of S that it dominates, at the price of c in the zone."""
    u0, u1 = state.live_cells(g, s, v, c, state.ANY)
    if (s.todo[v, 0] & ~u0) | (s.todo[v, 1] & ~u1) != ZERO:
        s.todo[v, 0] &= u0
        s.todo[v, 1] &= u1
        s.zone[v, 0], s.zone[v, 1] = bits.with_cell(s.zone[v, 0], s.zone[v, 1], c)
