"""Threat sequences: a three is answered by all stones at once that may stop it, so that nothing branches.

After a move that threatens fours (were the defender to pass, fours would win) the defender is given every cell of
these fours at once. Where the attacker wins all the same, by the next such move or by fours, he wins whichever
of them was played. What else the pass leaves to be met is met one by one. Found wins are written as they are found.

    z.until   positions (s.nodes + s.probes) at which it is given up
Source: L. V. Allis, H. J. van den Herik, M. P. H. Huntjens, Go-Moku solved by new search techniques, 1996.
"""

from __future__ import annotations

from noughts.engine.kernels.fours import by_fours
from noughts.engine.kernels.lines import (
    I64,
    LEVELS,
    NONE,
    Geo,
    State,
    Tree,
    completions,
    lacking,
    make,
    pass_turn,
    unmake,
)
from noughts.engine.kernels.proof import ATTACK_FUEL, COUNT, DEFENCE_FUEL, DN, FIRST, PN, search_threats
from noughts.engine.kernels.zones import (
    END,
    SEVERAL,
    Zones,
    begin,
    clear,
    emit,
    ends,
    join,
    make_safe,
    write_fours,
    write_pass,
    write_threats,
)
from noughts.solver.jit import entry, kernel

PART = I64(2)  # of the positions that are for these, one in so many
TRIES = I64(12)  # threes tried in a position, at most
FEW = I64(40)  # levels that must be left


@kernel
def threes(g: Geo, s: State, a: int, must: int) -> int:
    """The attacker's moves that may threaten fours, or force, the best first, on the list of this level."""
    v, n = s.ply, 0
    for c in range(g.count) if must < 0 else range(must, must + 1):
        if s.held[c] >= 0 or lacking(s, c, a, 2) + lacking(s, c, a, 3) == 0:
            continue
        worth = 2 * lacking(s, c, a, 2) + 3 * lacking(s, c, a, 3)
        i = n
        n += 1
        while i > 0 and s.rank[v, i - 1] < worth:
            s.list[v, i], s.rank[v, i] = s.list[v, i - 1], s.rank[v, i - 1]
            i -= 1
        s.list[v, i], s.rank[v, i] = c, worth
    return int(min(I64(n), TRIES))


@kernel
def group(g: Geo, s: State, z: Zones) -> int:
    """Writes and plays the group: all cells of the fours just found (s.line) that are empty; how many."""
    n = I64(0)
    emit(z, SEVERAL)
    at = z.length
    emit(z, I64(0))
    for i in range(s.length):
        c = I64(s.line[i])
        if s.held[c] < 0:
            emit(z, c)
            make(g, s, c)
            pass_turn(s)
            n += 1
    pass_turn(s)
    z.out[at, 0] = n
    return int(n)


@kernel
def ungroup(g: Geo, s: State, z: Zones, at: int, n: int) -> None:
    """Takes the stones of a group back that is written from a place on."""
    pass_turn(s)
    for i in range(n, 0, -1):
        pass_turn(s)
        unmake(g, s, I64(z.out[at + 1 + i, 0]))


@kernel
def threatened(g: Geo, s: State, z: Zones, r: int) -> bool:
    """The attacker has moved quietly: whether a pass loses to fours, which are written, and the defender has none."""
    if by_fours(g, s, DEFENCE_FUEL) > 0:
        return False
    return bool(write_pass(g, s, z, r))


@kernel
def sequence(g: Geo, s: State, z: Zones, r: int) -> bool:
    """Whether fours or threes, their answers given at once, win for the side to move; such a win is written."""
    a, v, first, must = s.turn, s.ply, z.length, NONE
    if by_fours(g, s, ATTACK_FUEL) > 0:
        write_fours(g, s, z, I64(0), r)
        return True
    if s.open[1 - a, 1] > 0:
        must, other = completions(g, s, 1 - a)
        if other >= 0:
            return False
    for i in range(threes(g, s, a, must) if v + FEW < LEVELS else 0):
        m = I64(s.list[v, i])
        if s.nodes + s.probes >= z.until:
            break
        s.nodes += 1
        begin(z, m)
        clear(g, z, v, m)
        make(g, s, m)
        e, good = completions(g, s, a)[0], s.open[1 - a, 1] == 0
        if good and e >= 0:
            z.zone[v, e] = 1
            make(g, s, e)
            good = sequence(g, s, z, r)
            unmake(g, s, e)
            join(g, z, v, v + 2)
        elif good and threatened(g, s, z, r):
            at = z.length
            n = group(g, s, z)
            good = (s.open[1 - a, 0] == 0 or s.open[a, 1] > 0) and sequence(g, s, z, r)
            ungroup(g, s, z, at, n)
            join(g, z, v, v + 1 + n)
            for c in range(n):
                z.todo[v, z.out[at + 2 + c, 0]] = 0
            for c in range(g.count):
                if good and z.todo[v, c] != 0:
                    emit(z, I64(c))
                    make(g, s, I64(c))
                    good = sequence(g, s, z, r)
                    unmake(g, s, I64(c))
                    join(g, z, v, v + 2)
            emit(z, END)
        else:
            good = False
        if good:
            make_safe(g, s, z, v, r)
        unmake(g, s, m)
        if good:
            ends(z, first)
            return True
        z.length = first
    return False


@kernel
def threats_win(g: Geo, s: State, z: Zones, tree: Tree, budget: int, r: int) -> bool:
    """Whether threats win for the side to move, searched in so many positions; if so their tree is written."""
    at, until = z.length, s.nodes + s.probes + budget
    z.until = s.nodes + s.probes + budget // PART
    if sequence(g, s, z, r):
        return True
    z.length = at
    tree[0, PN], tree[0, DN], tree[0, FIRST], tree[0, COUNT] = 1, 1, 0, -1
    s.attacker, s.bound = s.turn, 1
    search_threats(g, s, tree, until - s.nodes - s.probes)
    if tree[0, PN] == 0 and write_threats(g, s, z, tree, I64(0), r):
        return True
    z.length = at
    return False


@entry
def win(g: Geo, s: State, z: Zones, tree: Tree, budget: int, r: int) -> bool:
    """`threats_win`, for Python to call."""
    z.length, z.full = 0, 0
    return bool(threats_win(g, s, z, tree, budget, I64(r)) and z.full == 0)
