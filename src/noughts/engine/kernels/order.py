"""Which moves are looked at, and in which order: by the policy, elsewhere by what the lines through a cell are worth.

Of lines, a cell that completes or makes a four, or takes one from the other side, is worth more than any cell that only
lengthens lines, for the weights grow fourfold a stone: so the threats come first. The table's move leads, killers and
the last good answer to the move before are raised, and cells are raised or lowered by how often they were good enough
before, or tried in vain. Of cells in no line that can be completed only one is looked at: they are all the same move, a
pass.
"""

from __future__ import annotations

from noughts.engine.kernels import lines, network, policy
from noughts.engine.kernels.lines import I64, Geo, State
from noughts.kernels.declare import kernel

FIRST = I64(1 << 30)  # the rank of the table's move
KILLER = I64(300)
LIKELY = I64(1 << 14)  # a cell's rank by the policy is so much more, above 0
LOGIT = I64(2)  # bits of the policy's that are too little for the rank: 64 are a logit
MOST_GOOD = I64(1 << 14)  # nothing is better than this, or worse than its negative
LATER = I64(4)  # bits of that which are too little for the rank


@kernel
def rank(g: Geo, s: State, v: int, c: int, a: int, first: int) -> int:
    """How early cell c is tried by side a at level v."""
    if c == first:
        return int(FIRST)
    worth = (s.hist[c, a] >> lines.WORTH) + ((s.hist[c, 1 - a] >> lines.WORTH) * 3 >> 2)
    if worth == 0:
        return 0
    if g.weighed != 0:
        worth = LIKELY + (policy.likely(g, s, v, c, a) >> LOGIT)
    if c == s.killer[v, 0] or c == s.killer[v, 1]:
        worth += KILLER
    if v > 0 and s.path[v - 1] >= 0 and s.counter[s.path[v - 1] >> 1, a] == c + 1:
        worth += KILLER
    return int(max(worth + (s.good[c, a] >> LATER), 0) + 1)


@kernel
def insert(s: State, v: int, n: int, width: int, c: int, worth: int) -> int:
    """Puts a move in its place on the sorted list of level v, which holds `width` at most; its length."""
    if n == width:
        if worth <= s.rank[v, n - 1]:
            return n
        n -= 1
    i = n
    while i > 0 and s.rank[v, i - 1] < worth:
        s.rank[v, i], s.list[v, i] = s.rank[v, i - 1], s.list[v, i - 1]
        i -= 1
    s.rank[v, i], s.list[v, i] = worth, c
    return n + 1


@kernel
def look(g: Geo, s: State) -> None:
    """The network sees the position as it is now, where it knows the board: by that the policy ranks cells."""
    if g.weighed != 0:
        network.follow(g, s, s.ply)


@kernel
def sort_answers(g: Geo, s: State, v: int, number: int, first: int) -> None:
    """Puts the moves that are on the list of level v in order."""
    look(g, s)
    n = I64(0)
    for i in range(number):
        c = I64(s.list[v, i])
        n = insert(s, v, n, number, c, rank(g, s, v, c, s.turn, first))


@kernel
def blank_lines(g: Geo, s: State, c: int) -> int:
    """How many lines through an empty cell can still be completed by either side, at least."""
    n = 0
    for i in range(g.first[c], g.first[c + 1]):
        l = g.lines[i]
        n += 1 if s.own[l, 0] == 0 or s.own[l, 1] == 0 else 0
    return n


@kernel
def candidates(g: Geo, s: State, v: int, first: int, width: int) -> tuple[int, int]:
    """The `width` best moves of the side to move on the list of level v: their number, and 1 if any was left out.

    Cells away from all stones are looked at only where there is nothing else, or room for every cell. Of cells that are
    worth the same those in the middle come first.
    """
    look(g, s)
    n, out, far = I64(0), 0, 0
    for j in range(g.count):
        c = I64(g.middle[j])
        if s.held[c] < 0:
            r = rank(g, s, v, c, s.turn, first)
            far += 1 if r == 0 else 0
            if r > 0:
                out |= 1 if n == width else 0
                n = insert(s, v, n, width, c, r)
    if far == 0 or (n > 0 and width < s.empties):
        return n, 1 if far > 0 else out
    passes = 0
    for j in range(g.count):
        c = I64(g.middle[j])
        if s.held[c] < 0 and rank(g, s, v, c, s.turn, first) == 0:
            r = blank_lines(g, s, c)
            passes += 1 if r == 0 else 0
            if r > 0 or passes == 1:
                out |= 1 if n == width else 0
                n = insert(s, v, n, width, c, r)
    return n, out


@kernel
def remember(s: State, v: int, c: int, depth: int, tried: int) -> None:
    """Move c was good enough for the side to move to leave level v; the first `tried` of its list were not."""
    a = s.turn
    if v > 0 and s.path[v - 1] >= 0:
        s.counter[s.path[v - 1] >> 1, a] = c + 1
    if s.killer[v, 0] != c:
        s.killer[v, 1] = s.killer[v, 0]
        s.killer[v, 0] = c
    weight = I64(16 * min(depth * depth, 400))
    s.good[c, a] += weight - s.good[c, a] * weight // MOST_GOOD
    for i in range(tried):
        e = I64(s.list[v, i])
        s.good[e, a] -= weight + s.good[e, a] * weight // MOST_GOOD
