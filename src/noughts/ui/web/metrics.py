"""What a server counts while it runs, as Prometheus reads it, by its own library: a registry for each application."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Mapping

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

if sys.platform != "win32" and sys.platform != "emscripten":
    import resource

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Seconds; an answer is counted in the first that it needed no more than."""


class Metrics(Collector):
    """Answers by status and by seconds; and what stands when it is asked for, by names: sums end with ``_total``."""

    def __init__(self, standing: Callable[[], Mapping[str, float]]) -> None:
        self._begun = time.time()
        self._standing = standing
        self._registry = CollectorRegistry()
        self._statuses = Counter("noughts_answers", "Answers", ["status"], registry=self._registry)
        self._seconds = Histogram(
            "noughts_answer_seconds",
            "Seconds until an answer began",
            buckets=BUCKETS,
            registry=self._registry,
        )
        self._registry.register(self)

    def count(self, status: int, seconds: float) -> None:
        """An answer has begun."""
        self._statuses.labels(status).inc()
        self._seconds.observe(seconds)

    def collect(self) -> Iterator[Metric]:
        """What stands just now, and what the process takes."""
        told = {"process_start_time_seconds": self._begun, **self._standing(), **_process()}
        for name, value in told.items():
            meaning = name.replace("_", " ")
            if name.endswith("_total"):
                yield CounterMetricFamily(name, meaning, value)
            else:
                yield GaugeMetricFamily(name, meaning, value)

    def text(self) -> bytes:
        """Everything, in Prometheus' format."""
        return generate_latest(self._registry)


def _process() -> dict[str, float]:
    taken = {"process_cpu_seconds_total": time.process_time()}
    if sys.platform != "win32" and sys.platform != "emscripten":
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        taken["process_max_resident_memory_bytes"] = most * (1 if sys.platform == "darwin" else 1024)
    return taken
