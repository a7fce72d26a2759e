"""Checks claims by zones: wins that hold wherever the defender has a few more stones. Plain Python, and slow.

    W(A, D, r, Z)   A, to move, wins from the stones (A, D + Y) for EVERY set Y of at most r empty cells outside Z,
                    unless D + Y has a line already

A claim is one tree of such statements, written from the root down; docs/certificates.md says how, docs/zones.md why it
is enough. A record is a move m of A; what is r, which replies are forced and what Z is are computed here:

    five     m completes a line                                                Z = m
    double   lines of A lack one cell each, of two different cells c1, c2      Z = m, c1, c2
    single   they all lack the same cell c, which D must take                  Z = m, c and the child's
    quiet    none does; children cover every reply of D                        Z = m and the children's
      pass         W(A+m, D, r+1, Z0)     covers every reply outside Z0
      y            W(A+m, D+y, r, Z1)     covers y
      slack y      W(A+m, D+y, r+1, Z1)   covers y, and every reply outside Z1
      several G    W(A+m, D+G, r, Z1)     covers every y in G
      alike y      as y; covers what y becomes by the symmetries that keep the stones, too; only where r = 0

Unless m completes a line, cells are added to Z until every line without a stone of A has two empty cells in Z or r + 2
empty cells: so whatever Y is D has no line that lacks one cell. Here a set of lines is an integer, bit l for line l.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any, NamedTuple

from noughts.errors import quote
from noughts.game.board import Board, cells_of
from noughts.solver.certificate.format import Proved, Reader, RejectedError, need, renamed

PASS, SLACK, SEVERAL, ALIKE, END = -1, -2, -3, -4, -5


class ZoneStones(NamedTuple):
    """A position: cells and lines as sets."""

    near: tuple[int, ...]
    """At place e the lines that have at most e empty cells."""
    mine: int
    """The lines with a stone of A."""
    theirs: int
    """The lines with a stone of D."""
    free: int
    """The empty cells."""


class ZoneChecker(Reader):
    """Reads a claim by zones, and keeps no more of it than the path from the root to the record being read."""

    format = "noughts-certificate-2"
    claims = ("win",)

    def __init__(self, header: dict[str, Any], board: Board | None) -> None:
        super().__init__(header, board)
        need(not self.position.is_over, "the game is over")
        need(header.get("first") is None, "a first move is given where there is none")
        self.sets = sorted(self.lines)  # in the page's order
        self.through = [0] * self.cells
        for i, line in enumerate(self.sets):
            for c in cells_of(line):
                self.through[c] |= 1 << i
        self.count = 0

    def proof_of(self, records: Iterable[Any]) -> Proved:
        """What the claim says, once its tree is checked."""
        self.check(map(integers, records))
        return Proved(self.position, self.attacker, True)

    @property
    def attacks(self) -> bool:
        """Whether the attacker is to move."""
        return self.position.to_move is self.attacker

    def check(self, parts: Iterator[list[int]]) -> None:
        """Reads the tree, which comes in parts."""
        numbers = chain.from_iterable(parts)
        self.next = numbers.__next__
        try:
            if self.attacks:
                self._win(self.start(), *self.stones, 0)
            else:
                self._after(self.start(), *self.stones, 0, 0)
        except StopIteration:
            raise RejectedError("the tree is cut off") from None
        need(next(numbers, None) is None, "something follows the tree")

    def start(self) -> ZoneStones:
        """The claim's position."""
        mine, theirs = self.stones
        free = self.full & ~(mine | theirs)
        empty = [(line & free).bit_count() for line in self.sets]
        most = max(map(int.bit_count, self.sets))
        near = (sum(1 << i for i, e in enumerate(empty) if e <= at_most) for at_most in range(most + 1))
        return ZoneStones(tuple(near), self._lines_of(mine), self._lines_of(theirs), free)

    def _lines_of(self, stones: int) -> int:
        """The lines that have one of these cells."""
        lines = 0
        for cell in cells_of(stones):
            lines |= self.through[cell]
        return lines

    def fill(self, p: ZoneStones, cell: int, ours: bool) -> ZoneStones:
        """The position with one more stone, of A or of D."""
        need(cell >= 0 and p.free >> cell & 1, f"cell {cell} is not empty")
        lines = self.through[cell]
        near = tuple(fewer | more & lines for fewer, more in zip(p.near, p.near[1:], strict=False))
        mine, theirs = (p.mine | lines, p.theirs) if ours else (p.mine, p.theirs | lines)
        return ZoneStones((*near, p.near[-1]), mine, theirs, p.free ^ 1 << cell)

    def _win(self, p: ZoneStones, a: int, d: int, r: int) -> int:
        """Reads a record: A, to move, wins from the stones a and d; its zone."""
        self.count += 1
        m = self.next()
        p = self.fill(p, m, True)
        if p.near[0] & ~p.theirs:  # a line without an empty cell, and without a stone of D
            return 1 << m
        return self._after(p, a | 1 << m, d, r, 1 << m)

    def _after(self, p: ZoneStones, a: int, d: int, r: int, m: int) -> int:
        """A has moved: D is to move, and the rest of the record says how each reply is met; its zone."""
        need(not p.near[1] & ~p.mine, "the defender has a line that lacks one cell")
        last = self.last_cells(p)
        if not last:
            zone = m | self._replies(p, a, d, r)
        else:
            zone, c = m, last & -last
            if last == c:
                cell = c.bit_length() - 1
                zone |= c | self._win(self.fill(p, cell, False), a, d | c, r)
            else:  # the two lowest
                rest = last ^ c
                zone |= c | rest & -rest
        return self._safe_zone(p, zone, r) if r else zone

    def last_cells(self, p: ZoneStones) -> int:
        """The cells that lines of A lack, where they lack one only."""
        lines, cells = p.near[1] & ~p.theirs, 0
        while lines:
            low = lines & -lines
            cells |= self.sets[low.bit_length() - 1]
            lines ^= low
        return cells & p.free

    def _replies(self, p: ZoneStones, a: int, d: int, r: int) -> int:
        """Reads the children that cover every reply of D; the union of their zones."""
        zone = covered = 0
        while (kind := self.next()) != END:
            if kind == PASS:
                child = self._child(kind, p, a, d, r, 0)
                covered |= ~child
            elif kind == SEVERAL:
                child, cells = self._several(p, a, d, r)
                covered |= cells
            else:
                need(kind >= 0 or kind in (SLACK, ALIKE), f"neither a cell nor a mark: {quote(kind)}")
                y = kind if kind >= 0 else self.next()
                child = self._child(kind, self.fill(p, y, False), a, d, r, 1 << y)
                covered |= 1 << y | (~child if kind == SLACK else 0)
                covered |= self._images(a, d, y, r) if kind == ALIKE else 0
            zone |= child
        need(zone, "no reply is met")
        need(not p.free & ~covered, "a reply of the defender is not met")
        return zone

    def _several(self, p: ZoneStones, a: int, d: int, r: int) -> tuple[int, int]:
        """A child with a D stone on each of some cells; its zone, and these cells."""
        number, cells = self.next(), 0
        need(1 <= number <= self.cells, f"no number of cells: {quote(number)}")
        for _ in range(number):
            y = self.next()
            p = self.fill(p, y, False)
            cells |= 1 << y
        return self._child(SEVERAL, p, a, d, r, cells), cells

    def _child(self, kind: int, p: ZoneStones, a: int, d: int, r: int, cells: int) -> int:
        """Reads a child, for which D has stones on these cells too, as p has them; its zone."""
        return self._win(p, a, d | cells, r + (kind in (PASS, SLACK)))

    def _images(self, a: int, d: int, y: int, r: int) -> int:
        """What a reply becomes by the symmetries that keep the stones."""
        need(r == 0, "replies are alike only where no stone may be added")
        kept = (image for image in self.renamings if renamed(a, image) == a and renamed(d, image) == d)
        return sum({image[y] for image in kept})

    def _safe_zone(self, p: ZoneStones, zone: int, r: int) -> int:
        """The zone, with the cells that it needs so that r stones outside leave every line of D two cells short."""
        at_most = min(r + 1, len(p.near) - 1)
        unsafe = 0
        for line in _bits(p.near[at_most] & ~p.mine):
            if (self.sets[line] & p.free & zone).bit_count() < 2:
                unsafe |= 1 << line
        for empty in range(2, at_most + 1):
            for line in _bits(unsafe & p.near[empty] & ~p.near[empty - 1]):
                zone = self._two_of(self.sets[line] & p.free, zone, unsafe)
        return zone

    def _two_of(self, cells: int, zone: int, unsafe: int) -> int:
        """The zone with two of these cells in it: those in the most unsafe lines come first, then the lowest."""
        wanted = 2 - (cells & zone).bit_count()
        if wanted > 0:
            by_weight = sorted(cells_of(cells & ~zone), key=lambda c: -(self.through[c] & unsafe).bit_count())
            for cell in by_weight[:wanted]:
                zone |= 1 << cell
        return zone


def _bits(number: int) -> Iterator[int]:
    """The places of the ones, lowest first."""
    while number:
        low = number & -number
        yield low.bit_length() - 1
        number ^= low


def integers(part: Any) -> list[int]:
    """A part of the tree: a list of integers."""
    need(type(part) is list and set(map(type, part)) <= {int}, "a list of integers is wanted")
    return list(part)
