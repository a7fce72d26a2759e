"""Alpha-beta: principal variation search, deepened one ply at a time, with threats looked for at every node.

A value is that of the side to move, in thousandths of a logit; from PROVED on it is a proof: MATE - n wins in n plies
at most, n - MATE loses. A node that leaves moves out never calls itself lost: it says LOST, which proves nothing.
So a value of PROVED or more is a win whatever the other side does.

Each node, by steps:
  1  settled: a line can be completed, must be blocked at one cell or cannot at two; no line is open, or no cell empty
  2  the table
  3  a win by fours of the side to move
  4  a win by fours of the other side, were it to move: then only the moves that may stop it count, and none where
     the lines are worth far less than asked and few plies are left; neither is looked for where it was in vain and
     nothing has changed for that side since (s.calm)
  5  where nothing threatens and the lines are worth far more than asked, few plies will not change it
  6  where nothing threatens: a pass; if that is worth what is asked, at less depth, so is a move
  7  the moves, best first; a forced reply costs no depth, a position that the table has no move for is searched a ply
     less deep; so are unlikely moves, until they prove better; near the last ply those that make and take nothing are
     left out where the lines are worth less than asked
Below the last ply (`quiet`): forced replies go on, fours are tried, then the lines are weighed.
Where depth is as many as empty cells nothing is reduced or left out, and the value is the game's.
Sources: D. Knuth, R. Moore 1975; T. A. Marsland, M. Campbell 1982 (principal variation search); C. Donninger 1993 (null
move); E. Schröder 2006, "Internal Iterative Reductions"; Y. Tsuruoka, D. Yokoyama, T. Chikayama 2002, "Game-tree search
algorithm based on realization probability"; Stockfish (late moves, history).
"""

from __future__ import annotations

from noughts.engine import score
from noughts.engine.kernels import lines, network, order, reductions, transposition, vcf
from noughts.engine.kernels.lines import I64, NONE, Geo, State, Table, U
from noughts.kernels.declare import Word, entry, kernel

MATE, PROVED, INF, UNKNOWN = I64(score.MATE), I64(score.PROVED), I64(score.INF), I64(score.UNKNOWN)
LOST = PROVED - 1
LEAF_FUEL = I64(6)
FUEL = I64(16)  # a ply of depth
MARGIN = I64(300)  # a ply: what the other side may gain with nothing threatened
WIDTH = I64(5)  # moves looked at, and three more a ply
PASS = I64(-1)  # in place of a number of moves: first a pass
DEEP = I64(3)  # plies from which on a pass is tried
NEAR = I64(0xFFFFFF)  # of `hist`: the lines that lack one to three stones
UNLED = I64(4)  # plies from which on a position without a move in the table is searched less deep
SOON = I64(3)  # plies up to which a move that makes and takes nothing may be left out
GAIN = I64(300)  # a ply: what it may gain
HELD = I64(2)  # plies up to which the answers to fours may be left out
DANGER = I64(400)  # a ply: what they may gain


@kernel
def aged(x: int) -> int:
    """A value one ply earlier: a proof is a ply longer."""
    if x >= PROVED:
        return x - 1
    return x + 1 if x <= -PROVED else x


@kernel
def grown(x: int) -> int:
    """A bound one ply later, the inverse of `aged`."""
    if x >= PROVED:
        return x + 1
    return x - 1 if x <= -PROVED else x


@kernel
def settled(g: Geo, s: State) -> tuple[int, int]:
    """The value of a position that needs no search, else UNKNOWN; and the cell that must be taken, else -1."""
    a = s.turn
    if s.open[a, 1] > 0:
        s.pv[s.ply, 0], s.pv[s.ply, 1] = lines.completions(g, s, a)[0], -1
        return MATE - 1, NONE
    if s.empties == 0 or s.live[0] + s.live[1] == 0:
        return I64(0), NONE
    must, other = lines.completions(g, s, 1 - a)
    if other < 0:
        return UNKNOWN, must
    s.pv[s.ply, 0], s.pv[s.ply, 1], s.pv[s.ply, 2] = must, other, -1
    return 2 - MATE, must


@kernel
def show_line(s: State) -> None:
    """The sequence of fours just found is the best line from here."""
    n = min(s.length, lines.SHOWN - 1)
    for i in range(n):
        s.pv[s.ply, i] = s.line[i]
    s.pv[s.ply, n] = -1


@kernel
def show_move(s: State, v: int, c: int) -> None:
    """Move c and the best line after it are the best line of level v."""
    s.pv[v, 0] = c
    i = 1
    while i < lines.SHOWN - 1 and s.pv[v + 1, i - 1] >= 0:
        s.pv[v, i] = s.pv[v + 1, i - 1]
        i += 1
    s.pv[v, i] = -1


@kernel
def quiet(g: Geo, s: State) -> int:
    """The value of a position with no depth left: a win by fours, else what the lines are worth."""
    if s.open[s.turn, 2] > 0 and s.calm[s.ply, s.turn] == 0:
        plies = vcf.by_fours(g, s, LEAF_FUEL)
        if plies > 0:
            show_line(s)
            return int(MATE - plies)
    return network.evaluate(g, s)


@kernel
def choices(g: Geo, s: State, depth: int, must: int, first: int, enough: int) -> tuple[int, int, int]:
    """The moves on the list of this level: how many, what all others are worth, and 1 if any other may matter.

    None at all, and the value in the second place, where the side to move wins by fours, or where nothing threatens
    it and the lines are worth so much more than `enough` that few plies will not change it. PASS, where nothing
    threatens and a pass is worth a try.
    """
    v, a, after_pass = s.ply, s.turn, s.passed != 0
    s.passed, s.worth[v] = 0, UNKNOWN
    fuel = FUEL * max(depth, 1)
    if s.open[a, 2] > 0 and s.calm[v, a] == 0:
        plies = vcf.by_fours(g, s, fuel)
        if plies > 0:
            show_line(s)
            return I64(0), MATE - plies, I64(0)
    if must >= 0:
        s.list[v, 0] = must
        return I64(1), -INF, I64(0)
    s.calm[v, a] = 1
    if s.open[1 - a, 2] > 0 and s.calm[v, 1 - a] == 0:
        lines.pass_turn(s)
        plies = vcf.by_fours(g, s, fuel)
        lines.pass_turn(s)
        if plies > 0:
            if depth <= HELD and is_in_vain(g, s, depth, enough):
                return I64(0), I64(enough - 1), I64(0)
            n = vcf.answers(g, s)
            order.sort_answers(g, s, v, n, first)
            return I64(n), plies + 1 - MATE, I64(0)
    s.calm[v, 1 - a] = 1
    if depth <= 4 and depth < s.empties:
        s.worth[v] = network.evaluate(g, s)
        x = s.worth[v] - MARGIN * depth
        if x >= enough:
            return I64(0), I64(x), I64(0)
    if DEEP <= depth < s.empties and not after_pass and abs(enough) < PROVED:
        return PASS, -INF, I64(0)
    n, out = best_moves(g, s, depth, first)
    return I64(n), -INF, I64(out)


@kernel
def is_in_vain(g: Geo, s: State, depth: int, enough: int) -> bool:
    """Whether few plies will not make a position worth what is asked in which fours must be stopped first."""
    known = depth < s.empties and abs(enough) < LOST
    return bool(known and network.evaluate(g, s) + DANGER * depth < enough)


@kernel
def best_moves(g: Geo, s: State, depth: int, first: int) -> tuple[int, int]:
    """The moves that are looked at where nothing threatens: their number, and 1 if any was left out."""
    n, out = order.candidates(g, s, s.ply, first, s.empties if depth >= s.empties else WIDTH + 3 * depth)
    return I64(n), I64(out)


@kernel
def hopeless(s: State, v: int, c: int, depth: int, alpha: int) -> bool:
    """Whether few plies will not make a move worth what is asked that makes and takes nothing."""
    return bool(depth <= SOON and s.worth[v] + GAIN * depth <= alpha < PROVED and reductions.noise(s, c) == 0)


@kernel
def look_up(t: Table, key: Word, depth: int, alpha: int, beta: int) -> tuple[int, int]:
    """What the table says: a value that ends the search here, else UNKNOWN; and its move, else -1."""
    w = transposition.probe(t, key)
    if w == U(0):
        return UNKNOWN, NONE
    low, high, move, deep = transposition.unpacked(w)
    narrow = deep >= depth and beta - alpha == 1
    if low >= beta and (narrow or low >= PROVED):
        return I64(low), I64(move)
    if high <= alpha and (narrow or high <= -PROVED):
        return I64(high), I64(move)
    return UNKNOWN, I64(move)


@kernel
def enter(g: Geo, s: State, t: Table, depth: int, alpha: int, beta: int) -> tuple[int, int, int]:
    """Begins a node: its value where no move need be tried, else UNKNOWN; the forced reply; the table's move.

    There may be neither, -1. The value is 0 once the search is stopped.
    """
    s.nodes += 1
    s.pv[s.ply, 0] = -1
    if s.stop != 0 or s.nodes + s.probes >= s.limit:
        s.stop = 1
        return I64(0), NONE, NONE
    value, must = settled(g, s)  # Step 1
    if value != UNKNOWN:
        return I64(value), I64(must), NONE
    if depth <= 0 and must < 0:
        return I64(quiet(g, s)), I64(must), NONE
    value, move = look_up(t, s.key, depth, alpha, beta)  # Step 2
    return I64(value), I64(must), I64(move)


@kernel
def search(g: Geo, s: State, t: Table, depth: int, alpha: int, beta: int) -> int:
    """The value of the position, exact within alpha and beta, else a bound; 0 once the search is stopped."""
    v = s.ply
    value, must, move = enter(g, s, t, depth, alpha, beta)  # Steps 1 and 2
    if value != UNKNOWN:
        return int(value)
    number, best, out = choices(g, s, depth, must, move, beta if beta - alpha == 1 else INF)  # 3 to 5
    if number == PASS:  # Step 6
        step_over(s, 1)
        x = -search(g, s, t, depth - 4 - depth // 6, -beta, 1 - beta)
        step_over(s, -1)
        if s.stop != 0 or x >= beta:
            return int(leave(s, t, depth, beta, move))
        number, out = best_moves(g, s, depth, move)
    depth -= 1 if move < 0 and must < 0 and UNLED <= depth < s.empties else 0
    move, is_calm = I64(s.list[v, 0]) if number else NONE, best == -INF
    floor, top, less, tried = alpha, grown(beta), depth if must >= 0 else depth - 1, I64(0)
    for i in range(number):  # Step 7
        c = I64(s.list[v, i])
        if is_calm and best > -PROVED and hopeless(s, v, c, depth, alpha):
            out = I64(1)
            continue
        x, low, tried, r = INF, grown(alpha), I64(i), is_calm * reductions.late(g, s, v, depth, I64(i), c)
        move_on(g, s, c)
        if r > 0:
            x = -search(g, s, t, less - r, -low - 1, -low)
        if i > 0 and x > low:
            x = -search(g, s, t, less, -low - 1, -low)
        if i == 0 or (low < x < top and top - low > 1):
            x = -search(g, s, t, less, -top, -low)
        lines.unmake(g, s, c)
        x = aged(x)
        if x > best:
            best, move = x, c
            if x > alpha:
                alpha = x
                show_move(s, v, c)
        if alpha >= beta or s.stop != 0:
            break
    return int(close(s, t, depth, floor, beta, best, move, out, tried))


@kernel
def move_on(g: Geo, s: State, c: int) -> None:
    """Makes a move of the search. Who had no win by fours has none after a stone of the other side, nor, as good as
    always, after one of its own in no line that lacked three or fewer: none of its lines will be a four next.
    """
    v, a = s.ply, s.turn
    s.calm[v + 1, 1 - a] = s.calm[v, 1 - a]
    s.calm[v + 1, a] = s.calm[v, a] if s.hist[c, a] & NEAR == 0 else 0
    lines.make(g, s, c)


@kernel
def step_over(s: State, by: int) -> None:
    """A pass (1), or the way back (-1): a level of its own in the records, and no second pass after it."""
    lines.pass_turn(s)
    s.path[s.ply] = NONE
    s.ply += by
    s.passed = I64(1 if by > 0 else 0)
    if by > 0:
        s.calm[s.ply, 0] = s.calm[s.ply, 1] = 1
    s.pv[s.ply, 0] = -1


@kernel
def leave(s: State, t: Table, depth: int, beta: int, move: int) -> int:
    """Leaves a node after whose pass nothing is left to ask; no proof, since a pass is no move."""
    if s.stop != 0:
        return 0
    transposition.store(t, s.key, beta, INF, move, depth)
    return int(beta)


@kernel
def close(
    s: State, t: Table, depth: int, alpha: int, beta: int, best: int, move: int, out: int, tried: int
) -> int:
    """Leaves a node: what it was worth, kept in the table unless the search was stopped."""
    if s.stop != 0:
        return 0
    if out > 0 and best <= -PROVED:
        best = -LOST
    if best >= beta and move >= 0:
        order.remember(s, s.ply, move, depth, tried)
    transposition.store(t, s.key, best if best > alpha else -INF, best if best < beta else INF, move, depth)
    return int(best)


@entry
def prepare(g: Geo, s: State) -> tuple[int, int]:
    """The root's moves, and what is known without a search: its value, else UNKNOWN; what moves left out are worth.

    The second is a proof that they lose where only some moves stop the other side's fours (on s.line).
    """
    s.pv[0, 0] = -1
    value, must = settled(g, s)
    number, rest = I64(0), -INF
    if value == UNKNOWN:
        number, rest, _ = choices(g, s, I64(lines.CELLS), must, NONE, INF)
        value = UNKNOWN if number > 0 else rest
    for i in range(number):
        s.root[i], s.value[i] = s.list[0, i], 0
    s.roots = number
    return I64(value), I64(rest)


@entry
def deepen(g: Geo, s: State, t: Table, depth: int, alpha: int, beta: int) -> int:
    """One iteration: every root move to this depth, those proved lost left alone; the value of the best.

    s.done tells how many were searched; s.value and s.exact are theirs, s.best is the best line.
    """
    best = -INF
    s.done = 0
    for i in range(s.roots):
        if s.value[i] <= -PROVED:
            best = max(best, s.value[i])
            continue
        c = I64(s.root[i])
        move_on(g, s, c)
        low, top, x = grown(alpha), grown(beta), INF
        r = reductions.reduction(s, depth, i, reductions.LATE_AT_ROOT)
        if s.done > 0:
            x = -search(g, s, t, depth - 1 - r, -low - 1, -low)
            if x > low and r > 0:
                x = -search(g, s, t, depth - 1, -low - 1, -low)
        if s.done == 0 or x > low:
            x = -search(g, s, t, depth - 1, -top, -low)
        lines.unmake(g, s, c)
        if s.stop != 0:
            break
        x = aged(x)
        s.value[i], s.exact[i] = x, 1 if alpha < x < beta else 0
        s.done += 1
        if x > best:
            best = x
            show_move(s, I64(0), c)
            for j in range(lines.SHOWN):
                s.best[j] = s.pv[0, j]
        alpha = max(alpha, x)
        if alpha >= beta:
            break
    return int(best)
