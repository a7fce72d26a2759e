"""A proof tried at another position: its moves are played again, and what they come to there is written anew.

Most proofs hold at other positions, too: with a stone of the defender elsewhere, with one more that he may have (r), on
another board. Played again a tree costs about what verifying costs; kinds of records and zones are reckoned as the
position has them. Where the old tree fails or does not tell a reply, threats are searched for, as far as the fuel goes.

    old[i]   a tree's numbers with the lengths of its records, as `zones` writes them
Source: Y. Kawano, Using similar positions to search game trees, Games of No Chance, 1996.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from noughts.engine.kernels import lines, proof
from noughts.engine.kernels.lines import I64, NONE, Geo, State, Tree
from noughts.kernels.declare import ArrayType, entry, kernel
from research.zones.kernels import threat_sequences, zones
from research.zones.kernels.zones import Zones

Old: TypeAlias = Annotated[Any, ArrayType("i4", 2)]

FAILS, DOUBLE, SINGLE, UNTOLD, QUIET = I64(0), I64(1), I64(2), I64(3), I64(4)
DONE = I64(-9)  # no mark of a tree


@kernel
def fresh(g: Geo, s: State, z: Zones, tree: Tree, r: int) -> bool:
    """Searches threats where the old tree does not help, and writes them; whether they win."""
    if z.fuel <= 0:
        return bool(not threat_sequences.spoiled(s) and zones.write_found(g, s, z, proof.ATTACK_FUEL, r))
    before = s.nodes + s.probes
    good = threat_sequences.threats_win(g, s, z, tree, min(z.most, z.fuel), r)
    z.fuel -= s.nodes + s.probes - before
    return bool(good)


@kernel
def unfold(g: Geo, s: State, z: Zones, old: Old, at: int) -> tuple[int, int]:
    """The attacker has played the move of the record: what it comes to here, and the reply if that is forced."""
    a, v = 1 - s.turn, s.ply - 1
    e, f = lines.completions(g, s, a)
    single = bool(old[at, 1] > 1 and old[at + 1, 1] > 0)
    if s.open[1 - a, 0] + s.open[1 - a, 1] > 0 or (e < 0 and (single or old[at, 1] == 1)):
        return FAILS, e
    if e < 0:
        for c in range(g.count):
            z.todo[v, c] = 1 if s.held[c] < 0 else 0
        return QUIET, e
    z.zone[v, e] = 1
    if f >= 0:
        z.zone[v, f] = 1
        return DOUBLE, e
    return SINGLE if single else UNTOLD, e


@kernel
def child_of(old: Old, i: int) -> int:
    """Where the record begins of the child at a place."""
    if old[i, 0] == zones.SEVERAL:
        return int(i + 2 + old[i + 1, 0])
    return int(i + 2 if old[i, 0] == zones.SLACK or old[i, 0] == zones.ALIKE else i + 1)


@kernel
def write_child(s: State, z: Zones, old: Old, i: int, kind: int) -> None:
    """Writes what the child at a place of the old tree is for."""
    at = z.length
    zones.emit(z, kind)
    if kind == zones.SLACK:
        zones.emit(z, I64(old[i + 1, 0]))
    elif kind == zones.SEVERAL:
        zones.emit(z, I64(0))
        for j in range(i + 2, child_of(old, i)):
            if s.held[old[j, 0]] < 0:
                zones.emit(z, I64(old[j, 0]))
        if z.full == 0:
            z.out[at + 1, 0] = z.length - at - 2


@kernel
def of_use(s: State, z: Zones, old: Old, i: int) -> int:
    """What the child at a place of the old tree is for, as it is here; DONE where it is of no use.

    One with slack for a reply that stands here already is one for a pass.
    """
    kind = I64(old[i, 0])
    if kind == zones.PASS:
        return int(zones.PASS)
    if kind == zones.SEVERAL:
        for j in range(old[i + 1, 0]):
            if s.held[old[i + 2 + j, 0]] < 0 and s.ply + threat_sequences.FEW < lines.LEVELS:
                return int(zones.SEVERAL)
        return int(DONE)
    if kind < zones.SEVERAL:
        return int(DONE)
    y = I64(old[i + 1, 0]) if kind == zones.SLACK else kind
    if s.held[y] == s.turn and kind == zones.SLACK:
        return int(zones.PASS)
    return int(DONE if s.held[y] >= 0 or z.todo[s.ply - 1, y] == 0 else kind)


@kernel
def others(g: Geo, s: State, z: Zones, tree: Tree, r: int) -> bool:
    """The replies that no child of the old tree covers; whether threats meet them all."""
    at = z.length
    while threat_sequences.write_next(g, z, s.ply - 1):
        n = threat_sequences.play(g, s, z, at)
        done = bool(fresh(g, s, z, tree, r))
        threat_sequences.leave(g, s, z, at, n, done)
        if not done:
            return False
        at = z.length
    return True


@kernel
def replay(g: Geo, s: State, z: Zones, tree: Tree, old: Old, at: int, r: int) -> bool:
    """Plays the record at a place of the old tree, the attacker to move; whether it, or another, was written."""
    good, a, v, m, first = False, s.turn, s.ply, I64(old[at, 0]), z.length
    if s.held[m] < 0:
        zones.begin(g, z, v, m)
        if lines.lacking(s, m, a, 1) > 0:
            zones.ends(z, first)
            return True
        lines.make(g, s, m)
        what, e = unfold(g, s, z, old, at)
        good = what != FAILS
        if SINGLE <= what <= UNTOLD:
            lines.make(g, s, e)
            good = replay(g, s, z, tree, old, at + 1, r) if what == SINGLE else fresh(g, s, z, tree, r)
            lines.unmake(g, s, e)
            zones.join(g, z, v, v + 2)
        i, last = at + 1, at + old[at, 1] - 1
        while good and what == QUIET and i < last:
            kind, child, more = of_use(s, z, old, i), child_of(old, i), z.length
            if kind != DONE:
                write_child(s, z, old, i, kind)
                n = threat_sequences.play(g, s, z, more)
                good = not threat_sequences.spoiled(s) and replay(
                    g, s, z, tree, old, child, r + 1 if zones.SLACK <= kind <= zones.PASS else r
                )
                threat_sequences.leave(g, s, z, more, n, good)
                good |= kind < 0  # these are met one by one then
            i = child + old[child, 1]
        if good and what == QUIET:
            good = others(g, s, z, tree, r)
        if good:
            zones.make_safe(g, s, z, v, r)
        lines.unmake(g, s, m)
    if good:
        zones.ends(z, first)
        return True
    z.length = first
    return bool(fresh(g, s, z, tree, r))


@entry
def again(g: Geo, s: State, z: Zones, tree: Tree, old: Old, y: int, r: int, fuel: int, most: int) -> bool:
    """Whether a tree proves a win of the side to move here, too, or after y if that is a cell; if so it is written.

    Where it fails threats are searched for, each time in so many positions at most, and in so much fuel in all.
    """
    z.length, z.full, z.fuel, z.most = 0, 0, fuel, most
    if y >= 0:
        lines.make(g, s, I64(y))
    good = replay(g, s, z, tree, old, I64(0), I64(r)) and z.full == 0
    if y >= 0:
        lines.unmake(g, s, I64(y))
    return bool(good)


@kernel
def empty_at(g: Geo, s: State, old: Old, i: int) -> bool:
    """Whether a tree has an empty cell at a place."""
    return bool(0 <= i < old.shape[0] and 0 <= old[i, 0] < g.count and s.held[old[i, 0]] < 0)


@kernel
def stones_of(old: Old, i: int) -> int:
    """How many stones the child at a place is for, 0 for a pass; -1 where the tree has no child there."""
    kind, left = I64(old[i, 0]), I64(old.shape[0] - i)
    if kind == zones.PASS:
        return 0
    if kind == zones.SEVERAL:
        return int(old[i + 1, 0] if left > 1 and 0 < old[i + 1, 0] < left - 1 else NONE)
    return int(NONE if kind < zones.ALIKE else 1)


@kernel
def measured(g: Geo, s: State, old: Old, at: int) -> int:
    """Notes how long the record at a place is, and all below it; its end, -1 where no record of a tree is there."""
    if not empty_at(g, s, old, at):
        return int(NONE)
    a, m, last = s.turn, I64(old[at, 0]), I64(old.shape[0])
    i = I64(at + 1)
    if lines.lacking(s, m, a, 1) == 0:
        lines.make(g, s, m)
        e, f = lines.completions(g, s, a)
        if f < 0 and e >= 0:
            lines.make(g, s, e)
            i = I64(measured(g, s, old, i))
            lines.unmake(g, s, e)
        elif e < 0:
            while 0 <= i < last and old[i, 0] != zones.END:
                group, put = I64(stones_of(old, i)), I64(0)
                child = I64(child_of(old, i)) if group >= 0 else NONE
                if group == 0:
                    lines.pass_turn(s)
                while put < group and empty_at(g, s, old, child - group + put):
                    if put > 0:
                        lines.pass_turn(s)
                    lines.make(g, s, I64(old[child - group + put, 0]))
                    put += 1
                i = I64(measured(g, s, old, child)) if put == group else NONE
                if group == 0:
                    lines.pass_turn(s)
                while put > 0:
                    put -= 1
                    lines.unmake(g, s, I64(old[child - group + put, 0]))
                    if put > 0:
                        lines.pass_turn(s)
            i = i + 1 if 0 <= i < last else NONE
        lines.unmake(g, s, m)
    if i >= 0:
        old[at, 1] = i - at
    return int(i)


@entry
def measure(g: Geo, s: State, old: Old) -> bool:
    """Notes the lengths of the records of a tree of the side to move here; whether it is one, whatever it proves.

    Its moves and replies are on empty cells, its marks in their places, and it ends where the numbers end. The other
    kernels lean on that and look no more.
    """
    return bool(measured(g, s, old, I64(0)) == old.shape[0])
