"""The slow twins: plain game-tree walks of the weak and the strong game, meant to be obviously right.

And the line sets and random positions that they are asked about.
"""

import random

from noughts import Board, Position

MIXED = Board("mixed", 3, 2, ((0, 1), (1, 2, 5), (3,), (2, 3, 4, 5)))
"""Lines of different lengths, one of a single cell."""

KNOT = Board("knot", 5, 1, ((0, 1, 2), (0, 1, 3), (0, 1, 4), (0, 2, 3), (1, 2, 4)))
"""Held by Breaker, though no pairing serves its lines and their potential is too high."""

DIFFERENCES = {2: (0, 1, 3), 3: (0, 1, 3, 9), 4: (0, 1, 4, 14, 16)}


def plane(order):
    """The projective plane of order 2 (Fano's), 3 or 4: any two cells lie in one line, any two lines share one cell.

    Its lines are the shifts of a perfect difference set (Singer, Transactions of the AMS 43, 1938).
    """
    size = order * order + order + 1
    columns, rows = {2: (7, 1), 3: (13, 1), 4: (7, 3)}[order]
    lines = (tuple(sorted((cell + by) % size for cell in DIFFERENCES[order])) for by in range(size))
    return Board(f"plane{order}", columns, rows, tuple(lines))


def line_set(dice, columns, rows, number, lengths):
    """A board of up to so many random lines, each of one of these lengths."""
    cells = range(columns * rows)
    lines = {tuple(sorted(dice.sample(cells, dice.choice(lengths)))) for _ in range(number)}
    return Board(f"set{dice.getrandbits(40):x}", columns, rows, tuple(sorted(lines)))


def one_above_the_other(*boards):
    """Boards of one size as one: a line set that falls into them, for they have no cell in common."""
    lines = (tuple(cell + i * b.size for cell in line) for i, b in enumerate(boards) for line in b.lines)
    names = "+".join(board.name for board in boards)
    return Board(names, boards[0].columns, sum(board.rows for board in boards), tuple(lines))


class WeakTwin:
    """Maker-Breaker by the book: does Maker, with these stones, complete a line?"""

    def __init__(self, board):
        self.board, self.known = board, {}

    def maker_wins(self, maker, breaker, maker_moves):
        """True when Maker completes a line against every defence."""
        key = maker, breaker, maker_moves
        if key not in self.known:
            self.known[key] = self._maker_wins(*key)
        return self.known[key]

    def _maker_wins(self, maker, breaker, maker_moves):
        if any(line & ~maker == 0 for line in self.board.masks):
            return True
        if all(line & breaker for line in self.board.masks):
            return False
        free = [1 << c for c in self.board.cells if not (maker | breaker) >> c & 1]
        if maker_moves:
            return any(self.maker_wins(maker | c, breaker, False) for c in free)
        return all(self.maker_wins(maker, breaker | c, True) for c in free)


class StrongTwin:
    """The real game by the book: +1, 0, -1 for the side to move; any number of stones a side."""

    def __init__(self, board):
        self.board, self.known = board, {}

    def value(self, mine, theirs):
        """Value for the side to move, whose stones are `mine` and hold no line yet."""
        key = mine, theirs
        if key not in self.known:
            self.known[key] = self._value(*key)
        return self.known[key]

    def _value(self, mine, theirs):
        if any(line & ~theirs == 0 for line in self.board.masks):
            return -1
        free = [1 << c for c in self.board.cells if not (mine | theirs) >> c & 1]
        best = -1 if free else 0
        for c in free:
            best = max(best, -self.value(theirs, mine | c))
            if best == 1:
                break
        return best

    def attacker_wins(self, attacker, defender, attacker_moves):
        """Whether the attacker completes a line first."""
        if attacker_moves:
            return self.value(attacker, defender) == 1
        return self.value(defender, attacker) == -1


def has_line(board, stones):
    """Whether these stones hold a line."""
    return any(line & ~stones == 0 for line in board.masks)


def scattered(board, least, number, seed):
    """(stones, stones, whether the first side moves): any counts from a third to two thirds, no lines yet."""
    dice = random.Random(seed)
    found = 0
    while found < number:
        cells = dice.sample(board.cells, dice.randint(least, board.size - 1))
        cut = dice.randint(len(cells) // 3, -(-2 * len(cells) // 3))
        sides = [sum(1 << c for c in part) for part in (cells[:cut], cells[cut:])]
        if not any(has_line(board, stones) for stones in sides):
            found += 1
            yield *sides, dice.random() < 0.5


def unfinished(board, number, seed, least=0):
    """Positions of random games, at least so many plies old, with a move left."""
    dice = random.Random(seed)
    found = 0
    while found < number:
        game = [Position.start(board)]
        ply = dice.randrange(least, board.size)
        while game[-1].moves and game[-1].ply < ply:
            game.append(game[-1].play(dice.choice(game[-1].moves)))
        if game[-1].ply == ply and game[-1].moves:
            found += 1
            yield game[-1]


def image(mask, symmetry):
    """A mask with its cells renamed."""
    return sum(1 << symmetry[c] for c in range(mask.bit_length()) if mask >> c & 1)


class ForceTwin:
    """Winning by forcing moves by the book: every move leaves a line with one empty cell, until there are two.

    ``counts``: whether the other side's lines count, whose threats must be met.
    """

    def __init__(self, board, *, counts=True):
        self.board, self.counts, self.known = board, counts, {}

    def threats(self, mine, theirs):
        """The empty cells that complete a line of `mine`."""
        rests = (line & ~mine for line in self.board.masks if not line & theirs)
        return {rest for rest in rests if rest.bit_count() == 1}

    def wins(self, mine, theirs, most=64):
        """Whether the side to move has such a sequence of at most so many moves."""
        key = mine, theirs, most
        if key not in self.known:
            self.known[key] = most > 0 and any(self.forces(mine, theirs, c, most) for c in self.board.cells)
        return self.known[key]

    def forces(self, mine, theirs, cell, most=64):
        """Whether it has one that begins with this cell."""
        must = self.threats(theirs, mine) if self.counts else set()
        if (mine | theirs) >> cell & 1 or must - {1 << cell}:
            return False
        mine |= 1 << cell
        replies = self.threats(mine, theirs)
        return len(replies) > 1 or any(self.wins(mine, theirs | reply, most - 1) for reply in replies)
