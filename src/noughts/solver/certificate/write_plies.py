"""Writes the certificate of a number of plies: a win in n and none in n - 2, or none in n (``verify_plies``).

The proofs are walked again with the search's table as their guide. A record is written once for all positions with
the same edges and stones to come, up to a symmetry. X is the side to move, the attacker, and O the other.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from noughts.errors import ProofLostError
from noughts.game.board import cells_of
from noughts.game.position import Position
from noughts.solver.certificate.write_file import (
    PASS,
    Entry,
    Symmetries,
    Writer,
    header,
    last_cells,
    one,
    renamed,
    union,
    writing,
)
from noughts.solver.certificate.write_strong import ExactProof
from noughts.solver.search.arrays import state_record, words_of
from noughts.solver.search.kernels.reasons import pairs_within
from noughts.solver.search.searches import Bounded

Edges = frozenset[int]
_NARROW = 6
"""Cells tried for the defender before the moves are answered one by one."""


class FewestProof(ExactProof):
    """Records "X completes a line first within t stones" (u) and "he does not" (b, q), X to move."""

    def __init__(self, search: Bounded, writer: Writer) -> None:
        super().__init__(search, writer, Symmetries(search.board))
        self.pair_state = state_record(search.geo)
        self.leaves: dict[frozenset[frozenset[int]], int] = {}

    def edges(self, x: int, o: int, most_x: int, most_o: int) -> tuple[Edges, Edges]:
        """What X's and O's lines of at most so many empty cells still want, without edges that contain others."""
        mine = {line & ~x for line in self.lines if not line & o and (line & ~x).bit_count() <= most_x}
        theirs = {line & ~o for line in self.lines if not line & x and (line & ~o).bit_count() <= most_o}
        return least(mine), least(theirs)

    def position(self, kind: str, x: int, o: int, stones: int, write: Any) -> tuple[int, int]:
        """Record and symmetry for a position, written by `write` the first time."""
        both = self.edges(x, o, stones, stones - 1)
        images = (
            tuple(tuple(sorted(renamed(edge, p) for edge in edges)) for edges in both)
            for p in self.symmetries.images
        )
        key, frame = min((key, i) for i, key in enumerate(images))
        return self.once((kind, stones, *key), frame, lambda: write(x, o, stones))

    def pairs(self, x: int, o: int, stones: int) -> list[int] | None:
        """Cells of pairs that hold where X has so many stones to come, or None."""
        state = self.pair_state
        if pairs_within(self.search.geo, state, *words_of(x), *words_of(o), stones):
            return None
        return [int(c) for c in state.pairs[: state.pair_cells]]

    def leaf(self, cells: list[int]) -> int:
        """The record of these pairs, written once whatever their order."""
        pairs = frozenset(frozenset(cells[i : i + 2]) for i in range(0, len(cells), 2))
        if pairs not in self.leaves:
            self.leaves[pairs] = self.writer.record("q", cells)
        return self.leaves[pairs]

    def hold(self, x: int, o: int, stones: int) -> int:
        """Writes that X does not complete a line within so many stones."""
        if (cells := self.pairs(x, o, stones)) is not None:
            return self.leaf(cells)
        entries, todo = self.opening(x, o, stones) if stones > 1 else ([], 0)
        alike = self.alike(x, o, stones, stones - 1)
        while todo:
            move = todo.bit_length() - 1
            entries.append(self.answer(x, o, move, stones - 1))
            todo &= ~(alike if alike & one(move) else one(move))
        return self.writer.record("b", x, o, stones, self.writer.back(entries))

    def opening(self, x: int, o: int, stones: int) -> tuple[list[Entry], int]:
        """Entries for X passing (O's own line, or pairings) and the moves they leave."""
        if threats := last_cells(self.lines, o, x):
            return self.own_lines(threats)
        entries, todo = list[Entry](), self.full & ~(x | o)
        weight = self.pair_state.weight[: self.search.board.size].tolist()
        for reply in sorted(cells_of(todo), key=lambda c: -weight[c])[:_NARROW]:
            cells_held = self.pairs(x, o | one(reply), stones)
            zone = union(one(c) for c in cells_held or ()) | one(reply)
            if cells_held is not None and todo & ~zone:
                entries.append((PASS, reply, self.leaf(cells_held), 0))
                todo &= zone
        return entries, todo

    def answer(self, x: int, o: int, move: int, stones: int) -> Entry:
        """O's reply to a move, proved."""
        x |= one(move)
        winner, reply = self.settle(x, o, False, stones)
        if winner != 0:
            raise ProofLostError(f"no reply found to X {x:x}, O {o:x}, {stones} stones to come")
        if reply < 0:
            reply = self.any_reply(x, o, stones)
        o |= one(reply)
        if self.completes(o):
            return move, reply, -1, 0
        return move, reply, *self.position("b", x, o, stones, self.hold)

    def any_reply(self, x: int, o: int, stones: int) -> int:
        """A reply where the search saw at once that O holds: his own line, X's last cell, X's best cell."""
        a, d = self.edges(x, o, stones, stones)
        for edges in (d, a):
            if single := union(e for e in edges if not e & (e - 1)):
                return single.bit_length() - 1
        free = list(cells_of(self.full & ~(x | o)))
        for c in sorted(free, key=lambda c: -sum(e >> c & 1 for e in a)):
            if self.settle(x, o | one(c), True, stones)[0] == 0:
                return c
        raise ProofLostError(f"no reply found to X {x:x}, O {o:x}, {stones} stones to come")

    def win(self, x: int, o: int, stones: int) -> int:
        """Writes that X completes a line first within so many stones."""
        winner, move = self.settle(x, o, True, stones)
        if winner != 1:
            raise ProofLostError(f"no win found again at X {x:x}, O {o:x}, {stones} stones to come")
        move = self.quick_win(x, o) if move < 0 else move
        after = x | one(move)
        replies = [
            (reply, *self.position("u", after, o | one(reply), stones - 1, self.win))
            for reply in (() if self.completes(after) else self.defences(after, o, stones - 1))
        ]
        return self.writer.record("u", x, o, stones, move, self.writer.back3(replies))

    def quick_win(self, x: int, o: int) -> int:
        """The move where the search saw the win at once: a last cell, else a cell of two short edges."""
        short = sorted(self.edges(x, o, 2, 0)[0], key=int.bit_count)
        if not short[0] & (short[0] - 1):
            return short[0].bit_length() - 1
        both = (e & f for i, e in enumerate(short) for f in short[:i])
        return next(c for c in both if c).bit_length() - 1


def least(edges: set[int]) -> Edges:
    """The edges that contain no other."""
    return frozenset(e for e in edges if not any(f != e and f & ~e == 0 for f in edges))


def write(path: str | Path, search: Bounded, position: Position, plies: int, *, wins: bool) -> int:
    """Writes that the side to move wins in so many plies and not in fewer, or, not ``wins``, not in so many.

    The number of records. Raises OSError where it cannot be written; nothing is left half-written then.
    """
    mine, theirs, stones = position.own, position.other, plies // 2 + 1
    with writing(path) as writer:
        claim = "fewest" if wins else "slower"
        writer.begin(header(position, position.to_move, claim, plies=plies))
        proof, won = FewestProof(search, writer), None
        if wins:
            won, stones = proof.win(mine, theirs, stones), stones - 1
        held = proof.hold(mine, theirs, stones) if stones else writer.count
        writer.record("n", 0 if won is None else writer.count - won, writer.count - held)
    return writer.count
