"""Requests about one thing take turns, so that nobody is sent away for coming together with the others."""

import asyncio
import time
from contextlib import ExitStack, closing

from noughts import Position
from noughts.records.classroom import Classroom
from noughts.server import classes
from noughts.server import game_store as journals
from noughts.server.api_errors import Refusal
from noughts.server.game_store import Journal
from noughts.server.rate_limits import RateLimits
from noughts.server.stored_records import Change, ClassHeader, Record
from noughts.server.tables import Store
from noughts.server.this_machine import Machine
from noughts.server.workers import Workers

PUPILS = 40
CLASS = "bcdf-ghjk"


class SlowStore(Store):
    """Between what is decided and what is kept there is time for everybody else."""

    def append_all(self, changes):
        time.sleep(0.005)
        return super().append_all(changes)


class LateStore(Store):
    """Another server always comes between."""

    def append_all(self, changes):
        time.sleep(0.01)
        return [False] * len(changes)


def leading(stack, database, kind):
    """A journal of its own, as a server has one, of a store with one class."""
    store = stack.enter_context(closing(kind(database)))
    store.append(
        Change(None, begun=[Record(ClassHeader(CLASS, Position.start(), "a hash", "a secret"), Classroom())])
    )
    return Journal(store, Workers(RateLimits(), Machine()))


async def come(journal, nonce):
    """Somebody comes: their number."""
    room = await journal.decide(ClassHeader, CLASS, lambda room: classes.enter(room, "", nonce), "here")
    return classes.pupil(room, nonce)[0]


def test_a_whole_class_comes_at_once(cluster):
    """Forty come to two servers in one moment: each gets a number of their own, and each a partner."""
    database = cluster.database()

    async def meet(servers):
        coming = (come(servers[each % 2], f"the nonce of pupil {each}") for each in range(PUPILS))
        return sorted(await asyncio.gather(*coming))

    with ExitStack() as stack:
        servers = [leading(stack, database, SlowStore) for _ in range(2)]
        numbers = asyncio.run(meet(servers))
        assert numbers == list(range(1, PUPILS + 1))
        rooms = [each.now(ClassHeader, CLASS).log for each in servers]
        assert rooms[0] == rooms[1]
        assert sorted(number for pair in rooms[0].pairs for number in (pair.x, pair.o)) == numbers


def test_who_gets_no_turn_is_told_to_come_again(database, monkeypatch):
    """Where others always come first, and where their turn never ends: a refusal that says so, after so long."""
    monkeypatch.setattr(journals, "_PATIENCE", 0.2)

    async def meet(journal):
        refused = await asyncio.gather(
            come(journal, "a nonce of the first"),
            come(journal, "a nonce of the second"),
            return_exceptions=True,
        )
        assert all(isinstance(each, Refusal) for each in refused), refused
        return {(each.code, each.retry_after, each.message) for each in refused}

    with ExitStack() as stack:
        leading(stack, database, Store)
        journal = leading(stack, database, LateStore)
        ((code, seconds, message),) = asyncio.run(meet(journal))
        assert (code, seconds) == ("busy", 1)
        assert "too much happens in this class" in message
        assert journal.now(ClassHeader, CLASS).log.pupils == ()
