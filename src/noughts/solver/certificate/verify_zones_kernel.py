"""Compiled check of claims by zones, as `verify_zones` does it: a stack machine that reads the tree part by part.

It shares nothing with `verify_zones` but the page docs/certificates.md; tests compare their verdicts.

Row f of each array is the record at depth f on the path from the root to the one being read.

    lines[f]   sets of lines, g.words words each: at most 0, 1, .. g.most empty cells; then with a stone of A; of D
    cells[f]   sets of cells, g.wide words each: FREE, ZONE, COVERED, A, D
    note[f]    R how many stones of D may be added; WAITS for a child, of which kind
    at         DEPTH, NEXT (what the next number is), LEFT (cells still to come of a group), COUNT of records
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple, TypeAlias

from noughts.kernels.declare import IntRows, Ints, Word, WordRows, Words, entry, kernel
from noughts.kernels.memory import I64, U64

U = U64
FREE, ZONE, COVERED, A, D, SETS = (I64(i) for i in range(6))
R, WAITS = I64(0), I64(1)
DEPTH, NEXT, LEFT, COUNT = (I64(i) for i in range(4))

Number: TypeAlias = Annotated[Any, int]


class Tree(NamedTuple):
    """The board, constant, and what is kept of the tree."""

    first: Ints
    """Lines through cell c are of[first[c] : first[c + 1]]."""
    of: Ints
    begin: Ints
    """Cells of line l are cell[begin[l] : begin[l + 1]]."""
    cell: Ints
    images: IntRows
    lines: WordRows
    cells: WordRows
    note: IntRows
    at: Ints
    unsafe: Words
    weight: Ints


MOVE, MARK, REPLY, NUMBER, GROUP, DONE = I64(0), I64(1), I64(2), I64(3), I64(4), I64(5)
PASS, SLACK, SEVERAL, ALIKE, END, OWN, FORCED = (I64(-i) for i in range(1, 8))
GOOD, TAKEN, LATE, OPEN, UNKNOWN, UNLIKE, MORE = (I64(i) for i in range(7))
NOBODY, MINE, THEIRS = I64(-1), I64(0), I64(1)


@kernel
def ones(x: Word) -> Number:
    """The number of set bits of a word."""
    x = U(x) - ((U(x) >> U(1)) & U(0x5555555555555555))
    x = (x & U(0x3333333333333333)) + ((x >> U(2)) & U(0x3333333333333333))
    x = (x + (x >> U(4))) & U(0x0F0F0F0F0F0F0F0F)
    return I64((x * U(0x0101010101010101)) >> U(56))


@kernel
def words(t: Tree) -> Number:
    """Words of a set of lines."""
    return I64(t.unsafe.shape[0])


@kernel
def has(t: Tree, f: int, kind: int, c: int) -> bool:
    """Whether cell c is in a set of cells."""
    wide = t.cells.shape[1] // SETS
    return bool((t.cells[f, kind * wide + (c >> 6)] >> U(c & 63)) & U(1))


@kernel
def put(t: Tree, f: int, kind: int, c: int) -> None:
    """Puts cell c into a set of cells."""
    wide = t.cells.shape[1] // SETS
    t.cells[f, kind * wide + (c >> 6)] |= U(1) << U(c & 63)


@kernel
def open_lines(t: Tree, f: int, empty: int, w: int, whose: int) -> Word:
    """Word w of the lines with at most so many empty cells and no stone of the other side."""
    n = words(t)
    other = t.lines.shape[1] - n if whose == MINE else t.lines.shape[1] - 2 * n
    return t.lines[f, empty * n + w] & ~t.lines[f, other + w]


@kernel
def fill(t: Tree, f: int, c: int, whose: int) -> Number:
    """One more stone in the position of row f."""
    if c < 0 or c >= t.first.shape[0] - 1 or not has(t, f, FREE, c):
        return TAKEN
    n, wide = words(t), t.cells.shape[1] // SETS
    most = t.lines.shape[1] // n - 3
    side = t.lines.shape[1] - (2 * n if whose == MINE else n)
    for i in range(t.first[c], t.first[c + 1]):
        l = t.of[i]
        w, b = l >> 6, U(1) << U(l & 63)
        for e in range(most):
            t.lines[f, e * n + w] |= t.lines[f, (e + 1) * n + w] & b
        t.lines[f, side + w] |= b
    t.cells[f, FREE * wide + (c >> 6)] &= ~(U(1) << U(c & 63))
    put(t, f, A if whose == MINE else D, c)
    return GOOD


@kernel
def descend(t: Tree, f: int, kind: int, r: int) -> None:
    """A row for the child of row f: the same position; its move is next."""
    for i in range(t.lines.shape[1]):
        t.lines[f + 1, i] = t.lines[f, i]
    for i in range(t.cells.shape[1]):
        t.cells[f + 1, i] = t.cells[f, i]
    t.note[f, WAITS] = kind
    t.note[f + 1, R], t.note[f + 1, WAITS] = r, GOOD
    t.at[DEPTH], t.at[NEXT] = f + 1, MOVE


@kernel
def clear(t: Tree, f: int) -> None:
    """Empties the zone of row f, and what is covered of its replies."""
    wide = t.cells.shape[1] // SETS
    for w in range(wide):
        t.cells[f, ZONE * wide + w] = U(0)
        t.cells[f, COVERED * wide + w] = U(0)


@kernel
def last_cell(t: Tree, f: int, after: int) -> Number:
    """The lowest cell above `after` that lines of A lack, where they lack one only; -1 where there is none."""
    best = NOBODY
    for w in range(words(t)):
        x = open_lines(t, f, I64(1), I64(w), MINE)
        while x != U(0):
            l = (w << 6) + ones((x & (~x + U(1))) - U(1))
            x &= x - U(1)
            for i in range(t.begin[l], t.begin[l + 1]):
                c = I64(t.cell[i])
                if c > after and (best < 0 or c < best) and has(t, f, FREE, c):
                    best = c
    return best


@kernel
def moved(t: Tree, f: int) -> Number:
    """A has moved in row f: what D must reply, if anything."""
    for w in range(words(t)):
        if open_lines(t, f, I64(1), I64(w), THEIRS) != U(0):
            return LATE
    c = last_cell(t, f, NOBODY)
    if c < 0:
        t.at[NEXT] = MARK
        return GOOD
    put(t, f, ZONE, c)
    e = last_cell(t, f, c)
    if e >= 0:
        put(t, f, ZONE, e)
        ended(t, f)
        return GOOD
    descend(t, f, FORCED, t.note[f, R])
    return fill(t, f + 1, c, THEIRS)


@kernel
def ended(t: Tree, f: int) -> None:
    """The record of row f is read: its zone is made safe, and its parents go on."""
    wide = t.cells.shape[1] // SETS
    while True:
        if t.note[f, R] > 0:
            make_safe(t, f)
        f -= 1
        if f < 0:
            t.at[NEXT] = DONE
            return
        kind = t.note[f, WAITS]
        for w in range(wide):
            t.cells[f, ZONE * wide + w] |= t.cells[f + 1, ZONE * wide + w]
            if kind >= SLACK and kind <= PASS:
                t.cells[f, COVERED * wide + w] |= ~t.cells[f + 1, ZONE * wide + w]
        t.at[DEPTH] = f
        if kind != FORCED:
            t.at[NEXT] = MARK
            return


@kernel
def in_zone(t: Tree, f: int, l: int) -> Number:
    """How many empty cells of line l are in the zone."""
    n = I64(0)
    for i in range(t.begin[l], t.begin[l + 1]):
        if has(t, f, FREE, t.cell[i]) and has(t, f, ZONE, t.cell[i]):
            n += 1
    return n


@kernel
def weigh(t: Tree, f: int, empty: int, by: int) -> bool:
    """Finds the unsafe lines of at most so many empty cells (by 1), or forgets them (by -1); whether there are any."""
    some = False
    for w in range(words(t)):
        if by > 0:
            t.unsafe[w] = U(0)
            x = open_lines(t, f, empty, I64(w), THEIRS)
        else:
            x = t.unsafe[w]
        while x != U(0):
            b = x & (~x + U(1))
            x ^= b
            l = (w << 6) + ones(b - U(1))
            if by < 0 or in_zone(t, f, l) < 2:
                some = True
                t.unsafe[w] |= b
                for i in range(t.begin[l], t.begin[l + 1]):
                    t.weight[t.cell[i]] += by
    return some


@kernel
def make_safe(t: Tree, f: int) -> None:
    """Adds to the zone of row f what it needs, lines with the fewest empty cells first."""
    n = words(t)
    most = t.lines.shape[1] // n - 3
    empty = min(t.note[f, R] + 1, most)
    if not weigh(t, f, empty, I64(1)):
        return
    for e in range(2, empty + 1):
        for w in range(n):
            x = t.unsafe[w] & t.lines[f, e * n + w] & ~t.lines[f, (e - 1) * n + w]
            while x != U(0):
                l = (w << 6) + ones((x & (~x + U(1))) - U(1))
                x &= x - U(1)
                while in_zone(t, f, l) < 2:
                    put(t, f, ZONE, heaviest(t, f, l))
    weigh(t, f, empty, I64(-1))


@kernel
def heaviest(t: Tree, f: int, l: int) -> Number:
    """The empty cell of line l outside the zone that is in the most unsafe lines, the lowest of several."""
    best = NOBODY
    for i in range(t.begin[l], t.begin[l + 1]):
        c = I64(t.cell[i])
        if not has(t, f, FREE, c) or has(t, f, ZONE, c):
            continue
        if best < 0 or t.weight[c] > t.weight[best] or (t.weight[c] == t.weight[best] and c < best):
            best = c
    return best


@kernel
def move(t: Tree, f: int, m: int) -> Number:
    """Reads A's move."""
    t.at[COUNT] += 1
    wrong = fill(t, f, m, MINE)
    if wrong != GOOD:
        return wrong
    clear(t, f)
    put(t, f, ZONE, m)
    for w in range(words(t)):
        if open_lines(t, f, I64(0), I64(w), MINE) != U(0):
            t.note[f, R] = 0  # over: nothing is to be made safe
            ended(t, f)
            return GOOD
    return moved(t, f)


@kernel
def mark(t: Tree, f: int, kind: int) -> Number:
    """Reads what comes next among the children of a quiet move."""
    if kind >= 0:
        return reply(t, f, kind, OWN)
    if kind == END:
        return end(t, f)
    if kind < END:
        return UNKNOWN
    if kind == PASS:
        descend(t, f, PASS, t.note[f, R] + 1)
    else:
        t.note[f, WAITS] = kind
        t.at[NEXT] = NUMBER if kind == SEVERAL else REPLY
    return GOOD


@kernel
def reply(t: Tree, f: int, y: int, kind: int) -> Number:
    """Reads the cell of a child with a reply of its own."""
    r = t.note[f, R]
    if kind == ALIKE and r > 0:
        return UNLIKE
    descend(t, f, kind, r + 1 if kind == SLACK else r)
    wrong = fill(t, f + 1, y, THEIRS)
    if wrong == GOOD:
        put(t, f, COVERED, y)
        if kind == ALIKE:
            cover_images(t, f, y)
    return wrong


@kernel
def cover_images(t: Tree, f: int, y: int) -> None:
    """What y becomes by the symmetries that keep the stones is covered as y is."""
    for s in range(t.images.shape[0]):
        kept = True
        for c in range(t.images.shape[1]):
            e = t.images[s, c]
            if has(t, f, A, I64(c)) != has(t, f, A, e) or has(t, f, D, I64(c)) != has(t, f, D, e):
                kept = False
        if kept:
            put(t, f, COVERED, I64(t.images[s, y]))


@kernel
def group(t: Tree, f: int, x: int) -> Number:
    """Reads how many cells a group has, or one of them; row f + 1 gets their stones."""
    if t.at[NEXT] == NUMBER:
        if x < 1 or x >= t.first.shape[0]:
            return UNKNOWN
        descend(t, f, SEVERAL, t.note[f, R])
        t.at[DEPTH], t.at[NEXT], t.at[LEFT] = f, GROUP, x
        return GOOD
    wrong = fill(t, f + 1, x, THEIRS)
    if wrong == GOOD:
        put(t, f, COVERED, x)
        t.at[LEFT] -= 1
        if t.at[LEFT] == 0:
            t.at[DEPTH], t.at[NEXT] = f + 1, MOVE
    return wrong


@kernel
def end(t: Tree, f: int) -> Number:
    """The children of row f are all told: every reply is covered by some."""
    wide = t.cells.shape[1] // SETS
    for w in range(wide):
        if t.cells[f, FREE * wide + w] & ~t.cells[f, COVERED * wide + w]:
            return OPEN
    if t.note[f, WAITS] == GOOD:
        return OPEN  # no child at all
    ended(t, f)
    return GOOD


@kernel
def step(t: Tree, x: int) -> Number:
    """Reads a number; what is wrong, GOOD if nothing."""
    f, awaited = t.at[DEPTH], t.at[NEXT]
    if awaited == MOVE:
        return move(t, f, x)
    if awaited == MARK:
        return mark(t, f, x)
    if awaited == REPLY:
        return reply(t, f, x, t.note[f, WAITS])
    return MORE if awaited == DONE else group(t, f, x)


@entry
def stand(t: Tree, a: Ints, d: Ints) -> None:
    """Puts the stones of the claim's position on the board."""
    for i in range(a.shape[0]):
        fill(t, I64(0), I64(a[i]), MINE)
    for i in range(d.shape[0]):
        fill(t, I64(0), I64(d[i]), THEIRS)


@entry
def read(t: Tree, part: Ints) -> Number:
    """Reads a part of the tree; what is wrong, GOOD if nothing."""
    for i in range(part.shape[0]):
        wrong = step(t, I64(part[i]))
        if wrong != GOOD:
            return wrong
    return GOOD


@entry
def begin(t: Tree, attacks: bool) -> Number:
    """The root, in whose row the claim's position stands; what is wrong, GOOD if nothing."""
    if attacks:
        return GOOD
    clear(t, I64(0))
    return moved(t, I64(0))
