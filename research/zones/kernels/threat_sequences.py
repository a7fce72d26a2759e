"""Threats in sequence: a three is answered by all stones at once that may stop it, so that nothing branches.

After a move that threatens fours (were the defender to pass, fours would win) the defender is given every cell of
these fours at once. Where the attacker wins all the same, by the next such move or by fours, he wins whichever
of them was played. What else the pass leaves to be met is met one by one. Found wins are written as they are found.

    z.until   positions (s.nodes + s.probes) at which it is given up
Source: L. V. Allis, H. J. van den Herik, M. P. H. Huntjens, Go-Moku solved by new search techniques, 1996.
"""

from __future__ import annotations

from noughts.engine.kernels import lines, order, proof, vcf
from noughts.engine.kernels.lines import I64, Geo, State, Tree
from noughts.kernels.declare import entry, kernel
from research.zones.kernels import zones
from research.zones.kernels.zones import Zones

PART = I64(2)  # of the positions that are for these, one in so many
TRIES = I64(12)  # threes tried in a position, at most
FEW = I64(40)  # levels that must be left


@kernel
def spoiled(s: State) -> bool:
    """Whether the defender has a full line, of stones given to him at once, and the attacker does not win before."""
    return bool(s.open[1 - s.turn, 0] > 0 and s.open[s.turn, 1] == 0)


@kernel
def threes(g: Geo, s: State) -> int:
    """The attacker's moves that may threaten fours, or force, the best first, on the list of this level.

    A four of the defender is met, if need be by a stone that makes nothing itself: the threat may stand.
    """
    a = s.turn
    must, other = lines.completions(g, s, 1 - a)
    if other >= 0 or s.ply + FEW >= lines.LEVELS:
        return 0
    v, n = s.ply, 0
    for c in range(g.count) if must < 0 else range(must, must + 1):
        if s.held[c] >= 0 or (must < 0 and lines.lacking(s, c, a, 2) + lines.lacking(s, c, a, 3) == 0):
            continue
        worth = 2 * lines.lacking(s, c, a, 2) + 3 * lines.lacking(s, c, a, 3)
        n = order.insert(s, v, n, lines.CELLS, c, worth)
    return int(min(I64(n), TRIES))


@kernel
def play(g: Geo, s: State, z: Zones, at: int) -> int:
    """Plays what a child is for, as it is written from a place on to the end: how many stones, 0 for a pass."""
    if z.full != 0 or z.out[at, 0] == zones.PASS:
        lines.pass_turn(s)
        return 0
    cells = at + (2 if z.out[at, 0] == zones.SEVERAL else 1 if z.out[at, 0] == zones.SLACK else 0)
    for i in range(cells, z.length):
        if i > cells:
            lines.pass_turn(s)
        lines.make(g, s, I64(z.out[i, 0]))
    return int(z.length - cells)


@kernel
def leave(g: Geo, s: State, z: Zones, at: int, n: int, done: bool) -> None:
    """Takes back these n stones; where the child was written notes what it covers, else it is written no more."""
    kind = I64(z.out[at, 0]) if n > 0 else zones.PASS
    cells = at + (2 if kind == zones.SEVERAL else 1 if kind == zones.SLACK else 0)
    if n == 0:
        lines.pass_turn(s)
    for j in range(n - 1, -1, -1):
        lines.unmake(g, s, I64(z.out[cells + j, 0]))
        if j > 0:
            lines.pass_turn(s)
    v = s.ply - 1
    if not done:
        z.length = at
        return
    for c in range(g.count):
        if zones.SLACK <= kind <= zones.PASS:
            z.todo[v, c] &= z.zone[v + 1 + n, c]
    for j in range(n):
        z.todo[v, z.out[cells + j, 0]] = 0
    zones.join(g, z, v, v + 1 + n)


@kernel
def write_group(s: State, z: Zones) -> None:
    """Writes that the cells of the fours just found (s.line) that are empty are met together."""
    n, at = 0, z.length
    zones.emit(z, zones.SEVERAL)
    zones.emit(z, I64(0))
    for i in range(s.length):
        if s.held[s.line[i]] < 0:
            zones.emit(z, I64(s.line[i]))
            n += 1
    if z.full == 0:
        z.out[at + 1, 0] = n


@kernel
def write_next(g: Geo, z: Zones, v: int) -> bool:
    """Writes that the next reply that is not covered is met, or the end of them; whether there is one."""
    for c in range(g.count):
        if z.todo[v, c] != 0:
            zones.emit(z, I64(c))
            return bool(z.full == 0)
    zones.emit(z, zones.END)
    return False


@kernel
def sequence(g: Geo, s: State, z: Zones, r: int) -> bool:
    """Whether fours or threes, their answers given at once, win for the side to move; such a win is written."""
    a, v, first = s.turn, s.ply, z.length
    if zones.write_found(g, s, z, proof.ATTACK_FUEL, r):
        return True
    for i in range(threes(g, s)):
        m = I64(s.list[v, i])
        if s.nodes + s.probes >= z.until:
            break
        s.nodes += 1
        zones.begin(g, z, v, m)
        lines.make(g, s, m)
        e, good = lines.completions(g, s, a)[0], s.open[1 - a, 1] == 0
        if good and e >= 0:
            z.zone[v, e] = 1
            lines.make(g, s, e)
            good = sequence(g, s, z, r)
            lines.unmake(g, s, e)
            zones.join(g, z, v, v + 2)
        elif good:
            good = vcf.by_fours(g, s, proof.DEFENCE_FUEL) == 0 and zones.write_pass(g, s, z, r)
            at, more = z.length, good
            if good:
                write_group(s, z)
            while more:  # the group, then what is left one by one
                n = play(g, s, z, at)
                good = n > 0 and not spoiled(s) and sequence(g, s, z, r)
                leave(g, s, z, at, n, good)
                at = z.length
                more = good and write_next(g, z, v)
        if good:
            zones.make_safe(g, s, z, v, r)
            zones.ends(z, first)
        lines.unmake(g, s, m)
        if good:
            return True
        z.length = first
    return False


@kernel
def threats_win(g: Geo, s: State, z: Zones, tree: Tree, budget: int, r: int) -> bool:
    """Whether threats win for the side to move, searched in so many positions; if so their tree is written."""
    at, until = z.length, s.nodes + s.probes + budget
    if spoiled(s):
        return False
    z.until = s.nodes + s.probes + budget // PART
    if sequence(g, s, z, r):
        return True
    z.length = at
    tree[0, proof.PN], tree[0, proof.DN], tree[0, proof.FIRST], tree[0, proof.COUNT] = 1, 1, 0, -1
    s.attacker, s.bound, s.parries = s.turn, 1, 1
    proof.prove(g, s, tree, until - s.nodes - s.probes)
    s.parries = 0
    if tree[0, proof.PN] == 0 and zones.write_threats(g, s, z, tree, I64(0), r):
        return True
    z.length = at
    return False


@entry
def win(g: Geo, s: State, z: Zones, tree: Tree, budget: int, r: int) -> bool:
    """Return whether threats win, as `threats_win` does, and the tree has been written in full."""
    z.length, z.full = 0, 0
    return bool(threats_win(g, s, z, tree, budget, I64(r)) and z.full == 0)
