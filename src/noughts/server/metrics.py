"""What a server counts while it runs, as Prometheus reads it, by its own library: a registry for each application."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Mapping

from prometheus_client import CollectorRegistry
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

if sys.platform != "win32" and sys.platform != "emscripten":
    import resource


class Metrics(Collector):
    """What stands when it is asked for, by names: sums end with ``_total``. Others count in its ``registry``, too."""

    def __init__(self, standing: Callable[[], Mapping[str, float]]) -> None:
        self._begun = time.time()
        self._standing = standing
        self.registry = CollectorRegistry()
        self.registry.register(self)

    def collect(self) -> Iterator[Metric]:
        """What stands just now, and what the process takes."""
        told = {"process_start_time_seconds": self._begun, **self._standing(), **_process()}
        for name, value in told.items():
            meaning = name.replace("_", " ")
            if name.endswith("_total"):
                yield CounterMetricFamily(name, meaning, value)
            else:
                yield GaugeMetricFamily(name, meaning, value)


def _process() -> dict[str, float]:
    taken = {"process_cpu_seconds_total": time.process_time()}
    if sys.platform != "win32" and sys.platform != "emscripten":
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        taken["process_max_resident_memory_bytes"] = most * (1 if sys.platform == "darwin" else 1024)
    return taken
