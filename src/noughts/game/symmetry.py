"""All permutations of cells that map a set of lines onto itself, and groups from a few of their members.

Cells are told apart by what they lie in: the sizes of their lines, then again and again the kinds of cells in these
(colour refinement: B. Weisfeiler and A. A. Lehman, 1968). A few cells, the base, are marked one by one until that tells
all cells apart; then a symmetry is known by where it takes the base. From the last base cell to the first, for every
place that it could go while those before it stay, one symmetry that takes it there is looked for; what the symmetries
found so far do already needs no look. They generate the group, whose order is the product of the numbers of places
(C. C. Sims, 1970; B. D. McKay, Practical graph isomorphism, Congressus Numerantium 30, 1981).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from math import prod

from noughts.game.cells import lines_through

Permutation = tuple[int, ...]

MOST = 1024
"""The largest group listed: more than this no certificate may name, and no position is looked at so often."""

MOST_CELLS = 16_000
"""Cells that all symmetries of a group name together, at most: what the first line of a certificate has room for."""

LOOKS = 5_000
"""Refinements after which the search gives up."""


def line_symmetries(cells: int, lines: Sequence[Sequence[int]]) -> list[Permutation] | None:
    """The whole group, the identity first; None where it is too large or takes more than LOOKS."""
    found = _Search(cells, lines).generators()
    if found is None:
        return None
    generators, order = found
    return generated(cells, generators) if _is_small(order, cells) else None


def generated(cells: int, generators: Iterable[Permutation]) -> list[Permutation] | None:
    """The group that these permutations generate, the identity first; None where it is too large."""
    steps = list(generators)
    group = {tuple(range(cells))}
    new = list(group)
    while new:
        new = list({tuple(step[c] for c in one) for one in new for step in steps} - group)
        group.update(new)
        if not _is_small(len(group), cells):
            return None
    return sorted(group)


def _is_small(order: int, cells: int) -> bool:
    return order <= MOST and order * cells <= MOST_CELLS


class _TooLongError(Exception):
    """The search has taken all its looks."""


class _Search:
    """One search for a group."""

    def __init__(self, cells: int, lines: Sequence[Sequence[int]]) -> None:
        self.cells, self.lines = cells, sorted({tuple(sorted(line)) for line in lines})
        self.sets = {frozenset(line) for line in self.lines}
        self.through = lines_through(cells, self.lines)
        self.looks = 0
        self.colours = lru_cache(maxsize=64)(self._colours)

    def generators(self) -> tuple[list[Permutation], int] | None:
        """Symmetries that generate all, and how many there are of all; None where that takes too long."""
        try:
            base = self._base()
            found: list[Permutation] = []
            places = []
            for level in range(len(base) - 1, -1, -1):
                fixed = base[:level]
                colours = self.colours(fixed)
                for cell in range(self.cells):
                    if colours[cell] == colours[base[level]] and cell not in self._orbit(
                        base[level], fixed, found
                    ):
                        image = self._extended((*fixed, cell), base)
                        found += [image] if image else []
                places.append(len(self._orbit(base[level], fixed, found)))
        except _TooLongError:
            return None
        return found, prod(places)

    def _base(self) -> tuple[int, ...]:
        """Cells whose marks tell all cells apart: each time the first of the most that are alike."""
        base: tuple[int, ...] = ()
        while True:
            colours = self.colours(base)
            ((most, alike),) = Counter(colours).most_common(1)
            if alike == 1:
                return base
            base = (*base, colours.index(most))

    def _orbit(self, cell: int, fixed: tuple[int, ...], found: list[Permutation]) -> set[int]:
        """Where the symmetries found so far that leave the fixed cells take a cell."""
        steps = [image for image in found if all(image[c] == c for c in fixed)]
        orbit, new = {cell}, [cell]
        while new:
            new = list({image[c] for c in new for image in steps} - orbit)
            orbit.update(new)
        return orbit

    def _extended(self, images: tuple[int, ...], base: tuple[int, ...]) -> Permutation | None:
        """A symmetry that takes the first base cells to these, if there is one."""
        here, there = self.colours(base[: len(images)]), self.colours(images)
        if sorted(here) != sorted(there):
            return None
        if len(images) == len(base):
            place = {colour: cell for cell, colour in enumerate(there)}
            image = tuple(place[colour] for colour in here)
            kept = all(frozenset(image[c] for c in line) in self.sets for line in self.lines)
            return image if kept else None
        wanted = here[base[len(images)]]
        further = (c for c, colour in enumerate(there) if colour == wanted)
        found = (self._extended((*images, cell), base) for cell in further)
        return next((image for image in found if image), None)

    def _colours(self, marked: tuple[int, ...]) -> tuple[int, ...]:
        """A number for each cell, equal only where nothing tells two cells apart once these are marked, in order.

        Two ways to mark that a symmetry takes into each other give the same numbers.
        """
        self.looks += 1
        if self.looks > LOOKS:
            raise _TooLongError
        colours = [0] * self.cells
        for number, cell in enumerate(marked, 1):
            colours[cell] = number
        while True:
            kinds = _numbered([tuple(sorted(colours[c] for c in line)) for line in self.lines])
            refined = _numbered(
                [(colours[cell], *sorted(kinds[i] for i in self.through[cell])) for cell in range(self.cells)]
            )
            if len(set(refined)) == len(set(colours)):
                return tuple(refined)
            colours = refined


def _numbered(things: list[tuple[int, ...]]) -> list[int]:
    """Each thing's place among those that differ."""
    place = {thing: i for i, thing in enumerate(sorted(set(things)))}
    return [place[thing] for thing in things]


def turned(
    points: tuple[tuple[int, ...], ...], order: tuple[int, ...], signs: tuple[int, ...]
) -> tuple[int, ...] | None:
    """The permutation that reorders and mirrors the axes, or None if it leaves the board."""
    cells = {point: i for i, point in enumerate(points)}
    span = [max(p[a] for p in points) + min(p[a] for p in points) for a in range(len(order))]
    images = []
    for point in points:
        mirrored = [c if s > 0 else span[a] - c for a, (c, s) in enumerate(zip(point, signs, strict=True))]
        images.append(cells.get(tuple(mirrored[a] for a in order)))
    found = tuple(c for c in images if c is not None)
    return found if len(set(found)) == len(points) else None


def keeps(image: tuple[int, ...], lines: Collection[frozenset[int]]) -> bool:
    """Whether a permutation of the cells takes every line to a line."""
    return all(frozenset(image[c] for c in line) in lines for line in lines)
