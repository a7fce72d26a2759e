"""The tree as Numba grows it: `plain`, node for node, on arrays. One file, as a kept kernel does not see others change.

Board: first, lines (those through cell c are lines[first[c] : first[c + 1]]), begin, cells (those of line l likewise),
worth (of a line at a look, by the stones that it lacks), logs.
State: held (-1, 0, 1 a cell), own (stones of each side in a line), numbers (side to move, empty cells, lines that
somebody can still complete, lines of side 0 and of side 1 that lack one stone), word (of the random numbers).
Tree: a row a node, columns below; children of a node lie one after the other. -1 children: not asked for yet.
"""

from __future__ import annotations

from math import sqrt
from typing import Any, TypeAlias

import numpy as np

from noughts.engine.mcts.rules import (
    CHILDREN,
    DRAW,
    EXPLORE,
    GOLDEN,
    LOSS,
    MIX_1,
    MIX_2,
    UNKNOWN,
    WIDTH,
    WIN,
)
from noughts.solver.jit import kernel

Array: TypeAlias = Any
Word: TypeAlias = Any
U: Any = np.uint64
I64: Any = np.int64

MOVE, VISITS, POINTS, PROVED, PLIES, FIRST, COUNT, WHOLE = 0, 1, 2, 3, 4, 5, 6, 7
TURN, EMPTY, LIVE, NEARLY = 0, 1, 2, 3
STEP, STIR_1, STIR_2 = U(GOLDEN), U(MIX_1), U(MIX_2)


@kernel
def put(first: Array, lines: Array, need: Array, held: Array, own: Array, numbers: Array, c: int) -> None:
    """The side to move takes cell c."""
    a = numbers[TURN]
    held[c] = a
    numbers[TURN] = 1 - a
    numbers[EMPTY] -= 1
    for i in range(first[c], first[c + 1]):
        l = lines[i]
        mine, theirs = own[l, a], own[l, 1 - a]
        own[l, a] = mine + 1
        if theirs == 0:
            if need[l] - mine == 2:
                numbers[NEARLY + a] += 1
            elif need[l] - mine == 1:
                numbers[NEARLY + a] -= 1
        elif mine == 0:
            numbers[LIVE] -= 1
            if need[l] - theirs == 1:
                numbers[NEARLY + 1 - a] -= 1


@kernel
def lift(first: Array, lines: Array, need: Array, held: Array, own: Array, numbers: Array, c: int) -> None:
    """Takes back the last move, which was c."""
    a = 1 - numbers[TURN]
    held[c] = -1
    numbers[TURN] = a
    numbers[EMPTY] += 1
    for i in range(first[c], first[c + 1]):
        l = lines[i]
        mine, theirs = own[l, a] - 1, own[l, 1 - a]
        own[l, a] = mine
        if theirs == 0:
            if need[l] - mine == 2:
                numbers[NEARLY + a] -= 1
            elif need[l] - mine == 1:
                numbers[NEARLY + a] += 1
        elif mine == 0:
            numbers[LIVE] += 1
            if need[l] - theirs == 1:
                numbers[NEARLY + 1 - a] += 1


@kernel
def completing(begin: Array, cells: Array, need: Array, held: Array, own: Array, a: int) -> tuple[int, int]:
    """The first cell in reading order where side a completes a line, and whether there is another."""
    least, most = held.shape[0], -1
    for l in range(need.shape[0]):
        if own[l, 1 - a] == 0 and need[l] - own[l, a] == 1:
            for j in range(begin[l], begin[l + 1]):
                c = cells[j]
                if held[c] < 0:
                    least, most = min(least, c), max(most, c)
    return least, most > least


@kernel
def below(word: Array, number: int) -> int:
    """A random number from 0 to below a number."""
    word[0] += STEP
    x = word[0]
    x = (x ^ (x >> U(30))) * STIR_1
    x = (x ^ (x >> U(27))) * STIR_2
    x ^= x >> U(31)
    return int(((x >> U(32)) * U(number)) >> U(32))


@kernel
def settle(tree: Array, n: int) -> None:
    """Proves a node where its children do."""
    won, drawn, lost = I64(1 << 30), I64(-1), I64(-1)
    proved = True
    for m in range(tree[n, FIRST], tree[n, FIRST] + tree[n, COUNT]):
        plies = tree[m, PLIES]
        if tree[m, PROVED] == WIN:
            won = min(won, plies)
        elif tree[m, PROVED] == DRAW:
            drawn = max(drawn, plies)
        elif tree[m, PROVED] == LOSS:
            lost = max(lost, plies)
        else:
            proved = False
    if won < 1 << 30:
        tree[n, PROVED], tree[n, PLIES] = LOSS, won + 1
    elif proved and tree[n, WHOLE] == 1:
        if drawn >= 0:
            tree[n, PROVED], tree[n, PLIES] = DRAW, drawn + 1
        else:
            tree[n, PROVED], tree[n, PLIES] = WIN, lost + 1


@kernel
def add(tree: Array, row: int, move: int, proved: int, plies: int) -> None:
    """Fills the row of a new node."""
    tree[row, MOVE], tree[row, PROVED], tree[row, PLIES] = move, proved, plies
    tree[row, VISITS], tree[row, POINTS], tree[row, COUNT], tree[row, WHOLE] = 0, 0, -1, 1


@kernel
def look(
    begin: Array, cells: Array, need: Array, own: Array, worth: Array, numbers: Array, seen: Array
) -> None:
    """What every cell is worth to the side to move, as `glance.worths` has it."""
    a = numbers[TURN]
    seen[:] = 0
    for l in range(need.shape[0]):
        mine, theirs = own[l, a], own[l, 1 - a]
        if mine > 0 and theirs > 0:
            continue
        sides = (0 if theirs > 0 else 4) + (0 if mine > 0 else 3)
        each = sides * worth[min(need[l] - mine - theirs, worth.shape[0] - 1)]
        for j in range(begin[l], begin[l + 1]):
            seen[cells[j]] += each


@kernel
def expand(
    begin: Array,
    cells: Array,
    need: Array,
    held: Array,
    own: Array,
    worth: Array,
    numbers: Array,
    seen: Array,
    tree: Array,
    n: int,
    rows: int,
) -> int:
    """Gives node n its children, from row `rows` on, and proves what the lines show; how many there are."""
    a = numbers[TURN]
    tree[n, FIRST], count = rows, 1
    end = DRAW if numbers[EMPTY] == 1 else UNKNOWN
    if numbers[NEARLY + a] > 0:
        c, _ = completing(begin, cells, need, held, own, a)
        add(tree, rows, c, WIN, 0)
    elif numbers[NEARLY + 1 - a] > 0:
        c, more = completing(begin, cells, need, held, own, 1 - a)
        add(tree, rows, c, LOSS if more else end, 1 if more else 0)
    elif numbers[LIVE] == 0:
        c = 0
        while held[c] >= 0:
            c += 1
        add(tree, rows, c, DRAW, numbers[EMPTY] - 1)
    else:
        look(begin, cells, need, own, worth, numbers, seen)
        count = min(CHILDREN, numbers[EMPTY])
        for i in range(count):
            best = -1
            for c in range(held.shape[0]):
                if held[c] < 0 and seen[c] >= 0 and (best < 0 or seen[c] > seen[best]):
                    best = c
            seen[best] = -1
            add(tree, rows + i, best, end, 0)
        tree[n, WHOLE] = 1 if count == numbers[EMPTY] else 0
    tree[n, COUNT] = count
    settle(tree, n)
    return int(count)


@kernel
def select(tree: Array, n: int, logs: Array) -> int:
    """The child that is tried; -1 where all are lost."""
    visits = tree[n, VISITS]
    left = WIDTH + I64(sqrt(visits))
    chosen, highest = -1, -1.0
    for m in range(tree[n, FIRST], tree[n, FIRST] + tree[n, COUNT]):
        if left > 0 and tree[m, PROVED] != LOSS:
            left -= 1
            times = tree[m, VISITS]
            if tree[m, PROVED] == DRAW:
                bound = 0.5
            elif times == 0:
                return int(m)
            else:
                bound = tree[m, POINTS] / (2 * times) + EXPLORE * sqrt(logs[visits] / times)
            if bound > highest:
                chosen, highest = m, bound
    return int(chosen)


@kernel
def finish(
    first: Array,
    lines: Array,
    begin: Array,
    cells: Array,
    need: Array,
    held: Array,
    own: Array,
    numbers: Array,
    word: Array,
    played: Array,
    ply: int,
) -> tuple[int, int]:
    """The points, for who moved last, of a game that goes on at random; and how many moves stand in `played`."""
    mover = numbers[TURN]
    while numbers[EMPTY] > 0 and numbers[LIVE] > 0:
        a = numbers[TURN]
        if numbers[NEARLY + a] > 0:
            return 0 if a == mover else 2, ply
        c = 0
        if numbers[NEARLY + 1 - a] > 0:
            c, _ = completing(begin, cells, need, held, own, 1 - a)
        else:
            left = below(word, numbers[EMPTY])
            while held[c] >= 0 or left > 0:
                if held[c] < 0:
                    left -= 1
                c += 1
        put(first, lines, need, held, own, numbers, c)
        played[ply] = c
        ply += 1
    return 1, ply


@kernel
def grow(
    first: Array,
    lines: Array,
    begin: Array,
    cells: Array,
    need: Array,
    worth: Array,
    logs: Array,
    held: Array,
    own: Array,
    numbers: Array,
    word: Array,
    tree: Array,
    rows: int,
    playouts: int,
) -> int:
    """Makes so many playouts, fewer where the root is proved; how many rows the tree has then."""
    size = held.shape[0]
    played, path, seen = np.empty(size, np.int64), np.empty(size + 1, np.int64), np.empty(size, np.int64)
    for _ in range(playouts):
        if tree[0, PROVED] != UNKNOWN:
            break
        n, ply = I64(0), I64(0)
        path[0] = 0
        while tree[n, PROVED] == UNKNOWN:
            fresh = tree[n, COUNT] < 0
            if fresh and ((n > 0 and tree[n, VISITS] == 0) or rows + CHILDREN > tree.shape[0]):
                break
            if fresh:
                rows += expand(begin, cells, need, held, own, worth, numbers, seen, tree, n, rows)
                if tree[n, PROVED] != UNKNOWN:
                    break
            m = select(tree, n, logs)
            if m < 0:
                break
            put(first, lines, need, held, own, numbers, tree[m, MOVE])
            played[ply] = tree[m, MOVE]
            ply += 1
            path[ply] = m
            n = I64(m)
            if fresh:
                break
        last = ply
        if tree[n, PROVED] != UNKNOWN:
            points = tree[n, PROVED] - 1
        else:
            points, ply = finish(first, lines, begin, cells, need, held, own, numbers, word, played, ply)
        while ply > 0:
            ply -= 1
            lift(first, lines, need, held, own, numbers, played[ply])
        for i in range(last, -1, -1):
            n = path[i]
            if tree[n, COUNT] > 0:
                settle(tree, n)
            if tree[n, PROVED] != UNKNOWN:
                points = tree[n, PROVED] - 1
            tree[n, VISITS] += 1
            tree[n, POINTS] += points
            points = 2 - points
    return int(rows)
