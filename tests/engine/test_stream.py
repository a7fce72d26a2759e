"""What a search says is heard in order, and nobody who has left is waited for."""

import asyncio
import gc
from threading import Event, Thread

import pytest

from noughts import Stream
from noughts.solver import pool


def counting(halt):
    """A search that says 1, 2, 3 and so on until it is ended, and then ``the end``."""
    number, ended = 0, Event()
    with halt.heeded(ended.set):
        while not ended.wait(0.001):
            number += 1
            yield number
    yield "the end"


def failing(_):
    """A search that says one word and fails."""
    yield "one"
    raise LookupError("two")


@pytest.fixture(params=[True, False], ids=["thread", "inline"])
def search(request, monkeypatch):
    """A search without end, where threads can be begun and where they cannot."""
    monkeypatch.setattr(pool, "THREADS", request.param)
    return Stream(counting)


def test_words_come_in_order_until_it_is_left(search):
    """What is said is heard in order; leaving the block ends the search, which is begun by it."""
    with search as words:
        assert [word for word, _ in zip(words, range(3), strict=False)] == [1, 2, 3]
    assert search._halt.is_set


def test_stop_is_heard_and_the_last_word_is_the_answer(search):
    """After ``stop`` the search says its last word, which ``wait`` gives, also when it is asked again."""
    assert next(search) == 1
    search.stop()
    assert search.wait() == "the end"
    assert search.wait() == "the end" == search.last


def test_another_thread_may_stop_it(search):
    """``stop`` is called from any thread."""
    for word in search:
        if word == 3:
            thread = Thread(target=search.stop)
            thread.start()
            thread.join()
    assert search.last == "the end"


def test_what_a_search_raises_is_raised_where_it_is_heard(search):
    """An error comes after the words before it; in a block that is left it is of no matter any more."""
    failed = Stream(failing)
    assert next(failed) == "one"
    with pytest.raises(LookupError):
        next(failed)
    with pytest.raises(StopIteration):
        next(failed)
    with Stream(failing):
        pass


def test_an_interrupt_ends_the_search(monkeypatch):
    """Ctrl-C while somebody waits for the next word ends the search, and is raised."""
    endless = Stream(counting)

    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(Stream, "__next__", interrupted)
    with pytest.raises(KeyboardInterrupt):
        endless.wait()
    assert endless._halt.is_set


def test_who_listens_no_more_keeps_no_search():
    """A search that nobody can hear any more is ended."""
    endless = Stream(counting)
    next(endless)
    halt = endless._halt
    del endless
    gc.collect()
    assert halt.is_set


def test_the_same_goes_without_waiting_for_the_event_loop(search):
    """``async with`` and ``async for`` hear the same words; a task that is cancelled ends the search."""

    async def three():
        async with search as words:
            async for word in words:
                if word == 3:
                    break
            return word

    async def cancelled():
        begun = asyncio.Event()
        endless = Stream(counting)

        async def listen():
            async with endless as words:
                async for _ in words:
                    begun.set()

        task = asyncio.create_task(listen())
        await begun.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return endless._halt.is_set

    async def raised():
        with pytest.raises(LookupError):
            await Stream(failing)
        return await Stream(lambda _: iter((1, 2)))

    assert asyncio.run(three()) == 3
    assert asyncio.run(cancelled())
    assert asyncio.run(raised()) == 2


def test_a_limit_of_time_ends_what_heeds_it():
    """What is given seconds is ended after them."""

    def timed(halt):
        ended = Event()
        with halt.heeded(ended.set, 0.001):
            ended.wait()
            yield "in time"

    assert Stream(timed).wait() == "in time"
