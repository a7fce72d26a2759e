"""What the compiled check of claims by zones keeps of a tree, and the rows of an index that it makes on the way.

Row f of each array is the record at depth f on the path from the root to the one being read.

    lines[f]   sets of lines, g.words words each: at most 0, 1, .. g.most empty cells; then with a stone of A; of D
    cells[f]   sets of cells, g.wide words each: FREE, ZONE, COVERED, A, D, MOVES of A in it and below
    note[f]    R how many stones of D may be added; WAITS for a child, of which kind
    at         DEPTH, NEXT (what the next number is), LEFT (cells still to come of a group), COUNT of records

Where kept has rows an index is made on the way (solver/strategy/index_maker.py). It asks

    note[f]    RECORD which it is, from 1; PLACE how many numbers are before it, CHILDREN before its first child;
               FROM which row of kept on its children are
    at         READ, KEPT, MADE: how many numbers were read, rows of kept and of made there are; FEWEST, see made
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

from noughts.solver.buffers import I64, U64
from noughts.solver.jit import kernel

Array: TypeAlias = Any
Word: TypeAlias = Any
Number: TypeAlias = Any  # one int64

U = U64
FREE, ZONE, COVERED, A, D, MOVES, SETS = (I64(i) for i in range(7))
R, WAITS, RECORD, PLACE, CHILDREN, FROM = (I64(i) for i in range(6))
DEPTH, NEXT, LEFT, COUNT, READ, KEPT, MADE, FEWEST = (I64(i) for i in range(8))


class Tree(NamedTuple):
    """The board, constant, and what is kept of the tree."""

    first: Array
    """Lines through cell c are of[first[c] : first[c + 1]]."""
    of: Array
    begin: Array
    """Cells of line l are cell[begin[l] : begin[l + 1]]."""
    cell: Array
    images: Array
    lines: Array
    cells: Array
    note: Array
    at: Array
    unsafe: Array
    weight: Array
    kept: Array
    """Children of the quiet records on the path: PLACE, RECORD, kind without its sign, cells, ZONE, MOVES."""
    made: Array
    """The same of those that ended, FEWEST records or more below them; before them CHILDREN and how many they are."""


@kernel
def keep(t: Tree, f: int) -> None:
    """A child of the quiet record of row f has ended: its row is kept."""
    if t.kept.shape[0] == 0:
        return
    wide, k = t.cells.shape[1] // SETS, t.at[KEPT]
    t.kept[k, 0], t.kept[k, 1] = U(t.note[f + 1, PLACE]), U(t.note[f + 1, RECORD])
    t.kept[k, 2] = U(-t.note[f, WAITS])
    for w in range(wide):
        t.kept[k, 3 + w] = t.cells[f + 1, D * wide + w] & ~t.cells[f, D * wide + w]
        t.kept[k, 3 + wide + w] = t.cells[f + 1, ZONE * wide + w]
        t.kept[k, 3 + 2 * wide + w] = t.cells[f + 1, MOVES * wide + w]
    t.at[KEPT] = k + 1


@kernel
def make(t: Tree, f: int) -> None:
    """The quiet record of row f ends: its children's rows are made, if it is long, and kept no more."""
    k, n = t.note[f, FROM], t.at[MADE]
    if t.kept.shape[0] > 0 and t.at[COUNT] - t.note[f, RECORD] >= t.at[FEWEST]:
        t.made[n, 0], t.made[n, 1] = U(t.note[f, CHILDREN]), U(t.at[KEPT] - k)
        for i in range(k, t.at[KEPT]):
            n += 1
            for w in range(t.kept.shape[1]):
                t.made[n, w] = t.kept[i, w]
        t.at[MADE] = n + 1
    t.at[KEPT] = k
