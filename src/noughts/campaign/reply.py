"""One reply of an opening as a job of its own: from plain data to plain data, for any process on any machine."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any

import numpy as np

from noughts.engine.zone_search import Attack, Defence, ZoneSearch
from noughts.engine.zone_tree import ZoneProof, children, measured
from noughts.game.board import Board, Cell
from noughts.game.position import Position
from noughts.solver.certificate.read import RejectedError
from noughts.solver.certificate.verify_zones_quick import QuickZoneChecker
from noughts.solver.certificate.write_zones import END, FORMAT, PASS, SEVERAL

_PORTION = 500_000
"""Positions between two looks at the clock, at most."""

_KEPT = 200
"""Searches that a worker keeps, at most."""

_LITTLE = 3_000
"""Positions for threats where one of many proofs is tried."""


@dataclass(frozen=True, slots=True)
class ReplyJob:
    """Does the side to move win this position? ``limit`` is positions; ``hints`` are trees of positions like it.

    The first hint is gone into where it does not prove all, if ``leads``. It is given up after so many ``seconds``.
    ``opens``: where it is not proved, what was found of the moves is wanted. ``path`` is for whoever asks.
    ``favourites`` are quiet moves that have won nearby, which are tried first.
    """

    board: str
    position: str
    limit: int
    hints: tuple[bytes, ...] = ()
    leads: bool = False
    seconds: float = inf
    opens: bool = False
    path: tuple[int, ...] = ()
    favourites: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Opened:
    """A move that was looked into: the replies that are met with their trees, and those left: proof, disproof number.

    ``forced`` says that the only reply is that to a four.
    """

    move: int
    forced: bool
    parts: bytes
    left: tuple[tuple[int, int, int], ...]


@dataclass(frozen=True, slots=True)
class ReplyAnswer:
    """The tree that proves it, none where the limit came first, or the clock (``late``).

    ``hint`` is the place of the hint that proved it.
    ``wide`` proves it, too, with one more stone of the defender outside the cells of ``zone``; it may be missing.
    ``favourites`` are quiet moves that have won here, the last first.
    """

    tree: bytes
    wide: bytes
    zone: int
    hint: int | None
    proof: int
    disproof: int
    positions: int
    seconds: float
    late: bool = False
    moves: tuple[Opened, ...] = ()
    favourites: tuple[int, ...] = ()


class Settler:
    """A worker: settles replies one after another, and keeps what it found below those whose moves it has opened."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Position, Attack] = OrderedDict()

    def __call__(self, job: ReplyJob) -> ReplyAnswer:
        """What comes of a job."""
        position = Position.parse(job.position, Board.parse(job.board))
        search = ZoneSearch(position)
        search.root = self._kept.pop(position, search.root)
        search.favourites = [*job.favourites]
        begun = time.perf_counter()
        proof, hint = _searched(search, job, begun + job.seconds)
        late = proof is None and search.open and search.spent < job.limit
        moves = search.opened() if job.opens and proof is None and not late else []
        proof = proof or search.root.proof
        wide = search.replayed(proof.tree, 1) if proof else None
        if not proof:
            self._keep(position, moves)
        return ReplyAnswer(
            proof.tree.tobytes() if proof else b"",
            wide.tree.tobytes() if wide else b"",
            sum(1 << int(cell) for cell in np.flatnonzero(wide.zone)) if wide else 0,
            hint,
            search.root.pn,
            search.root.dn,
            search.spent,
            time.perf_counter() - begun,
            late,
            tuple(map(_opened, moves)),
            tuple(search.favourites),
        )

    def _keep(self, position: Position, moves: Iterable[Defence]) -> None:
        """Keeps the searches of all replies that are left."""
        for move in moves:
            after = position.play_unchecked(Cell(move.m))
            for y, attack in move.left.items():
                if attack.moves:
                    self._kept[after.play_unchecked(Cell(y))] = attack
        while len(self._kept) > _KEPT:
            self._kept.popitem(last=False)


def _opened(move: Defence) -> Opened:
    left = tuple((y, attack.pn, attack.dn) for y, attack in move.left.items())
    return Opened(move.m, move.forced, b"".join(part.tobytes() for part in move.parts), left)


def _searched(search: ZoneSearch, job: ReplyJob, until: float) -> tuple[ZoneProof | None, int | None]:
    """Tries the hints, then searches: the proof, and the place of the hint that it is."""
    for i, tree in enumerate(map(tree_of, job.hints)):
        proof = search.replayed(tree, 0, _LITTLE)
        if proof:
            return proof, i
    if job.leads and search.root.moves is None:
        search.root.hint = tree_of(job.hints[0])
    while search.open and search.spent < job.limit and time.perf_counter() < until:
        search.run(min(_PORTION, job.limit - search.spent))
    return search.root.proof, None


def believable(job: ReplyJob, answer: ReplyAnswer) -> bool:
    """Whether the tree of an answer is a proof, and all else that it tells has the form of trees and of moves.

    So whoever sent it need not be trusted.
    """
    position = Position.parse(job.position, Board.parse(job.board))
    if answer.tree and not holds(position, answer.tree):
        return False
    if answer.wide and not is_tree(position, answer.wide):
        return False
    return all(_is_opened(position, one) for one in answer.moves)


def _is_opened(position: Position, one: Opened) -> bool:
    """Whether a move and the replies that are left are on empty cells, and its parts are those of a record."""
    replies = [y for y, _, _ in one.left]
    if one.move in replies or not {one.move, *replies} <= {*position.empty}:
        return False
    return not one.parts or is_tree(position, record_tree(one.move, one.parts, one.forced))


def holds(position: Position, tree: bytes) -> bool:
    """Whether the checker accepts a tree as a win of the side to move. Whoever sent it need not be trusted."""
    board, rows, attacker = position.board, position.rows_text, str(position.to_move)
    about = {"format": FORMAT, "board": str(board), "position": rows, "claim": "win", "symmetries": []}
    try:
        QuickZoneChecker({**about, "attacker": attacker}, board).check(iter([tree_of(tree)[:, 0].tolist()]))
    except (RejectedError, ValueError):
        return False
    return is_tree(position, tree)


def is_tree(position: Position, tree: bytes) -> bool:
    """Whether it has the form of a tree of the side to move, with the right lengths, whatever it proves."""
    try:
        return tree == measured_tree(position, tree_of(tree)[:, 0])
    except ValueError:
        return False


def record_tree(move: int, parts: bytes, forced: bool) -> bytes:
    """The record of a move whose replies are met by these parts."""
    inner = tree_of(parts)
    tree = np.zeros((len(inner) + 1 + (not forced), 2), np.int32)
    tree[0] = move, len(tree)
    tree[1 : 1 + len(inner)] = inner
    if not forced:
        tree[-1, 0] = END
    return tree.tobytes()


def hints_of(move: int, parts: bytes, forced: bool) -> list[bytes]:
    """The trees of the replies that are met by these parts of a record; not that of a pass."""
    if forced or not parts:
        return []
    found = children(tree_of(record_tree(move, parts, forced)))
    return [tree.tobytes() for _, y, tree in found if y != PASS]


def part_of(marks: Sequence[int], tree: bytes) -> bytes:
    """What a record has of a child: what it is for, and its tree."""
    numbers = np.zeros((len(marks), 2), np.int32)
    numbers[:, 0] = marks
    return numbers.tobytes() + tree


def measured_tree(position: Position, numbers: Any) -> bytes:
    """The numbers of a tree of the side to move, with the lengths of its records. ValueError for others."""
    return bytes(measured(position, numbers).tobytes())


def tree_of(data: bytes) -> Any:
    """The numbers of a tree, each with the length of the record that it begins."""
    return np.frombuffer(data, np.int32).reshape(-1, 2)


def renamed_tree(data: bytes, image: Sequence[int]) -> bytes:
    """A tree with its cells renamed by a symmetry."""
    tree = tree_of(data).copy()
    cells = tree[:, 0] >= 0
    cells[1:] &= tree[:-1, 0] != SEVERAL  # that is followed by a number
    tree[cells, 0] = np.array(image, np.int32)[tree[cells, 0]]
    return bytes(tree.tobytes())
