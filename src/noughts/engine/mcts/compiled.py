"""The tree as Numba grows it: `plain`, node for node, on arrays. One file, as a kept kernel does not see others change.

Board `g`: the lines through cell c are lines[first[c] : first[c + 1]], the cells of line l are
cells[begin[l] : begin[l + 1]], need how many these are, worth that of a line at a look, by the stones that it lacks.
Stones `s`: held (-1, 0, 1 a cell), own (stones of each side in a line), numbers (side to move, empty cells, lines that
somebody can still complete, lines of side 0 and of side 1 that lack one stone), word (of the random numbers), and room:
what cells are worth, the moves made, and the rows on the way down.
Tree: a row a node, columns below; children of a node lie one after the other. -1 children: not asked for yet.
"""

from __future__ import annotations

from math import sqrt
from typing import Annotated, Any, NamedTuple, TypeAlias

from noughts.engine.mcts import playout_rules as rules
from noughts.engine.static_eval import OWN, THEIRS
from noughts.kernels.declare import ArrayType, IntRows, Ints, Words, entry, kernel
from noughts.kernels.memory import I64, U64
from noughts.solver.hashing import GOLDEN, MIX_1, MIX_2

Numbers: TypeAlias = Annotated[Any, ArrayType("f8")]
U = U64

MOVE, VISITS, POINTS, PROVED, PLIES, FIRST, COUNT, WHOLE = 0, 1, 2, 3, 4, 5, 6, 7
TURN, EMPTY, LIVE, NEARLY = 0, 1, 2, 3
STEP, STIR_1, STIR_2 = U(GOLDEN), U(MIX_1), U(MIX_2)


class Lists(NamedTuple):
    """A board."""

    first: Ints
    lines: Ints
    begin: Ints
    cells: Ints
    need: Ints
    worth: Ints


class Stones(NamedTuple):
    """A position on it, and room to work."""

    held: Ints
    own: IntRows
    numbers: Ints
    word: Words
    seen: Ints
    played: Ints
    path: Ints


@entry
def put(g: Lists, s: Stones, c: int) -> None:
    """The side to move takes cell c."""
    a = s.numbers[TURN]
    s.held[c] = a
    s.numbers[TURN] = 1 - a
    s.numbers[EMPTY] -= 1
    for i in range(g.first[c], g.first[c + 1]):
        s.own[g.lines[i], a] += 1
        count(g, s, g.lines[i], a, 1)


@kernel
def lift(g: Lists, s: Stones, c: int) -> None:
    """Takes back the last move, which was c."""
    a = 1 - s.numbers[TURN]
    s.held[c] = -1
    s.numbers[TURN] = a
    s.numbers[EMPTY] += 1
    for i in range(g.first[c], g.first[c + 1]):
        count(g, s, g.lines[i], a, -1)
        s.own[g.lines[i], a] -= 1


@kernel
def count(g: Lists, s: Stones, l: int, a: int, by: int) -> None:
    """Counts what line l, of which side a has taken one more cell, is now (by 1), or is no more (by -1)."""
    mine, theirs = s.own[l, a], s.own[l, 1 - a]
    if theirs == 0:
        if g.need[l] - mine == 1:
            s.numbers[NEARLY + a] += by
        elif g.need[l] == mine:
            s.numbers[NEARLY + a] -= by
    elif mine == 1:
        s.numbers[LIVE] -= by
        if g.need[l] - theirs == 1:
            s.numbers[NEARLY + 1 - a] -= by


@kernel
def completing(g: Lists, s: Stones, a: int) -> tuple[int, bool]:
    """The first cell in reading order where side a completes a line, and whether there is another."""
    least, most = s.held.shape[0], -1
    for l in range(g.need.shape[0]):
        if s.own[l, 1 - a] == 0 and g.need[l] - s.own[l, a] == 1:
            for j in range(g.begin[l], g.begin[l + 1]):
                c = g.cells[j]
                if s.held[c] < 0:
                    least, most = min(least, c), max(most, c)
    return least, most > least


@kernel
def below(s: Stones, number: int) -> int:
    """A random number from 0 to below a number."""
    s.word[0] += STEP
    x = s.word[0]
    x = (x ^ (x >> U(30))) * STIR_1
    x = (x ^ (x >> U(27))) * STIR_2
    x ^= x >> U(31)
    return int(((x >> U(32)) * U(number)) >> U(32))


@kernel
def settle(tree: IntRows, n: int) -> None:
    """Proves a node where its children do."""
    won, drawn, lost = I64(1 << 30), I64(-1), I64(-1)
    proved = True
    for m in range(tree[n, FIRST], tree[n, FIRST] + tree[n, COUNT]):
        plies = tree[m, PLIES]
        if tree[m, PROVED] == rules.WIN:
            won = min(won, plies)
        elif tree[m, PROVED] == rules.DRAW:
            drawn = max(drawn, plies)
        elif tree[m, PROVED] == rules.LOSS:
            lost = max(lost, plies)
        else:
            proved = False
    if won < 1 << 30:
        tree[n, PROVED], tree[n, PLIES] = rules.LOSS, won + 1
    elif proved and tree[n, WHOLE] == 1:
        if drawn >= 0:
            tree[n, PROVED], tree[n, PLIES] = rules.DRAW, drawn + 1
        else:
            tree[n, PROVED], tree[n, PLIES] = rules.WIN, lost + 1


@kernel
def add(tree: IntRows, row: int, move: int, proved: int, plies: int) -> None:
    """Fills the row of a new node."""
    tree[row, MOVE], tree[row, PROVED], tree[row, PLIES] = move, proved, plies
    tree[row, VISITS], tree[row, POINTS], tree[row, COUNT], tree[row, WHOLE] = 0, 0, -1, 1


@kernel
def look(g: Lists, s: Stones) -> None:
    """What every cell is worth to the side to move, as `static_eval.worths` has it."""
    a = s.numbers[TURN]
    s.seen[:] = 0
    for l in range(g.need.shape[0]):
        mine, theirs = s.own[l, a], s.own[l, 1 - a]
        if mine > 0 and theirs > 0:
            continue
        sides = (0 if theirs > 0 else OWN) + (0 if mine > 0 else THEIRS)
        each = sides * g.worth[min(g.need[l] - mine - theirs, g.worth.shape[0] - 1)]
        for j in range(g.begin[l], g.begin[l + 1]):
            s.seen[g.cells[j]] += each


@kernel
def best_looking(g: Lists, s: Stones, tree: IntRows, rows: int, end: int) -> int:
    """Fills rows with the best moves at a look; how many."""
    look(g, s)
    count = min(rules.CHILDREN, s.numbers[EMPTY])
    for i in range(count):
        best = -1
        for c in range(s.held.shape[0]):
            if s.held[c] < 0 and s.seen[c] >= 0 and (best < 0 or s.seen[c] > s.seen[best]):
                best = c
        s.seen[best] = -1
        add(tree, rows + i, best, end, 0)
    return int(count)


@kernel
def expand(g: Lists, s: Stones, tree: IntRows, n: int, rows: int) -> int:
    """Gives node n its children, from row `rows` on, and proves what the lines show; how many there are."""
    a = s.numbers[TURN]
    tree[n, FIRST], count = rows, 1
    end = rules.DRAW if s.numbers[EMPTY] == 1 else rules.UNKNOWN
    if s.numbers[NEARLY + a] > 0:
        c, _ = completing(g, s, a)
        add(tree, rows, c, rules.WIN, 0)
    elif s.numbers[NEARLY + 1 - a] > 0:
        c, more = completing(g, s, 1 - a)
        add(tree, rows, c, rules.LOSS if more else end, 1 if more else 0)
    elif s.numbers[LIVE] == 0:
        c = 0
        while s.held[c] >= 0:
            c += 1
        add(tree, rows, c, rules.DRAW, s.numbers[EMPTY] - 1)
    else:
        count = best_looking(g, s, tree, rows, end)
        tree[n, WHOLE] = 1 if count == s.numbers[EMPTY] else 0
    tree[n, COUNT] = count
    settle(tree, n)
    return int(count)


@kernel
def select(tree: IntRows, n: int, logs: Numbers) -> int:
    """The child that is tried; -1 where all are lost."""
    visits = tree[n, VISITS]
    left = rules.WIDTH + I64(sqrt(visits))
    chosen, highest = -1, -1.0
    for m in range(tree[n, FIRST], tree[n, FIRST] + tree[n, COUNT]):
        if left > 0 and tree[m, PROVED] != rules.LOSS:
            left -= 1
            times = tree[m, VISITS]
            if tree[m, PROVED] == rules.DRAW:
                bound = 0.5
            elif times == 0:
                return int(m)
            else:
                bound = tree[m, POINTS] / (2 * times) + rules.EXPLORE * sqrt(logs[visits] / times)
            if bound > highest:
                chosen, highest = m, bound
    return int(chosen)


@kernel
def finish(g: Lists, s: Stones, ply: int) -> tuple[int, int]:
    """The points, for who moved last, of a game that goes on at random; and how many moves were made by then."""
    mover = s.numbers[TURN]
    while s.numbers[EMPTY] > 0 and s.numbers[LIVE] > 0:
        a = s.numbers[TURN]
        if s.numbers[NEARLY + a] > 0:
            return 0 if a == mover else 2, ply
        c = 0
        if s.numbers[NEARLY + 1 - a] > 0:
            c, _ = completing(g, s, 1 - a)
        else:
            left = below(s, s.numbers[EMPTY])
            while s.held[c] >= 0 or left > 0:
                if s.held[c] < 0:
                    left -= 1
                c += 1
        put(g, s, c)
        s.played[ply] = c
        ply += 1
    return 1, ply


@kernel
def descend(g: Lists, s: Stones, tree: IntRows, logs: Numbers, rows: int) -> tuple[int, int]:
    """Down to where a playout begins, making the moves: how deep that is, and how many rows the tree has then."""
    n, ply = I64(0), I64(0)
    s.path[0] = 0
    while tree[n, PROVED] == rules.UNKNOWN:
        fresh = tree[n, COUNT] < 0
        if fresh and ((n > 0 and tree[n, VISITS] == 0) or rows + rules.CHILDREN > tree.shape[0]):
            break
        if fresh:
            rows += expand(g, s, tree, n, rows)
            if tree[n, PROVED] != rules.UNKNOWN:
                break
        m = select(tree, n, logs)
        if m < 0:
            break
        put(g, s, tree[m, MOVE])
        s.played[ply] = tree[m, MOVE]
        ply += 1
        s.path[ply] = m
        n = I64(m)
        if fresh:
            break
    return ply, rows


@kernel
def back_up(s: Stones, tree: IntRows, depth: int, points: int) -> None:
    """Tells the rows of the path, the last first, what it was worth."""
    for i in range(depth, -1, -1):
        n = s.path[i]
        if tree[n, COUNT] > 0:
            settle(tree, n)
        if tree[n, PROVED] != rules.UNKNOWN:
            points = tree[n, PROVED] - 1
        tree[n, VISITS] += 1
        tree[n, POINTS] += points
        points = 2 - points


@entry
def grow(g: Lists, s: Stones, tree: IntRows, logs: Numbers, rows: int, playouts: int) -> int:
    """Makes so many playouts, fewer where the root is proved; how many rows the tree has then."""
    for _ in range(playouts):
        if tree[0, PROVED] != rules.UNKNOWN:
            break
        depth, rows = descend(g, s, tree, logs, rows)
        ply, proved = depth, tree[s.path[depth], PROVED]
        if proved != rules.UNKNOWN:
            points = proved - 1
        else:
            points, ply = finish(g, s, depth)
        while ply > 0:
            ply -= 1
            lift(g, s, s.played[ply])
        back_up(s, tree, depth, points)
    return int(rows)
