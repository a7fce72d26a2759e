"""Prove that a side holds, or wins: the weak game first, the strong game where that fails.

`Weak(board)`, `Strong(board)` and `Bounded(board)` own a transposition table of fixed size and search with one thread
a worker on that one table. A search ends settled, or `unknown` when a limit ends it; what is known stays in the table,
so `prove` again goes on, and `checkpoint.save`/`checkpoint.load` carry it over a crash.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, TypeAlias

from noughts.errors import ImpossibleError, NoughtsError
from noughts.game.board import Board
from noughts.kernels.memory import zeros
from noughts.solver import pool
from noughts.solver.search import arrays
from noughts.solver.search.kernels import dfpn, strong_node
from noughts.solver.search.kernels.fields import LEVELS
from noughts.solver.search.kernels.state import ANY, FIRST, ROOT, SECOND, load
from noughts.solver.search.kernels.transposition import spread
from noughts.solver.search.limits import Limits

Claim: TypeAlias = Literal["hold", "win", "unknown"]
Records: TypeAlias = tuple[Any, ...]  # a worker's: the first has its path and counts
FIRST_BITS = 18  # of a table: it grows fourfold, up to its size, whenever half of it is filled
TEAM_BITS = 22  # the same of a team, which fills it between two looks
MOST_WORKERS = 64
PORTION = 1 << 18  # rows of a table that are moved at a time
ALONE = 10_000
"""Nodes between two looks at how one worker stands: a second or two of the slowest boards."""
NO_LIMITS = Limits(threads=MOST_WORKERS)


@dataclass(frozen=True)
class SearchResult:
    """hold: the second side (Breaker, defender) holds; win: the first (Maker, attacker) wins.

    nodes = expansions, looks = positions looked at, depth = the deepest level so far in plies (passes count),
    numbers = what is left to prove the win, and the hold; fill = the part of the whole table in use, 0 to 1.
    """

    claim: Claim
    nodes: int
    looks: int
    seconds: float
    fill: float
    numbers: tuple[int, int] = (0, 0)
    depth: int = 0


Progress: TypeAlias = Callable[[SearchResult], None]


@dataclass
class Search:
    """What the weak and the strong search share: table, workers, limits."""

    board: Board
    bits: int = 20
    workers: int = 1
    tuning: arrays.Tuning = field(default_factory=arrays.Tuning)
    kind = "?"
    loader: ClassVar[Any]
    """The kernel that loads a position."""
    runner: ClassVar[Any]
    """The kernel that searches."""
    apart: ClassVar[tuple[int, int]] = (8, 0)
    """By side to move: how much workers keep apart. For a hold all the first side's moves are met: these they share."""
    every = 1.0
    """Seconds between two looks at how it stands: progress is told then, and the table may grow."""

    def __post_init__(self) -> None:
        arrays.check_board(self.board)
        if not 4 <= self.bits <= 40 or not 1 <= self.workers <= MOST_WORKERS:
            wanted = f"bits must be 4..40 and workers 1..{MOST_WORKERS}"
            raise NoughtsError(f"{wanted}, not {self.bits} and {self.workers}")
        self.table = arrays.new_table(min(self.bits, FIRST_BITS if self.workers == 1 else TEAM_BITS))
        team = self.workers if self.workers > 1 else 0
        self.stop = zeros(1, "i8")  # a flag that kernels read
        self.paths = zeros((team, LEVELS), "i8")  # where each worker of a team is
        self.halted = threading.Event()
        self.exhausted = False  # the root failed, but not every reply was looked at
        self.geo = arrays.geometry_record(self.board, self.tuning)
        self.states = [self.new_state(i + 1 if team else 0) for i in range(self.workers)]
        self.team = self.states

    def new_state(self, number: int) -> Records:
        """What one worker works in."""
        return (arrays.state_record(self.geo, number, self.apart),)

    def load(self, state: Records, first: int, second: int, side: int, *stones: int) -> None:
        """Puts the position into a worker's state; only the strong game has ``stones``."""
        self.loader(self.geo, *state, *arrays.words_of(first), *arrays.words_of(second), side, *stones)

    def work(self, state: Records, nodes: int) -> None:
        """One worker's search, until the root is settled, so many nodes are expanded or `stop` is set."""
        self.runner(self.geo, *state, self.table, nodes, self.stop, self.paths)

    def claim(self, root: Any) -> Claim:
        """What the settled root of a worker says."""
        raise NotImplementedError

    def root(
        self, state: Records, first: int, second: int, side: int, *stones: int, nodes: int = 1 << 60
    ) -> Any:
        """The record whose root tells what comes out, in a state of its own, of so many expansions at the most."""
        self.stop[0] = 0
        self.load(state, first, second, side, *stones)
        self.work(state, nodes)
        return state[0]

    def reply(self, state: Records, first: int, second: int) -> int:
        """The second side's move that holds, where it is to move, or -1."""
        root = self.root(state, first, second, SECOND)
        return int(root.child_move[ROOT, 0]) if root.dn[ROOT] == 0 else -1

    def clear(self) -> None:
        """Forget everything."""
        self.table[:] = 0

    def check(self, first: int, second: int) -> None:
        """ImpossibleError unless these stones can lie on the board."""
        if first < 0 or second < 0 or first & second or (first | second) >> self.board.size:
            raise ImpossibleError("stones overlap or lie off the board")

    def prove(
        self,
        first: int,
        second: int,
        first_moves: bool,
        limits: Limits = NO_LIMITS,
        progress: Progress | None = None,
    ) -> SearchResult:
        """Settle the position (masks of the first and the second side's stones) within the limits.

        Of the limits seconds, nodes and threads count, of the workers at most so many take part. `progress` is
        called about every `every` seconds, with one worker every so many nodes, from the calling thread, while the
        workers rest: it may save a checkpoint. What it raises ends the search, and so does `halt`; the table keeps
        what is known.
        """
        self.check(first, second)
        start = time.perf_counter()
        self.begin(first, second, FIRST if first_moves else SECOND, limits.threads)
        while True:
            used = time.perf_counter() - start
            nodes = int(min(limits.nodes - self.nodes(), 1 << 60)) // len(self.team) + 1
            every = self.every
            if len(self.team) == 1:  # it rests by its nodes: the clock would make of each run another
                nodes, every = min(nodes, ALONE), 3600.0
            self.burst(max(0.001, min(every, limits.seconds - used)), nodes)
            result = self.result(time.perf_counter() - start)
            if progress is not None:
                progress(result)
            spent = result.seconds >= limits.seconds or result.nodes >= limits.nodes
            if result.claim != "unknown" or self.exhausted or spent or self.halted.is_set():
                return result
            self.grow(result.fill)

    def begin(self, first: int, second: int, side: int, threads: int) -> None:
        """Every worker of the team at the root, nothing counted yet."""
        self.exhausted = False
        self.team = self.states[:threads]
        for state in self.team:
            main, *_ = state
            main.expansions = main.looks = main.deepest = 0
            self.load(state, first, second, side)
            main.pn[ROOT] = main.dn[ROOT] = 1

    def halt(self) -> None:
        """Ends the search from another thread, soon; none begins before ``halted`` is cleared."""
        self.halted.set()
        self.stop[0] = 1

    def burst(self, seconds: float, nodes: int) -> None:
        """Let each worker search for a while; raises what one of them raised."""
        self.stop[0] = 0
        self.paths[:] = 0
        if self.halted.is_set():  # after stop was cleared, which `halt` may just have set
            return
        if not pool.THREADS:
            for state in self.team:
                self.work(state, nodes)
            return
        with ThreadPoolExecutor(len(self.team)) as threads:
            workers = [threads.submit(self.work, state, nodes) for state in self.team]
            try:
                wait(workers, seconds)
            finally:
                self.stop[0] = 1
        for worker in workers:
            worker.result()

    def grow(self, fill: float) -> None:
        """A larger table, as far as `bits` allows, when the one there is half full; the workers must rest."""
        old, whole = self.table, 1 << self.bits
        if len(old) < whole and 2 * fill * whole >= len(old):
            self.table = arrays.new_table(min(self.bits, len(old).bit_length() + 1))
            for i in range(0, len(old), PORTION):
                spread(self.table, old[i : i + PORTION])

    def nodes(self) -> int:
        """Expansions of all workers since the last `prove` began."""
        return int(sum(main.expansions for main, *_ in self.team))

    def result(self, seconds: float) -> SearchResult:
        """What the root says so far, and what it took: all workers together."""
        mains = [main for main, *_ in self.team]
        roots = [main for main in mains if main.pn[ROOT] == 0 or main.dn[ROOT] == 0]
        return SearchResult(
            self.claim(roots[0]) if roots else "unknown",
            self.nodes(),
            int(sum(main.looks for main in mains)),
            seconds,
            arrays.fullness(self.table) * len(self.table) / (1 << self.bits),
            (int(mains[0].pn[ROOT]), int(mains[0].dn[ROOT])),
            int(max(main.deepest for main in mains)),
        )


class Weak(Search):
    """Maker (first) against Breaker: hold = Breaker holds, so the first side cannot win the real game either."""

    kind = "weak"
    loader, runner = staticmethod(load), staticmethod(dfpn.run_weak)

    def claim(self, root: Any) -> Claim:
        if root.dn[ROOT] == 0:
            return "hold"
        self.exhausted = root.zone[ROOT].tolist() == [arrays.MASK, arrays.MASK]
        return "unknown" if self.exhausted else "win"


class Strong(Search):
    """Attacker (first) against defender, both complete lines: win = the attacker completes one first.

    With ``stones``: with so many next stones of his at the most. The table serves any number of stones: a budget
    spent on one question is not lost for the next.
    """

    kind = "strong"
    apart = (8, 2)
    loader, runner = staticmethod(strong_node.load_both), staticmethod(dfpn.run_strong)
    stones = int(ANY)

    def new_state(self, number: int) -> Records:
        return *super().new_state(number), arrays.state_record(self.geo)

    def load(self, state: Records, first: int, second: int, side: int, *stones: int) -> None:
        """The position in which the attacker has so many stones left, those of the search unless given."""
        super().load(state, first, second, side, *(stones or (self.stones,)))

    def settle(
        self, state: Records, first: int, second: int, first_moves: bool, *stones: int
    ) -> tuple[int, int]:
        """(1 attacker wins, 0 defender holds; the winner's move, or -1 where the loser is to move)."""
        root = self.root(state, first, second, FIRST if first_moves else SECOND, *stones)
        wins = root.pn[ROOT] == 0
        return int(wins), int(root.child_move[ROOT, 0]) if wins == first_moves else -1

    def winning(self, state: Records, first: int, second: int, nodes: int = 1 << 60) -> int:
        """The attacker's winning move, he being to move, or -1 where none is found in so many expansions.

        The stones need not be as many as in a game.
        """
        root = self.root(state, first, second, FIRST, nodes=nodes)
        return int(root.child_move[ROOT, 0]) if root.pn[ROOT] == 0 else -1

    def claim(self, root: Any) -> Claim:
        return "win" if root.pn[ROOT] == 0 else "hold"


class Bounded(Strong):
    """The strong search for questions of a number of stones, which are not to be mixed with others in a checkpoint."""

    kind = "bounded"
    stones = 1
