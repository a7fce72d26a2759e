"""What takes long, as a stream of events: the queue, how it stands, and at last its answer or why there is none.

Whoever leaves a stream ends its computation: nothing goes on that nobody waits for.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Coroutine, Hashable
from typing import TYPE_CHECKING, Any

from noughts.contract.numbers import SCHEMA
from noughts.errors import NoughtsError
from noughts.ui.web.compute.lanes import Ahead, Hear
from noughts.ui.web.event_stream import EventStream, event, silence
from noughts.ui.web.questions.cache import Answer, Memory
from noughts.ui.web.refusal import OutOfTimeError, Refusal, refusal_of

if TYPE_CHECKING:  # shapes are for the type checker: nothing of them is needed at run time
    from noughts.contract.matches import AheadJson, EndedJson

Begin = Callable[[Hear], Coroutine[Any, Any, Any]]
"""Begins a computation, which is heard; it comes to what is answered."""


def watch(begin: Begin, memory: Memory | None = None, asked: Hashable = None) -> EventStream:
    """The stream of a computation, or of its last event alone where the ``memory`` has that of what was ``asked``.

    An answer is kept there.
    """
    return EventStream(lambda: _events(begin, memory, asked), heavy=True)


async def _events(begin: Begin, memory: Memory | None, asked: Hashable) -> AsyncGenerator[bytes]:
    """The events of a computation, the last of which is ``done`` or ``ended``; of news that wait the latest alone."""
    if memory is not None and (known := memory.get(asked)):
        yield known.body
        return
    yield b""  # so that the head is sent: whatever compresses keeps it back until something follows
    latest, changed = list[bytes](), asyncio.Event()

    def hear(news: Any) -> None:
        latest[:] = [_piece(news)]
        changed.set()

    running = asyncio.get_running_loop().create_task(begin(hear))
    running.add_done_callback(lambda _: changed.set())
    try:
        goes_on = True
        while goes_on:
            for sign in await silence(changed):
                yield sign
            changed.clear()
            goes_on = not running.done()
            while latest:
                yield latest.pop()
        last, is_answer = _last(running)
        if is_answer and memory is not None:
            memory.keep(asked, Answer(last, EventStream.media_type, ""))
        yield last
    finally:
        running.cancel()


def _last(running: asyncio.Task[Any]) -> tuple[bytes, bool]:
    """The last event: the answer, or why there is none; and whether it is the answer."""
    try:
        return event("done", running.result()), True
    except OutOfTimeError as error:
        refusal, code = str(error), "time"
    except Refusal as error:
        refusal, code = error.message, error.code
    except NoughtsError as error:
        refusal, code = str(error), refusal_of(error).code
    content: EndedJson = {"schema": SCHEMA, "code": code, "error": refusal}
    return event("ended", content), False


def _piece(news: Any) -> bytes:
    if isinstance(news, Ahead):
        place: AheadJson = {"schema": SCHEMA, "ahead": news.runs}
        return event("ahead", place)
    return event("news", news)
