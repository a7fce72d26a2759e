"""A search's helpers: each deepens the same position in a thread of its own, on the same table.

What a helper leaves in the table spares the search work; they differ by the depth that they begin with, and by chance.
The manner is that of Stockfish ("lazy SMP").
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Any

from noughts.engine.budget import MOST_NODES, Budget
from noughts.engine.deepening import DEPTHS, Deepening
from noughts.engine.node_limit import NodeLimit
from noughts.game.position import Position
from noughts.solver import pool


class Helper(Deepening):
    """One of them, the ``number``-th."""

    def __init__(self, position: Position, table: Any, number: int) -> None:
        super().__init__(position, table, NodeLimit(Budget(nodes=MOST_NODES)))
        self._first = 1 + number
        self._thread = Thread(target=self._run, daemon=True)

    def begin(self) -> None:
        """Begins to search."""
        self._thread.start()

    def end(self) -> None:
        """Ends it, and waits for that."""
        self.halt()
        self._thread.join()

    def _run(self) -> None:
        from noughts.engine.kernels.alphabeta import prepare

        prepare(self.geo, self.state)
        self.line = self.cells(self.state.root[:1])
        for depth in range(self._first, min(DEPTHS, int(self.state.empties)) + 1):
            if not self.deepen(depth):
                break


@contextmanager
def helped(position: Position, table: Any, number: int) -> Iterator[list[Helper]]:
    """So many helpers, which search while what is inside runs; none where no thread can be begun."""
    helpers = [Helper(position, table, each + 1) for each in range(number if pool.THREADS else 0)]
    for helper in helpers:
        helper.begin()
    try:
        yield helpers
    finally:
        for helper in helpers:
            helper.end()
