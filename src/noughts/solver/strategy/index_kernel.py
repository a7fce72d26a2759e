"""Compiled writing of an index: it watches the verifier's machine (`verify_zones_kernel`) read the tree.

Row f of each array is about the record at depth f of the machine.

    note[f]    RECORD which it is, from 1; PLACE how many numbers are before it, CHILDREN before its first child;
               FROM which row of kept on its children are
    moves[f]   the cells that the attacker takes in it and below
    at         READ, KEPT, MADE: how many numbers were read, rows of kept and of made there are; FEWEST, see made
"""

from __future__ import annotations

from typing import NamedTuple

from noughts.kernels.declare import IntRows, Ints, WordRows, entry, kernel
from noughts.kernels.memory import I64, U64
from noughts.solver.certificate import verify_zones_kernel as machine

U = U64
RECORD, PLACE, CHILDREN, FROM = (I64(i) for i in range(4))
READ, KEPT, MADE, FEWEST = (I64(i) for i in range(4))


class Rows(NamedTuple):
    """Arrays for the index."""

    note: IntRows
    moves: WordRows
    kept: WordRows
    """Children of the quiet records on the path: PLACE, RECORD, kind without its sign, cells, zone, moves."""
    made: WordRows
    """Children of those that ended, FEWEST records or more below them; before them CHILDREN and how many they are."""
    at: Ints


@entry
def read(t: machine.Tree, rows: Rows, part: Ints) -> machine.Number:
    """Read a part of the tree; return what is wrong, GOOD if nothing."""
    for i in range(part.shape[0]):
        x, f, awaited = I64(part[i]), t.at[machine.DEPTH], t.at[machine.NEXT]
        rows.at[READ] += 1
        wrong = machine.step(t, x)
        if wrong != machine.GOOD:
            return wrong
        if awaited == machine.MOVE:
            begin(rows, f, x, t.at[machine.COUNT])
        elif awaited == machine.MARK and x == machine.END:
            make(rows, f, t.at[machine.COUNT])
        if t.at[machine.DEPTH] < f:
            ascend(t, rows, f)
    return machine.GOOD


@kernel
def begin(rows: Rows, f: int, m: int, number: int) -> None:
    """The record of row f, of this number, has begun with move m. Its children come next, if it has several."""
    rows.note[f, RECORD], rows.note[f, PLACE] = number, rows.at[READ] - 1
    rows.note[f, CHILDREN], rows.note[f, FROM] = rows.at[READ], rows.at[KEPT]
    for w in range(rows.moves.shape[1]):
        rows.moves[f, w] = U(0)
    rows.moves[f, m >> 6] = U(1) << U(m & 63)


@kernel
def ascend(t: machine.Tree, rows: Rows, f: int) -> None:
    """The records from row f up to a child of the row where the machine is have ended: that child is kept."""
    wide, k, d = rows.moves.shape[1], rows.at[KEPT], t.at[machine.DEPTH]
    while f > d:
        f -= 1
        for w in range(wide):
            rows.moves[f, w] |= rows.moves[f + 1, w]
    if t.at[machine.NEXT] != machine.MARK:
        return
    rows.kept[k, 0], rows.kept[k, 1] = U(rows.note[d + 1, PLACE]), U(rows.note[d + 1, RECORD])
    rows.kept[k, 2] = U(-t.note[d, machine.WAITS])
    for w in range(wide):
        rows.kept[k, 3 + w] = t.cells[d + 1, machine.D * wide + w] & ~t.cells[d, machine.D * wide + w]
        rows.kept[k, 3 + wide + w] = t.cells[d + 1, machine.ZONE * wide + w]
        rows.kept[k, 3 + 2 * wide + w] = rows.moves[d + 1, w]
    rows.at[KEPT] = k + 1


@kernel
def make(rows: Rows, f: int, count: int) -> None:
    """The quiet record of row f has ended: its children's rows are made, if it is long, and kept no more."""
    k, n = rows.note[f, FROM], rows.at[MADE]
    if count - rows.note[f, RECORD] >= rows.at[FEWEST]:
        rows.made[n, 0], rows.made[n, 1] = U(rows.note[f, CHILDREN]), U(rows.at[KEPT] - k)
        for i in range(k, rows.at[KEPT]):
            n += 1
            for w in range(rows.kept.shape[1]):
                rows.made[n, w] = rows.kept[i, w]
        rows.at[MADE] = n + 1
    rows.at[KEPT] = k
