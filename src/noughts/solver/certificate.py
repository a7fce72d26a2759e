"""Writes certificates: the proof is walked again with the search's table as its guide (format: ``verifier``).

``write(path, claims)`` writes one claim or two about one position. A record is written once for all positions
equal to it up to a symmetry. The attacker is the search's first side, the defender its second.
"""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from noughts.game.board import Board
from noughts.game.outcome import Mark
from noughts.game.position import Position

if TYPE_CHECKING:  # the searches need Numba; whoever only reads this module does not
    from noughts.solver.kernels.search import Search

FORMAT = "noughts-certificate-1"
PASS = -1
Found = tuple[int, int, int]  # record, symmetry that renames it, zone here
Entry = tuple[int, int, int, int]  # X's move, O's reply, record, symmetry


class ProofLostError(RuntimeError):
    """The search could not find its own proof again: table overwritten and limits too low, or a hash collision."""


class Writer:
    """Records to a gzip file beside the target; renamed to it when the block ends without error."""

    def __init__(self, path: str | Path) -> None:
        self.path, self.part, self.count = str(path), f"{path}.part", 0
        self.raw = open(self.part, "wb")  # noqa: SIM115 - closed by __exit__
        self.file = gzip.GzipFile("", "wb", 6, self.raw, 0)

    def begin(self, header: dict[str, Any]) -> None:
        """A new claim: its header, and its records are counted anew."""
        self.line(header)
        self.count = 0

    def line(self, value: Any) -> None:
        self.file.write(json.dumps(value, separators=(",", ":")).encode() + b"\n")

    def record(self, *values: Any) -> int:
        """Number of the record just written."""
        self.line(values)
        self.count += 1
        return self.count - 1

    def back(self, entries: list[Entry]) -> list[int]:
        """Entries with their records counted back from the one to be written next."""
        return [
            v for m, r, record, sym in entries for v in (m, r, self.count - record if record >= 0 else 0, sym)
        ]

    def back3(self, entries: list[tuple[int, int, int]]) -> list[int]:
        """The same for entries of a reply, a record and a symmetry."""
        return [v for reply, record, sym in entries for v in (reply, self.count - record, sym)]

    def __enter__(self) -> Writer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            with self.raw:
                self.file.close()
                self.raw.flush()
                os.fsync(self.raw.fileno())
            if kind is None:
                os.replace(self.part, self.path)
        finally:  # also where closing it fills the disk
            Path(self.part).unlink(missing_ok=True)


class Symmetries:
    """The board's symmetries as renamings, and how two canonical frames meet."""

    def __init__(self, board: Board) -> None:
        n = board.size
        group: list[tuple[int, ...]] = [tuple(p) for p in board.symmetries]
        number = {p: i for i, p in enumerate(group)}
        inverse = [sorted(range(n), key=p.__getitem__) for p in group]
        self.images = [[1 << c for c in p] for p in group]
        self.between = [
            [number[tuple(inverse[b][a[c]] for c in range(n))] for b in range(len(group))] for a in group
        ]

    def canonical(self, x: int, o: int) -> tuple[tuple[int, int], int]:
        """The least image of a position and the symmetry that makes it."""
        return min(((renamed(x, image), renamed(o, image)), i) for i, image in enumerate(self.images))


class WeakProof:
    """Records of "Breaker holds" in the weak game, Maker to move."""

    def __init__(self, weak: Search, writer: Writer) -> None:
        from noughts.solver.kernels.search import state_arrays

        self.search, self.writer, self.symmetries = weak, writer, Symmetries(weak.board)
        self.state = state = state_arrays(weak.geo)
        self.stat, self.cells = state.stat, state.pairs
        self.replies = state.chm[0], state.chp[0], state.chd[0]
        self.known: dict[int, tuple[int, int, int]] = {}

    def hold(self, maker: int, breaker: int, near: int = 0, far: int = 0) -> Found:
        """Write the proof of this position, or refer to one already written.

        ``near`` and ``far`` are moves that the records leaning on it would rather have outside its zone.
        """
        return self.proof(maker, breaker, far | near, self.describe(maker, breaker, near, far))

    def leaf(self, maker: int, breaker: int) -> Found | None:
        """The same where a pairing holds the position, else nothing."""
        seen = self.describe(maker, breaker)
        return None if seen[2] else self.proof(maker, breaker, 0, seen)

    def describe(self, maker: int, breaker: int, near: int = 0, far: int = 0) -> tuple[int, int, int]:
        """Canonical frame, key and lines that a pairing leaves open."""
        from noughts.solver.kernels.search import words_of
        from noughts.solver.kernels.witness import describe

        cells = [word for mask in (maker, breaker, near, far) for word in words_of(mask)]
        return describe(self.search.geo, self.state, *cells)

    def proof(self, maker: int, breaker: int, far: int, seen: tuple[int, int, int]) -> Found:
        """Write the proof of the position just described, or refer to one already written."""
        frame, key, left = seen
        if key in self.known:
            record, other, zone = self.known[key]
            sym = self.symmetries.between[other][frame]
            return record, sym, renamed(zone, self.symmetries.images[sym])
        record, zone = self.pairs(maker, breaker) if left == 0 else self.inner(maker, breaker, far)
        self.known[key] = record, frame, zone
        return record, 0, zone

    def pairs(self, maker: int, breaker: int) -> tuple[int, int]:
        """The leaf just described."""
        cells = self.cells[: self.stat[3]].tolist()
        return self.writer.record("p", maker, breaker, cells), sum(1 << c for c in cells)

    def inner(self, maker: int, breaker: int, far: int) -> tuple[int, int]:
        """Maker passes, then his moves inside the zone left, the heaviest first, until none is left."""
        weight = self.stat[64 : 64 + self.search.board.size].tolist()
        entries: list[Entry] = []
        union, todo, move = 0, -1, PASS
        while todo:
            if entries:
                move = max(cells_of(todo), key=weight.__getitem__)
            entry, zone = self.entry(maker, breaker, move, todo & ~one(move) if entries else 0, far)
            entries.append(entry)
            union |= zone
            todo &= zone & ~one(move)
        return self.writer.record("w", maker, breaker, self.writer.back(entries)), union

    def entry(self, maker: int, breaker: int, move: int, near: int, far: int) -> tuple[Entry, int]:
        """Breaker's reply to a move, proved: the entry and its zone."""
        maker |= one(move)
        reply = self.reply(maker, breaker)
        record, sym, zone = self.hold(maker, breaker | 1 << reply, near, far)
        return (move, reply, record, sym), zone | 1 << reply

    def first(self, maker: int, breaker: int) -> int:
        """Breaker's first move, where Breaker is to move: any, where no line is left to break."""
        board = self.search.board
        if all(line & breaker for line in board.masks):
            return next(cells_of(board.full & ~(maker | breaker)))
        return self.reply(maker, breaker)

    def reply(self, maker: int, breaker: int) -> int:
        """A reply that holds, Breaker to move: one written already, else from the table, else searched again."""
        from noughts.solver.kernels.search import words_of
        from noughts.solver.kernels.witness import answer, replies

        search = self.search
        search.stop[0] = 0
        stones = words_of(maker) + words_of(breaker)
        count = replies(search.geo, self.state, search.table, *stones)
        cells, keys, proved = (row[:count].tolist() for row in self.replies)
        for good in (map(self.known.__contains__, keys), proved):
            for reply in (c for c, holds in zip(cells, good, strict=True) if holds):
                return int(reply)
        found = int(answer(search.geo, self.state, search.table, *stones, 1 << 60, search.stop))
        if found < 0:
            raise ProofLostError(f"no reply found to Maker {maker:x}, Breaker {breaker:x}")
        return found


class StrongProof:
    """Records of the strong game: "O holds" and "X wins", X to move."""

    def __init__(self, strong: Search, writer: Writer) -> None:
        self.search, self.writer, self.weak = strong, writer, WeakProof(strong, writer)
        self.symmetries, self.states = self.weak.symmetries, strong.new_state(0)
        self.lines = [sum(1 << c for c in line) for line in strong.board.lines]
        self.known: dict[tuple[int, int], tuple[int, int]] = {}

    def settle(self, x: int, o: int, x_moves: bool) -> tuple[int, int]:
        """(1 X wins, 0 O holds; the winning side's move or -1)."""
        from noughts.solver.kernels.search import words_of
        from noughts.solver.kernels.strong import strong_answer

        search = self.search
        search.stop[0] = 0
        attacker, defender = self.states
        x0, x1 = words_of(x)
        o0, o1 = words_of(o)
        return strong_answer(
            search.geo, attacker, defender, search.table, x0, x1, o0, o1, int(x_moves), 1 << 60, search.stop
        )

    def once(self, x: int, o: int, write: Any) -> tuple[int, int]:
        """Record and symmetry of a position, written by `write` the first time."""
        key, frame = self.symmetries.canonical(x, o)
        if key in self.known:
            record, other = self.known[key]
            return record, self.symmetries.between[other][frame]
        record = write(x, o)
        self.known[key] = record, frame
        return record, 0

    def threats(self, mine: int, theirs: int) -> int:
        """Empty cells that complete a line of `mine`."""
        rests = (line & ~mine for line in self.lines if not line & theirs)
        found = 0
        for rest in rests:
            if rest & (rest - 1) == 0:
                found |= rest
        return found

    def dead(self, x: int, o: int) -> int:
        """Empty cells that lie in no line still open to a side."""
        alive = 0
        for line in self.lines:
            if not (line & x and line & o):
                alive |= line
        return (1 << self.search.board.size) - 1 & ~(alive | x | o)

    def paired(self, x: int, o: int) -> bool:
        """Whether a pairing holds this position."""
        return self.weak.describe(x, o)[2] == 0

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
        weight = self.weak.state.stat[64 : 64 + self.search.board.size].tolist()
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


def one(cell: int) -> int:
    """The mask of a cell, 0 for a pass."""
    return 1 << cell if cell >= 0 else 0


def cells_of(mask: int) -> Iterator[int]:
    """The cells of a mask, lowest first."""
    mask &= (1 << 128) - 1
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def renamed(mask: int, image: list[int]) -> int:
    """A mask with its cells renamed."""
    return sum(image[c] for c in cells_of(mask))


@dataclass(frozen=True)
class Claim:
    """What a settled search says of a position: whether ``attacker`` wins it or is held."""

    position: Position
    attacker: Mark
    wins: bool
    search: Search

    @property
    def stones(self) -> tuple[int, int]:
        """The attacker's cells and the defender's."""
        position = self.position
        return (position.x, position.o) if self.attacker is Mark.X else (position.o, position.x)


def write(path: str | Path, claims: Sequence[Claim]) -> int:
    """Writes a certificate of one or two claims beside the target, then renames it; the number of records.

    Raises OSError where it cannot be written; nothing is left half-written then.
    """
    records = 0
    with Writer(path) as writer:
        for claim in claims:
            _write_claim(writer, claim)
            records += writer.count
    return records


def _write_claim(writer: Writer, claim: Claim) -> None:
    attacks = claim.position.to_move is claim.attacker
    x, o = claim.stones
    weak = claim.search.kind == "weak"
    proof: Any = WeakProof(claim.search, writer) if weak else StrongProof(claim.search, writer)
    first = None if attacks or claim.wins else proof.first(x, o)
    writer.begin(_header(claim, first))
    if claim.wins:
        (proof.win if attacks else proof.lose)(x, o)
    else:
        proof.hold(x, o if first is None else o | 1 << first)


def _header(claim: Claim, first: int | None) -> dict[str, Any]:
    """The first line of a claim."""
    board = claim.position.board
    return {
        "format": FORMAT,
        "board": board.name,
        "position": str(claim.position),
        "attacker": str(claim.attacker),
        "claim": "win" if claim.wins else "hold",
        "first": first,
        "symmetries": [list(p) for p in board.symmetries],
    }
