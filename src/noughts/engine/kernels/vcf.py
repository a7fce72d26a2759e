"""Victory by continuous fours: each move leaves a line that lacks one stone, so the reply is known, until two do.

"Four" is the word of five in a row; here it is a move on a line that lacks two, whatever k is. Where the forced
reply makes a four of the other side, the next move must take the cell that it threatens, and be a four as well.
What is found is a win, move by move; what is not found within the fuel (moves tried) is only not found.

    s.line[0 : s.length]  the sequence: move, reply, move, ..., and at the end a move with its two completing cells
    s.fuel, s.cut         moves that may still be tried; 1 where some were left out for want of fuel
    s.lean                1 where there was little fuel from the start
    s.failed              hashes of positions from which everything was tried in vain
Sources: L. V. Allis, H. J. van den Herik, M. P. H. Huntjens, Go-Moku solved by new search techniques, 1996.
"""

from __future__ import annotations

from noughts.engine.kernels import lines
from noughts.engine.kernels.lines import I64, NONE, Geo, State, U
from noughts.kernels.declare import entry, kernel

LITTLE = I64(8)  # fuel at which fours that only force a reply are left out


@kernel
def replies(g: Geo, s: State, c: int, a: int) -> tuple[int, int]:
    """The first two cells that complete a line once side a has taken c, -1 where there are fewer."""
    e = NONE
    for i in range(g.first[c], g.first[c + 1]):
        l = g.lines[i]
        if s.own[l, 1 - a] == 0 and g.need[l] - s.own[l, a] == 2:
            r = I64(s.rest[l] ^ c)
            if e < 0:
                e = r
            elif r != e:
                return e, r
    return e, NONE


@kernel
def gather(g: Geo, s: State, n: int, must: int) -> int:
    """The fours of the side to move (only `must`, if there is one) with their replies, the most promising first.

    Their number; or -1 where one of them has two replies and wins, which is then written to the line.
    """
    a, v = s.turn, s.ply
    count = 0
    for c in range(g.count) if must < 0 else range(must, must + 1):
        two = lines.lacking(s, c, a, 2)
        if s.held[c] >= 0 or two == 0:
            continue
        if s.lean != 0 and two == 1 and lines.lacking(s, c, a, 3) == 0:
            s.cut = 1
            continue
        e, f = replies(g, s, c, a)
        if f >= 0:
            s.line[n], s.line[n + 1], s.line[n + 2] = c, e, f
            s.length = n + 3
            return -1
        if s.open[a, 2] <= two and lines.lacking(s, c, a, 3) == 0:  # nothing would be left to go on with
            continue
        if count == lines.FOURS:
            s.cut = 1
            continue
        i = count
        count += 1
        worth = s.hist[c, a] >> lines.WORTH
        while i > 0 and s.hist[s.four[v, i - 1], a] >> lines.WORTH < worth:
            s.four[v, i], s.reply[v, i] = s.four[v, i - 1], s.reply[v, i - 1]
            i -= 1
        s.four[v, i], s.reply[v, i] = c, e
    return count


@kernel
def follow(g: Geo, s: State, n: int) -> int:
    """The plies of a win by fours from here, its cells written from s.line[n] on; 0 where none was found."""
    a, v = s.turn, s.ply
    if s.open[a, 1] > 0:
        s.line[n] = lines.completions(g, s, a)[0]
        s.length = n + 1
        return 1
    must, other = lines.completions(g, s, 1 - a)
    if other >= 0:
        return 0
    at = I64(s.key & U(lines.FAILED - 1))
    if s.open[a, 2] == 0 or s.failed[at] == s.key:
        return 0
    if s.fuel <= 0:
        s.cut = 1
        return 0
    before, s.cut = s.cut, 0
    count = gather(g, s, n, must)
    if count < 0:
        return 3
    for i in range(count):
        c, e = I64(s.four[v, i]), I64(s.reply[v, i])
        s.line[n], s.line[n + 1] = c, e
        s.fuel -= 1
        s.probes += 2
        lines.make(g, s, c)
        lines.make(g, s, e)
        plies = follow(g, s, n + 2)
        lines.unmake(g, s, e)
        lines.unmake(g, s, c)
        if plies > 0:
            return plies + 2
    if s.cut == 0:
        s.failed[at] = s.key
    s.cut |= before
    return 0


@entry
def by_fours(g: Geo, s: State, fuel: int) -> int:
    """The plies of a win by fours for the side to move, found with so many moves tried; 0 where none was found.

    With little fuel a four is only tried where it makes another line that lacks two: it does not merely force a reply.
    """
    s.fuel = fuel
    s.cut = 0
    s.lean = 1 if fuel <= LITTLE else 0
    if s.open[s.turn, 1] + s.open[s.turn, 2] == 0:
        return 0
    return int(follow(g, s, I64(0)))


@kernel
def add(s: State, v: int, n: int, c: int) -> int:
    """Puts cell c on the list of level v unless it is taken or there already; how long the list is now."""
    if s.held[c] >= 0 or s.mark[c] == s.stamp:
        return n
    s.mark[c] = s.stamp
    s.list[v, n] = c
    return n + 1


@kernel
def answers(g: Geo, s: State) -> int:
    """Every move of the side to move that may stop the fours just found for the other side, were it to move.

    On the list of this level; returns their number. A cell of the sequence, or one in a line of the side to move
    that with its replies lacks two at most: any other stone leaves each move a four, and no reply makes a threat
    that was not there before.
    """
    v, d = s.ply, s.turn
    s.stamp += 1
    n = 0
    for i in range(s.length):
        n = add(s, v, n, I64(s.line[i]))
    for c in range(g.count):
        if s.hist[c, d] & 0xFFFF:
            n = add(s, v, n, I64(c))
    for sign in (1, -1):
        for i in range(1, s.length, 2):
            c = s.line[i]
            for j in range(g.first[c], g.first[c + 1]):
                s.bump[g.lines[j]] += sign
        for i in range(1, s.length if sign > 0 else 0, 2):
            n = near(g, s, v, n, I64(s.line[i]), d)
    return n


@kernel
def near(g: Geo, s: State, v: int, n: int, e: int, d: int) -> int:
    """Adds the cells of the lines of d through its reply e that, with all replies (s.bump), lack two at most."""
    for i in range(g.first[e], g.first[e + 1]):
        l = g.lines[i]
        if s.own[l, 1 - d] == 0 and g.need[l] - s.own[l, d] - s.bump[l] <= 2:
            for j in range(g.begin[l], g.begin[l + 1]):
                n = add(s, v, n, I64(g.cells[j]))
    return n


assert lines.CELLS < 1 << 15  # cells are kept in sixteen bits
