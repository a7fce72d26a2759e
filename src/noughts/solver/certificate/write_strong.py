"""Writes proofs of the strong game, "O holds" and "X wins": the search walked again, its table as the guide."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from noughts.errors import ProofLostError
from noughts.solver.certificate.write_file import PASS, Entry, Writer, cells_of, one
from noughts.solver.certificate.write_weak import WeakProof

if TYPE_CHECKING:  # the searches need Numba
    from noughts.solver.search.searches import Strong


class StrongProof:
    """Records of the strong game: "O holds" and "X wins", X to move."""

    def __init__(self, strong: Strong, writer: Writer) -> None:
        self.search, self.writer, self.weak = strong, writer, WeakProof(strong, writer)
        self.symmetries, self.state = self.weak.symmetries, strong.new_state(0)
        self.lines = [sum(1 << c for c in line) for line in strong.board.lines]
        self.records: dict[tuple[int, int], tuple[int, int]] = {}

    def settle(self, x: int, o: int, x_moves: bool) -> tuple[int, int]:
        """(1 X wins, 0 O holds; the winning side's move or -1)."""
        return self.search.settle(self.state, x, o, x_moves)

    def once(self, x: int, o: int, write: Any) -> tuple[int, int]:
        """Record and symmetry of a position, written by `write` the first time."""
        key, frame = self.symmetries.canonical(x, o)
        if key in self.records:
            record, other = self.records[key]
            return record, self.symmetries.between[other][frame]
        record = write(x, o)
        self.records[key] = record, frame
        return record, 0

    def threats(self, mine: int, theirs: int) -> int:
        """Empty cells that complete a line of `mine`."""
        rests = (line & ~mine for line in self.lines if not line & theirs)
        completing = 0
        for rest in rests:
            if rest & (rest - 1) == 0:
                completing |= rest
        return completing

    def dead(self, x: int, o: int) -> int:
        """Empty cells that lie in no line still open to a side."""
        alive = 0
        for line in self.lines:
            if not (line & x and line & o):
                alive |= line
        return (1 << self.search.board.size) - 1 & ~(alive | x | o)

    def paired(self, x: int, o: int) -> bool:
        """Whether a pairing or the potential holds this position."""
        return self.weak.describe(x, o)[2] <= 0

    def first(self, x: int, o: int) -> int:
        """O's first move of a holding game, where O is to move."""
        winner, move = self.settle(x, o, False)
        if winner == 0 and move < 0 and self.paired(x, o):
            return next(cells_of((1 << self.search.board.size) - 1 & ~(x | o)))
        if winner != 0 or move < 0:
            raise ProofLostError(f"no reply found to X {x:x}, O {o:x}")
        return move

    def hold(self, x: int, o: int) -> int:
        """Write "O holds", X to move."""
        if (leaf := self.weak.leaf(x, o)) is not None and leaf[1] == 0:
            return leaf[0]
        entries, todo = self.opening(x, o)
        dead = self.dead(x, o)
        while todo:
            move = todo.bit_length() - 1
            entry, answered = self.reply(x, o, move)
            entries.append(entry)
            todo &= ~((answered | one(move)) | (dead if dead & one(move) else 0))
        return self.writer.record("s", x, o, self.writer.back(entries))

    def opening(self, x: int, o: int) -> tuple[list[Entry], int]:
        """Entries for X passing (O's own line, or pairings) and the moves they leave."""
        todo = (1 << self.search.board.size) - 1 & ~(x | o)
        if threats := self.threats(o, x):
            cells = list(cells_of(threats))
            return [(PASS, c, -1, 0) for c in cells], threats if len(cells) == 1 else 0
        entries = []
        for reply in self.best_replies():
            if todo >> reply & 1 and (leaf := self.weak.leaf(x, o | 1 << reply)) is not None:
                entries.append((PASS, reply, leaf[0], leaf[1]))
                todo &= leaf[2] | 1 << reply
        return entries, todo

    def best_replies(self) -> list[int]:
        """The cells of greatest weight in the position just described."""
        weight = self.weak.weights()
        return sorted(range(len(weight)), key=lambda c: -weight[c])[:6]

    def reply(self, x: int, o: int, move: int) -> tuple[Entry, int]:
        """O's reply to a move, proved: the entry and the moves it answers too."""
        reply = self.first(x | one(move), o)
        after = x | one(move), o | 1 << reply
        if (leaf := self.weak.leaf(*after)) is not None:
            return (move, reply, leaf[0], leaf[1]), ~(leaf[2] | 1 << reply)
        record, sym = self.once(*after, self.hold)
        return (move, reply, record, sym), 0

    def win(self, x: int, o: int) -> int:
        """Write "X wins", X to move."""
        winner, move = self.settle(x, o, True)
        if winner != 1:
            raise ProofLostError(f"no win found again at X {x:x}, O {o:x}")
        after = x | 1 << move
        if any(line & ~after == 0 for line in self.lines):
            return self.writer.record("v", x, o, move, [])
        replies = self.beaten(after, o)
        return self.writer.record("v", x, o, move, self.writer.back3(replies))

    def lose(self, x: int, o: int) -> int:
        """Write "X wins", O to move."""
        replies = self.beaten(x, o)
        return self.writer.record("l", x, o, self.writer.back3(replies))

    def beaten(self, x: int, o: int) -> list[tuple[int, int, int]]:
        """Every reply of O that must be met, the record that meets it and its symmetry."""
        return [(reply, *self.once(x, o | 1 << reply, self.win)) for reply in self.defences(x, o)]

    def defences(self, x: int, o: int) -> Iterator[int]:
        """Replies of O that need an answer of their own, one of the dead cells for all."""
        free, dead = (1 << self.search.board.size) - 1 & ~(x | o), self.dead(x, o)
        if threats := self.threats(x, o):
            free, dead = threats if threats & (threats - 1) == 0 else 0, 0
        yield from cells_of(free & ~(dead & (dead - 1)))
