"""How many positions a search may look at yet, where no thread can end it in time."""

from __future__ import annotations

from math import inf
from time import perf_counter

from noughts.engine.budget import Budget
from noughts.solver import pool

_RATE, _MEASURED = 20_000, 0.05
"""Positions a second, until so many seconds have told how many there are."""


class NodeLimit:
    """Begins to run when it is made."""

    def __init__(self, budget: Budget) -> None:
        self.budget, self.began = budget, perf_counter()
        self.ended = False

    def now(self, spent: int) -> int:
        """Positions in all: as the budget says, and without threads no more than fit into its seconds.

        ``spent`` are those until now, by which it is reckoned: while there is time there is room for more, however slow
        the beginning was. None where the search is ``ended``.
        """
        if self.ended:
            return 0
        nodes = min(self.budget.nodes, 1 << 60)
        if not pool.THREADS and self.budget.seconds < inf:
            seconds = perf_counter() - self.began
            left = max(0.0, self.budget.seconds - seconds)
            rate = spent / seconds if seconds > _MEASURED else _RATE
            nodes = min(nodes, spent + max(rate * left, _RATE * min(_MEASURED, left)))
        return int(nodes)
