"""Long runs of the kernels, natively or in Pyodide, with their results and processor times.

As a program it prints a line of JSON for each: name, result, and the shortest of several times in seconds.
"""

import json
import sys
from collections.abc import Callable
from time import process_time

from noughts import Board, Limits
from noughts.engine.limits import Budget
from noughts.engine.mcts.growing import grow
from noughts.engine.search import search
from noughts.solver.search.arrays import PLAIN
from noughts.solver.search.searches import Search, Strong, Weak
from noughts.solver.small.retrograde import solve as table
from tests.solver.kernel_questions import position
from tests.solver.zone_kernels import verified

TIMES, SECONDS = 6, 2.0
"""The least number of repetitions and their least seconds: browsers optimise code while it runs."""


def processor() -> Callable[[], float]:
    """Return a clock of the processor's time; in Pyodide it is that of Node."""
    if sys.platform != "emscripten":
        return process_time
    import js  # type: ignore[import-not-found]

    return lambda: sum(js.process.cpuUsage().to_py().values()) / 1e6


def proved(search: Search) -> tuple[int, int]:
    """Nodes and looks of the search of an empty board."""
    result = search.prove(0, 0, True, Limits(nodes=20_000, threads=1))
    return result.nodes, result.looks


SMALL = Board.parse("4x4x4")
RUNS: dict[str, Callable[[], object]] = {
    "engine, 15x15x5": lambda: search(position("15x15x5", (112, 113, 97, 98)), Budget(nodes=1_000_000)).score,
    "engine, 9x9x5": lambda: search(position("9x9x5", (40, 41)), Budget(nodes=1_000_000)).score,
    "weak proof, 8x8x5": lambda: proved(Weak(Board.parse("8x8x5"), 18)),
    "strong proof, 7x7x5": lambda: proved(Strong(Board.parse("7x7x5"), 18, tuning=PLAIN)),
    "random games, 15x15x5": lambda: grow(position("15x15x5", (112, 113)), 5000, 7).branches[0].visits,
    "zones verified, 14x14x5": verified,
    "table, 4x4x4": lambda: table(SMALL.size, SMALL.masks, threads=1)[0],
}

if __name__ == "__main__":
    clock = processor()
    for name, run in RUNS.items():
        times = []
        while len(times) < TIMES or sum(times) < SECONDS:
            began = clock()
            answer = run()
            times.append(clock() - began)
        sys.stdout.write(json.dumps([name, answer, min(times)]) + "\n")
