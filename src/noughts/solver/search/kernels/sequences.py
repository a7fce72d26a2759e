"""Threat sequences: the side to move wins by forcing moves alone.

A forcing move takes one of the two empty cells of a line, so that the other side must take the second, its reply;
where that reply leaves a line of its own with one empty cell, the next move is that cell, and must force too. A cell
in two such lines ends the sequence. Replies are known beforehand, so this is a walk through sequences, not a tree
of both sides' choices; after so many moves it gives up, and claims nothing.

The walk has levels of its own, u = v + 1 and up for the position at level v: the seq_ fields of the mover's state s;
its other side is o. Lines with lower numbers than the one just played were tried before it, and threats that do not
touch can be exchanged: only later and new lines are played on.
Source: Allis, van den Herik and Huntjens, Go-Moku solved by new search techniques, 1996.
"""

from __future__ import annotations

from noughts.kernels.declare import Word, kernel
from noughts.solver.search.kernels import bits, fields
from noughts.solver.search.kernels.bits import I64, ONE, ZERO
from noughts.solver.search.kernels.fields import Geo, State

FREE = I64(-1)  # no cell must be taken
LOST = I64(-2)  # two cells must be taken
LINES = I64(fields.CELLS)  # kept a level


@kernel
def add_line(s: State, u: int, x0: Word, x1: Word) -> None:
    """One more line that can be played, with these two empty cells, unless there is one with the same."""
    x = bits.first_cell(x0, x1)
    x0, x1 = bits.without_first(x0, x1)
    y = bits.first_cell(x0, x1)
    n = s.seq_lines[u]
    for i in range(n):
        if s.seq_x[u, i] == x and s.seq_y[u, i] == y:
            return
    if n < LINES:
        s.seq_x[u, n] = x
        s.seq_y[u, n] = y
        s.seq_lines[u] = n + 1


@kernel
def new_lines(g: Geo, s: State, v: int, u: int, c: int) -> None:
    """The lines through stone c, just taken, that now have two empty cells."""
    n0, n1 = ~(s.m[v, 0] | s.seq_stones[u, 0]), ~(s.m[v, 1] | s.seq_stones[u, 1])
    for w in range(g.words):
        t = s.live[v, w] & g.through[c, w]
        while t != ZERO:
            l = bits.lowest(t) + 64 * w
            t &= t - ONE
            x0, x1 = g.lm[l, 0] & n0, g.lm[l, 1] & n1
            if (
                bits.popcount(x0) + bits.popcount(x1) == 2
                and (x0 & s.seq_replies[u, 0]) | (x1 & s.seq_replies[u, 1]) == ZERO
            ):
                add_line(s, u, x0, x1)


@kernel
def counter(g: Geo, s: State, o: State, v: int, u: int, e: int) -> int:
    """The cell that completes a line of the other side through its reply e, FREE if none, LOST if two."""
    n0, n1 = ~(o.m[v, 0] | s.seq_replies[u, 0]), ~(o.m[v, 1] | s.seq_replies[u, 1])
    f0, f1 = ZERO, ZERO
    for w in range(g.words):
        t = o.live[v, w] & g.through[e, w]
        while t != ZERO:
            l = bits.lowest(t) + 64 * w
            t &= t - ONE
            x0, x1 = g.lm[l, 0] & n0, g.lm[l, 1] & n1
            if (
                bits.popcount(x0) + bits.popcount(x1) == 1
                and (x0 & s.seq_stones[u, 0]) | (x1 & s.seq_stones[u, 1]) == ZERO
            ):
                f0 |= x0
                f1 |= x1
    n = bits.popcount(f0) + bits.popcount(f1)
    if n == 0:
        return int(FREE)
    return bits.first_cell(f0, f1) if n == 1 else int(LOST)


@kernel
def fork_cell(s: State, u: int) -> int:
    """A cell in two of the lines that can be played, the one that must be taken if there is one; or -1."""
    must = s.seq_must[u]
    z0, z1 = ZERO, ZERO
    for i in range(s.seq_lines[u]):
        for c in (s.seq_x[u, i], s.seq_y[u, i]):
            if must < 0 or c == must:
                if bits.has(z0, z1, c):
                    return int(c)
                z0, z1 = bits.with_cell(z0, z1, c)
    return -1


@kernel
def next_move(s: State, u: int) -> bool:
    """The next forcing move and its reply into seq_move, seq_reply; False when there is none left."""
    must = s.seq_must[u]
    while s.seq_next[u] < 2 * s.seq_lines[u]:
        i = s.seq_next[u] >> 1
        x, y = s.seq_x[u, i], s.seq_y[u, i]
        if s.seq_next[u] & 1:
            x, y = y, x
        s.seq_next[u] += 1
        if must < 0 or must == x:
            s.seq_move[u] = x
            s.seq_reply[u] = y
            return True
    return False


@kernel
def advance(g: Geo, s: State, o: State, v: int, u: int) -> bool:
    """Level u + 1 = level u after its move and reply; False where the reply wins."""
    c, e = s.seq_move[u], s.seq_reply[u]
    s.seq_stones[u + 1, 0], s.seq_stones[u + 1, 1] = bits.with_cell(s.seq_stones[u, 0], s.seq_stones[u, 1], c)
    s.seq_replies[u + 1, 0], s.seq_replies[u + 1, 1] = bits.with_cell(
        s.seq_replies[u, 0], s.seq_replies[u, 1], e
    )
    must = counter(g, s, o, v, u + 1, e)
    if must == LOST:
        return False
    played = 0 if s.seq_must[u] >= 0 else (s.seq_next[u] - 1) >> 1
    n = 0
    first = 0
    for i in range(s.seq_lines[u]):
        x, y = s.seq_x[u, i], s.seq_y[u, i]
        if x not in (c, e) and y not in (c, e):
            s.seq_x[u + 1, n] = x
            s.seq_y[u + 1, n] = y
            n += 1
            if i < played:
                first += 1
    s.seq_lines[u + 1] = n
    new_lines(g, s, v, u + 1, c)
    s.seq_must[u + 1] = must
    s.seq_next[u + 1] = 0 if must >= 0 else 2 * first
    return True


@kernel
def begin(g: Geo, s: State, v: int, must: int) -> None:
    """The first level: the lines of the position itself."""
    u = v + 1
    s.seq_stones[u, 0], s.seq_stones[u, 1], s.seq_replies[u, 0], s.seq_replies[u, 1] = ZERO, ZERO, ZERO, ZERO
    s.seq_lines[u] = 0
    for w in range(g.words):
        t = s.two_lines[w]
        while t != ZERO:
            l = bits.lowest(t) + 64 * w
            t &= t - ONE
            add_line(s, u, g.lm[l, 0] & ~s.m[v, 0], g.lm[l, 1] & ~s.m[v, 1])
    s.seq_must[u] = must
    s.seq_next[u] = 0


@kernel
def end(s: State, u: int, c: int) -> None:
    """All cells of the sequence that ends with fork c, into s.seq_cells; the replies among them into s.seq_given."""
    s.seq_given[0], s.seq_given[1] = s.seq_replies[u, 0], s.seq_replies[u, 1]
    z0, z1 = bits.with_cell(
        s.seq_stones[u, 0] | s.seq_replies[u, 0], s.seq_stones[u, 1] | s.seq_replies[u, 1], c
    )
    for i in range(s.seq_lines[u]):
        if s.seq_x[u, i] == c or s.seq_y[u, i] == c:
            z0, z1 = bits.with_both(z0, z1, s.seq_x[u, i], s.seq_y[u, i])
    s.seq_cells[0], s.seq_cells[1] = z0, z1


@kernel
def sequence(g: Geo, s: State, o: State, v: int, must: int, most: int) -> int:
    """The first move of a winning sequence of at most so many forcing moves for s, to move at level v; or -1.

    Neither side may have a line with one empty cell, but for the other's at `must` (else FREE). s.seq_cut tells
    whether longer ones were left out.
    """
    begin(g, s, v, must)
    u = v + 1
    left = s.seq_tries
    s.seq_cut = 0
    c = fork_cell(s, u)
    while c < 0:
        if u - v == most:
            s.seq_cut = 1
            u -= 1
        elif left > 0 and next_move(s, u):
            left -= 1
            if advance(g, s, o, v, u):
                u += 1
                c = fork_cell(s, u)
        else:
            u -= 1
        if u == v:
            return -1
    end(s, u, c)
    return int(s.seq_move[v + 1]) if u > v + 1 else c


@kernel
def forced_win(g: Geo, s: State, o: State, v: int, most: int) -> int:
    """As `sequence`; `short_lines` must just have looked at both sides.

    No sequence begins where the cell that must be taken is in no line with two empty cells, or where there is one such
    line and no cell of it in a line with three: the first stone must leave something to go on with.
    """
    s.seq_cut = 0
    x0, x1, must = s.twos[0], s.twos[1], FREE
    if o.ones[0] | o.ones[1] != ZERO:
        must = bits.first_cell(o.ones[0], o.ones[1])
        x0, x1 = x0 & o.ones[0], x1 & o.ones[1]
    if bits.popcount(s.twos[0]) + bits.popcount(s.twos[1]) == 2:
        x0, x1 = x0 & s.threes[0], x1 & s.threes[1]
    return int(sequence(g, s, o, v, must, most)) if x0 | x1 != ZERO else -1


@kernel
def forces(g: Geo, s: State, o: State, v: int, most: int) -> bool:
    """Whether there is one."""
    return bool(forced_win(g, s, o, v, most) >= 0)


@kernel
def shortest_sequence(g: Geo, s: State, o: State, v: int, most: int) -> int:
    """The first move of one with the fewest moves: dearer to find, but a proof written out has fewer records."""
    for n in range(1, most + 1):
        c = forced_win(g, s, o, v, n)
        if c >= 0 or s.seq_cut == 0:
            return int(c)
    return -1


@kernel
def answers(g: Geo, s: State, o: State, v: int) -> tuple[Word, Word]:
    """Moves of o that may stop the sequence just found for s at level v, where neither side has a threat.

    A cell of the sequence, or one in a line of o's that with the replies wants two cells at most: any other stone
    leaves every move forcing, and every reply without a threat that was not there before.
    """
    z0, z1 = s.seq_cells[0], s.seq_cells[1]
    n0, n1 = ~(o.m[v, 0] | s.seq_given[0]), ~(o.m[v, 1] | s.seq_given[1])
    for w in range(g.words):
        t = o.live[v, w]
        while t != ZERO:
            l = bits.lowest(t) + 64 * w
            t &= t - ONE
            x0, x1 = g.lm[l, 0] & n0, g.lm[l, 1] & n1
            if bits.popcount(x0) + bits.popcount(x1) <= 2:
                z0 |= x0
                z1 |= x1
    return z0, z1
