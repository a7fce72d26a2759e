"""Ours beside the peers: OpenSpiel's solvers and easyAI's on the same boards, every answer asserted.

Each solver has a process of its own, this file run as a program, and NOUGHTS_PEER_SECONDS (60) to answer in, so that
five that do not end are stopped before a test counts as one that hangs.
What counts is the best time of its answer alone: imports, the game object and the loading of compiled code
come before. A peer that does not end is stopped and marked, and not tried on boards with more cells; one
that is not installed is marked too. The table of all is at the end of the run.

Not here: OpenSpiel's value_iteration, which gives MinimaxSolver's values in two to three times the time and
needs cvxpy, 223 MB that its wheel does not ask for; its MCTSBot(solve=True), which did not prove 3x3x3 a draw
in 60 s.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from time import perf_counter
from typing import Any, NamedTuple

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from noughts import Board, Position
from noughts.solver.small.exact import Exact

pytestmark = pytest.mark.long

LIMIT = float(os.environ.get("NOUGHTS_PEER_SECONDS", "60"))
START = 3.0  # seconds more for what comes before the answer, and for its repetition
MEMORY = 8 << 30  # bytes of address space a process
WIN = 100  # what a win scores in easyAI, before its bonus for an early one

Answer = tuple[int, int | None]
"""+1 if the first player wins, 0 for a draw, -1; and of how many positions, if more than this one."""

Solve = Callable[[], Answer]


def exact(board: Board) -> Solve:
    """Ours in plain Python: every position's value and distance."""
    return lambda: (_sign((scores := Exact(board).all_scores())[0, 0]), len(scores))


def table(board: Board) -> Solve:
    """Ours compiled: every position's value and distance (``test_table.py`` counts them)."""
    from noughts.solver.small.retrograde import solve
    from noughts.solver.small.table import Table

    solve(1, (1,))
    return lambda: (_sign(Table(board, solve(board.size, board.masks)).score(Position.start(board))), None)


def prover(board: Board) -> Solve:
    """Ours compiled: the value of the empty board, on one thread."""
    from noughts import Limits
    from noughts import solve as prove

    limits = Limits(threads=2, memory=1 << 26)
    prove(board, limits=limits)
    return lambda: (_sign(prove(board, limits=limits).value or 0), None)


def alpha_beta(board: Board) -> Solve:
    import pyspiel
    from open_spiel.python.algorithms.minimax import alpha_beta_search

    game = pyspiel.load_game(_spiel_name(board))
    return lambda: (_sign(alpha_beta_search(game, maximum_depth=board.size)[0]), None)


def minimax_solver(board: Board) -> Solve:
    import pyspiel
    from open_spiel.python.algorithms.minimax_solver import MinimaxSolver

    name = _spiel_name(board)
    start = str(pyspiel.load_game(name).new_initial_state())
    return lambda: (_sign((entries := MinimaxSolver(name).solve())[start].value), len(entries))


def negamax(board: Board) -> Solve:
    from easyAI import Negamax, TranspositionTable

    def solve(search: Negamax) -> Answer:
        search(_easy_game(board))
        return _sign(search.alpha), None

    return lambda: solve(Negamax(board.size, win_score=WIN, tt=TranspositionTable()))


def deepening(board: Board) -> Solve:
    from easyAI import TranspositionTable
    from easyAI import solve_with_iterative_deepening as solve

    more = {"win_score": WIN, "ai_depths": range(1, board.size + 1), "verbose": False}
    return lambda: (solve(_easy_game(board), tt=TranspositionTable(), **more)[0], None)


def depth_first(board: Board) -> Solve:
    from easyAI import TranspositionTable
    from easyAI import solve_with_depth_first_search as solve

    return lambda: (solve(_easy_game(board), WIN, tt=TranspositionTable()), None)


OURS = {f.__name__: f for f in (exact, table, prover)}
PEERS = {  # by column: the module that must be there, and the solver
    "alpha_beta": ("pyspiel", alpha_beta),  # the game in C++, the search in Python, nothing remembered
    "MinimaxSolver": ("pyspiel", minimax_solver),  # every unfinished position
    "Negamax": ("easyAI", negamax),  # alpha-beta; all three of easyAI's have a transposition table
    "deepening": ("easyAI", deepening),
    "depth_first": ("easyAI", depth_first),
}
LEGEND = f"""
OpenSpiel: alpha_beta, MinimaxSolver; easyAI: Negamax, deepening, depth_first (benchmarks/test_peers.py).
Ours up to 4x4x4 and MinimaxSolver value every position, the others only the empty board.
> {LIMIT:g}: did not end in {LIMIT:g} s and was stopped. not tried: did not end on a board with fewer cells.
not installed: python -m pip install --constraint constraints.txt --group peers"""


class Row(NamedTuple):
    """A board, its value for the first player, which of OURS answers, its positions: all, and unfinished."""

    board: str
    value: int
    ours: str
    counts: tuple[int, int] = (0, 0)


ROWS = [
    Row("3x3x3", 0, "exact", (5_478, 4_520)),
    Row("4x3x3", 1, "table", (111_973, 79_563)),
    Row("4x4x3", 1, "table", (6_036_001, 3_463_541)),
    Row("4x4x4", 0, "table", (9_722_011, 9_062_619)),
    Row("5x5x4", 0, "prover"),
    Row("6x5x4", 1, "prover"),
    Row("6x6x4", 1, "prover"),
    Row("6x6x5", 0, "prover"),
    Row("7x7x5", 0, "prover"),
    Row("7x7x6", 0, "prover"),
]


class Beside:
    """The measurements of a run, a line a board, and the table of them."""

    def __init__(self) -> None:
        self.lines: list[list[str]] = []
        self.stopped: dict[str, int] = {}

    def cell(self, peer: str, row: Row, ours: float) -> str:
        """Runs a peer on a board: its seconds beside ours, or why there are none."""
        size = Board.parse(row.board).size
        if find_spec(PEERS[peer][0]) is None:
            return "not installed"
        if self.stopped.get(peer, size) < size:
            return "not tried"
        seconds = ask(peer, row, LIMIT + START)
        if isinstance(seconds, float):
            return f"{seconds:.3f} ({seconds / ours:,.1f}x)"
        self.stopped[peer] = size
        return seconds or f"> {LIMIT:g} (> {LIMIT / ours:,.0f}x)"

    @pytest.hookimpl(trylast=True)
    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """The table, after everything else."""
        lines = [["board", "value", "ours", *PEERS], *self.lines]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        terminalreporter.section("ours beside peers: seconds (times ours)")
        for line in lines:
            terminalreporter.write_line("  ".join(map(str.ljust, line, widths)).rstrip())
        terminalreporter.write_line(LEGEND)


@pytest.fixture(scope="module")
def beside(request: pytest.FixtureRequest) -> Beside:
    """The table of this run, printed at its end."""
    request.config.pluginmanager.register(measured := Beside())
    return measured


def ask(solver: str, row: Row, limit: float | None = None) -> float | str:
    """The seconds a solver took in its own process, its answer asserted; or why not, "" if it is late."""
    command = [sys.executable, __file__, solver, row.board]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=limit)
    except subprocess.TimeoutExpired:
        return ""
    if "MemoryError" in done.stderr:
        return f"over {MEMORY >> 30} GB"
    assert done.returncode == 0, done.stderr
    value, count, seconds = json.loads(done.stdout)
    assert value == row.value, f"{solver} on {row.board}"
    assert count is None or count in row.counts, f"{solver} on {row.board}"
    return float(seconds)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.board)
def test_beside_peers(benchmark: BenchmarkFixture, beside: Beside, row: Row) -> None:
    """A board solved by ours, as a whole process, and by every peer; the table tells how they compare."""
    seconds = benchmark.pedantic(ask, (row.ours, row), rounds=1, warmup_rounds=1)
    assert isinstance(seconds, float), f"ours on {row.board}: {seconds}"
    peers = (beside.cell(peer, row, seconds) for peer in PEERS)
    beside.lines.append([row.board, ("draw", "win", "loss")[row.value], f"{seconds:.4f}", *peers])


def _easy_game(board: Board) -> Any:
    """An m,n,k game for easyAI, on bit sets, with moves taken back rather than boards copied."""
    from easyAI import TwoPlayerGame

    class Game(TwoPlayerGame):  # type: ignore[misc]
        def __init__(self) -> None:
            self.players = [None, None]
            self.current_player = 1
            self.stones = [0, 0, 0]  # the first is nobody's
            self.lost = False  # by the side to move: the other has just made a line

        def possible_moves(self) -> list[int]:
            taken = self.stones[1] | self.stones[2]
            return [cell for cell in board.cells if not taken >> cell & 1]

        def make_move(self, cell: int) -> None:
            own = self.stones[self.current_player] = self.stones[self.current_player] | 1 << cell
            self.lost = any(own & line == line for line in board.masks_through[cell])

        def unmake_move(self, cell: int) -> None:
            self.stones[self.current_player] ^= 1 << cell
            self.lost = False

        def is_over(self) -> bool:
            return self.lost or self.stones[1] | self.stones[2] == board.full

        def scoring(self) -> int:
            return -WIN if self.lost else 0

        def ttentry(self) -> tuple[int, int]:
            return self.stones[1], self.stones[2]

    return Game()


def _spiel_name(board: Board) -> str:
    """OpenSpiel's name of a board; 3x3x3 has a faster game of its own."""
    return "tic_tac_toe" if str(board) == "3x3x3" else f"mnk(m={board.columns},n={board.rows},k={board.k})"


def _sign(number: float) -> int:
    return int(number > 0) - int(number < 0)


def main(solver: str, name: str) -> None:
    """The program of a process: the answer and the least of up to a hundred times, a second in all."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    solve = (OURS | {peer: function for peer, (_, function) in PEERS.items()})[solver](Board.parse(name))
    times: list[float] = []
    while not times or (len(times) < 100 and sum(times) < 1):
        start = perf_counter()
        value, count = solve()
        times.append(perf_counter() - start)
    json.dump([value, count, min(times)], sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
