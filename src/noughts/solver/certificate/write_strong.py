"""Writes proofs of the strong game, "O holds" and "X wins": the search walked again, its table as the guide."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from noughts.errors import ProofLostError
from noughts.game.board import cells_of
from noughts.solver.certificate.write_file import PASS, Entry, Symmetries, Writer, last_cells, one, union
from noughts.solver.certificate.write_weak import WeakProof
from noughts.solver.search.searches import Strong

_EVERY = 1 << 10
"""More stones than a board has cells."""


class ExactProof:
    """What proofs of the strong game share: exact stones, settled by a search; each position is written once."""

    def __init__(self, search: Strong, writer: Writer, symmetries: Symmetries) -> None:
        self.search, self.writer, self.symmetries = search, writer, symmetries
        self.state, self.lines, self.full = search.new_state(0), search.board.masks, search.board.full
        self._records: dict[Any, tuple[int, int]] = {}

    def settle(self, x: int, o: int, x_moves: bool, *stones: int) -> tuple[int, int]:
        """(1 X wins, 0 O holds; the winning side's move or -1), where X has so many stones to come, if that is told."""
        return self.search.settle(self.state, x, o, x_moves, *stones)

    def once(self, key: Any, frame: int, write: Callable[[], int]) -> tuple[int, int]:
        """The record with a key, written the first time, and the symmetry that it is seen through in this frame."""
        if key not in self._records:
            self._records[key] = write(), frame
        record, written = self._records[key]
        return record, self.symmetries.between[written][frame]

    def completes(self, stones: int) -> bool:
        """Whether they hold a line."""
        return any(line & ~stones == 0 for line in self.lines)

    def own_lines(self, threats: int) -> tuple[list[Entry], int]:
        """Entries for X passing where O completes a line, at each of these cells, and the moves that they leave."""
        cells = list(cells_of(threats))
        return [(PASS, c, -1, 0) for c in cells], threats if len(cells) == 1 else 0

    def alike(self, x: int, o: int, most_x: int = _EVERY, most_o: int = _EVERY) -> int:
        """Empty cells in no line that its side has so many stones to fill."""
        lines = union(line for line in self.lines if not line & o and (line & ~x).bit_count() <= most_x)
        lines |= union(line for line in self.lines if not line & x and (line & ~o).bit_count() <= most_o)
        return self.full & ~(lines | x | o)

    def defences(self, x: int, o: int, most: int = _EVERY) -> list[int]:
        """Replies of O that need an answer of their own, one of the cells alike for all."""
        if threats := last_cells(self.lines, x, o):
            return list(cells_of(threats)) if not threats & (threats - 1) else []
        alike = self.alike(x, o, most, most)
        return list(cells_of(self.full & ~(x | o | (alike & (alike - 1)))))


class StrongProof(ExactProof):
    """Records of the strong game: "O holds" and "X wins", X to move."""

    def __init__(self, strong: Strong, writer: Writer) -> None:
        self.weak = WeakProof(strong, writer)
        super().__init__(strong, writer, self.weak.symmetries)

    def position(self, x: int, o: int, write: Callable[[int, int], int]) -> tuple[int, int]:
        """Record and symmetry of a position, written the first time."""
        return self.once(*self.symmetries.canonical(x, o), lambda: write(x, o))

    def paired(self, x: int, o: int) -> bool:
        """Whether a pairing or the potential holds this position."""
        return self.weak.describe(x, o)[2] <= 0

    def first(self, x: int, o: int) -> int:
        """O's first move of a holding game, where O is to move."""
        winner, move = self.settle(x, o, False)
        if winner == 0 and move < 0 and self.paired(x, o):
            return next(cells_of(self.full & ~(x | o)))
        if winner != 0 or move < 0:
            raise ProofLostError(f"no reply found to X {x:x}, O {o:x}")
        return move

    def hold(self, x: int, o: int) -> int:
        """Write "O holds", X to move."""
        if (leaf := self.weak.leaf(x, o)) is not None and leaf[1] == 0:
            return leaf[0]
        entries, todo = self.opening(x, o)
        dead = self.alike(x, o)
        while todo:
            move = todo.bit_length() - 1
            entry, answered = self.reply(x, o, move)
            entries.append(entry)
            todo &= ~((answered | one(move)) | (dead if dead & one(move) else 0))
        return self.writer.record("s", x, o, self.writer.back(entries))

    def opening(self, x: int, o: int) -> tuple[list[Entry], int]:
        """Entries for X passing (O's own line, or pairings) and the moves they leave."""
        if threats := last_cells(self.lines, o, x):
            return self.own_lines(threats)
        entries, todo = [], self.full & ~(x | o)
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
        record, sym = self.position(*after, self.hold)
        return (move, reply, record, sym), 0

    def win(self, x: int, o: int) -> int:
        """Write "X wins", X to move."""
        winner, move = self.settle(x, o, True)
        if winner != 1:
            raise ProofLostError(f"no win found again at X {x:x}, O {o:x}")
        after = x | 1 << move
        replies = [] if self.completes(after) else self.beaten(after, o)
        return self.writer.record("v", x, o, move, self.writer.back3(replies))

    def lose(self, x: int, o: int) -> int:
        """Write "X wins", O to move."""
        replies = self.beaten(x, o)
        return self.writer.record("l", x, o, self.writer.back3(replies))

    def beaten(self, x: int, o: int) -> list[tuple[int, int, int]]:
        """Every reply of O that must be met, the record that meets it and its symmetry."""
        return [(reply, *self.position(x, o | 1 << reply, self.win)) for reply in self.defences(x, o)]
