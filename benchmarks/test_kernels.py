"""Times of kernels in a browser's Python and here, with the same answers, and of a start of the engine."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture
from tests.kernels.test_library import START
from tests.solver.pyodide import Pyodide

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


MEASURE = """
import time
from pathlib import Path
peak = next(line for line in Path("/proc/self/status").read_text().splitlines() if "VmHWM" in line)
print(time.process_time(), int(peak.split()[1]) / 1024)
"""


def test_start_of_the_engine(benchmark: BenchmarkFixture, figures: list[str]) -> None:
    """Processor time and memory of a process until its first move on 15x15x5 (aim: 0.35 s and 50 MB)."""

    def start() -> tuple[float, float]:
        done = subprocess.run(
            [sys.executable, "-c", START + MEASURE], capture_output=True, text=True, check=True
        )
        *said, last = [line for line in done.stdout.splitlines() if not line.startswith("MESSAGE")]
        assert said == ["OK", "7,7", "0"]
        seconds, megabytes = map(float, last.split())
        return seconds, megabytes

    runs = benchmark.pedantic(lambda: [start() for _ in range(5)], rounds=1)
    seconds, megabytes = map(min, zip(*runs, strict=True))
    figures.append(f"the engine's first move: {seconds:.2f} s of CPU, {megabytes:.0f} MB")
