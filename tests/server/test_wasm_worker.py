"""What takes long is computed by another worker: asked, told of, ended."""

import asyncio
import operator
import sys
from dataclasses import replace

import pytest

from noughts import PlayerError, TooLargeError, player
from noughts.server.api_errors import OutOfTimeError, Refusal
from noughts.server.wasm_host import Tab, WorkerComputer
from noughts.server.wasm_worker import reply_to
from noughts.server.worker_queue import Ahead
from noughts.server.workers import CONTESTS, MOVES, QUESTIONS, Inline, InlineComputer


class Near:
    """Another worker, but here; one that ``hangs`` never replies, one that is ``gone`` was ended."""

    def __init__(self, hangs=False, gone=False):
        self.hangs, self.gone, self.asked, self.ends = hangs, gone, 0, 0

    async def ask(self, job, tell):
        self.asked += 1
        if self.hangs:
            await asyncio.Event().wait()
        return None if self.gone else reply_to(job, tell)

    def end(self):
        self.ends += 1


def counts(tell, most):
    """Tells every number on its way."""
    for number in range(most):
        tell(number)
    return most


def endless():
    """Never ends by itself."""
    while True:
        operator.index(max(1, 2, key=lambda number: number))


def computed(worker, ask, limits=CONTESTS):
    """What comes of asking a lane of this worker; and the seconds it told of."""

    async def run():
        spent = []
        lane = Tab(lambda: worker).lane(limits, lambda who, seconds: spent.append((who, seconds)))
        try:
            return await ask(lane), spent
        finally:
            lane.close()

    return asyncio.run(run())


def test_another_worker_computes_and_its_seconds_are_told():
    """The value comes back, and who asked has spent something."""
    value, spent = computed(Near(), lambda lane: lane.compute("me", operator.add, 2, 3))
    assert value == 5
    assert [who for who, _ in spent] == ["me"]


def test_news_come_while_it_is_computed():
    """What the work tells is heard, after the place in the queue."""
    news = []
    value, _ = computed(Near(), lambda lane: lane.compute("me", counts, 3, hear=news.append))
    assert value == 3
    assert news == [Ahead(0), 0, 1, 2]


def test_an_error_is_raised_where_it_was_asked_for():
    """The error of the work itself, with its words."""
    with pytest.raises(PlayerError, match="nobody"):
        computed(Near(), lambda lane: lane.compute("me", player, "nobody"))


def test_a_worker_that_was_ended_is_a_refusal():
    """Whoever asked is told to ask again."""
    with pytest.raises(Refusal, match="ask again"):
        computed(Near(gone=True), lambda lane: lane.compute("me", operator.add, 2, 3))


@pytest.mark.parametrize("host", [Tab(Near), Inline()])
def test_memory_that_is_used_up_is_a_refusal_and_the_next_is_computed(host):
    """Here and in another worker what takes more memory than there is is too large, in a sentence."""

    async def asked():
        one = host.lane(CONTESTS, lambda *_: None)
        with pytest.raises(
            TooLargeError, match="too large to compute here: it takes more memory than there is"
        ):
            await one.compute("me", bytearray, sys.maxsize)
        return await one.compute("me", operator.add, 2, 3)

    assert asyncio.run(asked()) == 5


def test_what_nobody_waits_for_ends_with_its_worker():
    """Cancelling ends the worker, and the lane is free for the next."""
    worker = Near(hangs=True)

    async def left(lane):
        asking = asyncio.get_running_loop().create_task(lane.compute("me", operator.add, 2, 3))
        while not worker.asked:
            await asyncio.sleep(0)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        worker.hangs = False
        return await lane.compute("me", operator.add, 2, 3), worker.ends

    (value, ends), _ = computed(worker, left)
    assert value == 5
    assert ends


@pytest.mark.skipif(sys.version_info < (3, 12), reason="sys.monitoring came with Python 3.12")
def test_time_that_is_spent_ends_a_computation():
    """A loop without an end is ended by an exception, without signals."""
    with pytest.raises(OutOfTimeError):
        computed(Near(), lambda lane: lane.compute("me", endless), replace(QUESTIONS, seconds=0.05))


def test_moves_are_computed_at_once_and_all_else_elsewhere():
    """The tab's lane of moves asks no other worker; each other lane has one of its own."""
    begun = []
    tab = Tab(lambda: begun.append(Near()) or begun[-1])
    moves, contests = (tab.lane(limits, lambda *_: None) for limits in (MOVES, CONTESTS))
    assert isinstance(asyncio.run(moves._begin()), InlineComputer)
    assert isinstance(asyncio.run(contests._begin()), WorkerComputer)
    assert len(begun) == 1
