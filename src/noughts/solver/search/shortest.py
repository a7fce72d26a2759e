"""The fewest plies in which the side to move wins, and the proof of both halves: a win in n, and none in n - 2.

"Does it complete a line, and first, with its next t stones?" is asked for t from below and from above in turn, with
growing budgets (``kernels.bounded``), until the bounds meet or a limit is reached. t stones are n = 2 t - 1 plies.

All questions share one table, which is what a checkpoint keeps: a settled question asked again takes one node.
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
from noughts.solver.jit import Say, announcing
from noughts.solver.search.limits import Checkpoint, Limits
from noughts.solver.search.prover import Report, begun

if TYPE_CHECKING:  # needs Numba
    from noughts.solver.search.searches import Bounded, SearchLimits, SearchResult

_FIRST_BUDGET = 20_000
"""Nodes for a question at first; so many times more, each time that no bound has moved:"""

_GROWTH = 4

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
    checkpoint: Checkpoint | None = None,
    watch: Callable[[Report], None] | None = None,
    say: Say | None = None,
) -> Shortest:
    """The fewest plies in which the side to move wins a position (the empty board unless given), or bounds.

    ``certificate`` names a file for the proof of both halves, or that there is no win; where limits end the search,
    of the lower bound alone. Writing it is not under the limits. ``checkpoint`` saves long runs and takes them up
    again; ``watch`` and ``say`` are told as by ``solve``. Ctrl-C stops the search, saves it, and is raised.
    Raises IllegalMoveError for a finished position, TooLargeError beyond 128 cells or without Numba, NoughtsError
    for a position of another board or a checkpoint of another run, OSError where a file cannot be written.
    """
    start = begun(board, position)
    with announcing(say):
        quest = _Quest(start, limits or Limits(), checkpoint, watch)
        quest.begin()
        try:
            quest.run()
        finally:  # also where Ctrl-C ends it
            quest.save(0.0)
        found = quest.known()
        plies = found.plies or 2 * quest.low - 1
        if certificate is None or plies < 1:
            return found
        from noughts.solver.certificate.write_plies import write

        write(certificate, quest.search, start, plies, wins=found.plies is not None)
        return replace(found, certificate=Path(certificate))


class _Quest:
    """The bounds on t for one position, tightened from both sides: t = low fails; t = high wins, or is too many."""

    def __init__(
        self,
        position: Position,
        limits: Limits,
        checkpoint: Checkpoint | None,
        watch: Callable[[Report], None] | None,
    ) -> None:
        self.position, self.limits, self.checkpoint, self.watch = position, limits, checkpoint, watch
        self.stones = (position.x, position.o) if position.to_move is Mark.X else (position.o, position.x)
        self.most = (position.board.size - position.ply + 1) // 2
        self.low, self.high = 0, self.most + 1
        self.search = _search(position.board, limits)

    def begin(self) -> None:
        """Takes up the checkpoint, then gives each question a node: that answers what the table knows already.

        It compiles or loads all kernels, too. None of it counts as search.
        """
        from noughts.solver.search.searches import SearchLimits

        self.nodes, self.earlier = self._load()
        for stones in range(1, self.most + 1):
            self._ask(stones, SearchLimits(nodes=1))
        self.began = self.saved = time.perf_counter()

    @property
    def settled(self) -> bool:
        """Whether the bounds meet."""
        return self.high == self.low + 1

    def known(self) -> Shortest:
        """The bounds in plies."""
        wins = True if self.high <= self.most else False if self.low == self.most else None
        least, most = None if wins is False else 2 * self.low + 1, 2 * self.high - 1 if wins else None
        return Shortest(self.position, wins, least, most, self.nodes, self._seconds())

    def run(self) -> None:
        """From below and from above in turn, with growing budgets, until the bounds meet or a limit is reached."""
        budget = _FIRST_BUDGET
        while not self.settled:
            before = self.low, self.high
            for upwards in (True, False):
                left = min(budget, self.limits.nodes - self.nodes)
                if left <= 0 or self._left() <= 0:
                    return
                if not self.settled:
                    self._turn(self.low + 1 if upwards else self._middle(), left)
            if (self.low, self.high) == before:
                budget *= _GROWTH

    def save(self, every: float) -> None:
        """Saves the table if the last save is so many seconds ago; the workers must rest."""
        if self.checkpoint and time.perf_counter() - self.saved >= every:
            from noughts.solver.search import checkpoint

            checkpoint.save(self._file, self.search, list(self.stones), self.nodes, self._seconds())
            self.saved = time.perf_counter()

    def _load(self) -> tuple[int, float]:
        """Nodes and seconds of the run that is taken up; 0 where none is."""
        if not self.checkpoint or not self.checkpoint.resume:
            return 0, 0.0
        if not self._file.exists():
            raise NoughtsError(f"nothing to resume: no checkpoint at {quote(self._file, 1000)}")
        from noughts.solver.search import checkpoint

        head = checkpoint.load(self._file, self.search, list(self.stones))
        return int(head["nodes"]), float(head["seconds"])

    @property
    def _file(self) -> Path:
        assert self.checkpoint is not None
        path = self.checkpoint.path
        return path.with_name(f"{path.name}.{self.position.to_move}-{self.search.kind}")

    def _middle(self) -> int:
        """The question from above: any win at all, then half way down."""
        return self.most if self.high > self.most else (self.low + self.high) // 2

    def _seconds(self) -> float:
        """Spent, with earlier runs."""
        return self.earlier + time.perf_counter() - self.began

    def _left(self) -> float:
        return self.limits.seconds - (time.perf_counter() - self.began)

    def _turn(self, stones: int, nodes: float) -> None:
        """One question, so many nodes at the most."""
        from noughts.solver.search.searches import SearchLimits

        before = self.nodes

        def look(found: SearchResult) -> None:
            self.nodes = before + found.nodes
            self.save(self.checkpoint.every if self.checkpoint else 0.0)
            if self.watch:
                question = f"{self.position.to_move} wins in {2 * stones - 1}?"
                spent = self._seconds()
                self.watch(Report(question, self.nodes, spent, *found.numbers, found.fill, found.depth))

        self._ask(stones, SearchLimits(max(0.001, self._left()), nodes), look)

    def _ask(
        self, stones: int, limits: SearchLimits, look: Callable[[SearchResult], None] | None = None
    ) -> None:
        """Searches on; a settled answer moves a bound."""
        self.search.stones = stones
        claim = self.search.prove(*self.stones, True, limits, look).claim
        if claim == "win":
            self.high = min(self.high, stones)
        elif claim == "hold":
            self.low = max(self.low, stones)


def _search(board: Board, limits: Limits) -> Bounded:
    from noughts.solver.search.searches import PLAIN, Bounded

    bits = max(12, min(36, (limits.memory // _ROW).bit_length() - 1))
    return Bounded(board, bits, limits.threads, PLAIN)
