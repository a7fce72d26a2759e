"""How long the strong solution of a board takes, and how much memory. Each benchmark asserts its answer.

The processes are fresh ones: each prints its own peak of resident memory. `ru_maxrss` will not do here:
Linux hands a child the peak that its parent had when it was forked; VmHWM starts anew with the program.
"""

import os
import subprocess
import sys

import pytest
from pytest_benchmark.fixture import BenchmarkFixture
from tests.solver.small.census import census

from noughts import Board
from noughts.solver.small.table import Table

RESULTS = {
    "4x4x4": (9_722_011, 2_730_266, 6_031_189, 960_556),
    "4x4x3": (6_036_001, 3_199_406, 1_322, 2_835_273),
    "5x3x4": (3_414_564, 494_604, 2_780_883, 139_077),
    "5x3x3": (2_286_668, 1_261_643, 6_872, 1_018_153),
}
"""Reachable positions; those won, drawn and lost for the side to move."""

PROCESS = """
import re, sys
from pathlib import Path
from noughts.game.board import Board
from noughts.game.position import Position
from noughts.solver.small.table import table
board = Board.parse(sys.argv[1])
value = table(board).value(Position.start(board))
print(value, *({"numba", "numpy"} & set(sys.modules)), sep="; ")
print(int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]) / 1024)
"""


def ask(board: str, **environment: str) -> tuple[str, float]:
    """The value of the empty board from a fresh process, and that process's peak in megabytes."""
    command, env = [sys.executable, "-c", PROCESS, board], {**os.environ, **environment}
    out = subprocess.run(command, capture_output=True, text=True, check=True, env=env).stdout
    value, peak = out.splitlines()
    return value, float(peak)


@pytest.mark.parametrize("name", RESULTS)
def test_solve(benchmark: BenchmarkFixture, name: str) -> None:
    """All values and distances of a board, in a process whose kernel is ready (aim: 5 s)."""
    from noughts.solver.small.retrograde import solve

    board = Board.parse(name)
    solve(1, (1,))
    table = Table(board, benchmark(solve, board.size, board.masks))
    by_result = [0, 0, 0]
    for values in census(table):
        for value, number in values.items():
            by_result[1 - value.result] += number
    assert (sum(by_result), *by_result) == RESULTS[name]


@pytest.mark.parametrize(("name", "value"), [("4x4x4", "draw"), ("4x4x3", "win in 5")])
def test_solve_in_a_fresh_process(
    benchmark: BenchmarkFixture, tmp_path_factory: pytest.TempPathFactory, name: str, value: str
) -> None:
    """The same as a whole process, kernel warm: start, Numba, solution, file (aim: 5 s, 300 MB)."""

    def setup() -> tuple[tuple[str], dict[str, str]]:
        return (name,), {"NOUGHTS_CACHE": str(tmp_path_factory.mktemp("cache"))}

    ask(name, NOUGHTS_CACHE=str(tmp_path_factory.mktemp("cache")))
    found, peak = benchmark.pedantic(ask, setup=setup, rounds=5)
    benchmark.extra_info["peak_mb"] = round(peak)
    assert found.split("; ")[0] == value
    assert peak < 300


def test_warm_start_in_a_fresh_process(
    benchmark: BenchmarkFixture, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """The same again: the file is checked and mapped, and neither Numba nor NumPy is loaded."""
    folder = str(tmp_path_factory.mktemp("cache"))
    ask("4x4x4", NOUGHTS_CACHE=folder)
    found, peak = benchmark.pedantic(ask, ("4x4x4",), {"NOUGHTS_CACHE": folder}, rounds=10)
    benchmark.extra_info["peak_mb"] = round(peak)
    assert found == "draw"
