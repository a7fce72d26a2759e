"""Play by claims in records of format 1: the attacker's by a `win`, the defender's by a `hold`.

What a record says is in docs/certificates.md. A `win` says of exact stones what to play, so its records are looked up
by the stones that still matter: those in a line that one side can complete. A `hold` is followed from its root: the
defender looks for a reply after which a record holds again.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from noughts.game.board import Board, cells_of
from noughts.solver.certificate.format import renamed
from noughts.solver.certificate.verify import RecordChecker
from noughts.solver.strategy.zone_strategy import Follow, inverse


class KeptRecords(RecordChecker):
    """Checks a claim and keeps its records, and what they lean on."""

    def __init__(self, header: dict[str, Any], board: Board | None) -> None:
        super().__init__(header, board)
        self.rests = list[list[Any]]()
        self.identity = [1 << cell for cell in range(self.cells)]

    def read(self, record: list[Any]) -> None:
        """Checks the next record, and keeps it."""
        super().read(record)
        self.rests.append(record[3:])


class WinStrategy(KeptRecords):
    """Plays a `win`: the records by their stones."""

    def __init__(self, header: dict[str, Any], board: Board | None) -> None:
        super().__init__(header, board)
        self._of: dict[tuple[int, int], int] = {}

    def read(self, record: list[Any]) -> None:
        """Checks the next record, and keeps it by its stones."""
        super().read(record)
        kind, a, d, _ = self.records[-1]
        if kind == "v":
            self._of.setdefault(self._key(a, d), len(self.records) - 1)

    def _key(self, a: int, d: int) -> tuple[int, int]:
        live = 0
        for line in self.lines:
            if not (line & a and line & d):
                live |= line
        return a & live, d & live

    def follow(self, a: int, d: int) -> Follow | None:
        """The move of the attacker, who is to move; None where no record holds."""
        for image in (self.identity, *self.renamings):
            number = self._of.get(self._key(renamed(a, image), renamed(d, image)))
            if number is not None:
                cell = inverse(image)[self.rests[number][0]]
                if not cell & (a | d):
                    return Follow(cell.bit_length() - 1, number + 1)
        return None


class HoldStrategy(KeptRecords):
    """Plays a `hold` from its root.

    A record *holds* for a position where the defender may wait: whatever the attacker does next, he has an answer. More
    stones of the defender never hurt him, so the position may have some that no record asked for.
    """

    def follow(self, a: int, d: int) -> Follow | None:
        """The reply of the defender, who is to move, to the attacker's stones a; None where no record has one.

        The number is 0 where nothing has to be answered: then it is any cell.
        """
        root, (mine, theirs) = len(self.records) - 1, self.stones
        free = self.full & ~(a | d)
        if mine & ~a or theirs & ~d or not free:
            return None
        if self.first is not None and not d >> int(self.first) & 1:
            return Follow(int(self.first), root + 1) if (a, d) == (mine, theirs) else None
        if self._holds(root, a, d):
            return Follow((free & -free).bit_length() - 1, 0)
        return self._reply(root, a, d)

    def _holds(self, number: int, a: int, d: int) -> bool:
        """Whether the record holds, in its own names of the cells."""
        kind, own_a, own_d, zone = self.records[number]
        if kind == "s" and own_d & ~d:
            return False
        if not a & (~own_a if kind == "s" else zone):
            return True
        if kind == "p":
            return self._late_pairs(number, a, d) == []
        if kind == "e":
            return self._light(self._edges(number, a, d))
        if kind == "c":
            return all(self._below_holds(part, image, a, d) for part, image in self._parts_of(number))
        made = (entry for entry in self._entries(number, a) if d & entry.reply)
        return any(self._below_holds(entry.child, entry.image, a & ~entry.move, d) for entry in made)

    def _reply(self, number: int, a: int, d: int) -> Follow | None:
        """A reply after which the record, which does not hold now, holds."""
        kind = self.records[number][0]
        if kind == "p":
            late = self._late_pairs(number, a, d)
            return Follow(late[0], number + 1) if len(late) == 1 and not a >> late[0] & 1 else None
        if kind == "e":
            return self._heaviest(number, a, d)
        if kind == "c":
            parts = [p for p in self._parts_of(number) if not self._below_holds(*p, a, d)]
            return self._below_reply(*parts[0], a, d) if len(parts) == 1 else None
        if kind == "s" and self.records[number][2] & ~d:
            return None
        for entry in self._entries(number, a):
            rest = a & ~entry.move
            if d & entry.reply:
                found = self._below_reply(entry.child, entry.image, rest, d)
            elif a & entry.reply or not self._below_holds(entry.child, entry.image, rest, d | entry.reply):
                continue
            else:
                found = Follow(entry.reply.bit_length() - 1, number + 1)
            if found:
                return found
        return None

    def _below_holds(self, number: int, image: list[int], a: int, d: int) -> bool:
        """Whether a record holds that is seen through a renaming."""
        back = inverse(image)
        return self._holds(number, renamed(a, back), renamed(d, back))

    def _below_reply(self, number: int, image: list[int], a: int, d: int) -> Follow | None:
        """The reply by a record that is seen through a renaming."""
        back = inverse(image)
        found = self._reply(number, renamed(a, back), renamed(d, back))
        return found and Follow(image[found.cell].bit_length() - 1, found.record)

    def _late_pairs(self, number: int, a: int, d: int) -> list[int]:
        """Of the pairs of which the attacker has a cell and the defender none, the other cell."""
        cells, late = self.rests[number][0], []
        for one, other in zip(cells[::2], cells[1::2], strict=True):
            if not d & (1 << one | 1 << other) and a & (1 << one | 1 << other):
                late.append(other if a >> one & 1 else one)
        return late

    def _edges(self, number: int, a: int, d: int) -> list[int]:
        """What the attacker still wants of each edge of a potential."""
        _, _, own_d, zone = self.records[number]
        return [edge & ~a for edge in self.least(own_d, zone) if not edge & d]

    def _light(self, edges: list[int]) -> bool:
        """Whether all edges, and those through the heaviest cell once more, weigh less than 1."""
        unit = 1 << self.cells
        through = max(self._weights(edges).values(), default=0)
        return sum(unit >> edge.bit_count() for edge in edges) + through < unit

    def _weights(self, edges: list[int]) -> dict[int, int]:
        unit, weights = 1 << self.cells, dict[int, int]()
        for edge in edges:
            for cell in cells_of(edge):
                weights[cell] = weights.get(cell, 0) + (unit >> edge.bit_count())
        return weights

    def _heaviest(self, number: int, a: int, d: int) -> Follow | None:
        """The cell through which the edges weigh most (Erdos and Selfridge 1973)."""
        edges = self._edges(number, a, d)
        weights = self._weights(edges)
        if not weights:
            return None
        best = max(weights, key=weights.__getitem__)
        left = [edge for edge in edges if not edge >> best & 1]
        return Follow(best, number + 1) if self._light(left) else None

    def _parts_of(self, number: int) -> Iterator[tuple[int, list[int]]]:
        (refs,) = self.rests[number]
        for back, sym in zip(refs[::2], refs[1::2], strict=True):
            yield number - back, self.renamings[sym]

    def _entries(self, number: int, a: int) -> Iterator[_Entry]:
        """The entries of a record, those for moves that the attacker has not made, or that a pass answers, as well."""
        kind, own_a, own_d, _ = self.records[number]
        entries, *dominated = self.rests[number]
        by_move = dict[int, _Entry]()
        for m, r, back, sym in zip(*[iter(entries)] * 4, strict=True):
            if not back:  # a line of his own is completed, which he does wherever he can
                continue
            move = 0 if m < 0 else 1 << m
            entry = _Entry(move, 1 << r, number - back, self.renamings[sym])
            by_move.setdefault(m, entry)
            if kind == "s" and self.records[number - back][0] == "s":
                yield from self._alike(entry, a & ~own_a, self.dead(own_a, own_d))
            else:
                yield entry
        for pairs in dominated:
            for y, m in zip(pairs[::2], pairs[1::2], strict=True):
                yield self._exchanged(by_move[m], y)

    def _alike(self, entry: _Entry, new: int, dead: int) -> Iterator[_Entry]:
        """An entry that leads to exact stones, for each move that it answers and that was made."""
        if entry.move & new:
            yield entry
        if entry.move & dead:
            for y in cells_of(new & dead & ~entry.move):
                yield self._exchanged(entry, y)

    def _exchanged(self, entry: _Entry, y: int) -> _Entry:
        """What answers one move as an answer to y, the two cells exchanged."""
        swap = list(self.identity)
        m = entry.move.bit_length() - 1
        swap[y], swap[m] = swap[m], swap[y]
        return _Entry(
            1 << y, renamed(entry.reply, swap), entry.child, [renamed(c, swap) for c in entry.image]
        )


class _Entry(NamedTuple):
    """An answer: to which move (0: a pass), the reply, and the record after both, seen through a renaming."""

    move: int
    reply: int
    child: int
    image: list[int]
