"""What a server counts while it runs, as Prometheus reads it.

The format: https://prometheus.io/docs/instrumenting/exposition_formats. Several processes that are one server write
a row of numbers each, in a file that is mapped into all of them, and whichever is asked tells their sums: no row is
written by two, so that none needs a lock. A process that takes the place of one that died goes on counting in its row.
"""

from __future__ import annotations

import mmap
import sys
import time
from array import array
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from pathlib import Path

from noughts.ui.web.rate_limit import Share

if sys.platform != "win32":
    import resource

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Seconds; an answer is counted in the first that it needed no more than."""

STANDING = (
    "noughts_streams",
    "noughts_moves_waiting",
    "noughts_moves_computing",
    "noughts_questions_waiting",
    "noughts_questions_computing",
    "noughts_contests_waiting",
    "noughts_contests_computing",
    "noughts_computing_seconds_total",
)
"""What a server is asked for at the moment of telling."""

_PROCESS = ["process_cpu_seconds_total"]
if sys.platform != "win32":  # which does not say what it holds without another library
    _PROCESS.append("process_max_resident_memory_bytes")

_STATUSES = 600
"""A row: answers by their status, by their seconds, all their seconds, what stands, and when it was begun."""

_BUCKET = _STATUSES
_SECONDS = _BUCKET + len(BUCKETS) + 1
_STANDS = {name: _SECONDS + 1 + place for place, name in enumerate((*STANDING, *_PROCESS))}
_BEGUN = _SECONDS + 1 + len(_STANDS)
_ROW = _BEGUN + 1


class Metrics:
    """Answers by status and by seconds, and what stands just now; with ``share`` those of all its processes."""

    def __init__(self, share: Share | None = None) -> None:
        share = share or Share()
        self._rows = _rows(share.processes, share.numbers)
        self._own = self._rows[share.number]
        self._own[_BEGUN] = self._own[_BEGUN] or time.time()
        self._before = {name: self._own[at] for name, at in _STANDS.items() if _is_counter(name)}

    def count(self, status: int, seconds: float) -> None:
        """An answer has begun."""
        self._own[status] += 1
        self._own[_BUCKET + bisect_left(BUCKETS, seconds)] += 1
        self._own[_SECONDS] += seconds

    def stand(self, told: Mapping[str, float]) -> None:
        """What stands just now in this process, by the names of ``STANDING``; others tell it until it says more."""
        for name, value in {**told, **_process()}.items():
            self._own[_STANDS[name]] = self._before.get(name, 0) + value

    def text(self) -> str:
        """Everything, of all processes."""
        return "".join(f"{line}\n" for line in self._lines())

    def _lines(self) -> Iterator[str]:
        sums = [sum(numbers) for numbers in zip(*self._rows, strict=True)]
        yield "# TYPE noughts_answers_total counter"
        for status, number in enumerate(sums[:_STATUSES]):
            if number:
                yield f'noughts_answers_total{{status="{status}"}} {number:.0f}'
        yield "# TYPE noughts_answer_seconds histogram"
        below = 0.0
        for bound, number in zip((*BUCKETS, "+Inf"), sums[_BUCKET:_SECONDS], strict=True):
            below += number
            yield f'noughts_answer_seconds_bucket{{le="{bound}"}} {below:.0f}'
        yield f"noughts_answer_seconds_sum {sums[_SECONDS]:.6f}"
        yield f"noughts_answer_seconds_count {below:.0f}"
        begun = min(row[_BEGUN] for row in self._rows if row[_BEGUN])
        processes = len(self._rows)
        stands = {name: sums[at] for name, at in _STANDS.items()}
        for name, value in {
            "process_start_time_seconds": begun,
            "noughts_processes": processes,
            **stands,
        }.items():
            yield f"# TYPE {name} {'counter' if _is_counter(name) else 'gauge'}"
            yield f"{name} {value:.15g}"


def _rows(processes: int, file: Path | None) -> list[array[float] | memoryview[float]]:
    """The numbers of each process: in memory, or where there are several in a file that they share."""
    if file is None:
        return [array("d", bytes(8 * _ROW)) for _ in range(processes)]
    with file.open("a+b") as opened:
        opened.truncate(8 * _ROW * processes)  # as long as it is already, for all but the first
        cells = memoryview(mmap.mmap(opened.fileno(), 8 * _ROW * processes)).cast("d")
    return [cells[begin : begin + _ROW] for begin in range(0, _ROW * processes, _ROW)]


def _is_counter(name: str) -> bool:
    return name.endswith("_total")


def _process() -> dict[str, float]:
    told = {"process_cpu_seconds_total": time.process_time()}
    if sys.platform != "win32":
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        told["process_max_resident_memory_bytes"] = most * (1 if sys.platform == "darwin" else 1024)
    return told
