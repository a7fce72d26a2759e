"""How much longer the kernels take in a browser's Python than natively; each run gives the same answer."""

import json
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture
from tests.solver.pyodide import Pyodide

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
