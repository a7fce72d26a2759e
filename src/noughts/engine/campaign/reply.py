"""One reply of an opening as a job of its own: from plain data to plain data, for any process on any machine."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from noughts.engine.zone_search import ZoneSearch
from noughts.game.board import Board
from noughts.game.position import Position
from noughts.solver.certificate.write_zones import SEVERAL

_PORTION = 500_000
"""Positions between two looks at the clock, at most."""

_LITTLE = 3_000
"""Positions for threats where one of many proofs is tried."""


@dataclass(frozen=True, slots=True)
class ReplyJob:
    """Does the side to move win this position? ``limit`` is positions; ``hints`` are trees of positions like it.

    The first hint is gone into where it does not prove all, if ``leads``.
    """

    board: str
    position: str
    limit: int
    hints: tuple[bytes, ...] = ()
    leads: bool = False


@dataclass(frozen=True, slots=True)
class ReplyAnswer:
    """The tree that proves it, none where the limit came first; ``hint`` is the place of the one that proved it.

    ``wide`` proves it, too, with one more stone of the defender outside the cells of ``zone``; it may be missing.
    """

    tree: bytes
    wide: bytes
    zone: int
    hint: int | None
    proof: int
    disproof: int
    positions: int
    seconds: float


def settle(job: ReplyJob, going: Callable[[], bool] = lambda: True) -> ReplyAnswer:
    """Tries the hints, then searches; ``going`` is asked now and then whether to go on."""
    begun = time.perf_counter()
    search = ZoneSearch(Position.parse(job.position, Board.parse(job.board)))
    proof = hint = None
    for i, tree in enumerate(map(tree_of, job.hints)):
        proof = search.replayed(tree, 0, _LITTLE)
        if proof:
            hint = i
            break
    if proof is None:
        search.root.hint = tree_of(job.hints[0]) if job.leads else None
        while going() and search.open and search.spent < job.limit:
            search.run(min(_PORTION, job.limit - search.spent))
        proof = search.root.proof
    wide = search.replayed(proof.tree, 1) if proof else None
    return ReplyAnswer(
        proof.tree.tobytes() if proof else b"",
        wide.tree.tobytes() if wide else b"",
        sum(1 << int(cell) for cell in np.flatnonzero(wide.zone)) if wide else 0,
        hint,
        search.root.pn,
        search.root.dn,
        search.spent,
        time.perf_counter() - begun,
    )


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
