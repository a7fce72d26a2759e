"""A reply that resists, won along the engine's moves.

Where a search by zones is at a loss the winning move is often none of those that it looks at first: it goes by what
lines are worth, and the engine sees further. So the engine's best move is taken as the only one, and most replies to it
fall at once; those that do not are positions of their own, each searched anew, or once more along the engine's move.
What is proved of one is tried on the others. The engine need not be right: a proof is verified as any other.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from math import inf

from noughts.engine.budget import Budget
from noughts.engine.search import search as engine
from noughts.engine.zone_search import ZoneSearch
from noughts.engine.zone_tree import ZoneTree
from noughts.game.board import Cell
from noughts.game.position import Position

_DEEPEST = 6
"""So many moves of the engine follow one another, at most."""

_ADVICE = 750_000
"""Positions that the engine looks at for a move."""

_LINE = (12_000_000, 5_000_000)
"""Positions for all replies to the engine's move together: to the first, and to those below."""

_OWN = 1_000_000
"""Positions for one reply by itself, in each of so many orders."""

_ORDERS = 3

_HINTS = 30
"""Proofs of other replies that are tried on one, at most, the last first."""

_RESIST = 4
"""Where so many replies below resist, the move is given up."""

_PORTION = 500_000
"""Positions between two looks at the clock."""

LITTLE = 3_000
"""Positions for threats where one of many proofs is tried."""


class Guide:
    """Proves positions within so many positions, ``until`` the clock says so; ``spent`` are those looked at."""

    def __init__(self, limit: float, until: float = inf) -> None:
        self.limit, self.until, self.spent = limit, until, 0

    @property
    def over(self) -> bool:
        """Whether a limit is reached."""
        return self.spent >= self.limit or time.perf_counter() >= self.until

    def won(self, position: Position, depth: int = 0, hints: Sequence[ZoneTree] = ()) -> ZoneTree | None:
        """The side to move wins: by the proof of another position, by a search of its own, or along the engine's move.

        ``depth`` says how many moves of the engine led here: where none has, the search of its own is left out.
        """
        tree = self._by_others(position, hints) or (self._by_itself(position) if depth else None)
        if tree or depth >= _DEEPEST or self.over:
            return tree
        return self.along(position, engine(position, Budget(nodes=_ADVICE)).best, depth)

    def along(self, position: Position, move: Cell, depth: int = 0) -> ZoneTree | None:
        """The side to move wins by this move: what resists of the replies is proved one by one."""
        after, search = position.play_unchecked(move), ZoneSearch(position, along=move)
        self._run(search, _LINE[min(depth, len(_LINE) - 1)])
        proofs: list[ZoneTree] = []
        tried: dict[int, int] = {}
        while not search.root.proof and not self.over:
            left = search.replies
            todo = [y for y in left if tried.get(y) != len(proofs)]  # again where others were proved since
            if not todo or (depth and len(tried.keys() & {*left}) >= _RESIST):
                return None
            reply = min(todo, key=lambda y: (y in tried, left.index(y)))
            tried[reply] = len(proofs)
            tree = self.won(after.play_unchecked(Cell(reply)), depth + 1, proofs[: -_HINTS - 1 : -1])
            if tree:
                proofs.append(tree)
                search.tell(reply, tree)
        return search.root.proof.tree if search.root.proof else None

    def _by_others(self, position: Position, hints: Sequence[ZoneTree]) -> ZoneTree | None:
        search = ZoneSearch(position) if hints else None
        proofs = (search.replayed(tree, 0, LITTLE) for tree in hints if search)
        proof = next(filter(None, proofs), None)
        self.spent += search.spent if search else 0
        return proof.tree if proof else None

    def _by_itself(self, position: Position) -> ZoneTree | None:
        """In several orders."""
        for order in range(_ORDERS):
            search = ZoneSearch(position, order=order)
            self._run(search, _OWN)
            if search.root.proof:
                return search.root.proof.tree
        return None

    def _run(self, search: ZoneSearch, positions: int) -> None:
        """Goes on within so many positions and the limits."""
        while search.open and search.spent < positions and not self.over:
            before = search.spent
            search.run(min(_PORTION, positions - search.spent))
            self.spent += search.spent - before
