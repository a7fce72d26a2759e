"""The fewest plies in which the side to move wins, and the proof of both halves: a win in n, and none in n - 2.

"Does it complete a line, and first, with its next t stones?" is asked for t from below and from above in turn, with
growing budgets (``kernels.strong``), until the bounds meet or a limit is reached. t stones are n = 2 t - 1 plies.

All questions share one table, which is what a checkpoint keeps: a settled question asked again takes one node.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Unpack

from noughts.game.board import Board
from noughts.game.position import Position
from noughts.solver.certificate.write_plies import write
from noughts.solver.search.arrays import PLAIN, bits_in
from noughts.solver.search.limits import Checkpoint, LimitOptions, Limits, limits_of
from noughts.solver.search.search_goal import ProofRun, Question, Report
from noughts.solver.search.searches import Bounded
from noughts.solver.search.verdict import Shortest, start_of

_FIRST_BUDGET = 20_000
"""Nodes for a question at first; so many times more, each time that no bound has moved:"""

_GROWTH = 4


def shortest(
    board: Board | Position | str,
    position: Position | str | None = None,
    *,
    certificate: str | Path | None = None,
    checkpoint: Checkpoint | None = None,
    watch: Callable[[Report], None] | None = None,
    **limits: Unpack[LimitOptions],
) -> Shortest:
    """The fewest plies in which the side to move wins a position (the empty board unless given), or bounds.

    Limits are given as to ``solve``. ``certificate`` names a file for the proof of both halves, or
    that there is no win; where limits end the search, of the lower bound alone. Writing it is not under the limits.
    ``checkpoint`` saves long runs and takes them up again; ``watch`` is told as by ``solve``. Ctrl-C stops the search,
    saves it, and is raised.
    Raises IllegalMoveError for a finished position, TooLargeError beyond 128 cells, MissingError without compiled
    kernels, NoughtsError for a position of another board or a checkpoint of another run, OSError where a file cannot be
    written.
    """
    start = start_of(board, position, certificate)
    within, side = limits_of(limits), start.to_move
    search = Bounded(start.board, bits_in(within.memory), within.threads, PLAIN)
    file = checkpoint.file(side, search.kind) if checkpoint else None
    quest = _Quest(start, within, checkpoint, watch, [Question(side, search, start, file=file)], search)
    quest.begin()
    try:
        quest.run()
    finally:  # also where Ctrl-C ends it
        quest.save()
    bounds = quest.bounds()
    plies = bounds.plies or 2 * quest.low - 1
    if certificate is None or plies < 1:
        return bounds
    write(certificate, search, start, plies, wins=bounds.plies is not None)
    return replace(bounds, certificate=Path(certificate))


@dataclass(eq=False)
class _Quest(ProofRun):
    """The bounds on t for one position, tightened from both sides: t = low fails; t = high wins, or is too many."""

    search: Bounded

    def __post_init__(self) -> None:
        super().__post_init__()
        (self.question,) = self.questions
        self.most = (self.position.board.size - self.position.ply + 1) // 2
        self.low, self.high = 0, self.most + 1

    def begin(self) -> None:
        """Load the checkpoint, then search one node for each number of stones: that answers what the table knows.

        These nodes are not counted.
        """
        self.resume()
        self.question.looked, spent = True, self.question.nodes
        for stones in range(1, self.most + 1):
            self._ask(stones, Limits(nodes=1))
        self.question.nodes = spent

    @property
    def settled(self) -> bool:
        """Whether the bounds meet."""
        return self.high == self.low + 1

    def bounds(self) -> Shortest:
        """What the bounds say, in plies; the fewest where they meet."""
        wins = True if self.high <= self.most else False if self.low == self.most else None
        least, most = None if wins is False else 2 * self.low + 1, 2 * self.high - 1 if wins else None
        return Shortest(self.position, wins, least, most, self.nodes, self.seconds)

    def run(self) -> None:
        """From below and from above in turn, with growing budgets, until the bounds meet or a limit is reached."""
        budget = _FIRST_BUDGET
        while not self.settled:
            before = self.low, self.high
            for upwards in (True, False):
                if self.seconds_left <= 0:
                    return
                if not self.settled:
                    stones = self.low + 1 if upwards else self._middle()
                    self._ask(stones, self.rest(nodes=budget), partial(self.look, self.question))
            if (self.low, self.high) == before:
                budget *= _GROWTH

    def _middle(self) -> int:
        """The question from above: any win at all, then half way down."""
        return self.most if self.high > self.most else (self.low + self.high) // 2

    def _ask(self, stones: int, limits: Limits, look: Callable[[], None] | None = None) -> None:
        """Searches on; a settled answer moves a bound."""
        self.search.stones = stones
        self.question.words = f"{self.position.to_move} wins in {2 * stones - 1}?"
        self.question.ask(limits, look)
        if self.question.claim == "win":
            self.high = min(self.high, stones)
        elif self.question.claim == "hold":
            self.low = max(self.low, stones)
