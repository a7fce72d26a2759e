"""Answers that somebody waits for: those that come piece by piece, as server-sent events, and those that take long.

https://html.spec.whatwg.org/multipage/server-sent-events.html
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Callable, Coroutine, Sequence
from contextlib import aclosing, suppress
from typing import Any, TypeVar

from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from noughts.ui.web.refusal import Refusal

T = TypeVar("T")


def event(kind: str, content: Any, number: int | None = None) -> bytes:
    """An event as it is sent; its number is its id."""
    named = "" if number is None else f"id: {number}\n"
    return f"event: {kind}\n{named}data: {json.dumps(content, separators=(',', ':'))}\n\n".encode()


PING = 15.0
"""Seconds of silence after which something is sent all the same, so that no one between closes the line."""


async def silence(changed: asyncio.Event, seconds: float | None = None) -> Sequence[bytes]:
    """Waits for a change; where none comes for so long, or for ``PING``, what is sent in its place."""
    try:
        async with asyncio.timeout(PING if seconds is None else seconds):
            await changed.wait()
    except TimeoutError:
        return (b": here\n\n",)
    return ()


class EventStream(Response):
    """Sends pieces as they come, until there are no more or the other side has gone.

    ``heavy`` ones repeat most of what they say: they are compressed, each piece whole when it is sent, where whoever
    asks takes that. (The others are left as they are: what compresses takes 256 kB a stream.) In reply to HEAD, where
    ``is_head`` is set in the scope, no piece is asked for.
    """

    media_type = "text/event-stream"

    def __init__(self, pieces: Callable[[], AsyncGenerator[bytes]], *, heavy: bool = False) -> None:
        super().__init__(headers={"x-accel-buffering": "no"}, media_type=f"{self.media_type}; charset=utf-8")
        del self.headers["content-length"]
        self._pieces, self._heavy = pieces, heavy

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        stream = GZipMiddleware(self._stream, exclude_content_types=()) if self._heavy else self._stream
        with suppress(Refusal):  # whoever asked has gone
            await stream(scope, receive, send)

    async def _stream(self, scope: Scope, receive: Receive, send: Send) -> None:
        pieces = _no_pieces() if scope.get("is_head") else self._pieces()
        await while_there(receive, self._send(send, pieces))

    async def _send(self, send: Send, generator: AsyncGenerator[bytes]) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        async with aclosing(generator) as pieces:  # a generator, which ends here and not some time
            async for piece in pieces:
                await send({"type": "http.response.body", "body": piece, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _no_pieces() -> AsyncGenerator[bytes]:
    """Yield one empty piece: GZipMiddleware sends the headers of a stream only with its first."""
    yield b""


async def while_there(receive: Receive, work: Coroutine[Any, Any, T]) -> T:
    """What the work comes to; it is cancelled when whoever asked has gone. The body must have been read."""
    working = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(_departure(receive))
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            return working.result()
        raise Refusal("gone", "whoever asked has gone")
    finally:
        leaving.cancel()
        working.cancel()
        await asyncio.wait((working,))


async def _departure(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
