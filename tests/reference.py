"""Slow reference implementations of the games: rules on text, minimax, walks of all forcing moves.

They are meant to be obviously right, and use nothing of the rules and solvers that are compared with them. Rules on
text are for boards of rows; the other games take any board's lines, with the stones of a side as a bit set.
"""

from collections import Counter, defaultdict
from fractions import Fraction
from functools import cache
from itertools import product
from math import inf

from noughts import ExactValue, Result

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
"""The lines of 3x3x3."""

NAMES = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]
"""The cells of 3x3x3."""


def windows(columns, rows, k, torus=False):
    """Return the lines of an m,n,k board or torus in the order of `Board.lines`, each set of cells once."""
    lines = []
    for down, right in [(0, 1), (1, 0), (1, 1), (1, -1)]:
        for row in range(rows):
            for column in range(columns):
                path = [(row + i * down, column + i * right) for i in range(k)]
                if torus:
                    path = [(r % rows, c % columns) for r, c in path]
                if all(0 <= r < rows and 0 <= c < columns for r, c in path) and len(set(path)) == k:
                    line = tuple(r * columns + c for r, c in path)
                    if set(line) not in map(set, lines):
                        lines.append(line)
    return lines


def cube_lines(n):
    """Return the lines of the n x n x n cube as sets of cells."""
    lines = set()
    for start in product(range(n), repeat=3):
        for step in product((-1, 0, 1), repeat=3):
            path = [tuple(s + i * d for s, d in zip(start, step, strict=True)) for i in range(n)]
            if any(step) and all(0 <= x < n for point in path for x in point):
                lines.add(frozenset(x * n * n + y * n + z for x, y, z in path))
    return lines


def row_winner(rows, k):
    """Return who holds k in a row on a list of rows, looking from every cell in every direction."""
    for row, column in product(range(len(rows)), range(len(rows[0]))):
        mark = rows[row][column]
        for down, right in [(0, 1), (1, 0), (1, 1), (1, -1)]:
            places = [(row + i * down, column + i * right) for i in range(k)]
            inside = all(0 <= r < len(rows) and 0 <= c < len(rows[0]) for r, c in places)
            if mark != "." and inside and all(rows[r][c] == mark for r, c in places):
                return mark
    return None


def mover(text):
    """Return who moves: X if the counts are equal."""
    return "X" if text.count("X") == text.count("O") else "O"


def result(text, lines):
    """Return ``X``, ``O``, ``draw``, or None while the game goes on."""
    for side in "XO":
        if any(all(text[c] == side for c in line) for line in lines):
            return side
    return None if "." in text else "draw"


def walk(size, lines, symmetries):
    """Return by ply: positions, canonical positions, both of the finished ones by result, and games by result.

    Goes through every position once; games are added up along the moves.
    """
    plies, layer = [], {"." * size: 1}
    while layer:
        tally, following = defaultdict(Counter), defaultdict(int)
        for text, games in layer.items():
            ended = result(text, lines)
            least = min("".join(text[i] for i in image) for image in symmetries) == text
            tally["positions"]["all"] += 1
            tally["canonical"]["all"] += least
            if ended:
                tally["terminal"][ended] += 1
                tally["canonical_terminal"][ended] += least
                tally["games"][ended] += games
                continue
            for cell, mark in enumerate(text):
                if mark == ".":
                    following[text[:cell] + mover(text) + text[cell + 1 :]] += games
        plies.append(tally)
        layer = following
    return plies


def marks_of(rows):
    """Return the nine marks of ``X../.O./...``."""
    return rows.replace("/", "")


def winner(marks):
    """Return who holds a line of 3x3x3, or None."""
    return next((marks[a] for a, b, c in LINES if marks[a] == marks[b] == marks[c] != "."), None)


def put(marks, cell, mark=None):
    """Return the marks after a move."""
    return marks[:cell] + (mark or mover(marks)) + marks[cell + 1 :]


def free(marks):
    """Return the empty cells."""
    return [cell for cell in range(9) if marks[cell] == "."]


def lines_won(marks, side):
    """Return the cells where a side would complete a line."""
    return [cell for cell in free(marks) if winner(put(marks, cell, side)) == side]


@cache
def value(marks):
    """Return +1, 0 or -1 for the side to move on 3x3x3."""
    if winner(marks):
        return -1
    return max((-value(put(marks, cell)) for cell in free(marks)), default=0)


def minimax(position):
    """Return the value of a position by walking its whole game tree (Shannon 1950), remembering nothing."""
    outcome = position.outcome
    if outcome is not None:
        if outcome.winner is None:
            return ExactValue(Result.DRAW, 0)
        return ExactValue(Result.WIN if outcome.winner is position.to_move else Result.LOSS, 0)
    return max(minimax(position.play(cell)).before() for cell in position.moves)


def tree_size(position):
    """Return the nodes of the whole game tree with this position as its root, and its leaves: complete games."""
    if position.is_over:
        return 1, 1
    below = [tree_size(position.play(cell)) for cell in position.moves]
    return 1 + sum(nodes for nodes, _ in below), sum(games for _, games in below)


def expectimax(position):
    """Return what the side that has moved may expect where it plays its best, and the side to move at random."""
    if position.is_over:
        return Fraction(minimax(position).before().result)
    replies = [position.play(cell) for cell in position.moves]
    return Fraction(sum(map(best_reply, replies)), len(replies))


def best_reply(position):
    """Return what the side to move may expect if it plays its best, and the other side at random."""
    if position.is_over:
        return Fraction(minimax(position).result)
    return max(expectimax(position.play(cell)) for cell in position.moves)


def empty(board, stones):
    """Return the cells without a stone."""
    return [cell for cell in board.cells if not stones >> cell & 1]


def has_line(board, stones):
    """Return whether these stones hold a line."""
    return any(line & ~stones == 0 for line in board.masks)


def image(mask, symmetry):
    """Return a bit set with its cells renamed."""
    return sum(1 << symmetry[c] for c in range(mask.bit_length()) if mask >> c & 1)


class MakerBreaker:
    """Maker-Breaker by the book: does Maker, with these stones, complete a line?"""

    def __init__(self, board):
        self.board, self.known = board, {}

    def maker_wins(self, maker, breaker, maker_moves):
        """Return whether Maker completes a line against every defence."""
        key = maker, breaker, maker_moves
        if key not in self.known:
            self.known[key] = self._maker_wins(*key)
        return self.known[key]

    def _maker_wins(self, maker, breaker, maker_moves):
        if any(line & ~maker == 0 for line in self.board.masks):
            return True
        if all(line & breaker for line in self.board.masks):
            return False
        free = [1 << c for c in empty(self.board, maker | breaker)]
        if maker_moves:
            return any(self.maker_wins(maker | c, breaker, False) for c in free)
        return all(self.maker_wins(maker, breaker | c, True) for c in free)


class StrongGame:
    """The strong game by the book: +1, 0, -1 for the side to move; any number of stones a side."""

    def __init__(self, board):
        self.board, self.known = board, {}

    def value(self, mine, theirs):
        """Return the value for the side to move, whose stones `mine` hold no line."""
        key = mine, theirs
        if key not in self.known:
            self.known[key] = self._value(*key)
        return self.known[key]

    def _value(self, mine, theirs):
        if any(line & ~theirs == 0 for line in self.board.masks):
            return -1
        free = [1 << c for c in empty(self.board, mine | theirs)]
        best = -1 if free else 0
        for c in free:
            best = max(best, -self.value(theirs, mine | c))
            if best == 1:
                break
        return best

    def attacker_wins(self, attacker, defender, attacker_moves):
        """Return whether the attacker completes a line first."""
        if attacker_moves:
            return self.value(attacker, defender) == 1
        return self.value(defender, attacker) == -1


class ForcingMoves:
    """Winning by forcing moves by the book: every move leaves a cell that completes a line, until there are two.

    ``counts``: whether the other side's lines count, whose threats must be met.
    """

    def __init__(self, board, *, counts=True):
        self.board, self.counts, self.known = board, counts, {}

    def completing(self, mine, theirs):
        """Return the empty cells that complete a line of `mine`, each as a bit set."""
        rests = (line & ~mine for line in self.board.masks if not line & theirs)
        return {rest for rest in rests if rest.bit_count() == 1}

    def wins(self, mine, theirs, most=inf):
        """Return whether the side to move completes a line at once, or after at most ``most`` forcing moves."""
        key = mine, theirs, most
        if key not in self.known:
            self.known[key] = bool(self.completing(mine, theirs)) or (
                most > 0 and any(self.wins_with(mine, theirs, cell, most) for cell in self.board.cells)
            )
        return self.known[key]

    def wins_with(self, mine, theirs, cell, most=inf):
        """Return whether it does by taking this cell first, which completes no line."""
        must = self.completing(theirs, mine) if self.counts else set()
        if (mine | theirs) >> cell & 1 or must - {1 << cell}:
            return False
        mine |= 1 << cell
        replies = self.completing(mine, theirs)
        return len(replies) > 1 or any(self.wins(mine, theirs | reply, most - 1) for reply in replies)


class Distances:
    """The strong game by the book: the plies in which the side to move wins (+), loses (-), or 0 for a draw."""

    def __init__(self, board):
        self.board, self.known = board, {}

    def plies(self, mine, theirs):
        """Return that for a position in which nobody has a line."""
        key = mine, theirs
        if key not in self.known:
            after = [self._after(mine | 1 << c, theirs) for c in empty(self.board, mine | theirs)]
            won, lost = [x for x in after if x > 0], [x for x in after if x < 0]
            self.known[key] = min(won) if won else 0 if 0 in after or not after else min(lost)
        return self.known[key]

    def _after(self, mine, theirs):
        if any(mine & mask == mask for mask in self.board.masks):
            return 1
        reply = self.plies(theirs, mine)
        return -reply + (1 if reply < 0 else -1) if reply else 0
