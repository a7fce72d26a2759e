"""Queues: bounded, with a deadline, and in turn by address, however much one of them asks."""

import asyncio
import threading
from collections import deque
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.server import workers as hosts
from noughts.server.api_errors import Refusal
from noughts.server.rate_limits import RateLimits
from noughts.server.this_machine import Machine
from noughts.server.worker_queue import TurnLimits, Turns
from noughts.server.workers import QUICK, Inline, Workers
from tests.processes import PATIENCE

ONE = TurnLimits(places=1, patience=30.0, most=50, each=20)


async def settled():
    """Lets everybody who can go on do so."""
    for _ in range(5):
        await asyncio.sleep(0)


@given(st.lists(st.sampled_from("abc"), min_size=1, max_size=12))
def test_addresses_take_turns(askers):
    """Whoever waits longest since his last turn is next: as a list of lines does it that is walked round."""

    async def run():
        turns, served = Turns(ONE), []

        async def ask(who):
            async with turns.turn(who):
                served.append(who)

        await turns.take("first")
        asked = [asyncio.create_task(ask(who)) for who in askers]
        await settled()
        assert turns.waiting == len(askers)
        turns.give_back()
        await asyncio.gather(*asked)
        return served

    lines, expected = deque((who, askers.count(who)) for who in dict.fromkeys(askers)), []
    while lines:
        who, left = lines.popleft()
        expected.append(who)
        if left > 1:
            lines.append((who, left - 1))
    assert asyncio.run(run()) == expected


def test_a_queue_is_bounded_as_a_whole_and_for_one_address():
    """One more than an address may have waiting is refused 429, one more than all may 503, and nothing leaks."""

    async def run():
        turns = Turns(TurnLimits(places=1, patience=30.0, most=3, each=2))
        await turns.take("a")
        waiting = [asyncio.create_task(turns.take(who)) for who in ("a", "a", "b")]
        await settled()
        for who, status in (("a", 429), ("c", 503)):
            with pytest.raises(Refusal) as refused:
                await turns.take(who)
            assert refused.value.status == status
        waiting[0].cancel()
        await settled()
        assert turns.waiting == 2
        for _ in range(3):
            turns.give_back()
            await settled()
        assert turns.waiting == 0
        await turns.take("d")

    asyncio.run(run())


def test_who_waits_too_long_is_told_to_come_again():
    """After the patience of the queue somebody is refused 503 with the seconds to wait; the place is not lost."""

    async def run():
        turns = Turns(TurnLimits(places=1, patience=0.01, most=3, each=3))
        await turns.take("a")
        with pytest.raises(Refusal) as refused:
            await turns.take("b")
        assert (refused.value.status, refused.value.retry_after, turns.waiting) == (503, 5, 0)
        turns.give_back()
        await turns.take("b")

    asyncio.run(run())


class Gated(Inline):
    """A host beside whose event loop nothing is done before a gate is opened."""

    def __init__(self):
        self.gate = asyncio.Event()

    async def aside(self, work):
        await self.gate.wait()
        return work()


def test_a_flood_of_quick_questions_costs_another_address_one_turn():
    """With hundreds of one address before it, a question of another is next but one, once a thread is free."""

    async def run():
        host, order = Gated(), []
        workers = Workers(RateLimits(), host)
        flood = [workers.quick("flood", order.append, "flood") for _ in range(QUICK.each)]
        asked = [
            asyncio.create_task(work) for work in (*flood, workers.quick("guest", order.append, "guest"))
        ]
        await settled()
        host.gate.set()
        await asyncio.gather(*asked)
        return order.index("guest")

    assert asyncio.run(run()) <= QUICK.places + 1


def test_more_of_one_address_than_may_wait_is_refused():
    """A quick question beyond the bound is refused at once, not kept waiting for threads."""

    async def run():
        workers = Workers(RateLimits(), Machine())
        asked = [workers.quick("flood", int) for _ in range(QUICK.each + QUICK.places + 1)]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        return [answer.code for answer in answers if isinstance(answer, Refusal)]

    assert asyncio.run(run()) == ["too-many"]


def test_a_place_is_free_when_its_thread_has_ended(monkeypatch):
    """A client that leaves waits for nothing, and the next one waits until the thread of the first has ended."""
    monkeypatch.setattr(hosts, "QUICK", replace(hosts.QUICK, places=1))
    ended, order = threading.Event(), []

    def first():
        ended.wait(PATIENCE)
        order.append("first")

    async def run():
        workers = Workers(RateLimits(), Machine())
        leaving = asyncio.ensure_future(workers.quick("a", first))
        await asyncio.sleep(0.05)
        leaving.cancel()
        with pytest.raises(asyncio.CancelledError):
            await leaving
        next_one = asyncio.ensure_future(workers.quick("b", order.append, "second"))
        await asyncio.sleep(0.05)
        assert order == []
        ended.set()
        await next_one

    asyncio.run(run())
    assert order == ["first", "second"]
