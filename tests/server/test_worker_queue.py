"""Queues: bounded, with a deadline, and in turn by address; and the processes at their end."""

import asyncio
import inspect
import threading
from collections import deque
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import ImpossibleError
from noughts.server import workers as hosts
from noughts.server.api_errors import OutOfTimeError, Refusal
from noughts.server.rate_limits import RateLimits
from noughts.server.this_machine import Machine
from noughts.server.worker_queue import Ahead, LaneLimits, TurnLimits, Turns
from noughts.server.workers import QUICK, Inline, Workers
from tests.processes import PATIENCE
from tests.server import worker_jobs as jobs

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


def test_who_gives_up_while_the_next_is_called_breaks_nothing():
    """A turn that is given up in the very moment in which it is passed over is no error, and the next one gets it."""

    async def run():
        turns = Turns(ONE)
        await turns.take("a")
        late, after = (asyncio.create_task(turns.take(who)) for who in "bc")
        await settled()
        late.cancel()
        turns.give_back()  # before `late` has heard of its own end
        with pytest.raises(asyncio.CancelledError):
            await late
        await after
        assert turns.waiting == 0

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


def in_lane(ask, machine=None, **more):
    """Return what asking a lane of one process comes to, and the addresses that paid, with their seconds."""
    rules = {"places": 1, "niceness": 0, "seconds": 0.3, "patience": 600.0, "most": 10, "each": 5, **more}

    async def run():
        spent = []
        lane = (machine or Machine()).lane(
            LaneLimits(**rules), lambda who, seconds: spent.append((who, seconds))
        )
        try:
            return await ask(lane), spent
        finally:
            lane.close()

    return asyncio.run(run())


def test_a_computation_ends_when_its_time_is_spent():
    """It is told, paid for, and the same process goes on with the next."""

    async def ask(lane):
        assert await lane.compute("a", jobs.spin_for, 0.01) == 0.01
        with pytest.raises(OutOfTimeError, match=r"more than 0\.3 seconds"):
            await lane.compute("a", jobs.spin_for, 60)
        (computer,) = lane._idle
        assert await lane.compute("b", jobs.spin_for, 0.01) == 0.01
        assert lane._idle == [computer]

    _, spent = in_lane(ask)
    assert [who for who, _ in spent] == ["a", "a", "b"]
    assert 0.25 < spent[1][1] < 60  # which is what it would have taken


def test_a_computation_ends_when_nobody_waits():
    """A client that disconnects frees the process at once, whatever it would have taken."""

    async def ask(lane):
        await lane.compute("a", jobs.spin_for, 0.01)
        asked = asyncio.create_task(lane.compute("a", jobs.spin_for, 400))
        while not lane.running:
            assert not asked.done()
            await asyncio.sleep(0)
        asked.cancel()
        assert await lane.compute("b", jobs.spin_for, 0.01) == 0.01

    assert max(seconds for _, seconds in in_lane(ask, seconds=500.0)[1]) < 400


@pytest.fixture
def slow_module(tmp_path):
    """The folder of a module which, as many compiled ones do, loads once in a process and not again."""
    text = inspect.getsource(jobs.spin_for)
    once = "import sys, time\nassert not hasattr(sys, 'slowly')\nsys.slowly = open(__file__ + '.begun', 'w').close()"
    (tmp_path / "slowly.py").write_text(f"{once}\n{text}\nspin_for(0.8)\n")
    return str(tmp_path)


@pytest.mark.long
def test_an_import_is_not_ended_when_time_is_spent(slow_module):
    """A module is loaded completely, once, and only what is computed with it ends in its time."""

    async def ask(lane):
        with pytest.raises(OutOfTimeError):
            await lane.compute("a", jobs.slowly_imported, slow_module, 100)
        (computer,) = lane._idle
        assert await lane.compute("a", jobs.slowly_imported, slow_module, 0.01) == 0.01
        assert lane._idle == [computer]

    in_lane(ask)


@pytest.mark.long
def test_an_import_in_one_piece_costs_nobody_his_time(slow_module):
    """A module that loads long in one piece, as compiled code does, takes nothing of the time to compute."""
    with open(f"{slow_module}/slowly.py", "a") as text:
        text.write(
            "before = time.process_time()\nwhile time.process_time() < before + 1:\n    sum(range(30_000_000))\n"
        )
    value, _ = in_lane(lambda lane: lane.compute("a", jobs.slowly_imported, slow_module, 0.15))
    assert value == 0.15


@pytest.mark.long
def test_an_import_is_not_ended_when_nobody_waits(slow_module):
    """A client that disconnects in the middle of an import leaves no half of a module to the next computation."""

    async def ask(lane):
        await lane.compute("a", jobs.spin_for, 0.01)
        asked = asyncio.create_task(lane.compute("a", jobs.slowly_imported, slow_module, 400))
        while not Path(f"{slow_module}/slowly.py.begun").exists():
            assert not asked.done()
            await asyncio.sleep(0.01)
        asked.cancel()
        assert await lane.compute("b", jobs.slowly_imported, slow_module, 0.01) == 0.01

    in_lane(ask, seconds=500.0)


@pytest.mark.long
def test_a_process_that_holds_too_much_ends():
    """Memory that a computation leaves behind is gone with its process; the next one gets another."""

    async def ask(lane):
        assert await lane.compute("a", jobs.spin_for, 0.01) == 0.01
        assert len(lane._idle) == 1
        assert await lane.compute("a", jobs.hold, 450_000_000) == 450_000_000
        assert not lane._idle
        assert await lane.compute("a", jobs.spin_for, 0.01) == 0.01

    in_lane(ask, seconds=60.0)


def test_a_process_that_fails_as_nobody_foresaw_is_used_no_more():
    """An error of noughts leaves its process for the next; any other error ends it, as something may be broken."""

    async def ask(lane):
        with pytest.raises(ImpossibleError):
            await lane.compute("a", jobs.fail, ImpossibleError("foreseen"))
        assert len(lane._idle) == 1
        with pytest.raises(ZeroDivisionError):
            await lane.compute("a", jobs.fail, ZeroDivisionError())
        assert not lane._idle
        assert await lane.compute("a", jobs.spin_for, 0.01) == 0.01

    in_lane(ask)


def test_a_queue_tells_everybodys_place_and_takes_turns():
    """A waiting request is informed of its place; addresses take turns; one that leaves makes room; news keep order."""
    heard = {name: [] for name in ("first", "a", "b", "c")}

    async def queue(lane):
        def run(who, name, most=3):
            return asyncio.create_task(lane.compute(who, jobs.tick, most, hear=heard[name].append))

        first = run("one", "first", 1_000_000)
        while 1 not in heard["first"]:
            assert not first.done()
            await asyncio.sleep(0.01)
        waiting = [run("one", "a"), run("one", "b"), run("two", "c")]
        while any(not heard[name] for name in ("a", "b", "c")):
            assert not any(each.done() for each in waiting)
            await asyncio.sleep(0.01)
        for who, message in (("one", "asked from here at once"), ("three", "too much is waited for here")):
            with pytest.raises(Refusal, match=message):
                await lane.compute(who, jobs.tick, 1, hear=lambda _: None)
        places = {name: heard[name][-1] for name in ("a", "b", "c")}
        first.cancel()
        assert await asyncio.gather(*waiting) == [3, 3, 3]
        return places

    places, _ = in_lane(queue, seconds=60.0, most=3, each=2)
    assert places == {"a": Ahead(1), "c": Ahead(2), "b": Ahead(3)}
    for name in ("a", "b", "c"):
        assert heard[name][-4:] == [Ahead(0), 0, 1, 2]


def test_news_and_their_end_when_time_is_spent():
    """A computation that takes too long is ended, after it has reported how far it came."""
    heard = []
    with pytest.raises(OutOfTimeError):
        in_lane(lambda lane: lane.compute("one", jobs.tick, 10**9, hear=heard.append), seconds=0.5)
    assert heard[0] == Ahead(0)
    assert len(heard) > 1
    assert heard[1:] == list(range(len(heard) - 1))
