"""Wins by threats as trees with zones: what the searches of fours and of threats have found, written down.

A tree says that the attacker wins wherever the defender has up to r more stones outside a zone (docs/zones.md); here
it is written as its numbers (docs/certificates.md), its zones reckoned on the way from the leaves up. What is searched
is `vcf` and `proof`; nothing is believed here that a checker would not accept, for it reckons anew.

    z.out[0 : z.length]  the numbers so far, each with the length of the record that begins with it, else 0
    z.full               1 where there was no room for more
    z.zone[v]            the zone of the record at level v: 1 for each of its cells
    z.order, z.place     the lines by their sets of cells as integers, as the certificate's page has them; where each is
Levels are those of the state: its ply, and one more for what a record's zone is made of.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from noughts.engine.kernels import lines, proof, vcf
from noughts.engine.kernels.lines import I64, NONE, Geo, State, Tree
from noughts.kernels.declare import entry, kernel
from noughts.kernels.memory import RecordType

PASS, SLACK, SEVERAL, ALIKE, END = I64(-1), I64(-2), I64(-3), I64(-4), I64(-5)
ROOM = 1 << 20  # numbers of one tree
WINS = I64(-2)  # what need not be answered
FUEL = I64(2000)  # for a reply that the tree of threats does not tell, since it does not stop the fours


ZONES = (
    RecordType(
        [
            ("out", "i4", (ROOM, 2)),
            *((name, "i8") for name in ("length", "full", "fuel", "most", "until")),
            ("zone", "u1", (lines.LEVELS, lines.CELLS)),
            ("todo", "u1", (lines.LEVELS, lines.CELLS)),
            ("order", "i2", lines.LINES),
            ("place", "i2", lines.LINES),
            ("lines", "i8"),
            ("weight", "i4", lines.CELLS),
            ("unsafe", "i2", lines.LINES),
            # Moves and replies that are put in order, see `quiet`.
            ("move", "i8", lines.CELLS),
            ("moves", "i8"),
            ("worth", "f8", lines.CELLS),
            ("degree", "i8", lines.CELLS),
            ("factor", "f8", lines.CELLS),
        ]
    ),
)
"""The record that a tree is written with."""

Zones: TypeAlias = Annotated[Any, ZONES]


@kernel
def emit(z: Zones, number: int) -> None:
    """Writes one number."""
    if z.length >= ROOM:
        z.full = 1
        return
    z.out[z.length, 0], z.out[z.length, 1] = number, 0
    z.length += 1


@kernel
def begin(g: Geo, z: Zones, v: int, m: int) -> int:
    """Writes the move m that a record at level v begins with, which is its zone at first; where."""
    at = z.length
    emit(z, m)
    for c in range(g.count):
        z.zone[v, c] = 0
    z.zone[v, m] = 1
    return int(at)


@kernel
def ends(z: Zones, at: int) -> None:
    """The record that began there is written."""
    if at < ROOM:
        z.out[at, 1] = z.length - at


@kernel
def in_zone(g: Geo, s: State, z: Zones, v: int, l: int) -> int:
    """How many empty cells of line l are in the zone of level v."""
    n = I64(0)
    for j in range(g.begin[l], g.begin[l + 1]):
        c = g.cells[j]
        if s.held[c] < 0 and z.zone[v, c] != 0:
            n += 1
    return int(n)


@kernel
def weigh(g: Geo, s: State, z: Zones, n: int, by: int) -> None:
    """Counts the first n unsafe lines to their cells, or takes them off again."""
    for i in range(n):
        l = z.unsafe[i]
        for j in range(g.begin[l], g.begin[l + 1]):
            z.weight[g.cells[j]] += by


@kernel
def heaviest(g: Geo, s: State, z: Zones, v: int, l: int) -> int:
    """The empty cell of line l outside the zone that is in the most unsafe lines, the lowest of several."""
    best = NONE
    for j in range(g.begin[l], g.begin[l + 1]):
        c = I64(g.cells[j])
        if s.held[c] >= 0 or z.zone[v, c] != 0:
            continue
        if best < 0 or z.weight[c] > z.weight[best] or (z.weight[c] == z.weight[best] and c < best):
            best = c
    return int(best)


@kernel
def first_empty(g: Geo, s: State, l: int) -> int:
    """The first of the empty cells of line l."""
    for j in range(g.begin[l], g.begin[l + 1]):
        if s.held[g.cells[j]] < 0:
            return int(g.cells[j])
    return int(NONE)


@kernel
def unsafe(g: Geo, s: State, z: Zones, v: int, empty: int, n: int) -> int:
    """Puts D's unsafe lines with so many empty cells on the list, in order; how long it is now."""
    d, begun = s.turn, n
    if empty > 3:  # a line without a stone may be among them, which `hist` does not count
        for i in range(z.lines):
            l = z.order[i]
            if s.own[l, 1 - d] == 0 and g.need[l] - s.own[l, d] == empty and in_zone(g, s, z, v, l) < 2:
                z.unsafe[n] = l
                n += 1
        return int(n)
    for c in range(g.count):
        if s.held[c] >= 0 or lines.lacking(s, c, d, empty) == 0:
            continue
        for i in range(g.first[c], g.first[c + 1]):
            l = I64(g.lines[i])
            if s.own[l, 1 - d] != 0 or g.need[l] - s.own[l, d] != empty or first_empty(g, s, l) != c:
                continue
            if in_zone(g, s, z, v, l) >= 2:
                continue
            j = n
            while j > begun and z.place[z.unsafe[j - 1]] > z.place[l]:
                z.unsafe[j] = z.unsafe[j - 1]
                j -= 1
            z.unsafe[j] = l
            n += 1
    return int(n)


@kernel
def make_safe(g: Geo, s: State, z: Zones, v: int, r: int) -> None:
    """The side not to move, A, has moved: adds to the zone what r stones of D outside make needful."""
    d, n = s.turn, I64(0)
    for empty in range(2, r + 2):  # those with the fewest empty cells first
        if s.open[d, min(empty, lines.CELLS)] > 0:
            n = unsafe(g, s, z, v, I64(empty), n)
    if n == 0:
        return
    weigh(g, s, z, n, I64(1))
    for i in range(n):
        l = I64(z.unsafe[i])
        while in_zone(g, s, z, v, l) < 2:
            z.zone[v, heaviest(g, s, z, v, l)] = 1
    weigh(g, s, z, n, I64(-1))


@kernel
def join(g: Geo, z: Zones, v: int, w: int) -> None:
    """Adds the zone of level w to that of level v."""
    for c in range(g.count):
        z.zone[v, c] |= z.zone[w, c]


@kernel
def write_fours(g: Geo, s: State, z: Zones, i: int, r: int) -> None:
    """Writes the sequence of fours in s.line from place i on, the attacker to move."""
    a, v, m = s.turn, s.ply, I64(s.line[i])
    at = begin(g, z, v, m)
    if lines.lacking(s, m, a, 1) > 0:
        ends(z, at)
        return
    lines.make(g, s, m)
    e, f = lines.completions(g, s, a)
    z.zone[v, e] = 1
    if f >= 0:
        z.zone[v, f] = 1
    else:
        lines.make(g, s, e)
        write_fours(g, s, z, i + 2, r)
        lines.unmake(g, s, e)
        join(g, z, v, v + 2)
    make_safe(g, s, z, v, r)
    lines.unmake(g, s, m)
    ends(z, at)


@kernel
def shortest(tree: Tree, n: int) -> int:
    """The attacker's proved move of row n that wins soonest."""
    row = NONE
    for i in range(tree[n, proof.FIRST], tree[n, proof.FIRST] + tree[n, proof.COUNT]):
        if tree[i, proof.PN] == 0 and (row < 0 or tree[i, proof.PLIES] < tree[row, proof.PLIES]):
            row = I64(i)
    return int(row)


@kernel
def row_of(tree: Tree, row: int, c: int) -> int:
    """The row of reply c to the move of a row, -1 where the tree does not tell it."""
    for i in range(tree[row, proof.FIRST], tree[row, proof.FIRST] + tree[row, proof.COUNT]):
        if tree[i, proof.MOVE] == c:
            return int(i)
    return int(NONE)


@kernel
def write_found(g: Geo, s: State, z: Zones, fuel: int, r: int) -> bool:
    """Searches and writes a win by fours of the side to move; whether there is one."""
    if vcf.by_fours(g, s, fuel) == 0:
        return False
    write_fours(g, s, z, I64(0), r)
    return True


@kernel
def write_pass(g: Geo, s: State, z: Zones, r: int) -> bool:
    """Writes the fours that a pass of the defender loses to, and notes the replies that this leaves to be met."""
    v = s.ply - 1
    emit(z, PASS)
    lines.pass_turn(s)
    good = write_found(g, s, z, proof.ATTACK_FUEL, r + 1)
    lines.pass_turn(s)
    if good:
        for c in range(g.count):
            z.todo[v, c] = 1 if z.zone[v + 1, c] != 0 and s.held[c] < 0 else 0
        join(g, z, v, v + 1)
    return bool(good)


@kernel
def write_threats(g: Geo, s: State, z: Zones, tree: Tree, n: int, r: int) -> bool:
    """Writes the win that row n of a proved tree of threats tells, the attacker to move; whether that was found."""
    if tree[n, proof.COUNT] <= 0:
        return bool(write_found(g, s, z, proof.ATTACK_FUEL, r))
    row = shortest(tree, n)
    v, m = s.ply, I64(tree[row, proof.MOVE])
    at = begin(g, z, v, m)
    lines.make(g, s, m)
    e, f = lines.completions(g, s, 1 - s.turn)
    good = True
    if f >= 0:
        z.zone[v, f] = 1
    elif e < 0:
        good = write_pass(g, s, z, r)
    if e >= 0:
        z.zone[v, e] = 1
    for c in range(g.count):
        if not good or f >= 0 or (c != e if e >= 0 else z.todo[v, c] == 0):
            continue
        child = row_of(tree, row, I64(c))
        if e < 0:
            emit(z, I64(c))
        lines.make(g, s, I64(c))
        good = write_threats(g, s, z, tree, child, r) if child >= 0 else write_found(g, s, z, FUEL, r)
        lines.unmake(g, s, I64(c))
        join(g, z, v, v + 2)
    if e < 0:
        emit(z, END)
    make_safe(g, s, z, v, r)
    lines.unmake(g, s, m)
    ends(z, at)
    return bool(good)


@entry
def must(g: Geo, s: State, fuel: int) -> int:
    """What the side to move must do: take a cell, -1 nothing; WINS where it has fours, -3 where two lines beat it."""
    d = s.turn
    if s.open[d, 1] > 0:
        return int(WINS)
    e, f = lines.completions(g, s, 1 - d)
    if f >= 0:
        return -3
    if e < 0 and vcf.by_fours(g, s, fuel) > 0:
        return int(WINS)
    return int(e)
