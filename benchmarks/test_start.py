"""How long a person or a program waits: imports and whole processes. Each benchmark asserts its answer."""

import json
import subprocess
import sys

from pytest_benchmark.fixture import BenchmarkFixture

GOALS_MS = {"import": 60, "decide": 250}
"""What the project aims for, in milliseconds a process; shown beside the measurement, never asserted."""


def run(*arguments: str) -> str:
    done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=True)
    return done.stdout


def test_python_alone(benchmark: BenchmarkFixture) -> None:
    """A process that does nothing: what the others must be compared with."""
    assert benchmark.pedantic(run, ("-c", "print(1)"), rounds=10) == "1\n"


def test_import(benchmark: BenchmarkFixture) -> None:
    """``import noughts`` as a whole process, without numpy or numba."""
    benchmark.extra_info["goal_ms"] = GOALS_MS["import"]
    code = "import sys, noughts; print({'numpy', 'numba', 'rich', 'click'} & set(sys.modules))"
    assert benchmark.pedantic(run, ("-c", code), rounds=10) == "set()\n"


def test_decide_process(benchmark: BenchmarkFixture) -> None:
    """``noughts decide tic`` on the empty board as a whole process: the whole game tree is rated."""
    benchmark.extra_info["goal_ms"] = GOALS_MS["decide"]
    out = benchmark.pedantic(run, ("-m", "noughts", "decide", "tic", ".../.../...", "--json"), rounds=10)
    answer = json.loads(out)
    assert answer["moves"] == dict.fromkeys(("a1", "c1", "a3", "c3"), "1/4")
    assert answer["evidence"]["nodes"] == 549_946
