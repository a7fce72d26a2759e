"""The attacker's play by a win by zones: the record that the position falls under.

A record says W(A, D, r, Z) (`certificate.verify_zones`). It holds for a position whose attacker has just the stones A
and whose defender has, besides some of D, at most r stones, none of them in Z: for fewer stones of D never hurt A
(docs/zones.md, step 1). So a position alone tells what may be played in it, whatever the order of its moves was; and
whoever follows the records, and completes a line where he can, comes from one that holds to another, or to a line.

A record is looked into only where the defender has a stone that it answers, and all stones that the attacker has
besides are moves in it.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import NamedTuple

from noughts.game.board import Board, cells_of
from noughts.solver.certificate.format import renamed
from noughts.solver.certificate.verify_zones import ALIKE, PASS, SLACK, ZoneChecker, ZoneStones
from noughts.solver.strategy.index import Child, Index


class Follow(NamedTuple):
    """A move by a certificate: the cell, and the number of the record, from 1."""

    cell: int
    record: int


class _Wanted(NamedTuple):
    """The position asked about, in the names that records have for the cells: the stones of both sides."""

    a: int
    d: int
    image: list[int]
    """The renaming of the records' cells to those asked about."""

    def meets(self, a: int, d: int, r: int, zone: int) -> bool:
        """Whether a record holds for it."""
        more = self.d & ~d
        return a == self.a and more.bit_count() <= r and not more & zone

    def turned(self, image: list[int]) -> _Wanted:
        """The same where a symmetry takes the records to those that answer it."""
        back = inverse(image)
        return _Wanted(renamed(self.a, back), renamed(self.d, back), [renamed(c, self.image) for c in image])


class ZoneStrategy(ZoneChecker):
    """Plays one claim by zones: goes down its tree by the index, and reads again where a record is short."""

    def __init__(self, index: Index, board: Board | None) -> None:
        super().__init__(index.header, board)
        self.index, self.next = index, self._next
        self._identity = [1 << cell for cell in range(self.cells)]
        self._goals = list[_Wanted]()
        self._found: Follow | None = None
        self._whole = False  # whether all of a record is read
        self._place = 0  # how many numbers are before what is read next

    def follow(self, a: int, d: int) -> Follow | None:
        """The move of the attacker, who is to move with the stones a against d; None where no record holds."""
        if self.stones[0] & ~a:
            return None
        self._goals, self._found, self._place, self.count = [_Wanted(a, d, self._identity)], None, 0, 0
        if self.attacks:
            self._win(self.start(), *self.stones, 0)
        else:
            self._after(self.start(), *self.stones, 0, 0)
        return self._found

    def _next(self) -> int:
        self._place += 1
        return self.index.number(self._place - 1)

    def _win(self, p: ZoneStones, a: int, d: int, r: int) -> int:
        place, record = self._place, self.count + 1
        zone = super()._win(p, a, d, r)
        self._look(place, record, a, d, r, zone)
        return zone

    def _look(self, place: int, record: int, a: int, d: int, r: int, zone: int) -> None:
        """Takes the move of a record where it holds."""
        for goal in self._goals:
            if not self._found and goal.meets(a, d, r, zone):
                self._found = Follow(goal.image[self.index.number(place)].bit_length() - 1, record)

    def _after(self, p: ZoneStones, a: int, d: int, r: int, m: int) -> int:
        if self._whole or any(self._goes_on(goal, a, self.last_cells(p)) for goal in self._goals):
            return super()._after(p, a, d, r, m)
        return m

    def _goes_on(self, goal: _Wanted, a: int, last: int) -> bool:
        """Whether a record below may hold, the defender having replied where he must, or the zone may be asked for."""
        return not goal.a & ~a if a & ~goal.a else not last or last & goal.d > 0

    def _replies(self, p: ZoneStones, a: int, d: int, r: int) -> int:
        children = None if self._whole else self.index.children(self._place)
        if children is None:
            whole, self._whole = self._whole, True
            zone = super()._replies(p, a, d, r)
            self._whole = whole
            return zone
        for child in sorted(children, key=lambda child: not child.cells & self._goals[0].d):
            if self._found:
                break
            before, self._goals = self._goals, self._turned(child.kind, a, d, child.cells)
            self._look(
                child.place, child.record, a, d | child.cells, r + (child.kind in (PASS, SLACK)), child.zone
            )
            if any(self._leads(goal, child, a, d) for goal in self._goals):
                below = reduce(lambda p, cell: self.fill(p, cell, False), cells_of(child.cells), p)
                self._place, self.count = child.place, child.record - 1
                super()._child(child.kind, below, a, d, r, child.cells)
            self._goals = before
        return reduce(or_, (child.zone for child in children))

    def _leads(self, goal: _Wanted, child: Child, a: int, d: int) -> bool:
        """Whether a record below may hold: the defender has replied as the child says, the rest are moves in it."""
        rest, replies = goal.a & ~a, child.cells
        if child.kind in (PASS, SLACK):
            replies |= ~child.zone
        if a & ~goal.a or goal.a & child.cells or not goal.d & ~d & replies:
            return False
        return rest != 0 and not rest & ~child.moves and rest >> self.index.number(child.place) & 1 == 1

    def _child(self, kind: int, p: ZoneStones, a: int, d: int, r: int, cells: int) -> int:
        before, self._goals = self._goals, self._turned(kind, a, d, cells)
        zone = super()._child(kind, p, a, d, r, cells)
        self._goals = before
        return zone

    def _turned(self, kind: int, a: int, d: int, cells: int) -> list[_Wanted]:
        """The goals, and where the child is for replies that symmetries take to others these turned, too."""
        if kind != ALIKE:
            return self._goals
        kept = [g for g in self.renamings if renamed(a, g) == a and renamed(d, g) == d]
        turned = [goal.turned(g) for goal in self._goals for g in kept if renamed(cells, g) & goal.d & ~cells]
        return self._goals + turned


def inverse(image: list[int]) -> list[int]:
    """The renaming that takes back what another does."""
    back = [0] * len(image)
    for cell, mask in enumerate(image):
        back[mask.bit_length() - 1] = 1 << cell
    return back
