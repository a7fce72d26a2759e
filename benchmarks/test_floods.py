"""Latency of the moves of one client while other clients flood the server, on loopback.

The flood comes from another address than the moves. Its process shares the machine with the server.
"""

import asyncio
import os
import statistics
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass, field

import pytest
from pytest_benchmark.fixture import BenchmarkFixture
from tests.server.floods import CELLS, KINDS, Client, flood
from tests.server.service import Service

SECONDS = float(os.environ.get("NOUGHTS_FLOOD_SECONDS", "5"))
"""How long moves are measured under each flood. Longer is better for the 99th percentile."""

SECONDS_OF_TEST = 0.5
"""How long they are made where figures are not asked for."""

ADDRESSES = {kind: f"127.0.0.{number}" for number, kind in enumerate(KINDS, start=10)}
"""Addresses of the floods. Each has its own, because rate limits are counted for each address."""


@dataclass
class Played:
    """The moves of a client: cells by game, and the seconds until each response."""

    cells: dict[str, list[str]] = field(default_factory=dict)
    latencies: list[float] = field(default_factory=list)
    statuses: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0

    def count(self, what: str) -> None:
        """Count the status of a response."""
        if what.isdigit():
            self.statuses[what] += 1

    async def play(self, port: int, seconds: float, host: str = "") -> None:
        """Play games of two people on one connection, without pauses. A response with an error ends it."""
        begun = time.perf_counter()
        async with Client(port, "127.0.0.1", self.count, host).connected() as client:
            while self.seconds < seconds:
                made = await client.make_game()
                game = made["game"]
                cells = self.cells[game["id"]] = []
                for cell in CELLS:
                    sent = time.perf_counter()
                    game = await client.move(game, made["tokens"], cell)
                    received = time.perf_counter()
                    cells.append(cell)
                    self.latencies.append(received - sent)
                    self.seconds = received - begun
                    if self.seconds >= seconds:
                        break

    async def stored(self, port: int) -> dict[str, list[str]]:
        """Return the moves that the server has of these games."""
        async with Client(port, "127.0.0.1", lambda _: None).connected() as client:
            return {id_: (await client.ask(f"/api/games/{id_}"))["moves"] for id_ in self.cells}

    def __str__(self) -> str:
        """Return the figures."""
        ordered = sorted(1000 * seconds for seconds in self.latencies)
        return (
            f"median {statistics.median(ordered):.1f} ms, p99 {ordered[len(ordered) * 99 // 100]:.1f} ms, "
            f"maximum {ordered[-1]:.1f} ms, {len(ordered) / self.seconds:.1f} moves per second"
        )


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
    with flood(kind, service.port, ADDRESSES[kind]) if kind else nullcontext({}) as sent:
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
