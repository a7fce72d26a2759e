"""A node of the strong game: its key, its first look, and a move.

Every node has the attacker's stones left, t = a.stones[v], or ANY. A line is dropped when its side has too few stones
left to fill it; what remains decides the position, so positions with equal remains and equal t are one (same row of
the table). ANY drops no line and never falls.

    to move    attacker's lines kept    defender's lines kept         stones before the attacker's t-th
    attacker   at most t empty cells    at most t - 1 empty cells     a d a d .. a: t and t - 1
    defender   at most t                at most t                     d a d a .. a: t and t

So only the limit of the side that has just moved falls, by one (`shorten`), and t falls with the attacker's move.

First look, attacker to move, in this order:
    t = 0: fails. A line with one empty cell: wins. Two threats against him, or t = 1: fails.
    No threat, and a cell in two of his lines with two empties: wins; t = 2 without one: fails.
    A sequence of at most t - 1 forcing moves: wins. A pairing of his lines, or where t is ANY a low potential: fails.
Defender to move:
    His own last cell: holds. Two threats: lost. t = 1, or t = 2 without a threat or such a cell, or no line left to
    attack: holds. A sequence of his own, of any length: holds.
Sources: threats, Allis, van den Herik and Huntjens 1993; their order (lambda), Allis 1994 and Thomsen 2000.
"""

from __future__ import annotations

from noughts.kernels.declare import Word, entry, kernel
from noughts.solver.search.kernels import bits, fields, pairing, potential, sequences, state, transposition
from noughts.solver.search.kernels.bits import I64, ONE, ZERO, U
from noughts.solver.search.kernels.fields import Geo, State
from noughts.solver.search.kernels.state import Table

REPLIES = I64(3)  # 2**3 moves more that may hold make a position harder to win by one


@kernel
def both(a: State, v: int, i: int, d: State) -> Word:
    """Hash of both sides' lines seen through symmetry i."""
    x = a.h[v, i] * U(0x9E3779B97F4A7C15) + d.h[v, i]
    x ^= x >> U(29)
    x *= U(0xBF58476D1CE4E5B9)
    return x ^ (x >> U(32))


@kernel
def strong_key(a: State, d: State, v: int) -> Word:
    """Least hash over the symmetries, marked with the side to move and the stones left."""
    best = bits.ALL
    for i in range(fields.FRAMES):
        x = both(a, v, i, d)
        if x < best:
            best = x
    if a.side[v] == state.FIRST:
        best ^= U(0xD6E8FEB86659FD93)
    best ^= U(state.ANY - a.stones[v]) * U(0x9FB21C651E98DF24)
    return best | ONE


@kernel
def short_lines(g: Geo, s: State, v: int) -> int:
    """Cells that complete a line into s.ones, cells of lines with two or three empty into s.twos and s.threes, s.fork.

    The lines with two go into s.two_lines. How many the first are.
    """
    one0, one1 = ZERO, ZERO
    two0, two1 = ZERO, ZERO
    three0, three1 = ZERO, ZERO
    n0 = ~s.m[v, 0]
    n1 = ~s.m[v, 1]
    fork = 0
    for w in range(g.words):
        t = s.live[v, w]
        lines = ZERO
        while t != ZERO:
            l = bits.lowest(t) + 64 * w
            p = bits.popcount(U(s.sub[v, l]))
            if p <= 3:
                x0 = g.lm[l, 0] & n0
                x1 = g.lm[l, 1] & n1
                if p == 3:
                    three0 |= x0
                    three1 |= x1
                elif p == 2:
                    if (x0 & two0) | (x1 & two1):
                        fork = 1
                    two0 |= x0
                    two1 |= x1
                    lines |= t & (~t + ONE)
                else:
                    one0 |= x0
                    one1 |= x1
            t &= t - ONE
        s.two_lines[w] = lines
    s.ones[0], s.ones[1] = one0, one1
    s.twos[0], s.twos[1] = two0, two1
    s.threes[0], s.threes[1] = three0, three1
    s.fork = fork
    return bits.popcount(one0) + bits.popcount(one1)


@kernel
def no_lines(g: Geo, s: State, v: int) -> bool:
    """Whether no line is live."""
    x = ZERO
    for w in range(g.words):
        x |= s.live[v, w]
    return bool(x == ZERO)


@kernel
def completed(g: Geo, s: State, v: int) -> bool:
    """A line without empty cells: then it is the only one, since every other contains what is left of it."""
    for w in range(g.words):
        t = s.live[v, w]
        if t != ZERO:
            return bool(s.sub[v, bits.lowest(t) + 64 * w] == 0)
    return False


@kernel
def shorten(g: Geo, s: State, v: int, most: int) -> None:
    """Drop the lines with more than so many empty cells."""
    if most >= g.longest:
        return
    for w in range(g.words):
        t = s.live[v, w]
        while t != ZERO:
            l = bits.lowest(t) + 64 * w
            t &= t - ONE
            if bits.popcount(U(s.sub[v, l])) > most:
                state.drop_line(g, s, v, l)


@kernel
def attacker_to_move(g: Geo, a: State, d: State, v: int) -> tuple[int, int]:
    """First numbers with the attacker to move."""
    t = a.stones[v]
    if t == 0:
        return state.HOLD
    if short_lines(g, a, v) > 0:
        return state.WIN
    threats = short_lines(g, d, v)
    if threats > 1 or t == 1:
        return state.HOLD
    if threats == 0 and (a.fork or t == 2):
        return state.WIN if a.fork else state.HOLD
    if sequences.forces(g, a, d, v, forcing(a, v)):
        return state.WIN
    lines = pairing.pairing(g, a, v)
    if lines == 0 or (t == state.ANY and potential.potential_holds(g, a, v)):
        return state.HOLD
    return 1, 1 + g.leaf * lines * lines


@kernel
def defender_to_move(g: Geo, a: State, d: State, v: int) -> tuple[int, int]:
    """First numbers with the defender to move."""
    t = a.stones[v]
    if short_lines(g, d, v) > 0:
        return state.HOLD
    threats = short_lines(g, a, v)
    if threats > 1 and t > 0:
        return state.WIN
    if t <= 1 or (t == 2 and threats == 0 and not a.fork):
        return state.HOLD
    if no_lines(g, a, v) or sequences.forces(g, d, a, v, state.ANY):
        return state.HOLD
    if threats == 1:
        return 1, 1
    r0, r1 = state.live_cells(g, a, v, I64(-1), state.ANY)
    q0, q1 = state.live_cells(g, d, v, I64(-1), state.ANY)
    n0, n1 = r0 | q0, r1 | q1
    if sequences.forces(g, a, d, v, forcing(a, v)):
        q0, q1 = sequences.answers(g, a, d, v)
        n0 &= q0
        n1 &= q1
    return 1 + ((bits.popcount(n0) + bits.popcount(n1)) >> REPLIES), 1


@kernel
def forcing(a: State, v: int) -> int:
    """Stones that the attacker has left after one more: those that he can force with, where that one ends a line."""
    return int(a.stones[v] - 1 if a.stones[v] != state.ANY else state.ANY)


@kernel
def static_look(g: Geo, a: State, d: State, v: int) -> tuple[int, int]:
    """First numbers of a position."""
    a.looks += 1
    if completed(g, a, v):
        return state.WIN
    if completed(g, d, v):
        return state.HOLD
    if a.side[v] == state.FIRST:
        return attacker_to_move(g, a, d, v)
    return defender_to_move(g, a, d, v)


@kernel
def look(g: Geo, a: State, d: State, tt: Table, v: int) -> tuple[int, int]:
    """Numbers of level v from the table, else static; those that were dear are kept."""
    key = strong_key(a, d, v)
    i = transposition.probe(tt, key)
    if i >= 0:
        return transposition.numbers_at(tt, i)
    pn, dn = static_look(g, a, d, v)
    if (a.side[v] == state.FIRST or pn == 0 or dn == 0) and a.stones[v] > 2:
        transposition.store(tt, key, pn, dn, ZERO, ZERO, I64(1))
    return pn, dn


@kernel
def play(g: Geo, a: State, d: State, v: int, c: int) -> None:
    """Level v + 1 = level v after the side to move takes c."""
    state.copy_state(g, a, v, v + 1)
    state.copy_state(g, d, v, v + 1)
    attacks = a.side[v] == state.FIRST
    mine, other = (a, d) if attacks else (d, a)
    state.put_maker(g, mine, v + 1, c)
    state.put_breaker(g, other, v + 1, c)
    shorten(g, mine, v + 1, a.stones[v] - 1)
    a.stones[v + 1] = forcing(a, v) if attacks else a.stones[v]
    a.side[v + 1] = state.FIRST + state.SECOND - a.side[v]


@entry
def load_both(
    g: Geo, a: State, d: State, a0: Word, a1: Word, d0: Word, d1: Word, side: int, stones: int
) -> None:
    """Level 0 = a position in which the attacker has so many stones left, or ANY."""
    state.load(g, a, a0, a1, d0, d1, side)
    state.load(g, d, d0, d1, a0, a1, side)
    a.stones[state.ROOT] = stones
    shorten(g, a, state.ROOT, stones)
    shorten(g, d, state.ROOT, stones - 1 if side == state.FIRST else stones)


@kernel
def settle(a: State, v: int, verdict: tuple[int, int]) -> bool:
    """Level v is settled: WIN or HOLD. Always True."""
    a.pn[v], a.dn[v] = verdict
    return True
