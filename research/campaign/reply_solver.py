"""One reply of an opening as a job of its own: from plain data to plain data, for any process on any machine."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from math import inf

import numpy as np
from cachetools import FIFOCache

from noughts.game.board import Board, Cell
from noughts.game.position import Position
from noughts.solver.certificate.format import RejectedError
from noughts.solver.certificate.verify_zones_compiled import QuickZoneChecker
from noughts.solver.certificate.write_file import ZONE_FORMAT
from research.campaign.guide import LITTLE, Advice, GuidedSearch
from research.zones.zone_node import Attack, Defence
from research.zones.zone_search import ZoneSearch
from research.zones.zone_tree import ZoneTree

_PORTION = 500_000
"""Positions between two looks at the clock, at most."""

_KEPT = 200
"""Searches that a worker keeps, at most."""


Proved = tuple[str, ZoneTree]
"""A position's rows, and the tree by which the side to move wins there."""


@dataclass(frozen=True, slots=True)
class ReplyJob:
    """Does the side to move win this position? ``limit`` is positions; ``hints`` are trees of positions like it.

    The first hint is gone into where it does not prove all, if ``leads``. It is given up after so many ``seconds``.
    ``opens``: where it is not proved, what was found of the moves is wanted. ``order`` is one of `ZoneSearch`.
    ``path`` is where the position lies in a reply that is split, None where it is the reply itself.
    ``favourites`` are quiet moves that have won nearby, which are tried first.
    ``guided``: it is searched along the engine's moves (`GuidedSearch`); ``proved`` are positions below with their
    trees, which it need not search.
    """

    board: str
    position: str
    limit: int
    hints: tuple[ZoneTree, ...] = ()
    leads: bool = False
    seconds: float = inf
    opens: bool = False
    path: tuple[int, ...] | None = None
    favourites: tuple[int, ...] = ()
    order: int = 0
    guided: bool = False
    proved: tuple[Proved, ...] = ()


@dataclass(frozen=True, slots=True)
class ReplyAnswer:
    """The tree that proves it, none where the limit came first, or the clock (``late``).

    ``hint`` is the place of the hint that proved it.
    ``wide`` proves it, too, with one more stone of the defender outside the cells of ``zone``; it may be missing.
    ``moves`` are those that were looked into where it is not proved: the replies that are left are leaves.
    ``favourites`` are quiet moves that have won here, the last first.
    ``proved`` are positions below it with their trees, where it was searched along the engine's moves.
    """

    tree: ZoneTree | None
    wide: ZoneTree | None
    zone: int
    hint: int | None
    proof: int
    disproof: int
    positions: int
    seconds: float
    late: bool = False
    moves: tuple[Defence, ...] = ()
    favourites: tuple[int, ...] = ()
    proved: tuple[Proved, ...] = ()


class Settler:
    """A worker: settles replies one after another, and keeps what it found below those whose moves it has opened.

    Where a reply is searched along the engine's moves, an adviser's come first.
    """

    def __init__(self, advice: Advice | None = None) -> None:
        self._kept: FIFOCache[Position, Attack] = FIFOCache(_KEPT)
        self._guide = GuidedSearch(advice)

    def __call__(self, job: ReplyJob) -> ReplyAnswer:
        """Search for a proof of the reply."""
        position = Position.parse(job.position, Board.parse(job.board))
        search = ZoneSearch(position, order=job.order)
        search.root = self._kept.pop(position, search.root)
        search.favourites = [*job.favourites]
        self._guide.proved.update((Position.parse(rows, position.board), tree) for rows, tree in job.proved)
        begun, before = time.perf_counter(), self._guide.spent
        until = begun + job.seconds
        tree, hint = _searched(search, position, job, until, self._guide)
        late = tree is None and time.perf_counter() >= until
        moves = search.opened() if job.opens and tree is None and not late else []
        tree = tree or search.root.proof
        wide = search.replayed(tree, 1) if tree else None
        if not tree:
            self._keep(position, moves)
        return ReplyAnswer(
            tree,
            wide.tree if wide else None,
            sum(1 << int(cell) for cell in np.flatnonzero(wide.zone)) if wide else 0,
            hint,
            search.root.pn,
            search.root.dn,
            search.spent + self._guide.spent - before,
            time.perf_counter() - begun,
            late,
            tuple(move.bare() for move in moves),
            tuple(search.favourites),
            tuple((one.rows_text, tree) for one, tree in self._guide.below(position).items()),
        )

    def _keep(self, position: Position, moves: Iterable[Defence]) -> None:
        """Keeps the searches of all replies that are left."""
        for move in moves:
            after = position.play_unchecked(Cell(move.move))
            for y, attack in move.left.items():
                if attack.moves:
                    self._kept[after.play_unchecked(Cell(y))] = attack


def _searched(
    search: ZoneSearch, position: Position, job: ReplyJob, until: float, guide: GuidedSearch
) -> tuple[ZoneTree | None, int | None]:
    """Tries the hints, then searches: the tree that proves it, and the place of the hint that does."""
    for i, tree in enumerate(job.hints):
        proof = search.replayed(tree, 0, LITTLE)
        if proof:
            return proof.tree, i
    if job.guided:
        won = guide.won(position, job.limit, until)
        proof = search.replayed(won, 0) if won else None
        return proof.tree if proof else None, None
    if job.leads and search.root.moves is None:
        search.root.hint = job.hints[0]
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
    if answer.wide and not answer.wide.is_tree(position):
        return False
    if not all(holds(Position.parse(rows, position.board), tree) for rows, tree in answer.proved):
        return False
    return all(_is_move(position, one) for one in answer.moves)


def _is_move(position: Position, one: Defence) -> bool:
    """Whether a move and the replies that are left are on empty cells, and its parts are those of a record."""
    if one.move in one.left or not {one.move, *one.left} <= {*position.empty}:
        return False
    return not one.parts or one.record.is_tree(position)


def holds(position: Position, tree: ZoneTree) -> bool:
    """Whether the checker accepts a tree as a win of the side to move. Whoever sent it need not be trusted."""
    return tree.is_tree(position) and proves(position, tree.numbers)


def proves(position: Position, numbers: list[int]) -> bool:
    """Whether the checker accepts the numbers of a tree as a win of the side to move."""
    board, rows, attacker = position.board, position.rows_text, str(position.to_move)
    about = {"format": ZONE_FORMAT, "board": str(board), "position": rows, "claim": "win", "symmetries": []}
    try:
        QuickZoneChecker({**about, "attacker": attacker}, board).check(iter([numbers]))
    except (RejectedError, ValueError):
        return False
    return True
