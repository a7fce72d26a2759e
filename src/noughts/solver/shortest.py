"""The fewest plies in which the side to move wins, and the proof of both halves: a win in n, and none in n - 2.

"Does it complete a line, and first, with its next t stones?" is asked for t from below and from above in turn, with
growing budgets (``kernels.bounded``), until the bounds meet or a limit is reached. t stones are n = 2 t - 1 plies.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from noughts.errors import NoughtsError, quote
from noughts.game.board import Board
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.solver.kernels import Say, announcing
from noughts.solver.prover import Limits, Report, check

if TYPE_CHECKING:  # needs Numba
    from noughts.solver.kernels.search import Bounded
    from noughts.solver.kernels.search import Result as Searched

_FIRST_BUDGET = 20_000
"""Nodes for a question at first; so many times more, each time that no bound has moved:"""

_GROWTH = 4

_ROUNDS = 3
"""Rounds of pairing at a leaf: 12, as in the weak game, find hardly more here and cost a quarter of the time."""

_ROW = 32
"""Bytes of a row of the table."""


@dataclass(frozen=True, slots=True)
class Shortest:
    """What is proved of the fewest plies in which the side to move wins.

    ``wins`` is whether it wins at all, None where that is not known. A win needs ``plies_at_least`` plies, if
    there is one, and the one that is known ``plies_at_most``. ``plies`` is their number once the two meet.
    """

    position: Position
    wins: bool | None
    plies_at_least: int | None
    plies_at_most: int | None
    nodes: int
    seconds: float
    certificate: Path | None = None

    @property
    def plies(self) -> int | None:
        """The fewest plies, where they are known."""
        return self.plies_at_most if self.plies_at_most == self.plies_at_least else None


def shortest(  # noqa: PLR0913 - everything but the position is by keyword
    board: Board,
    position: Position | None = None,
    *,
    limits: Limits | None = None,
    certificate: str | Path | None = None,
    watch: Callable[[Report], None] | None = None,
    say: Say | None = None,
) -> Shortest:
    """The fewest plies in which the side to move wins a position (the empty board unless given), or bounds.

    ``certificate`` names a file for the proof of both halves, or that there is no win; where limits end the search
    none is written. ``watch`` and ``say`` are told as by ``solve``. Ctrl-C stops the search and is raised.
    Raises IllegalMoveError for a finished position, TooLargeError beyond 128 cells or without Numba, NoughtsError
    for a position of another board, OSError where the file cannot be written.
    """
    start = position or Position.start(board)
    if start.board != board:
        raise NoughtsError(f"{quote(start)} is a position of {start.board}, not of {quote(board)}")
    check(start)
    with announcing(say):
        quest = _Quest(start, limits or Limits(), watch)
        quest.run()
        found = quest.known()
        if certificate is None or not quest.settled:
            return found
        from noughts.solver.shortest_certificate import write

        plies = found.plies or 2 * quest.most - 1
        write(certificate, quest.search, start, plies, wins=bool(found.wins))
        return replace(found, certificate=Path(certificate))


class _Quest:
    """The bounds on t for one position, tightened from both sides."""

    def __init__(self, position: Position, limits: Limits, watch: Callable[[Report], None] | None) -> None:
        self.position, self.limits, self.watch = position, limits, watch
        self.most = (position.board.size - position.ply + 1) // 2
        self.search = _search(position.board, limits)
        self._begin()
        self._ask(1, 1)  # so that all kernels are compiled or loaded: that is not part of the search
        self._begin()

    def _begin(self) -> None:
        self.low, self.high = 0, self.most + 1  # t = low fails; t = high wins, or is too many to play
        self.nodes, self.began = 0, time.perf_counter()

    @property
    def settled(self) -> bool:
        """Whether the bounds meet."""
        return self.high == self.low + 1

    def known(self) -> Shortest:
        """The bounds in plies."""
        wins = True if self.high <= self.most else False if self.low == self.most else None
        least = None if wins is False else 2 * self.low + 1
        return Shortest(
            self.position,
            wins,
            least,
            2 * self.high - 1 if wins else None,
            self.nodes,
            time.perf_counter() - self.began,
        )

    def run(self) -> None:
        """From below and from above in turn, with growing budgets, until the bounds meet or a limit is reached."""
        budget = _FIRST_BUDGET
        while not self.settled:
            before = self.low, self.high
            for upwards in (True, False):
                left = min(budget, self.limits.nodes - self.nodes)
                if left <= 0 or self._seconds() <= 0:
                    return
                if not self.settled:
                    self._ask(self.low + 1 if upwards else self._middle(), left)
            if (self.low, self.high) == before:
                budget *= _GROWTH

    def _middle(self) -> int:
        """The question from above: any win at all, then half way down."""
        return self.most if self.high > self.most else (self.low + self.high) // 2

    def _seconds(self) -> float:
        return self.limits.seconds - (time.perf_counter() - self.began)

    def _ask(self, stones: int, nodes: float) -> None:
        """One question; a settled answer moves a bound."""
        from noughts.solver.kernels.search import Limits as SearchLimits

        def tell(found: Searched) -> None:
            if self.watch:
                question = f"{self.position.to_move} wins in {2 * stones - 1}?"
                spent = self.nodes + found.nodes, time.perf_counter() - self.began
                self.watch(Report(question, *spent, *found.numbers, found.fill))

        position, search = self.position, self.search
        mine, theirs = position.x, position.o
        if position.to_move is Mark.O:
            mine, theirs = theirs, mine
        search.stones = stones
        some = SearchLimits(max(0.001, self._seconds()), nodes)
        found = search.prove(mine, theirs, True, some, tell)
        self.nodes += found.nodes
        if found.claim == "win":
            self.high = stones
        elif found.claim == "hold":
            self.low = stones


def _search(board: Board, limits: Limits) -> Bounded:
    from noughts.solver.kernels.search import Bounded, Tuning

    bits = max(12, min(36, (limits.memory // _ROW).bit_length() - 1))
    return Bounded(board, bits, limits.threads, Tuning(rounds=_ROUNDS))
