"""What sharing work out costs: the same jobs by this machine's processes and by a cluster of it, in one run."""

import time
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture
from tests.dask_nodes import two_nodes

from noughts.jobs import Workers, cluster, in_order, results

pytestmark = pytest.mark.long

JOBS = 40
SECONDS = 0.25
"""CPU seconds of a job: few for what a cluster is for, so that what it adds is seen."""


class Spins:
    """Computes for a while."""

    def __call__(self, number: int) -> int:
        until = time.process_time() + SECONDS
        while time.process_time() < until:
            pass
        return number * number


def seconds(workers: Workers) -> float:
    """How long the jobs take, by the clock; the workers are there before."""
    began = 0.0
    squares = []
    for square in in_order(results(range(JOBS), Spins, workers=workers)):
        squares.append(square)
        began = began or time.perf_counter()
    assert squares == [number * number for number in range(JOBS)]
    return time.perf_counter() - began


def test_a_cluster_beside_processes(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    """Two workers of either kind, alternately (aim: the cluster takes at most a third longer)."""
    pytest.importorskip("distributed", reason="not installed: the group cluster")
    with two_nodes(tmp_path) as nodes, cluster(nodes.address) as executor:
        benchmark.pedantic(seconds, (executor,), rounds=1)
        rounds = [(seconds(2), seconds(executor)) for _ in range(3)]
    ours, theirs = (min(each) for each in zip(*rounds, strict=True))
    benchmark.extra_info["processes"] = round(ours, 2)
    benchmark.extra_info["cluster/processes"] = round(theirs / ours, 2)
