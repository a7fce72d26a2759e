"""What a server counts while it runs, as Prometheus reads it.

The format: https://prometheus.io/docs/instrumenting/exposition_formats.
"""

from __future__ import annotations

import sys
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping

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


class Metrics:
    """Answers by status and by seconds, and what stands just now."""

    def __init__(self) -> None:
        self._begun = time.time()
        self._statuses: Counter[int] = Counter()
        self._buckets = [0] * (len(BUCKETS) + 1)
        self._seconds = 0.0

    def count(self, status: int, seconds: float) -> None:
        """An answer has begun."""
        self._statuses[status] += 1
        self._buckets[bisect_left(BUCKETS, seconds)] += 1
        self._seconds += seconds

    def text(self, standing: Mapping[str, float]) -> str:
        """Everything, with what stands just now, by the names of ``STANDING``."""
        return "".join(f"{line}\n" for line in self._lines(standing))

    def _lines(self, standing: Mapping[str, float]) -> Iterator[str]:
        yield "# TYPE noughts_answers_total counter"
        for status, number in sorted(self._statuses.items()):
            yield f'noughts_answers_total{{status="{status}"}} {number}'
        yield "# TYPE noughts_answer_seconds histogram"
        below = 0
        for bound, number in zip((*BUCKETS, "+Inf"), self._buckets, strict=True):
            below += number
            yield f'noughts_answer_seconds_bucket{{le="{bound}"}} {below}'
        yield f"noughts_answer_seconds_sum {self._seconds:.6f}"
        yield f"noughts_answer_seconds_count {below}"
        for name, value in {"process_start_time_seconds": self._begun, **standing, **_process()}.items():
            yield f"# TYPE {name} {'counter' if _is_counter(name) else 'gauge'}"
            yield f"{name} {value:.15g}"


def _is_counter(name: str) -> bool:
    return name.endswith("_total")


def _process() -> dict[str, float]:
    told = {"process_cpu_seconds_total": time.process_time()}
    if sys.platform != "win32":
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        told["process_max_resident_memory_bytes"] = most * (1 if sys.platform == "darwin" else 1024)
    return told
