"""A reply that resists, won along the engine's moves.

Where a search by zones is at a loss the winning move is often none of those that it looks at first: it goes by what
lines are worth, and the engine sees further. So the engine's best move is taken as the only one, and most replies to it
fall at once; those that do not are positions of their own, each searched anew, or once more along the engine's move.
What is proved of one is tried on the others. The engine need not be right: a proof is verified as any other.
"""

from __future__ import annotations

import time
from collections import Counter
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

_LOOKS = 2
"""A reply is searched by itself, and then along the engine's moves."""

_KEPT = 20_000
"""Proofs that are kept, at most."""

_PORTION = 500_000
"""Positions between two looks at the clock."""

LITTLE = 3_000
"""Positions for threats where one of many proofs is tried."""


class GuidedSearch:
    """Proves positions within so many positions, ``until`` the clock says so; ``spent`` are those looked at.

    ``proved`` are proofs by position, kept by whoever wants to go on with more positions where a limit was reached.
    """

    def __init__(
        self, limit: float, until: float = inf, proved: dict[Position, ZoneTree] | None = None
    ) -> None:
        self.limit, self.until, self.spent = limit, until, 0
        self.proved = {} if proved is None else proved

    @property
    def over(self) -> bool:
        """Whether a limit is reached."""
        return self.spent >= self.limit or time.perf_counter() >= self.until

    def won(self, position: Position, depth: int = 0) -> ZoneTree | None:
        """The side to move wins along the engine's move; ``depth`` says how many of these led here."""
        if depth >= _DEEPEST or self.over:
            return None
        return self._along(position, engine(position, Budget(nodes=_ADVICE)).best, depth)

    def _along(self, position: Position, move: Cell, depth: int) -> ZoneTree | None:
        """The side to move wins by this move: what resists of the replies is proved one by one.

        Each is first searched by itself; then, what resists that, along the engine's moves; and what resists this, too,
        is tried once more by the proofs of others as they come.
        """
        after, search = position.play_unchecked(move), ZoneSearch(position, along=move)
        self._run(search, _LINE[min(depth, len(_LINE) - 1)])
        proofs: list[ZoneTree] = []
        looks: Counter[int] = Counter()
        known: dict[int, int] = {}
        while not search.root.proof and not self.over:
            left = search.replies
            todo = [y for y in left if looks[y] < _LOOKS or known[y] < len(proofs)]
            if not todo or (depth and sum(looks[y] > 0 for y in left) >= _RESIST):
                break
            reply = min(todo, key=lambda y: (looks[y], left.index(y)))
            at = after.play_unchecked(Cell(reply))
            tree = self.proved.get(at) or self._by_others(at, proofs[: -_HINTS - 1 : -1])
            if not tree and looks[reply] < _LOOKS:
                tree = self.won(at, depth + 1) if looks[reply] else self._by_itself(at)
            looks[reply] += 1
            known[reply] = len(proofs)
            if tree:
                proofs.append(tree)
                self._keep(at, tree)
                search.tell(reply, tree)
        return search.root.proof.tree if search.root.proof else None

    def _keep(self, position: Position, tree: ZoneTree) -> None:
        self.proved[position] = tree
        if len(self.proved) > _KEPT:
            del self.proved[next(iter(self.proved))]

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
