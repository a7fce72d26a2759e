"""The policy: which moves are likely, on boards that the network knows. By it moves are put in order.

How likely a cell is to be the move that a search would choose is a softmax, over the empty cells, of a number of each.
Like the network's value (network.py) it comes of the arms of the lines through the cell: PLACES numbers,

    p = sum over its lines of T[arms of the side to move] + U[arms of the other],

the first of which counts as it is, each other one where it is above 0, with a weight. To these is added how the cell
lies to the last stone, and to the one before. All are whole numbers, four of 16 bits in a word as in network.py.

    s.acc[c]          the words of cell c, side 0's and side 1's, lie behind those of the value
    g.of_place[k]     what place k is worth where it is above 0
    g.relation[i, n]  what relation n to the last stone (i = 0) or the one before is worth
    g.at[c]           row and column of cell c
Sources: R. Coulom, Computing Elo Ratings of Move Patterns in the Game of Go, 2007 (a softmax over patterns); the engine
Rapfi for tables over lines.
"""

from __future__ import annotations

from noughts.engine.kernels import lines, network
from noughts.engine.kernels.lines import I64, NONE, Geo, State, U
from noughts.kernels.declare import kernel, shared

LANE = U(0xFFFF)
ZERO = I64(0x8000)  # of a lane before `network.above`
FAR = I64(lines.RELATIONS - 1)
NEAR = I64(6)  # rows and columns apart, at most, that are not far


@shared
def relation(rows: int, columns: int) -> int:
    """Which of RELATIONS it is to be so many rows and columns apart: the same turned and mirrored."""
    most, least = max(rows, columns), min(rows, columns)
    return int(most * (most + 1) // 2 + least if most <= NEAR else FAR)


@kernel
def lies(g: Geo, c: int, e: int) -> int:
    """How cell c lies to cell e, as `relation` has it; far to none (-1)."""
    if e < 0:
        return int(FAR)
    return int(relation(I64(abs(g.at[c, 0] - g.at[e, 0])), I64(abs(g.at[c, 1] - g.at[e, 1]))))


@kernel
def last(s: State, v: int) -> int:
    """The cell of the move that led to level v, -1 where none or a pass did."""
    return int(I64(s.path[v - 1]) >> 1 if v > 0 and s.path[v - 1] >= 0 else NONE)


@kernel
def likely(g: Geo, s: State, v: int, c: int, a: int) -> int:
    """How likely side a takes the empty cell c at level v: in 256ths of a logit, more or less than others.

    The network must have seen the position (network.follow).
    """
    at = (2 + a) * lines.WORDS
    one, two = s.acc[c, at], s.acc[c, at + 1]
    n = (I64(one & LANE) - ZERO) << network.ONE
    one, two = network.above(one), network.above(two)
    for k in range(1, 4):
        n += g.of_place[k] * I64(one >> U(16 * k) & LANE)
    for k in range(4):
        n += g.of_place[4 + k] * I64(two >> U(16 * k) & LANE)
    near = g.relation[0, lies(g, c, last(s, v))] + g.relation[1, lies(g, c, last(s, v - 1))]
    return int((n >> network.ONE) + near)
