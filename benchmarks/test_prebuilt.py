"""What kernels compiled ahead take against Numba's, in a browser's Python and here; the answers are the same."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture
from tests.solver.pyodide import Pyodide, said

pytest.importorskip("numba")

ROUNDS, TIMES = 2, "tests.solver.kernel_times"
"""Here and there take turns, so that what else the machine does meets both; of each the least counts."""


@pytest.mark.long
def test_kernels_in_pyodide(benchmark: BenchmarkFixture, tmp_path: Path, figures: list[str]) -> None:
    """Processor time of all kernels as WebAssembly, against native in the same run (aim: at most 1.7 times)."""
    pyodide = Pyodide(tmp_path)
    rounds = benchmark.pedantic(
        lambda: [(pyodide.here(TIMES), pyodide.there(TIMES)) for _ in range(ROUNDS)], rounds=1
    )
    for runs in zip(*(side for both in rounds for side in both), strict=True):
        names, answers, seconds = zip(*map(json.loads, runs), strict=True)
        assert all(answer == answers[0] for answer in answers), names[0]
        native, wasm = min(seconds[::2]), min(seconds[1::2])
        figures.append(
            f"{names[0]}: {wasm:.3f} s as WebAssembly, {native:.3f} natively: {wasm / native:.2f} times"
        )


def start(kernels: Path | None) -> float:
    """Seconds of CPU until a brain of Gomocup is ready; it says so."""
    environment = {**os.environ, "NOUGHTS_KERNELS": str(kernels or "")}
    before = os.times()
    command = [sys.executable, "-m", "noughts", "gomocup"]
    asked = "START 15\nEND\n"
    done = subprocess.run(
        command, env=environment, input=asked, capture_output=True, text=True, check=True, timeout=300
    )
    assert done.stdout == "OK\n"
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


@pytest.mark.long
def test_start_of_a_brain(benchmark: BenchmarkFixture, tmp_path: Path, figures: list[str]) -> None:
    """Processor time until a brain is ready, by kernels compiled ahead and by Numba, in one run (aim: 0.5 s)."""
    pytest.importorskip("ziglang")
    said(sys.executable, "-m", "web.kernels", str(tmp_path), "--here")
    start(None)
    runs = benchmark.pedantic(lambda: [(start(tmp_path), start(None)) for _ in range(5)], rounds=1)
    ahead, numba = (min(side) for side in zip(*runs, strict=True))
    figures.append(f"a brain is ready after {ahead:.2f} s of CPU, with Numba {numba:.2f}")
