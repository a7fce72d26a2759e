"""Where the byte of a position lies in the table of its board: one byte a position, no holes.

Positions are pairs of bit sets (own, other): the side to move, and the side that moved last. The counts
follow from the ply, so the colours need not be kept:

    ply          0  1  2  3  4  ...  p
    other has    0  1  1  2  2  ...  (p + 1) // 2 cells
    own has      0  0  1  1  2  ...  p // 2 cells

The table is one section a ply. In a section the rank of ``own`` among the sets of its size comes first,
then the rank of ``other`` among the sets of its size in the cells that ``own`` leaves free:

    section p  =  C(n, a) rows of C(n - a, b) bytes,  a = p // 2,  b = (p + 1) // 2
    index      =  offset of p  +  rank(own) * C(n - a, b)  +  rank(other with own's cells squeezed out)

The rank of a set of cells c0 < c1 < c2 < ... is C(c0, 1) + C(c1, 2) + C(c2, 3) + ...: its place among the
sets of its size in numeric order (the combinatorial number system: D. H. Lehmer, The machine tools of
combinatorics, 1964; D. E. Knuth, The Art of Computer Programming 4A, 7.2.1.3).

A worked example on nine cells: X on a1 and b2 (cells 0 and 4), O on c1 (cell 2), O to move:

    O . . -> . . X   own   = {2}     a = 1, rank C(2, 1)                        = 2
    . X .    . . .   other = {0, 4}  b = 2; without cell 2: {0, 3}, C(0,1)+C(3,2) = 3
    . . .            C(8, 2) = 28 bytes a row; the sections of plies 0, 1, 2 have 1 + 9 + 72 bytes
                     index = 82 + 2 * 28 + 3 = 141

>>> Layout(9).offsets[3], Layout(9).index(0b000000100, 0b000010001)
(82, 141)

The 16 cells of 4x4 make 10,165,779 bytes where base-3 codes would take 43,046,721; the 20 cells of 5x4 make
741,365,049 where base 3 would take 3,486,784,401. One byte in twenty, on 5x4 one in
eleven, belongs to no reachable position.
"""

from __future__ import annotations

from itertools import accumulate
from math import comb


class Layout:
    """The arithmetic of the table of a board with ``cells`` cells."""

    def __init__(self, cells: int) -> None:
        self.cells = cells
        self.choose = tuple(tuple(comb(n, k) for k in range(cells + 2)) for n in range(cells + 1))
        self.sizes = tuple(self.rows(ply) * self.width(ply) for ply in range(cells + 1))
        self.offsets = tuple(accumulate(self.sizes, initial=0))

    @property
    def size(self) -> int:
        """The bytes of the whole table."""
        return self.offsets[-1]

    def rows(self, ply: int) -> int:
        """How many sets of cells the side to move can have after ``ply`` moves."""
        return self.choose[self.cells][ply // 2]

    def width(self, ply: int) -> int:
        """How many sets the other side can have beside each of them."""
        return self.choose[self.cells - ply // 2][(ply + 1) // 2]

    def index(self, own: int, other: int) -> int:
        """Where the byte of a position lies."""
        ply = own.bit_count() + other.bit_count()
        return self.offsets[ply] + self._rank(own, 0) * self.width(ply) + self._rank(other, own)

    def _rank(self, cells: int, gone: int) -> int:
        """The rank of a set of cells once those in ``gone`` are squeezed out of the board."""
        rank, size = 0, 0
        while cells:
            low = cells & -cells
            cells ^= low
            size += 1
            cell = low.bit_length() - 1 - (gone & low - 1).bit_count()
            rank += self.choose[cell][size]
        return rank
