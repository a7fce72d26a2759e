"""How much longer the kernels take in a browser's Python than natively; each run gives the same answer."""

import json
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture
from tests.solver.pyodide import Pyodide

pytest.importorskip("numba")


@pytest.mark.long
def test_kernels_in_pyodide(benchmark: BenchmarkFixture, tmp_path: Path, figures: list[str]) -> None:
    """Processor time of the kernels as WebAssembly, against native (aim: at most 1.7 times)."""
    pyodide = Pyodide(tmp_path)
    there = benchmark.pedantic(lambda: pyodide.there("tests.solver.kernel_times"), rounds=1)
    for ours, theirs in zip(pyodide.here("tests.solver.kernel_times"), there, strict=True):
        (name, answer, native), (_, same, wasm) = json.loads(ours), json.loads(theirs)
        assert answer == same, name
        figures.append(
            f"{name}: {wasm:.2f} s as WebAssembly, {native:.2f} natively: {wasm / native:.2f} times"
        )
