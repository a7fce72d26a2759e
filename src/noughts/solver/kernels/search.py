"""Prove that a side holds, or wins: the weak game first, the strong game where that fails.

`Weak(board)` and `Strong(board)` own a transposition table of fixed size and search with one thread a worker on
that one table. A search ends settled, or `unknown` when a limit ends it; what is known stays in the table, so
`prove` again goes on, and `checkpoint.save`/`checkpoint.load` carry it over a crash.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

import numpy as np

from noughts.errors import ImpossibleError, NoughtsError, TooLargeError, quote
from noughts.game.board import Board

Claim: TypeAlias = Literal["hold", "win", "unknown"]
MASK = (1 << 64) - 1
LONGEST = 12  # cells in a line: the hash table has 2**LONGEST rows a line
MOST_CELLS = 128


@dataclass(frozen=True)
class Limits:
    """When to stop with `unknown`: seconds of wall clock, nodes expanded."""

    seconds: float = float("inf")
    nodes: float = float("inf")

    def reached(self, result: Result) -> bool:
        """Whether a search with this result must stop."""
        return result.seconds >= self.seconds or result.nodes >= self.nodes


NO_LIMITS = Limits()


@dataclass(frozen=True)
class Result:
    """hold: the second side (Breaker, defender) holds; win: the first (Maker, attacker) wins; nodes = expansions."""

    claim: Claim
    nodes: int
    looks: int
    seconds: float
    fill: float
    numbers: tuple[int, int] = (0, 0)


Progress: TypeAlias = Callable[[Result], None]


@dataclass
class Tuning:
    """What the searches were tuned to: replies looked at, pairing rounds, first proof number a line, 1 + 2**-growth."""

    replies: int = 10
    rounds: int = 12
    leaf: int = 3
    growth: int = 4


def mixed(x: int) -> int:
    """splitmix64 (Steele, Lea and Flood 2014): a 64-bit hash."""
    x = (x + 0x9E3779B97F4A7C15) & MASK
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & MASK
    return x ^ (x >> 31)


def check_board(board: Board) -> None:
    """TooLargeError unless the kernels can hold the board."""
    if board.size > MOST_CELLS:
        raise TooLargeError(f"cannot prove {quote(board)}: {board.size} cells, at most {MOST_CELLS}")
    longest = max(map(len, board.lines))
    if longest > LONGEST:
        raise TooLargeError(f"cannot prove {quote(board)}: a line of {longest} cells, at most {LONGEST}")


def geometry_arrays(board: Board, tuning: Tuning) -> Any:
    """The kernels' constant arrays of a board."""
    from noughts.solver.kernels.state import Geo

    n, count, longest = board.size, len(board.lines), max(map(len, board.lines))
    words = (count + 63) // 64
    masks, through = np.zeros((count, 2), np.uint64), np.zeros((n, words), np.uint64)
    cells_of = np.zeros((count, longest), np.int64)
    at: list[list[tuple[int, int]]] = [[] for _ in range(n)]
    for line, cells in enumerate(board.lines):
        for i, cell in enumerate(cells):
            masks[line, cell >> 6] |= np.uint64(1 << (cell & 63))
            through[cell, line >> 6] |= np.uint64(1 << (line & 63))
            cells_of[line, i] = cell
            at[cell].append((line, 1 << i))
    degree = np.array([len(x) for x in at], np.int64)
    line_at, bit_at = np.zeros((n, max(1, *degree)), np.int64), np.zeros((n, max(1, *degree)), np.uint16)
    for here, found in enumerate(at):
        for j, (line, place) in enumerate(found):
            line_at[here, j], bit_at[here, j] = line, place
    inverse = [sorted(range(n), key=p.__getitem__) for p in board.symmetries]
    perm = np.array([list(p) for p in board.symmetries] + inverse, np.int64)
    return Geo(
        masks,
        through,
        cells_of,
        degree,
        line_at,
        bit_at,
        edge_hashes(board, longest),
        perm,
        n,
        count,
        longest,
        tuning.replies,
        tuning.rounds,
        tuning.leaf,
        tuning.growth,
        (np.uint64(0),) * words,
    )


def edge_hashes(board: Board, longest: int) -> Any:
    """hashes[line, pattern of empty cells, symmetry]: depends on the image's cells only, not on the line."""
    table = np.zeros((len(board.lines), 1 << longest, len(board.symmetries)), np.uint64)
    known: dict[int, int] = {}
    for i, image in enumerate(board.symmetries):
        for line, cells in enumerate(board.lines):
            for pattern in range(1 << len(cells)):
                mask = sum(1 << image[c] for j, c in enumerate(cells) if pattern >> j & 1)
                if mask not in known:
                    known[mask] = mixed(mixed(mask & MASK) ^ mixed((mask >> 64) + 1))
                table[line, pattern, i] = known[mask]
    return table


def state_arrays(geo: Any, seed: int = 0) -> Any:
    """One worker's stack; seed 0 searches in the plain order, others stray at the nodes where all must be proved."""
    from noughts.solver.kernels.state import State

    levels, words, n = 2 * geo.cells + 8, len(geo.words), geo.cells
    i64, u64 = np.int64, np.uint64
    numbers, children, zone = levels, (levels, 130), (levels, 2)
    state = State(
        live=np.zeros((levels, words), u64),
        sub=np.zeros((levels, geo.lines), np.uint16),
        h=np.zeros((levels, geo.hashes.shape[2]), u64),
        m=np.zeros(zone, u64),
        kind=np.zeros(numbers, i64),
        nch=np.zeros(numbers, i64),
        chm=np.zeros(children, i64),
        chp=np.zeros(children, i64),
        chd=np.zeros(children, i64),
        S=np.zeros(zone, u64),
        Z=np.zeros(zone, u64),
        th=np.zeros((levels, 5), i64),
        inc=np.zeros(numbers, i64),
        work=np.zeros(numbers, i64),
        stat=np.zeros(256, i64),
        planes=np.zeros((20, words), u64),
        pw=np.zeros(4, u64),
        pairs=np.zeros(2 * n + 2, i64),
    )
    state.stat[5] = 3
    state.stat[6] = seed
    state.stat[16:32] = [4 ** max(0, 8 - empties) for empties in range(16)]
    return state


def new_table(bits: int) -> Any:
    """2**bits empty rows of 32 bytes, aligned so that a bucket of four fills two cache lines."""
    raw = np.zeros((1 << bits) * 4 + 8, np.uint64)
    skip = (-raw.ctypes.data // 8) % 8
    return raw[skip : skip + (1 << bits) * 4].reshape(-1, 4)


def words_of(mask: int) -> tuple[Any, Any]:
    """A cell mask as the kernels' two words."""
    return np.uint64(mask & MASK), np.uint64(mask >> 64)


@dataclass
class Search:
    """What the weak and the strong search share: table, workers, limits."""

    board: Board
    bits: int = 20
    workers: int = 1
    tuning: Tuning = field(default_factory=Tuning)
    kind = "?"
    active: int | None = None

    def __post_init__(self) -> None:
        check_board(self.board)
        if not 4 <= self.bits <= 40 or not 1 <= self.workers <= 64:
            raise NoughtsError(f"bits must be 4..40 and workers 1..64, not {self.bits} and {self.workers}")
        self.table = new_table(self.bits)
        self.stop = np.zeros(1, np.int64)
        self.seconds = 0.0
        self.set_up()

    def set_up(self) -> None:
        """(Re)build the arrays from the board and the tuning."""
        self.geo = geometry_arrays(self.board, self.tuning)
        self.states = [self.new_state(13 * i) for i in range(self.workers)]

    @property
    def team(self) -> list[Any]:
        """The states of the workers that take part: all of them unless ``active`` is set."""
        return self.states[: self.active]

    def new_state(self, seed: int) -> Any:
        return state_arrays(self.geo, seed)

    def main(self, state: Any) -> Any:
        return state

    def load(self, state: Any, first: int, second: int, kind: int) -> None:
        raise NotImplementedError

    def work(self, state: Any) -> None:
        raise NotImplementedError

    def clear(self) -> None:
        """Forget everything."""
        self.table[:] = 0

    def check(self, first: int, second: int) -> None:
        if first < 0 or second < 0 or first & second or (first | second) >> self.board.size:
            raise ImpossibleError("stones overlap or lie off the board")

    def prove(
        self,
        first: int,
        second: int,
        first_moves: bool,
        limits: Limits = NO_LIMITS,
        progress: Progress | None = None,
        every: float = 1.0,
    ) -> Result:
        """Settle the position (masks of the first and the second side's stones) within the limits.

        `progress` is called about every `every` seconds, from the calling thread, while the workers rest: it may save
        a checkpoint. KeyboardInterrupt stops the workers and is raised again; the table keeps what is known.
        """
        self.check(first, second)
        for state in self.team:
            self.main(state).stat[:4] = 0
            self.load(state, first, second, 1 - first_moves if self.kind == "weak" else int(first_moves))
        self.exhausted = False
        start = time.perf_counter()
        while True:
            used = time.perf_counter() - start
            self.budget = int(min(limits.nodes - self.nodes(), 1 << 60)) // len(self.team) + 1
            self.burst(max(0.001, min(every, limits.seconds - used)))
            result = self.result(time.perf_counter() - start)
            if progress is not None:
                progress(result)
            if result.claim != "unknown" or self.exhausted or limits.reached(result):
                return result

    exhausted = False  # the root failed, but not every reply was looked at
    budget = 1

    def nodes(self) -> int:
        """Expansions of all workers since the last `prove` began."""
        return int(sum(self.main(s).stat[0] for s in self.team))

    def burst(self, seconds: float) -> None:
        """Let the workers search for a while."""
        self.stop[0] = 0
        threads = [threading.Thread(target=self.work, args=(state,), daemon=True) for state in self.team]
        end = time.perf_counter() + seconds
        for thread in threads:
            thread.start()
        try:
            for thread in threads:
                thread.join(max(0.0, end - time.perf_counter()))
        finally:
            self.stop[0] = 1
            for thread in threads:
                thread.join()

    def settled(self) -> Any:
        """The main state of a worker that settled the root, or None."""
        found = [self.main(s) for s in self.team if 0 in self.main(s).th[0, 2:4]]
        return found[0] if found else None

    def result(self, seconds: float) -> Result:
        mains = [self.main(s) for s in self.team]
        stats = sum(m.stat[:2] for m in mains)
        sample = self.table[:: max(1, len(self.table) >> 12) | 1, 1]
        root = self.settled()
        return Result(
            self.claim(root) if root is not None else "unknown",
            int(stats[0]),
            int(stats[1]),
            seconds,
            float(np.count_nonzero(sample)) / len(sample),
            (int(mains[0].th[0, 2]), int(mains[0].th[0, 3])),
        )

    def claim(self, root: Any) -> Claim:
        raise NotImplementedError


class Weak(Search):
    """Maker (first) against Breaker: hold = Breaker holds, so the first side cannot win the real game either."""

    kind = "weak"

    def load(self, state: Any, first: int, second: int, kind: int) -> None:
        from noughts.solver.kernels.state import load

        load(self.geo, state, *words_of(first), *words_of(second), kind)
        state.th[0, 2:4] = 1

    def work(self, state: Any) -> None:
        from noughts.solver.kernels.weak import run

        run(self.geo, state, self.table, self.budget, self.stop)

    def claim(self, root: Any) -> Claim:
        if root.th[0, 2] == 0:
            return "hold"
        found = not (root.Z[0] == np.uint64(MASK)).all()
        self.exhausted = not found
        return "win" if found else "unknown"


class Strong(Search):
    """Attacker (first) against defender, both complete lines: win = the attacker completes one first."""

    kind = "strong"

    def new_state(self, seed: int) -> Any:
        return state_arrays(self.geo, seed), state_arrays(self.geo, 0)

    def main(self, state: Any) -> Any:
        return state[0]

    def load(self, state: Any, first: int, second: int, kind: int) -> None:
        from noughts.solver.kernels.state import load

        load(self.geo, state[0], *words_of(first), *words_of(second), kind)
        load(self.geo, state[1], *words_of(second), *words_of(first), kind)
        state[0].th[0, 2:4] = 1

    def work(self, state: Any) -> None:
        from noughts.solver.kernels.strong import strong_run

        strong_run(self.geo, state[0], state[1], self.table, self.budget, self.stop)

    def claim(self, root: Any) -> Claim:
        return "win" if root.th[0, 2] == 0 else "hold"


class Bounded(Strong):
    """win = the attacker (first) completes a line with its next ``stones`` stones, and first; hold = it does not.

    The table serves any number of stones: a budget spent on one question is not lost for the next.
    """

    kind = "bounded"
    stones = 1

    def load(self, state: Any, first: int, second: int, kind: int) -> None:
        from noughts.solver.kernels.bounded import bounded_load

        a, d = state
        bounded_load(self.geo, a, d, *words_of(first), *words_of(second), kind, self.stones)
        a.th[0, 2:4] = 1

    def work(self, state: Any) -> None:
        from noughts.solver.kernels.bounded import bounded_run

        bounded_run(self.geo, state[0], state[1], self.table, self.budget, self.stop)


def cells_mask(cells: Iterable[int]) -> int:
    """A mask of cells."""
    return sum(1 << c for c in cells)
