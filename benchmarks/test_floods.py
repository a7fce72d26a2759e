"""Latency of the moves of one client while other clients flood the server, on loopback.

The flood comes from another address than the moves. Its process shares the machine with the server.
"""

import asyncio
import os
from collections.abc import Iterator
from contextlib import nullcontext

import pytest
from pytest_benchmark.fixture import BenchmarkFixture
from tests.server.floods import KINDS, Played, flood
from tests.server.service import Service

SECONDS = float(os.environ.get("NOUGHTS_FLOOD_SECONDS", "5"))
"""How long moves are measured under each flood. Longer is better for the 99th percentile."""

SECONDS_OF_TEST = 0.5
"""How long they are made where figures are not asked for."""


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A server that has played one game before."""
    with Service(tmp_path_factory.mktemp("floods") / "games.db") as running:
        running.wait_until_it_plays()
        asyncio.run(Played().play(running.port, 0.1))
        yield running


def measured(service: Service, kind: str | None, seconds: float) -> tuple[Played, dict[str, int]]:
    """Return the moves that were made under a flood, and the counts of the flood."""
    played = Played()
    with flood(kind, service.port) if kind else nullcontext({}) as sent:
        asyncio.run(played.play(service.port, seconds))
    return played, sent


@pytest.mark.parametrize("kind", [None, *KINDS], ids=lambda kind: (kind or "no flood").replace(" ", "-"))
def test_moves_under_a_flood(
    benchmark: BenchmarkFixture, figures: list[str], service: Service, kind: str | None
) -> None:
    """Every move is acknowledged and stored while another address floods the server."""
    seconds = SECONDS if benchmark.enabled else SECONDS_OF_TEST
    played, sent = benchmark.pedantic(measured, (service, kind, seconds), rounds=1)
    benchmark.extra_info.update(figures=str(played), sent=sent)
    figures.append(f"floods: {kind or 'none'}: {played}; sent {sent}")
    moves = len(played.latencies)
    assert played.statuses == {"200": moves, "201": len(played.cells)}
    assert asyncio.run(played.stored(service.port)) == played.cells
    assert moves == sum(map(len, played.cells.values())) > 0
    if kind:
        assert sent[KINDS[kind].counted] >= KINDS[kind].minimum
