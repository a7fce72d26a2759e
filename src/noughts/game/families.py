"""Families of boards as sets of lines: k in a row, strips, polyominoes, and cubes of any number of dimensions.

A polyomino's lines are all its places on the board, turned and mirrored: whoever holds the whole animal first has won
(F. Harary; M. Gardner, Mathematical Games, Scientific American 240(4), 1979, which has the names). A cube's are n cells
in a row along any axis or diagonal of n x n x ... x n (A. W. Hales and R. I. Jewett, Trans. AMS 106, 1963).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import product

from noughts.errors import expect, whole

Place = tuple[int, int]
"""Row and column of a cell."""

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
"""Steps (down, right) of rows, columns, down-right and down-left diagonals, in the house's line order."""

ANIMALS = {
    "elam": "X",
    "domino": "XX",
    "tic": "XXX",
    "el": "XX/X.",
    "elly": "XXX/X..",
    "fatty": "XX/XX",
    "knobby": "XXX/.X.",
    "skinny": "XXXX",
    "tippy": "XX./.XX",
    "snaky": "XXXX./...XX",
}
"""The animals by name, as their rows."""

MAX_DIMENSIONS = 5
"""Maximum number of a cube's dimensions. Six have room for sides of two cells only, and 46,080 symmetries."""

_ANIMAL = re.compile(rf"({'|'.join(ANIMALS)})([1-9][0-9]?)x([1-9][0-9]?)", re.ASCII)
_CUBE = re.compile(r"cube([1-9])(?:d([1-9]))?", re.ASCII)


def parse_animal(text: str) -> tuple[str, int, int] | None:
    """The animal's rows, columns and rows of the board ``elly8x8``; None for other text."""
    match = _ANIMAL.fullmatch(text)
    return (ANIMALS[match[1]], int(match[2]), int(match[3])) if match else None


def parse_cube(text: str) -> tuple[int, int] | None:
    """Side and dimensions of ``cube4`` or ``cube3d4``; None for other text."""
    match = _CUBE.fullmatch(text)
    return (int(match[1]), int(match[2] or 3)) if match else None


def animal_cells(text: str) -> list[Place]:
    """The cells of an animal's rows: X is a cell, anything else none."""
    rows = enumerate(expect(text, str, "an animal").split("/"))
    return [(r, c) for r, row in rows for c, mark in enumerate(row) if mark == "X"]


def animal_lines(cells: Iterable[Place], columns: int, rows: int) -> Iterator[tuple[int, ...]]:
    """Every place of the animal on the board: those of one way to lie after those of another, in reading order."""
    whole("columns", columns), whole("rows", rows)
    for lying in dict.fromkeys(_ways(list(cells))):
        height, width = (1 + max(place[axis] for place in lying) for axis in (0, 1))
        for row, column in product(range(rows - height + 1), range(columns - width + 1)):
            yield tuple((row + r) * columns + column + c for r, c in lying)


def _ways(cells: list[Place]) -> Iterator[tuple[Place, ...]]:
    """The eight ways to lie, moved to the top left."""
    for mirror, turn in product(range(2), range(4)):
        now = [(r, -c) if mirror else (r, c) for r, c in cells]
        for _ in range(turn):
            now = [(c, -r) for r, c in now]
        top, left = min(r for r, _ in now), min(c for _, c in now)
        yield tuple(sorted((r - top, c - left) for r, c in now))


def cube_lines(n: int, points: list[tuple[int, ...]]) -> Iterator[tuple[int, ...]]:
    """Every n cells in a row, by their numbers among the points: of each direction one of its two senses."""
    numbers = {point: i for i, point in enumerate(points)}
    axes = len(points[0])
    for step in (s for s in product((-1, 0, 1), repeat=axes) if s > (0,) * axes):
        for start in points:
            path = [tuple(a + i * s for a, s in zip(start, step, strict=True)) for i in range(n)]
            if all(point in numbers for point in path):
                yield tuple(numbers[point] for point in path)


def row_lines(columns: int, rows: int, k: int, wrap: bool) -> Iterator[tuple[int, ...]]:
    """Every run of k cells in each direction, in line order; on a torus (``wrap``) over its edges, too."""
    for down, right in DIRECTIONS:
        for row, column in product(range(rows), range(columns)):
            path = [(row + i * down, column + i * right) for i in range(k)]
            if wrap:
                path = [(r % rows, c % columns) for r, c in path]
            if len(set(path)) == k and all(0 <= r < rows and 0 <= c < columns for r, c in path):
                yield tuple(r * columns + c for r, c in path)


def strip_lines(columns: int, rows: int, k: int) -> Iterator[tuple[int, ...]]:
    """What one block of an endless strip has of the lines that belong to it."""
    for down, right in DIRECTIONS:
        for row, column in product(range(rows - (k - 1) * down), range(columns)):
            parts: dict[int, list[int]] = {}
            for i in range(k):
                block, x = divmod(column + i * right, columns)
                parts.setdefault(block, []).append((row + i * down) * columns + x)
            most = max(map(len, parts.values()))
            yield tuple(next(parts[block] for block in sorted(parts) if len(parts[block]) == most))
