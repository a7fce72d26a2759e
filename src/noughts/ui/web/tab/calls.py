"""Requests of the page as calls of the application, as ASGI says (https://asgi.readthedocs.io/en/latest/specs/www.html)."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol
from urllib.parse import unquote

from starlette.types import ASGIApp, Message

Kept = Callable[[], Awaitable[object]]
"""Waits until everything that was written outlives the tab."""


class Listener(Protocol):
    """Who hears an answer: its head once, its pieces, its end. The page's side of it is JavaScript."""

    def head(self, number: int, status: int, headers: list[tuple[str, str]]) -> None:
        """The answer to a request begins."""

    def piece(self, number: int, body: bytes) -> None:
        """So much more of its body."""

    def end(self, number: int, broken: bool) -> None:
        """There is no more of it; ``broken`` where there should have been more."""


class Calls:
    """The requests that are under way, by the numbers that the page gives them.

    Nothing is answered before all that was written by then is ``kept``: what the page shows, no closed tab loses.
    """

    def __init__(self, app: ASGIApp, listener: Listener, kept: Kept) -> None:
        self._app, self._listener, self._kept = app, listener, kept
        self._gone: dict[int, asyncio.Event] = {}
        self._running: set[asyncio.Task[None]] = set()

    def begin(
        self, number: int, method: str, target: str, headers: Sequence[tuple[str, str]], body: bytes
    ) -> None:
        """A request; its answer is heard under its number."""
        self._gone[number] = asyncio.Event()
        task = asyncio.get_running_loop().create_task(
            self._run(number, _scope(method, target, headers), body)
        )
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    def leave(self, number: int) -> None:
        """Nobody waits for the answer any more."""
        if number in self._gone:
            self._gone[number].set()

    async def _run(self, number: int, scope: dict[str, object], body: bytes) -> None:
        gone, broken = self._gone[number], True
        sent = [False]

        async def receive() -> Message:
            if not sent[0]:
                sent[0] = True
                return {"type": "http.request", "body": body, "more_body": False}
            await gone.wait()
            return {"type": "http.disconnect"}

        try:
            await self._app(scope, receive, lambda message: self._send(number, message))
            broken = False
        except Exception:
            logging.getLogger("noughts.server").exception("a request failed")
        finally:
            del self._gone[number]
            self._listener.end(number, broken)

    async def _send(self, number: int, message: Message) -> None:
        await self._kept()
        if message["type"] == "http.response.start":
            headers = [
                (name.decode("latin-1"), value.decode("latin-1")) for name, value in message["headers"]
            ]
            self._listener.head(number, message["status"], headers)
        elif body := message.get("body"):
            self._listener.piece(number, body)


def _scope(method: str, target: str, headers: Sequence[tuple[str, str]]) -> dict[str, object]:
    path, _, query = target.partition("?")
    return {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.4"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": unquote(path),
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers],
        "server": ("localhost", 80),
        "client": ("127.0.0.1", 1),
    }
