"""The value of a position by plain minimax over rows of text: nothing of the house's solvers or boards."""

from functools import cache

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
NAMES = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]


def marks_of(rows):
    """The nine marks of ``X../.O./...``."""
    return rows.replace("/", "")


def mover(marks):
    """Whose turn it is."""
    return "X" if marks.count("X") == marks.count("O") else "O"


def winner(marks):
    """Who holds a line, or None."""
    return next((marks[a] for a, b, c in LINES if marks[a] == marks[b] == marks[c] != "."), None)


def put(marks, cell, mark=None):
    """The marks after a move."""
    return marks[:cell] + (mark or mover(marks)) + marks[cell + 1 :]


def free(marks):
    """The empty cells."""
    return [cell for cell in range(9) if marks[cell] == "."]


def lines_won(marks, side):
    """The cells where a side would complete a line."""
    return [cell for cell in free(marks) if winner(put(marks, cell, side)) == side]


@cache
def value(marks):
    """+1, 0 or -1 for the side to move."""
    if winner(marks):
        return -1
    return max((-value(put(marks, cell)) for cell in free(marks)), default=0)
