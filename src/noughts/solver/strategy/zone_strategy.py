"""The attacker's play by a win by zones: the record that the position falls under.

A record says W(A, D, r, Z) (`certificate.verify_zones`). It holds for a position whose attacker has just the stones A
and whose defender has, besides some of D, at most r stones, none of them in Z: for fewer stones of D never hurt A
(docs/zones.md, step 1). So a position alone tells what may be played in it, whatever the order of its moves was; and
whoever follows the records, and completes a line where he can, comes from one that holds to another, or to a line.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from noughts.game.board import cells_of
from noughts.solver.certificate.read import renamed
from noughts.solver.certificate.verify_zones import ALIKE, END, PASS, SEVERAL, SLACK, ZoneStones
from noughts.solver.strategy.indexed_tree import IndexedTree, IndexReader


class Follow(NamedTuple):
    """A move by a certificate: the cell, and the number of the record, from 1."""

    cell: int
    record: int


class _Target(NamedTuple):
    """The position asked about: the attacker's stones and the defender's."""

    a: int
    d: int


class _Child(NamedTuple):
    """A child of a quiet record: what it is for, the cells of its stones, and its place."""

    kind: int
    cells: int
    place: int


class ZoneStrategy:
    """Plays one claim by zones."""

    def __init__(self, reader: IndexReader, tree: IndexedTree) -> None:
        self.reader, self.tree = reader, tree

    def follow(self, a: int, d: int) -> Follow | None:
        """The move of the attacker, who is to move with the stones a against d; None where no record holds."""
        goal, start, (mine, theirs) = _Target(a, d), self.reader.start(), self.reader.stones
        if mine & ~a:
            return None
        if self.reader.attacks:
            return self._record(goal, 0, start, mine, theirs, 0)
        return self._after(goal, 0, start, mine, theirs, 0)

    def _record(self, goal: _Target, place: int, p: ZoneStones, a: int, d: int, r: int) -> Follow | None:
        """The move of this record, if it holds for the goal, or of one below it that does."""
        move, more = self.tree.move(place), goal.d & ~d
        if a == goal.a:
            if goal.d >> move & 1 or more.bit_count() > r:
                return None
            if more and more & self.reader.zone(self.tree, place, p, a, d, r):
                return None
            return Follow(move, self.tree.record(place))
        if not goal.a >> move & 1:
            return None
        p = self.reader.fill(p, move, True)
        if p.near[0] & ~p.theirs:
            return None
        return self._after(goal, place + 2, p, a | 1 << move, d, r)

    def _after(self, goal: _Target, place: int, p: ZoneStones, a: int, d: int, r: int) -> Follow | None:
        """The same once the attacker has moved: of the children that begin at this place."""
        last = self.reader.last_cells(p)
        if last:
            if last & (last - 1) or goal.a & last:
                return None
            cell = last.bit_length() - 1
            return self._record(goal, place, self.reader.fill(p, cell, False), a, d | last, r)
        children = list(self._children(place))
        for child in sorted(children, key=lambda child: not child.cells & goal.d):
            if found := self._child(goal, child, p, a, d, r):
                return found
        return self._alike(goal, children, p, a, d) if r == 0 else None

    def _children(self, place: int) -> Iterator[_Child]:
        numbers = self.tree.numbers
        while (kind := numbers[place]) != END:
            place += 1
            if kind >= 0:
                cells = 1 << kind
            elif kind == PASS:
                cells = 0
            else:
                count = 1
                if kind == SEVERAL:
                    count, place = numbers[place], place + 1
                cells = sum(1 << numbers[i] for i in range(place, place + count))
                place += count
            yield _Child(kind, cells, place)
            place = self.tree.end(place)

    def _child(self, goal: _Target, child: _Child, p: ZoneStones, a: int, d: int, r: int) -> Follow | None:
        if child.cells & goal.a or (a != goal.a and not goal.a >> self.tree.move(child.place) & 1):
            return None
        for cell in cells_of(child.cells):
            p = self.reader.fill(p, cell, False)
        more = child.kind in (PASS, SLACK)
        return self._record(goal, child.place, p, a, d | child.cells, r + more)

    def _alike(self, goal: _Target, children: list[_Child], p: ZoneStones, a: int, d: int) -> Follow | None:
        """The same for replies that a symmetry takes to a child's."""
        kept = [g for g in self.reader.renamings if renamed(a, g) == a and renamed(d, g) == d]
        for child in children:
            if child.kind != ALIKE:
                continue
            for image in kept:
                if renamed(child.cells, image) & goal.d:
                    back = inverse(image)
                    turned = _Target(renamed(goal.a, back), renamed(goal.d, back))
                    if found := self._child(turned, child, p, a, d, 0):
                        return Follow(image[found.cell].bit_length() - 1, found.record)
        return None


def inverse(image: list[int]) -> list[int]:
    """The renaming that takes back what another does."""
    back = [0] * len(image)
    for cell, mask in enumerate(image):
        back[mask.bit_length() - 1] = 1 << cell
    return back
