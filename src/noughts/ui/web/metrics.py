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


class Metrics:
    """Answers by status and by seconds, and what else is asked for at the moment of telling."""

    def __init__(self) -> None:
        self._begun = time.time()
        self._answers: Counter[int] = Counter()
        self._buckets = [0] * (len(BUCKETS) + 1)
        self._seconds = 0.0

    def count(self, status: int, seconds: float) -> None:
        """An answer has begun."""
        self._answers[status] += 1
        self._buckets[bisect_left(BUCKETS, seconds)] += 1
        self._seconds += seconds

    def text(self, gauges: Mapping[str, float]) -> str:
        """Everything; ``gauges`` are what stands just now, by name."""
        return "".join(f"{line}\n" for line in self._lines(gauges))

    def _lines(self, gauges: Mapping[str, float]) -> Iterator[str]:
        yield "# TYPE noughts_answers_total counter"
        for status, number in sorted(self._answers.items()):
            yield f'noughts_answers_total{{status="{status}"}} {number}'
        yield "# TYPE noughts_answer_seconds histogram"
        below = 0
        for bound, number in zip((*BUCKETS, "+Inf"), self._buckets, strict=True):
            below += number
            yield f'noughts_answer_seconds_bucket{{le="{bound}"}} {below}'
        yield f"noughts_answer_seconds_sum {self._seconds:.6f}"
        yield f"noughts_answer_seconds_count {below}"
        for name, value in {**self._process(), **gauges}.items():
            kind = "counter" if name.endswith("_total") else "gauge"
            yield f"# TYPE {name} {kind}"
            yield f"{name} {value:g}"

    def _process(self) -> dict[str, float]:
        told = {
            "process_start_time_seconds": self._begun,
            "process_cpu_seconds_total": time.process_time(),
        }
        if sys.platform != "win32":  # which does not say without another library
            most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            told["process_max_resident_memory_bytes"] = most * (1 if sys.platform == "darwin" else 1024)
        return told
