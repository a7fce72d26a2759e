"""By how many plies late and unlikely moves are searched less deep at first."""

from __future__ import annotations

from noughts.engine.kernels import lines, order
from noughts.engine.kernels.lines import I64, Geo, State
from noughts.kernels.declare import kernel

LATE = I64(4)  # of the product of two logarithms that many make a ply: what a late move is searched less deep
LATE_AT_ROOT = I64(3)
LEAST = I64(3)  # plies from which on moves are searched less deep
UNLIKELY = I64(256)  # the same of a logarithm and how much less likely a move is than the first


@kernel
def thirds(n: int) -> int:
    """How often a third can be taken off n until 1 is left: its logarithm."""
    times = 0
    while n > 1:
        n = n * 2 // 3
        times += 1
    return times


@kernel
def reduction(s: State, depth: int, i: int, part: int) -> int:
    """By how many plies the i-th move is searched less deep at first."""
    if i < 3 or depth < LEAST or depth >= s.empties:
        return 0
    return int(min(thirds(i) * thirds(depth) // part, depth - 1))


@kernel
def noise(s: State, c: int) -> int:
    """What a cell makes or takes from the other side: 2 for a four, 1 for two lines that lack three, else 0."""
    a = s.turn
    if lines.lacking(s, c, a, 2) + lines.lacking(s, c, 1 - a, 2) > 0:
        return 2
    return 1 if max(lines.lacking(s, c, a, 3), lines.lacking(s, c, 1 - a, 3)) > 1 else 0


@kernel
def unlikely(s: State, v: int, depth: int, i: int) -> int:
    """By how many plies the i-th move of level v is searched less deep at first, where the policy ranks the moves."""
    if i < 1 or depth < LEAST or depth >= s.empties:
        return 0
    best = s.rank[v, 0] if s.rank[v, 0] < order.FIRST else s.rank[v, 1]
    return int(min((best - s.rank[v, i]) * thirds(depth) // UNLIKELY, depth - 1))


@kernel
def late(g: Geo, s: State, v: int, depth: int, i: int, c: int) -> int:
    """The same below the root: less so for a cell that makes or takes something, not at all for a four."""
    loud = noise(s, c)
    if loud == 2:
        return 0
    plies = unlikely(s, v, depth, i) if g.weighed != 0 else reduction(s, depth, i, LATE)
    return int(max(plies - loud, 0))
