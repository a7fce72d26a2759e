r"""The values of all positions of a board, ply by ply from the full board back to the empty one.

K. Thompson, Retrograde analysis of certain endgames, ICCA Journal 9(3), 1986; here one sweep a ply is
enough, because every move fills a cell. The layout is drawn in ``solver.small.layout``.

A byte holds a packed value (see ``solver.small.exact``), moved up so that 0 is free to say "no game comes here":

    byte   0            1              ...   limit      limit + 1   limit + 2   ...   2 * limit
    value  unreachable  loss in 0            loss in n  draw        win in n          win in 1

Larger is better for the side to move, so a position is worth what its worst child (for the child's
mover) makes of it: ``before[min(children)]``. All children of a position have the same ``own``, namely the
parent's ``other``, so they lie together in ONE row of the next section, and where in that row depends only on
the parent's ``own`` squeezed into the cells that ``other`` leaves free. The kernel therefore takes one
``other`` after another and runs through the sets beside it in order of rank:

    next section, row ``other``  . . . . . . . .     a few kilobytes, read again and again
                                  \ | /  children[i]: the same list of places for every ``other``
    this section, column         here[rank(own), rank(other without own)]    written once

Example on nine cells, ply 2: other = {4}, own = {0}, squeezed {0}, i = 0. Own may add the squeezed cells 1
to 7; the ranks of {0,1}, {0,2}, {0,3} ... are 0, 1, 3, 6, 10, 15, 21 = children[0], in row rank({4}) = 4.

Legend: n cells; a, b sizes of own and other; m = n - b cells that other leaves free.
Threads share a ply: each takes some sets ``other``, so no two write the same byte.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, pairwise
from typing import Annotated, Any, NamedTuple, TypeAlias

from noughts.kernels.declare import ArrayType, ByteRows, Bytes, IntRows, Ints, entry, kernel
from noughts.kernels.memory import array, zeros
from noughts.solver.pool import calls, cores
from noughts.solver.small.layout import Layout

Ranks: TypeAlias = Annotated[Any, ArrayType("i4")]
RankRows: TypeAlias = Annotated[Any, ArrayType("i4", 2)]

OPEN, WON, BROKEN = 0, 1, 2
"""Of a set of cells: it holds no line; lines that one last move can have made; lines that none can."""

CHUNK = 100_000
"""Positions a thread takes at a time: some milliseconds, so that none waits long and Ctrl-C is prompt."""


class Sets(NamedTuple):
    """Of every set of cells of the board, by bit set, its rank among those of its size and its fate;
    with them the small tables of the board: binomials, and ``before`` as the module has it.
    """

    rank: Ranks
    fate: Bytes
    choose: IntRows
    before: Bytes


class Owns(NamedTuple):
    """Of every set ``own`` squeezed into the m free cells, by rank: its members, how many of them lie below
    each of the m + 1 gaps, and the ranks of the sets it becomes by each move.
    """

    members: ByteRows
    below: ByteRows
    children: RankRows


class Room(NamedTuple):
    """Where ``fill`` lays out the cells of one set ``other``; see ``_lay_out``."""

    bit: Ints
    gap: Ints
    term: IntRows


def solve(
    cells: int, masks: Sequence[int], progress: Callable[[int, int], None] | None = None, threads: int = 0
) -> memoryview:
    """The table of a board given by its number of cells and its lines; on all cores unless told how many."""
    sweep = Sweep(cells, masks)
    size, offsets = sweep.layout.size, sweep.layout.offsets
    with calls(threads or cores()) as call_each:
        for ply in range(cells, -1, -1):
            call_each(fill, sweep.parts(ply))
            if progress:
                progress(size - offsets[ply], size)
    table: memoryview = sweep.table.data
    return table


class Sweep:
    """The table of a board, and the work that fills it, ply by ply from the last."""

    def __init__(self, cells: int, masks: Sequence[int]) -> None:
        self.layout = Layout(cells)
        self.table: Bytes = zeros(self.layout.size, "u1")
        self.by_size, self.sets = _sets(self.layout, masks)

    def parts(self, ply: int) -> Iterator[tuple[Ints, Owns, Sets, Bytes, Bytes, Room]]:
        """What ``fill`` is to be called with for one ply, in parts that can go on side by side."""
        size, others = ply // 2, self.by_size[(ply + 1) // 2]
        free = self.layout.cells - (ply + 1) // 2
        owns = _owns(self.by_size[size].rows(0, self.layout.choose[free][size]), size, free, self.sets.rank)
        step = max(1, CHUNK // len(owns.members))
        n = self.layout.cells + 1
        for at in range(0, len(others), step):
            room = Room(zeros(n, "i8"), zeros(n, "i8"), zeros((n, n), "i8"))
            yield (
                others.rows(at, at + step),
                owns,
                self.sets,
                self._section(ply + 1),
                self._section(ply),
                room,
            )

    def _section(self, ply: int) -> Bytes:
        start, end = (self.layout.offsets[min(p, self.layout.cells + 1)] for p in (ply, ply + 1))
        return self.table.rows(start, end)


def _sets(layout: Layout, masks: Sequence[int]) -> tuple[list[Ints], Sets]:
    """All sets of cells: those of each size in order of rank, and what is known of each."""
    number = 1 << layout.cells
    starts = [0, *accumulate(layout.choose[layout.cells][: layout.cells + 1])]
    ordered, rank, fate = zeros(number, "i8"), zeros(number, "i4"), zeros(number, "u1")
    list_sets(array(masks, "i8"), array(starts, "i8"), ordered, rank, fate)
    by_size = [ordered.rows(start, end) for start, end in pairwise(starts)]
    choose = array(layout.choose, "i8")
    return by_size, Sets(rank, fate, choose, array(_before(layout.cells + 1), "u1"))


def _before(limit: int) -> list[int]:
    """The byte of a position from the least byte of its children: the other side's value, a ply later."""
    scores = (limit + 1 - byte for byte in range(1, 2 * limit + 1))
    return [0, *(score - (score > 0) + (score < 0) + limit + 1 for score in scores)]


def _owns(owns: Ints, size: int, free: int, rank: Ranks) -> Owns:
    """What ``fill`` has to know of each of these sets."""
    count = len(owns)
    known = Owns(
        zeros((count, size), "u1"), zeros((count, free + 1), "u1"), zeros((count, free - size), "i4")
    )
    list_moves(owns, rank, known)
    return known


@entry
def list_sets(masks: Ints, starts: Ints, ordered: Ints, rank: Ranks, fate: Bytes) -> None:
    """Fills in all sets of cells, by size and in order of rank, and the rank and the fate of each.

    Those of a size begin at its place of ``starts``, which counts on: it is the next size's place then.
    """
    for cells in range(ordered.shape[0]):
        left, size = cells, 0
        while left:
            left &= left - 1
            size += 1
        ordered[starts[size]] = cells
        starts[size] += 1
        common, holds_line = cells, False
        for mask in masks:
            if cells & mask == mask:
                common, holds_line = common & mask, True
        fate[cells] = OPEN if not holds_line else WON if common else BROKEN
    size = 0
    for i in range(ordered.shape[0]):
        if i == starts[size]:
            size += 1
        rank[ordered[i]] = i - (starts[size - 1] if size else 0)


@entry
def list_moves(sets: Ints, rank: Ranks, owns: Owns) -> None:
    """Fills in what is known of these sets ``own``."""
    for i in range(sets.shape[0]):
        own, taken, free = sets[i], 0, 0
        owns.below[i, 0] = 0
        for cell in range(owns.below.shape[1] - 1):
            if own >> cell & 1:
                owns.members[i, taken] = cell
                taken += 1
            else:
                owns.children[i, free] = rank[own | 1 << cell]
                free += 1
            owns.below[i, cell + 1] = taken


@entry
def fill(others: Ints, owns: Owns, sets: Sets, after: Bytes, here: Bytes, room: Room) -> None:
    """Writes the bytes of all positions in which the side that moved last has a set of ``others``."""
    n = sets.choose.shape[0] - 1
    a, m = owns.members.shape[1], owns.below.shape[1] - 1
    width, width_after = sets.choose[n - a, n - m], sets.choose[m, a + 1]
    bit, gap, term = room.bit, room.gap, room.term
    for other in others:
        if sets.fate[other] == BROKEN:
            continue
        # Step 1. The cells that other leaves free, and other's own.
        _lay_out(other, sets.choose, bit, gap, term)
        row = sets.rank[other] * width_after
        for i in range(owns.members.shape[0]):
            # Step 2. Own on the board; it holds no line when it is to move.
            own = 0
            for t in range(a):
                own |= bit[owns.members[i, t]]
            if sets.fate[own] != OPEN:
                continue
            # Step 3. The place.
            at = sets.rank[own] * width
            for j in range(n - m):
                at += term[j, owns.below[i, gap[j]]]
            # Step 4. The value: lost already, or by the children.
            here[at] = 1 if sets.fate[other] == WON else _best(after, row, owns.children, i, sets.before)


@kernel
def _lay_out(other: int, choose: IntRows, bit: Ints, gap: Ints, term: IntRows) -> None:
    """Fills in the bit of the j-th cell that ``other`` leaves free; how many free cells lie below the j-th
    cell of ``other``; and what that cell adds to the rank if t cells below it are squeezed out.
    """
    free = taken = 0
    for cell in range(choose.shape[0] - 1):
        if other >> cell & 1:
            gap[taken] = free
            taken += 1
            for t in range(cell + 1):
                term[taken - 1, t] = choose[cell - t, taken]
        else:
            bit[free] = 1 << cell
            free += 1


@kernel
def _best(after: Bytes, row: int, children: RankRows, i: int, before: Bytes) -> int:
    """The byte of a position whose last mover has no line: a draw if no cell is left."""
    if children.shape[1] == 0:
        return len(before) // 2 + 1
    worst = after[row + children[i, 0]]
    for t in range(1, children.shape[1]):
        worst = min(worst, after[row + children[i, t]])
    return int(before[worst])
