"""Prove that a side holds, or wins: the weak game first, the strong game where that fails.

`Weak(board)` and `Strong(board)` own a transposition table of fixed size and search with one thread a worker on
that one table. A search ends settled, or `unknown` when a limit ends it; what is known stays in the table, so
`prove` again goes on, and `checkpoint.save`/`checkpoint.load` carry it over a crash.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

import numpy as np

from noughts.errors import ImpossibleError, NoughtsError, TooLargeError, quote
from noughts.game.board import Board, Line

Claim: TypeAlias = Literal["hold", "win", "unknown"]
MASK = (1 << 64) - 1
LONGEST = 12  # cells in a line: the hash table has 2**LONGEST rows a line
MOST_CELLS = 128
FIRST_BITS = 18  # of a table: it grows fourfold, up to its size, whenever half of it is filled


@dataclass(frozen=True)
class SearchLimits:
    """When to stop with `unknown`: seconds of wall clock, nodes expanded."""

    seconds: float = float("inf")
    nodes: float = float("inf")

    def reached(self, result: SearchResult) -> bool:
        """Whether a search with this result must stop."""
        return result.seconds >= self.seconds or result.nodes >= self.nodes


NO_LIMITS = SearchLimits()


@dataclass(frozen=True)
class SearchResult:
    """hold: the second side (Breaker, defender) holds; win: the first (Maker, attacker) wins.

    nodes = expansions, looks = positions looked at, depth = the deepest level so far in plies (passes count).
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
class Tuning:
    """What the searches were tuned to.

    Replies looked at, steps to mend a pairing, first proof number of an open line, and thresholds 1 + 2**-growth.
    """

    replies: int = 8
    steps: int = 100
    leaf: int = 5
    growth: int = 2


PLAIN = Tuning(replies=10, steps=0, leaf=1, growth=4)
"""For the strong game, where fewer positions are held by a pairing: to mend one does not pay."""


def mixed(x: Any) -> Any:
    """splitmix64 (Steele, Lea and Flood 2014): a 64-bit hash of every word of an array."""
    u64 = np.uint64
    x = x + u64(0x9E3779B97F4A7C15)
    x = (x ^ (x >> u64(30))) * u64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> u64(27))) * u64(0x94D049BB133111EB)
    return x ^ (x >> u64(31))


def check_board(board: Board) -> None:
    """TooLargeError unless the kernels can hold the board."""
    if board.size > MOST_CELLS:
        raise TooLargeError(f"cannot prove {quote(board)}: {board.size} cells, at most {MOST_CELLS}")
    longest = max(map(len, board.lines))
    if longest > LONGEST:
        raise TooLargeError(f"cannot prove {quote(board)}: a line of {longest} cells, at most {LONGEST}")


def geometry_arrays(board: Board, tuning: Tuning) -> Any:
    """The kernels' constant record of a board, with eight of its symmetries, or fewer and the identity again."""
    from noughts.solver.search.kernels.state import FRAMES, geo_type, record

    lines = least(board.lines)
    longest, count = max(map(len, lines)), len(lines)
    geo = record(geo_type(room(-(-count // 64), 4), room(count << longest, 1 << 16)))
    for i, image in enumerate([*board.symmetries[:FRAMES], *[range(board.size)] * FRAMES][:FRAMES]):
        geo.perm[i, : board.size] = image
        geo.perm[FRAMES + i, : board.size] = np.argsort(image)
    for line, cells in enumerate(lines):
        for i, cell in enumerate(cells):
            geo.lm[line, cell >> 6] |= np.uint64(1 << (cell & 63))
            geo.through[cell, line >> 6] |= np.uint64(1 << (line & 63))
            geo.cells_of[line, i] = cell
            geo.bit_at[cell, line] = 1 << i
        first = line << longest
        geo.hashes[first : first + (1 << len(cells))] = edge_hashes(geo.perm[:FRAMES, list(cells)])
    geo.cells, geo.lines, geo.longest, geo.words = board.size, count, longest, -(-count // 64)
    geo.replies, geo.steps, geo.leaf, geo.growth = vars(tuning).values()
    return geo


def least(lines: Sequence[Line]) -> Sequence[Line]:
    """The lines that contain no other, which decide the game: a line is completed with the one in it, or later."""
    if len(set(map(len, lines))) == 1:
        return lines
    sets = [frozenset(line) for line in lines]
    return [line for line in lines if not any(other < set(line) for other in sets)]


def room(wanted: int, least: int) -> int:
    """The next power of two, from the least on: boards with equal room share compiled kernels."""
    return max(least, 1 << (wanted - 1).bit_length())


def edge_hashes(images: Any) -> Any:
    """Row p, column i: the hash of the set of those cells of a line that p has a bit for, seen through symmetry i.

    It depends on the cells only, not on the line: ``images[i]`` are the line's cells seen through symmetry i.
    """
    sets = np.zeros((1, len(images), 2), np.uint64)
    for cells in images.T:
        cell = np.zeros((len(images), 2), np.uint64)
        cell[range(len(images)), cells >> 6] = np.uint64(1) << (cells & 63).astype(np.uint64)
        sets = np.concatenate([sets, sets | cell])
    return mixed(mixed(sets[..., 0]) ^ mixed(sets[..., 1] + np.uint64(1)))


def state_arrays(geo: Any, seed: int = 0) -> Any:
    """One worker's stack; seed 0 searches in the plain order, others stray at the nodes where all must be proved."""
    from noughts.solver.search.kernels.state import record, state_type

    state = record(state_type(geo.through.shape[1]))
    state.stat[5] = 3
    state.stat[6] = seed
    state.stat[10] = 160
    state.stat[16:32] = [4 ** max(0, 8 - empties) for empties in range(16)]
    return state


def new_table(bits: int) -> Any:
    """2**bits empty rows of 32 bytes, aligned so that a bucket of four fills two cache lines."""
    raw = np.zeros((1 << bits) * 4 + 8, np.uint64)
    skip = (-raw.ctypes.data // 8) % 8
    return raw[skip : skip + (1 << bits) * 4].reshape(-1, 4)


def spread(table: Any, rows: Any) -> None:
    """Put rows into their buckets: a free place each, as far as there is one."""
    one, two = np.uint64(1), np.uint64(2)
    turned = (
        (rows[:, 2] << one)
        ^ (rows[:, 2] >> np.uint64(63))
        ^ (rows[:, 3] << two)
        ^ (rows[:, 3] >> np.uint64(62))
    )
    bucket = ((rows[:, 0] ^ rows[:, 1] ^ turned) & np.uint64(len(table) - 1)).astype(np.int64) & ~3
    for place in range(4):
        at = bucket + place
        free = table[at, 1] == 0
        table[at[free]] = rows[free]
        stays = ~free | (table[at] != rows).any(axis=1)
        rows, bucket = rows[stays], bucket[stays]


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
        self.table = new_table(min(self.bits, FIRST_BITS))
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

    def prove(  # noqa: PLR0913, PLR0917 - the position is three of them
        self,
        first: int,
        second: int,
        first_moves: bool,
        limits: SearchLimits = NO_LIMITS,
        progress: Progress | None = None,
        every: float = 1.0,
    ) -> SearchResult:
        """Settle the position (masks of the first and the second side's stones) within the limits.

        `progress` is called about every `every` seconds, from the calling thread, while the workers rest: it may save
        a checkpoint. KeyboardInterrupt stops the workers and is raised again; the table keeps what is known.
        """
        self.check(first, second)
        for state in self.team:
            self.main(state).stat[:4] = 0
            self.main(state).stat[8] = 0
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
            self.grow(result.fill)

    def grow(self, fill: float) -> None:
        """A larger table, as far as `bits` allows, when the one there is half full; the workers must rest."""
        old, whole = self.table, 1 << self.bits
        if len(old) < whole and 2 * fill * whole >= len(old):
            self.table = new_table(min(self.bits, len(old).bit_length() + 1))
            for rows in np.array_split(old, max(1, len(old) >> 18)):
                spread(self.table, rows[rows[:, 1] != 0])

    exhausted = False  # the root failed, but not every reply was looked at
    budget = 1

    def nodes(self) -> int:
        """Expansions of all workers since the last `prove` began."""
        return int(sum(self.main(s).stat[0] for s in self.team))

    def burst(self, seconds: float) -> None:
        """Let the workers search for a while; raises what one of them raised."""
        self.stop[0] = 0
        with ThreadPoolExecutor(len(self.team)) as pool:
            workers = [pool.submit(self.work, state) for state in self.team]
            try:
                wait(workers, seconds)
            finally:
                self.stop[0] = 1
        for worker in workers:
            worker.result()

    def settled(self) -> Any:
        """The main state of a worker that settled the root, or None."""
        found = [self.main(s) for s in self.team if 0 in self.main(s).th[0, 2:4]]
        return found[0] if found else None

    def result(self, seconds: float) -> SearchResult:
        mains = [self.main(s) for s in self.team]
        stats = sum(m.stat[:2] for m in mains)
        sample = self.table[:: max(1, len(self.table) >> 12) | 1, 1]
        root = self.settled()
        return SearchResult(
            self.claim(root) if root is not None else "unknown",
            int(stats[0]),
            int(stats[1]),
            seconds,
            float(np.count_nonzero(sample)) / len(sample) * len(self.table) / (1 << self.bits),
            (int(mains[0].th[0, 2]), int(mains[0].th[0, 3])),
            int(max(m.stat[8] for m in mains)),
        )

    def claim(self, root: Any) -> Claim:
        raise NotImplementedError


class Weak(Search):
    """Maker (first) against Breaker: hold = Breaker holds, so the first side cannot win the real game either."""

    kind = "weak"

    def load(self, state: Any, first: int, second: int, kind: int) -> None:
        from noughts.solver.search.kernels.state import load

        load(self.geo, state, *words_of(first), *words_of(second), kind)
        state.th[0, 2:4] = 1

    def work(self, state: Any) -> None:
        from noughts.solver.search.kernels.weak import run

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
        from noughts.solver.search.kernels.state import load

        load(self.geo, state[0], *words_of(first), *words_of(second), kind)
        load(self.geo, state[1], *words_of(second), *words_of(first), kind)
        state[0].th[0, 2:4] = 1

    def work(self, state: Any) -> None:
        from noughts.solver.search.kernels.strong import strong_run

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
        from noughts.solver.search.kernels.bounded import bounded_load

        a, d = state
        bounded_load(self.geo, a, d, *words_of(first), *words_of(second), kind, self.stones)
        a.th[0, 2:4] = 1

    def work(self, state: Any) -> None:
        from noughts.solver.search.kernels.bounded import bounded_run

        bounded_run(self.geo, state[0], state[1], self.table, self.budget, self.stop)
