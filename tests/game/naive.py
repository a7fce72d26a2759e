"""The rules once more, slow and plain: lists of rows, line scans, whole walks. No code of the house."""

from collections import Counter, defaultdict
from itertools import product


def windows(columns, rows, k, torus=False):
    """The lines of an m,n,k board or torus in the house's order, each set of cells once."""
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
    """The lines of the n x n x n cube as sets of cells."""
    lines = set()
    for start in product(range(n), repeat=3):
        for step in product((-1, 0, 1), repeat=3):
            path = [tuple(s + i * d for s, d in zip(start, step, strict=True)) for i in range(n)]
            if any(step) and all(0 <= x < n for point in path for x in point):
                lines.add(frozenset(x * n * n + y * n + z for x, y, z in path))
    return lines


def winner(rows, k):
    """Who holds k in a row on a list of rows, by looking from every cell in every direction."""
    for row, column in product(range(len(rows)), range(len(rows[0]))):
        mark = rows[row][column]
        for down, right in [(0, 1), (1, 0), (1, 1), (1, -1)]:
            places = [(row + i * down, column + i * right) for i in range(k)]
            inside = all(0 <= r < len(rows) and 0 <= c < len(rows[0]) for r, c in places)
            if mark != "." and inside and all(rows[r][c] == mark for r, c in places):
                return mark
    return None


def mover(text):
    """Who moves: X when the counts are equal."""
    return "X" if text.count("X") == text.count("O") else "O"


def result(text, lines):
    """``X``, ``O``, ``draw`` or None while the game goes on."""
    for side in "XO":
        if any(all(text[c] == side for c in line) for line in lines):
            return side
    return None if "." in text else "draw"


def walk(size, lines, symmetries):
    """By ply: positions, canonical positions, both of the finished ones by result, and games by result.

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
