"""Writes proofs of "Breaker holds": the weak game walked again with the search's table as its guide."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from noughts.errors import ProofLostError
from noughts.game.board import cells_of
from noughts.solver.certificate.write_file import PASS, Entry, Symmetries, Writer, masks, one, renamed
from noughts.solver.search.arrays import state_record, words_of
from noughts.solver.search.kernels.reasons import describe, replies
from noughts.solver.search.searches import Search

Written = tuple[int, int, int]  # record, symmetry that renames it, zone here


class WeakProof:
    """Records of "Breaker holds" in the weak game, Maker to move."""

    def __init__(self, weak: Search, writer: Writer) -> None:
        self.search, self.writer, self.symmetries = weak, writer, Symmetries(weak.board)
        self.state = state = state_record(weak.geo)
        self.replies = state.child_move[0], state.child_pn[0], state.child_dn[0]
        self.records: dict[int, tuple[int, int, int]] = {}

    def hold(self, maker: int, breaker: int, near: int = 0, far: int = 0) -> Written:
        """Write the proof of this position, or refer to one already written.

        ``near`` and ``far`` are moves that the records leaning on it would rather have outside its zone.
        """
        return self.proof(maker, breaker, far | near, self.describe(maker, breaker, near, far))

    @cached_property
    def whole(self) -> Search:
        """The search that leaves no reply out, with a table of its own.

        The pairings here have other zones than those that the search found, so moves of Maker may be met that it had
        not to, and its best replies need not hold them.
        """
        tuning = replace(self.search.tuning, replies=self.search.board.size)
        return type(self.search)(self.search.board, self.search.bits, tuning=tuning)

    def leaf(self, maker: int, breaker: int) -> Written | None:
        """The same where a pairing holds the position, else nothing."""
        description = self.describe(maker, breaker)
        return None if description[2] > 0 else self.proof(maker, breaker, 0, description)

    def describe(self, maker: int, breaker: int, near: int = 0, far: int = 0) -> tuple[int, int, int]:
        """Canonical frame, key, and 0: a pairing holds it, -1: its potential, else how many parts it has."""
        words = *words_of(maker), *words_of(breaker), *words_of(near), *words_of(far)
        return describe(self.search.geo, self.state, *words)

    def weights(self) -> list[int]:
        """Of the cells, in the position just described."""
        weights: list[int] = self.state.weight[: self.search.board.size].tolist()
        return weights

    def proof(self, maker: int, breaker: int, far: int, description: tuple[int, int, int]) -> Written:
        """Write the proof of the position just described, or refer to one already written."""
        frame, key, what = description
        if key in self.records:
            return self.written(key, frame)
        if what <= 0:
            record, zone = (self.potential if what else self.pairs)(maker, breaker)
        else:
            rows = masks(self.state.todo[: what if what > 1 else self.search.board.size])
            record, zone = (self.parts if what > 1 else self.inner)(maker, breaker, far, rows)
        self.records[key] = record, frame, zone
        return record, 0, zone

    def written(self, key: int, frame: int) -> Written:
        """The record of a key, for a position whose canonical frame this is."""
        record, other, zone = self.records[key]
        sym = self.symmetries.between[other][frame]
        return record, sym, renamed(zone, self.symmetries.images[sym]) if sym else zone

    def pairs(self, maker: int, breaker: int) -> tuple[int, int]:
        """The leaf just described, held by a pairing."""
        cells = self.state.pairs[: self.state.pair_cells].tolist()
        return self.writer.record("p", maker, breaker, cells), sum(1 << c for c in cells)

    def potential(self, maker: int, breaker: int) -> tuple[int, int]:
        """The leaf just described, held by its potential."""
        low, high = self.state.found_zone.tolist()
        zone = low | high << 64
        return self.writer.record("e", maker, breaker, zone), zone

    def parts(self, maker: int, breaker: int, far: int, rows: list[int]) -> tuple[int, int]:
        """Each part by itself: Breaker is given all cells outside it."""
        held = [self.hold(maker, self.search.board.full & ~(maker | part), far=far) for part in rows]
        zone = sum(zone for _, _, zone in held)
        refs = [ref for record, sym, _ in held for ref in (self.writer.count - record, sym)]
        return self.writer.record("c", maker, breaker, refs), zone

    def inner(self, maker: int, breaker: int, far: int, needed: list[int]) -> tuple[int, int]:
        """Maker passes, then his moves inside the zone left, the heaviest first, until none is left.

        ``needed[c]`` are the moves that an answer to move c leaves to be answered, for c does not dominate them.
        """
        weight = self.weights()
        entries: list[Entry] = []
        dominated: list[int] = []
        union, todo, move = 0, -1, PASS
        while todo:
            if entries:
                move = max(cells_of(todo), key=weight.__getitem__)
            entry, zone = self.entry(maker, breaker, move, todo & ~one(move) if entries else 0, far)
            entries.append(entry)
            union |= zone
            todo &= zone & ~one(move)
            if move != PASS and todo & ~needed[move]:
                union |= one(move)
                dominated += [c for y in cells_of(todo & ~needed[move]) for c in (y, move)]
                todo &= needed[move]
        more = [dominated] if dominated else []
        return self.writer.record("w", maker, breaker, self.writer.back(entries), *more), union

    def entry(self, maker: int, breaker: int, move: int, near: int, far: int) -> tuple[Entry, int]:
        """Breaker's reply to a move, proved: the entry and its zone."""
        maker |= one(move)
        reply, place = self.reply(maker, breaker)
        record, sym, zone = (
            self.written(*place) if place else self.hold(maker, breaker | 1 << reply, near, far)
        )
        return (move, reply, record, sym), zone | 1 << reply

    def first(self, maker: int, breaker: int) -> int:
        """Breaker's first move, where Breaker is to move: any, where no line is left to break."""
        board = self.search.board
        if all(line & breaker for line in board.masks):
            return next(cells_of(board.full & ~(maker | breaker)))
        return self.reply(maker, breaker)[0]

    def reply(self, maker: int, breaker: int) -> tuple[int, tuple[int, int] | None]:
        """A reply that holds, Breaker to move: from the table, else searched again, at last among all replies.

        One that is written already is preferred; it comes with the key and the frame of what it leads to.
        """
        words = *words_of(maker), *words_of(breaker)
        count, proved = replies(self.search.geo, self.state, *words, self.search.table)
        cells, keys, frames = (row[:count].tolist() for row in self.replies)
        for reply, key, frame in zip(cells, keys, frames, strict=True):
            if key in self.records:
                return reply, (key, frame)
        if proved >= 0:
            return cells[proved], None
        reply = self.search.reply((self.state,), maker, breaker)
        if reply < 0:
            reply = self.whole.reply(self.whole.states[0], maker, breaker)
        if reply < 0:
            raise ProofLostError(f"no reply found to Maker {maker:x}, Breaker {breaker:x}")
        return reply, None
