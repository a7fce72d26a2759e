"""What the server has acknowledged survives kill -9, under load, at any moment."""

import asyncio
import contextlib
import random
import sqlite3

import pytest

from tests.server.crowd import Guest, check_nothing_lost, play_through
from tests.server.service import Service

CROWDS = [
    ("sqlite", 20, 1),
    *(pytest.param(*crowd, marks=pytest.mark.long) for crowd in (("sqlite", 200, 20), ("postgres", 200, 20))),
]
"""On which database, how many play, and how often the server is killed."""


@pytest.mark.parametrize(("database", "games", "kills"), CROWDS, indirect=["database"])
def test_nothing_acknowledged_is_lost(database, games, kills):
    """Many games, the server killed again and again: every acknowledged move is there, once, and no game is corrupt."""
    guests, dice = [Guest(number, random.Random(number)) for number in range(games)], random.Random(9)

    async def kill():
        for number in range(1, kills + 1):
            if number % 5:  # every fifth time it is killed while it starts
                await asyncio.to_thread(service.wait_until_it_plays)
            await asyncio.sleep(dice.random())
            service.kill()
            await asyncio.to_thread(service.start)
        await asyncio.to_thread(service.wait_until_it_plays)

    service = Service(database).start()
    try:
        asyncio.run(play_through(guests, [service.address], kill, think_seconds=0.4))
        check_nothing_lost(guests, [service.address])
    finally:
        service.kill()
    if database.startswith("sqlite"):
        with contextlib.closing(sqlite3.connect(database.removeprefix("sqlite:///"))) as file:
            assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)
