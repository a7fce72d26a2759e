"""Latency of the moves of a class, and of one client while other clients flood the server, on loopback.

The flood comes from another address than the moves. Its process shares the machine with the server.
"""

import asyncio
import os
import random
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack, nullcontext

import pytest
from pytest_benchmark.fixture import BenchmarkFixture
from tests.server.floods import BOARD, CELLS, KINDS, PLAYER, Client, Played, flood
from tests.server.service import Service

SECONDS = float(os.environ.get("NOUGHTS_FLOOD_SECONDS", "5"))
"""How long moves are measured under each flood. Longer is better for the 99th percentile."""

SECONDS_OF_TEST = 0.5
"""How long they are made where figures are not asked for."""

PUPILS = 30

THINKING_SECONDS = 0.5
"""Mean time between a move of a pupil and that of the opponent."""


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


async def lesson(port: int, seconds: float) -> Played:
    """Return the moves of a class behind one address, whose pupils watch the class and their games."""
    played, dice = Played(), random.Random(1)
    async with AsyncExitStack() as stack:

        async def connect() -> Client:
            return await stack.enter_async_context(Client(port, PLAYER, played.count).connected())

        teacher = await connect()
        made = await teacher.ask("/api/classes", {"board": BOARD})
        path = f"/api/classes/{made['classroom']['id']}"
        pupils = {}
        for number in range(PUPILS):
            client = await connect()
            entered = await client.ask(
                f"{path}/pupils", {"name": f"Pupil {number}", "nonce": f"{number:032d}"}
            )
            pupils[entered["pupil"]] = client, entered["token"]
            assert (await (await connect()).request(f"{path}/events?as={entered['sign']}"))[0] == 200
        pairs = (await teacher.ask(path))["pairs"]
        begun = time.perf_counter()

        async def play(pair: dict) -> None:
            """Play the game of a pair, each side on its own connection."""
            game = await pupils[pair["seats"]["X"]][0].ask(f"/api/games/{pair['game']}")
            cells = played.cells[game["id"]] = []
            tokens = {seat: pupils[number][1] for seat, number in pair["seats"].items()}
            for _ in range(2):
                assert (await (await connect()).request(f"/api/games/{game['id']}/events"))[0] == 200
            for cell in CELLS:
                await asyncio.sleep(THINKING_SECONDS * (0.5 + dice.random()))
                sent = time.perf_counter()
                if sent - begun > seconds:
                    return
                client = pupils[pair["seats"][game["to_move"]]][0]
                game = await client.move(game, tokens, cell)
                cells.append(cell)
                played.latencies.append(time.perf_counter() - sent)

        await asyncio.gather(*map(play, pairs))
        played.seconds = time.perf_counter() - begun
    return played


def test_a_class_of_30(benchmark: BenchmarkFixture, figures: list[str], service: Service) -> None:
    """A class behind one address plays a round, and every move of it is acknowledged and stored."""
    seconds = SECONDS if benchmark.enabled else 2 * THINKING_SECONDS
    played = benchmark.pedantic(lambda: asyncio.run(lesson(service.port, seconds)), rounds=1)
    benchmark.extra_info.update(figures=str(played))
    figures.append(f"floods: a class of {PUPILS}: {played}")
    assert len(played.cells) == PUPILS // 2
    assert asyncio.run(played.stored(service.port)) == played.cells
    assert len(played.latencies) == sum(map(len, played.cells.values())) > 0
