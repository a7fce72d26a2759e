"""What takes long, as a stream of events: the queue, how it stands, and at last its answer or why there is none.

Whoever leaves a stream ends its computation: nothing goes on that nobody waits for.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import TYPE_CHECKING, Any

from noughts.contract.numbers import SCHEMA
from noughts.errors import NoughtsError
from noughts.ui.web.compute.host import Ahead, Hear, OutOfTimeError
from noughts.ui.web.event_stream import EventStream, event, silence
from noughts.ui.web.refusal import Refusal, refusal_of

if TYPE_CHECKING:  # shapes are for the type checker: nothing of them is needed at run time
    from noughts.contract.matches import AheadJson, EndedJson

Begin = Callable[[Hear], Coroutine[Any, Any, Any]]
"""Begins a computation, which is heard; it comes to what is answered."""

Answered = Callable[[bytes], object]
"""Is told the last event, where that is an answer."""


def watch(begin: Begin, answered: Answered = lambda _: None, known: bytes | None = None) -> EventStream:
    """The stream of a computation, or of its last event alone where that is ``known``."""
    return EventStream(lambda: _known(known) if known else _events(begin, answered), heavy=True)


async def _known(last: bytes) -> AsyncIterator[bytes]:
    yield last


async def _events(begin: Begin, answered: Answered) -> AsyncIterator[bytes]:
    """The events of a computation, the last of which is ``done`` or ``ended``."""
    news, changed = _News(), asyncio.Event()

    def hear(told: Any) -> None:
        news.hear(told)
        changed.set()

    running = asyncio.get_running_loop().create_task(begin(hear))
    running.add_done_callback(lambda _: changed.set())
    try:
        while not running.done():
            for sign in await silence(changed):
                yield sign
            changed.clear()
            if piece := news.take():
                yield piece
        if piece := news.take():
            yield piece
        yield _last(running, answered)
    finally:
        running.cancel()


def _last(running: asyncio.Task[Any], answered: Answered) -> bytes:
    """The last event: the answer, or why there is none."""
    try:
        last = event("done", running.result())
    except OutOfTimeError as error:
        return _ended("time", str(error))
    except Refusal as refusal:
        return _ended(refusal.code, refusal.message)
    except NoughtsError as error:
        return _ended(refusal_of(error).code, str(error))
    answered(last)
    return last


class _News:
    """The latest that was told; what was told before it is old."""

    def __init__(self) -> None:
        self._latest: bytes | None = None

    def hear(self, told: Any) -> None:
        if isinstance(told, Ahead):
            place: AheadJson = {"schema": SCHEMA, "ahead": told.runs}
            self._latest = event("ahead", place)
        else:
            self._latest = event("news", told)

    def take(self) -> bytes | None:
        """What has not been sent yet."""
        latest, self._latest = self._latest, None
        return latest


def _ended(code: str, error: str) -> bytes:
    content: EndedJson = {"schema": SCHEMA, "code": code, "error": error}
    return event("ended", content)
