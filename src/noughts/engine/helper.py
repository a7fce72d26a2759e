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
from noughts.game.position import Position
from noughts.solver import pool


@contextmanager
def helped(position: Position, table: Any, number: int) -> Iterator[list[Deepening]]:
    """So many helpers, which search while what is inside runs; none where no thread can be begun."""
    budget = Budget(nodes=MOST_NODES)
    helpers = [Deepening(position, table, budget) for _ in range(number if pool.THREADS else 0)]
    threads = [Thread(target=_help, args=each, daemon=True) for each in enumerate(helpers, 2)]
    for thread in threads:
        thread.start()
    try:
        yield helpers
    finally:
        for helper in helpers:
            helper.halt()
        for thread in threads:
            thread.join()


def _help(first: int, helper: Deepening) -> None:
    """Deepens from a first depth on."""
    from noughts.engine.kernels.alphabeta import prepare

    prepare(helper.geo, helper.state)
    helper.line = helper.cells(helper.state.root[:1])
    for depth in range(first, min(DEPTHS, int(helper.state.empties)) + 1):
        if not helper.deepen(depth):
            break
