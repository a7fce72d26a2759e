"""What the server has acknowledged survives kill -9, under load, at any moment."""

import asyncio
import contextlib
import random
import sqlite3

import pytest

from tests.server.crowd import Guest, connected, go_on, play
from tests.server.service import Service

CROWDS = [
    ("sqlite", 20, 1),
    *(pytest.param(*crowd, marks=pytest.mark.long) for crowd in (("sqlite", 200, 20), ("postgres", 200, 20))),
]
"""On which database, how many play, and how often the server is killed."""


async def _play_through_kills(service, guests, kills):
    """All guests play while the server is killed and started again at random moments."""
    dice, done = random.Random(9), asyncio.Event()
    async with connected(service.address) as client:
        playing = [asyncio.create_task(play(guest, client, done, think_seconds=0.4)) for guest in guests]
        for kill in range(kills):
            if (kill + 1) % 5:  # every fifth time it is killed while it starts
                await asyncio.to_thread(service.wait_until_it_plays)
            await asyncio.sleep(dice.random())
            service.kill()
            await asyncio.to_thread(service.start)
        await asyncio.to_thread(service.wait_until_it_plays)
        await go_on(guests)
        done.set()
        await asyncio.gather(*playing)


async def _found(service, guests):
    """Every game of every guest, after the requests whose answers were lost have been sent again."""
    async with connected(service.address) as client:
        for guest in guests:
            while guest.asked is not None:
                await guest.act(client)
        found = {}
        for name in (name for guest in guests for name in guest.seen):
            async with client.get(f"/api/games/{name}") as answer:
                found[name] = await answer.json()
        return found


@pytest.mark.parametrize(("database", "games", "kills"), CROWDS, indirect=["database"])
def test_nothing_acknowledged_is_lost(database, games, kills):
    """Many games, the server killed again and again: every acknowledged move is there, once, and no game is corrupt."""
    guests = [Guest(number, random.Random(number)) for number in range(games)]
    service = Service(database).start()
    try:
        asyncio.run(_play_through_kills(service, guests, kills))
        found = asyncio.run(_found(service, guests))
    finally:
        service.kill()
    for guest in guests:
        for name, game in guest.seen.items():
            assert found[name] == game
        for before, verb, body, after in guest.acknowledged:
            _follows(before, verb, body, after)
    if database.startswith("sqlite"):
        with contextlib.closing(sqlite3.connect(database.removeprefix("sqlite:///"))) as file:
            assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def _follows(before, verb, body, after):
    """An acknowledged request did what it asked, and it did it once."""
    assert after["id"] == before["id"]
    if verb == "moves":
        assert after["moves"][: len(before["moves"]) + 1] == [*before["moves"], body["cell"]]
        assert len(after["moves"]) <= len(before["moves"]) + 2
    elif verb == "step":
        assert after["moves"][:-1] == before["moves"]
    elif verb == "undo":
        assert after["moves"] == before["moves"][: len(after["moves"])]
        assert len(after["moves"]) < len(before["moves"])
    else:
        assert after["next"]
