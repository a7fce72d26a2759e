"""Turns a win that the strong search has found into a tree of wins with zones (format: docs/certificates.md).

The search's table says where the attacker wins, and with which move; the zones are reckoned here, on the way up from
the leaves. How one proof stands for all replies that do not matter to it, by a pass, several, slack and alike, is in
docs/zones.md, "Wins that the solver finds". Nothing here is believed by the checker, which reckons anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from noughts.errors import ProofLostError
from noughts.game.board import cells_of
from noughts.solver.certificate.write_file import (
    ALIKE,
    END,
    PASS,
    SEVERAL,
    SLACK,
    Symmetries,
    last_cells,
    renamed,
    union,
)
from noughts.solver.search.searches import Strong

MOST = 1 << 20
"""Numbers of a tree, which repeats what records refer to: a longer one is left to them."""

_POSITIONS = 1 << 18
"""Positions that are looked at for a tree: about a minute on boards of 100 cells."""

_NODES = 200
"""Expansions for a win that is only likely: after a pass, and with more stones of the defender."""


@dataclass(frozen=True, slots=True)
class Won:
    """A record W(A, D, r, zone): its numbers, in which other records stand for theirs, and how many there are."""

    parts: tuple[int | Won, ...]
    zone: int
    length: int
    records: int

    def numbers(self) -> Iterator[int]:
        """The numbers of the tree."""
        rest = [iter(self.parts)]
        while rest:
            part = next(rest[-1], None)
            if part is None:
                rest.pop()
            elif isinstance(part, Won):
                rest.append(iter(part.parts))
            else:
                yield part


class TooLongError(Exception):
    """The tree is longer than it may be."""


class WonTree:
    """Trees for positions that the attacker of a strong search wins."""

    def __init__(self, strong: Strong, watch: Callable[[int], None] | None = None) -> None:
        self.search, self.watch, self.state = strong, watch, strong.new_state(0)
        self.full, self.lines = strong.board.full, sorted(strong.board.masks)
        self.images = Symmetries(strong.board).images[:1024]
        self.found: dict[tuple[int, int, int], Won] = {}

    def of(self, a: int, d: int, attacks: bool) -> Won | None:
        """The tree of a won position, the attacker to move or not; None where it is too long.

        Raises ProofLostError where the table is too small for the win to be found again.
        """
        try:
            return self.win(a, d, 0) if attacks else self.after((), a, d, 0, 0)
        except TooLongError:
            return None

    def win(self, a: int, d: int, r: int, m: int | None = None) -> Won:
        """The record of a position that the attacker, to move, wins: by m, if that is known."""
        if (a, d, r) not in self.found:
            if m is None:
                m = self.search.winning(self.state, a, d)
            if m < 0:
                raise ProofLostError(f"no win found again at X {a:x}, O {d:x}")
            self.found[a, d, r] = self.after((m,), a | 1 << m, d, r, 1 << m)
            self._count()
        return self.found[a, d, r]

    def _count(self) -> None:
        if len(self.found) > _POSITIONS:
            raise TooLongError
        if self.watch and len(self.found) % 4096 == 0:
            self.watch(len(self.found))

    def after(self, begun: tuple[int, ...], a: int, d: int, r: int, zone: int) -> Won:
        """The record so begun, the attacker having moved: how each reply is met."""
        if any(not line & ~a for line in self.lines):
            return Won(begun, zone, 1, 1)
        parts: list[int | Won] = [*begun]
        last = last_cells(self.lines, a, d)
        low = last & -last
        if last == low and last:
            child = self.win(a, d | low, r)
            parts.append(child)
            zone |= low | child.zone
        elif last:
            rest = last ^ low
            zone |= low | rest & -rest
        else:
            zone |= self.replies(parts, a, d, r)
        return _record(parts, self.safe_zone(a, d, r, zone) if r else zone)

    def replies(self, parts: list[int | Won], a: int, d: int, r: int) -> int:
        """Adds the children that meet every reply; the union of their zones."""
        zone, todo = 0, self.full & ~(a | d)
        m = self.search.winning(self.state, a, d, _NODES)
        if m >= 0:
            child = self.win(a, d, r + 1, m)
            parts += [PASS, child]
            zone |= child.zone
            todo &= zone
        if m >= 0 and (together := self.several(a, d, r, todo)):
            parts += [SEVERAL, todo.bit_count(), *cells_of(todo), together]
            zone, todo = zone | together.zone, 0
        kept = [i for i in self.images if renamed(a, i) == a and renamed(d, i) == d] if r == 0 else []
        while todo:
            y = (todo & -todo).bit_length() - 1
            alike = 1 << y | union(image[y] for image in kept)
            marks, child, met = self.reply((a, d, r), y, todo, alike)
            parts += [*marks, y, child]
            zone |= child.zone
            todo &= ~met
        parts.append(END)
        return zone

    def several(self, a: int, d: int, r: int, todo: int) -> Won | None:
        """A win against all these replies at once."""
        m = self.search.winning(self.state, a, d | todo, _NODES) if todo & (todo - 1) else -1
        return self.win(a, d | todo, r, m) if m >= 0 else None

    def reply(self, at: tuple[int, int, int], y: int, todo: int, alike: int) -> tuple[list[int], Won, int]:
        """How a reply is met: the marks before it, its child, and the replies that are met with it."""
        a, d, r = at
        child = self.win(a, d | 1 << y, r)
        if alike != 1 << y:
            return [ALIKE], child, alike
        others = todo & ~alike
        if others & ~child.zone:
            wide = self.win(a, d | 1 << y, r + 1)
            if others & ~wide.zone and wide.length <= 2 * child.length:
                return [SLACK], wide, alike | others & ~wide.zone
        return [], child, alike

    def safe_zone(self, a: int, d: int, r: int, zone: int) -> int:
        """The zone, with the cells that keep each line of the defender two cells short, wherever r stones are added."""
        near = ((line & ~d, line) for line in self.lines if not line & a)
        unsafe = [
            (rest.bit_count(), line, rest)
            for rest, line in near
            if rest.bit_count() <= r + 1 and (rest & zone).bit_count() < 2
        ]
        weight = Counter(cell for _, _, rest in unsafe for cell in cells_of(rest))
        for _, _, rest in sorted(unsafe):
            wanted = max(0, 2 - (rest & zone).bit_count())
            for cell in sorted(cells_of(rest & ~zone), key=lambda c: -weight[c])[:wanted]:
                zone |= 1 << cell
        return zone


def _record(parts: list[int | Won], zone: int) -> Won:
    """A record of these numbers. Raises TooLongError."""
    children = [part for part in parts if isinstance(part, Won)]
    length = len(parts) - len(children) + sum(child.length for child in children)
    if length > MOST:
        raise TooLongError
    return Won(tuple(parts), zone, length, 1 + sum(child.records for child in children))
