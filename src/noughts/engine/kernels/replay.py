"""A proof tried at another position: its moves are played again, and what they come to there is written anew.

Most proofs hold at other positions, too: with a stone of the defender elsewhere, with one more that he may have (r), on
another board. Played again a tree costs about what verifying costs; kinds of records and zones are reckoned as the
position has them. Where the old tree fails or does not tell a reply, threats are searched for, as far as the fuel goes.

    old[i]   a tree's numbers with the lengths of its records, as `zones` writes them
Source: Y. Kawano, Using similar positions to search game trees, Games of No Chance, 1996.
"""

from __future__ import annotations

from typing import Any

from noughts.engine.kernels.fours import by_fours
from noughts.engine.kernels.lines import I64, Geo, State, Tree, completions, lacking, make, pass_turn, unmake
from noughts.engine.kernels.proof import ATTACK_FUEL, COUNT, DN, FIRST, PN, search_threats
from noughts.engine.kernels.zones import (
    END,
    PASS,
    SLACK,
    Zones,
    begin,
    clear,
    emit,
    ends,
    join,
    make_safe,
    write_fours,
    write_threats,
)
from noughts.solver.jit import entry, kernel

Old = Any

FAILS, DOUBLE, SINGLE, UNTOLD, QUIET = I64(0), I64(1), I64(2), I64(3), I64(4)
DONE = I64(-9)  # no mark of a tree


@kernel
def fresh(g: Geo, s: State, z: Zones, tree: Tree, r: int) -> bool:
    """Searches threats where the old tree does not help, and writes them; whether they win."""
    at = z.length
    if by_fours(g, s, ATTACK_FUEL) > 0:
        write_fours(g, s, z, I64(0), r)
        return True
    if z.fuel <= 0:
        return False
    before = s.nodes + s.probes
    tree[0, PN], tree[0, DN], tree[0, FIRST], tree[0, COUNT] = 1, 1, 0, -1
    s.attacker, s.bound = s.turn, 1
    search_threats(g, s, tree, min(z.most, z.fuel))
    z.fuel -= s.nodes + s.probes - before
    if tree[0, PN] == 0 and write_threats(g, s, z, tree, I64(0), r):
        return True
    z.length = at
    return False


@kernel
def unfold(g: Geo, s: State, z: Zones, old: Old, at: int) -> tuple[int, int]:
    """The attacker has played the move of the record: what it comes to here, and the reply if that is forced."""
    a, v = 1 - s.turn, s.ply - 1
    e, f = completions(g, s, a)
    single = bool(old[at, 1] > 1 and old[at + 1, 1] > 0)
    if s.open[1 - a, 1] > 0 or (e < 0 and (single or old[at, 1] == 1)):
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
def enter(g: Geo, s: State, z: Zones, kind: int, y: int) -> None:
    """Writes what a child is for, and plays that: y, or a pass where y is none."""
    if kind == SLACK:
        emit(z, SLACK)
    emit(z, y)
    if y == PASS:
        pass_turn(s)
    else:
        make(g, s, y)


@kernel
def leave(g: Geo, s: State, z: Zones, kind: int, y: int, done: bool) -> None:
    """Takes that back, and notes what is covered where the child was written."""
    if y == PASS:
        pass_turn(s)
    else:
        unmake(g, s, y)
    v = s.ply - 1
    w = v + 1 if y == PASS else v + 2
    if done:
        for c in range(g.count):
            if kind == SLACK or kind == PASS:
                z.todo[v, c] &= z.zone[w, c]
        if y != PASS:
            z.todo[v, y] = 0
        join(g, z, v, w)


@kernel
def of_use(s: State, z: Zones, old: Old, i: int) -> tuple[int, int]:
    """What the child at a place of the old tree is for, and its reply, as they are here; DONE where it is of no use.

    One with slack for a reply that stands here already is one for a pass.
    """
    kind = I64(old[i, 0])
    y = I64(old[i + 1, 0]) if kind == SLACK else kind
    if kind == PASS or kind < SLACK:
        return kind if kind == PASS else DONE, y
    if s.held[y] == s.turn and kind == SLACK:
        return PASS, PASS
    return (DONE if s.held[y] >= 0 or z.todo[s.ply - 1, y] == 0 else kind), y


@kernel
def others(g: Geo, s: State, z: Zones, tree: Tree, r: int) -> bool:
    """The replies that no child of the old tree covers; whether threats meet them all."""
    v = s.ply - 1
    for c in range(g.count):
        if z.todo[v, c] != 0:
            enter(g, s, z, I64(c), I64(c))
            done = fresh(g, s, z, tree, r)
            leave(g, s, z, I64(c), I64(c), done)
            if not done:
                return False
    emit(z, END)
    return True


@kernel
def replay(g: Geo, s: State, z: Zones, tree: Tree, old: Old, at: int, r: int) -> bool:
    """Plays the record at a place of the old tree, the attacker to move; whether it, or another, was written."""
    a, v, m, first = s.turn, s.ply, I64(old[at, 0]), z.length
    good = False
    if s.held[m] < 0:
        begin(z, m)
        clear(g, z, v, m)
        if lacking(s, m, a, 1) > 0:
            ends(z, first)
            return True
        make(g, s, m)
        what, e = unfold(g, s, z, old, at)
        good = what != FAILS
        if what == SINGLE or what == UNTOLD:
            make(g, s, e)
            good = replay(g, s, z, tree, old, at + 1, r) if what == SINGLE else fresh(g, s, z, tree, r)
            unmake(g, s, e)
            join(g, z, v, v + 2)
        i, last = at + 1, at + old[at, 1] - 1
        while good and what == QUIET and i < last:
            kind, y = of_use(s, z, old, i)
            i += 2 if old[i, 0] == SLACK else 1
            more = z.length
            if kind != DONE:
                enter(g, s, z, kind, y)
                good = replay(g, s, z, tree, old, i, r + 1 if kind == SLACK or kind == PASS else r)
                leave(g, s, z, kind, y, good)
                if not good:
                    z.length = more
                    good = kind == SLACK or kind == PASS  # these are met one by one then
            i += old[i, 1]
        if good and what == QUIET:
            good = others(g, s, z, tree, r)
        if good:
            make_safe(g, s, z, v, r)
        unmake(g, s, m)
    if good:
        ends(z, first)
        return True
    z.length = first
    return bool(fresh(g, s, z, tree, r))


@entry
def again(g: Geo, s: State, z: Zones, tree: Tree, old: Old, r: int, fuel: int, most: int) -> bool:
    """Whether a tree proves a win of the side to move here, too; if so it is written.

    Where it fails threats are searched for, each time in so many positions at most, and in so much fuel in all.
    """
    z.length, z.full, z.fuel, z.most = 0, 0, fuel, most
    return bool(replay(g, s, z, tree, old, I64(0), I64(r)) and z.full == 0)


@kernel
def measured(g: Geo, s: State, old: Old, at: int) -> int:
    """Notes how long the record at a place is, and all below it; its end."""
    a, m = s.turn, I64(old[at, 0])
    i = I64(at + 1)
    if lacking(s, m, a, 1) == 0:
        make(g, s, m)
        e, f = completions(g, s, a)
        if f < 0 and e >= 0:
            make(g, s, e)
            i = I64(measured(g, s, old, i))
            unmake(g, s, e)
        elif e < 0:
            while old[i, 0] != END:
                y = I64(old[i, 0])
                if y != PASS and y < 0:
                    i += 1
                    y = I64(old[i, 0])
                if y == PASS:
                    pass_turn(s)
                    i = I64(measured(g, s, old, i + 1))
                    pass_turn(s)
                else:
                    make(g, s, y)
                    i = I64(measured(g, s, old, i + 1))
                    unmake(g, s, y)
            i += 1
        unmake(g, s, m)
    old[at, 1] = i - at
    return int(i)


@entry
def measure(g: Geo, s: State, old: Old) -> None:
    """Notes the lengths of the records of a tree that was verified, of the side to move here; without groups."""
    measured(g, s, old, I64(0))
