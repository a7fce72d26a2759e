"""Alpha-beta on one position, deepened depth by depth: the kernels' records, and what has come out so far.

A search may have helpers, each of which deepens the same position in a thread of its own, on the same table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import takewhile
from math import inf
from threading import Thread
from time import perf_counter
from typing import Any

from noughts.engine import encode_board
from noughts.engine.kernels.alphabeta import deepen, prepare
from noughts.engine.limits import MOST_NODES, Budget
from noughts.engine.score import INF, PROVED
from noughts.game.board import Cell
from noughts.game.position import Position
from noughts.solver import pool

DEPTHS = 120
"""The deepest iteration."""

_WINDOW, _WIDEST = 400, 3_000
"""How far around the last depth's value the next is looked for at first, and on the side where it was missed twice as
far each time, up to the end of the scale from where on there is no more to gain by that."""

_RATE, _MEASURED = 20_000, 0.05
"""Positions a second, until so many seconds have told how many there are."""


class Deepening:
    """One position, searched with a table that others may search with at the same time; it begins when it is made."""

    def __init__(self, position: Position, table: Any, budget: Budget) -> None:
        self.position, self.table, self.budget = position, table, budget
        self.began, self.ended = perf_counter(), False
        self.geo, self.state = encode_board.geometry(position.board), encode_board.state(position)
        self.state.limit = self.room()
        self.score, self.depth = 0, 0
        self.line: tuple[Cell, ...] = ()

    def halt(self) -> None:
        """Ends the search, from another thread."""
        self.ended = True
        self.state.stop = 1

    def spent(self) -> int:
        """Positions looked at."""
        return int(self.state.nodes + self.state.probes)

    def room(self) -> int:
        """Positions in all: as the budget says, and without threads no more than fit into its seconds.

        That is reckoned by those until now: while there is time there is room for more, however slow the beginning
        was. None where the search is ``ended``.
        """
        if self.ended:
            return 0
        nodes = min(self.budget.nodes, 1 << 60)
        if not pool.THREADS and self.budget.seconds < inf:
            spent, seconds = self.spent(), perf_counter() - self.began
            left = max(0.0, self.budget.seconds - seconds)
            rate = spent / seconds if seconds > _MEASURED else _RATE
            nodes = min(nodes, spent + max(rate * left, _RATE * min(_MEASURED, left)))
        return int(nodes)

    def deepen(self, depth: int) -> bool:
        """One depth, again where the window was missed; whether to go on."""
        by = _WINDOW if depth > 3 else 2 * INF
        low, high = max(self.score - by, -INF), min(self.score + by, INF)
        while True:
            value = self._iterate(depth, low, high)
            while self.state.stop and self.room() > self.spent():
                self.state.stop = 0
                value = self._iterate(depth, low, high)
            if self.state.stop or low < value < high or high - low == 2 * INF:
                break
            by = 2 * by if 2 * by < _WIDEST and abs(value) < PROVED else 2 * INF
            if value <= low:
                low = max(value - by, -INF)
            else:
                high = min(value + by, INF)
        if not self.state.stop:
            self.depth = depth
        return not self.state.stop and abs(self.score) < PROVED

    def _iterate(self, depth: int, low: int, high: int) -> int:
        state = self.state
        state.limit = self.room()
        value = int(deepen(self.geo, state, self.table, depth, low, high))
        if state.done and value > low:
            self.score, self.line = value, self.cells(state.best)
        if value <= -PROVED:  # of all moves, the one that lasts longest; of some, another
            self.turn_to_highest()
        self.sort()
        return value

    def turn_to_highest(self) -> None:
        """The move of the highest value becomes the best, unless the best has it: a loss is one of every move."""
        values = {cell: value for cell, value, _ in self.moves()}
        highest = max(values, key=values.__getitem__)
        if values[self.line[0]] < values[highest]:
            self.line = self.cells([highest])
        self.score = values[highest]

    def moves(self) -> list[tuple[int, int, int]]:
        """The moves from here: each with its value, and whether that is exact."""
        state, number = self.state, int(self.state.roots)
        return [*zip(*(x[:number].tolist() for x in (state.root, state.value, state.exact)), strict=True)]

    def sort(self) -> None:
        """The best move first, then by value."""
        state, number = self.state, int(self.state.roots)
        ordered = sorted(self.moves(), key=lambda move: (move[0] != self.line[0], -move[1]))
        state.root[:number], state.value[:number], state.exact[:number] = zip(*ordered, strict=True)

    def turn_to(self, line: tuple[Cell, ...], score: int) -> None:
        """A line is found to be the best, by other means, and its score."""
        self.line, self.score = line, score
        at = self.state.root.tolist().index(line[0])
        self.state.value[at], self.state.exact[at] = score, 1
        self.sort()

    def cells(self, numbers: Iterable[int]) -> tuple[Cell, ...]:
        """The cells of a row of numbers, up to the first -1."""
        return tuple(Cell(int(number)) for number in takewhile(lambda number: number >= 0, numbers))


@contextmanager
def helped(position: Position, table: Any, number: int) -> Iterator[list[Deepening]]:
    """So many helpers, which search while what is inside runs; none where no thread can be begun.

    What a helper leaves in the table spares the search work; they differ by the depth that they begin with, and by
    chance. The manner is that of Stockfish ("lazy SMP").
    """
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
    prepare(helper.geo, helper.state)
    helper.line = helper.cells(helper.state.root[:1])
    for depth in range(first, min(DEPTHS, int(helper.state.empties)) + 1):
        if not helper.deepen(depth):
            break
