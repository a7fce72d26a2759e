"""The application in a browser: started by the page's worker, which provides what only JavaScript has.

Requests of the page are calls of the application by ASGI (https://asgi.readthedocs.io/en/latest/specs/www.html). Moves
are computed at once; what takes long runs in another worker of the page.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import pickle
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from typing import Protocol
from urllib.parse import unquote

from sqlalchemy import event
from starlette.types import ASGIApp, Message, Scope

from noughts.server.app import create_app
from noughts.server.jobs import Job, Reply
from noughts.server.services import Setting
from noughts.server.tables import Store
from noughts.server.worker_queue import AnyComputer, Hear, Lane, LaneLimits, Spent
from noughts.server.workers import CONTESTS, MOVES, READING, THINKING, Inline, single_lane

Kept = Callable[[], Awaitable[object]]
"""Waits until everything that was written outlives the tab."""


class Listener(Protocol):
    """Receives responses: the head once, the pieces of the body, the end. The page's implementation is JavaScript."""

    def head(self, id_: str, status: int, headers: list[tuple[str, str]]) -> None:
        """Receive the status and the headers of the response to a request."""

    def piece(self, id_: str, body: bytes) -> None:
        """Receive the next piece of its body."""

    def end(self, id_: str, broken: bool) -> None:
        """Receive its end; ``broken`` if the body is not complete."""


class Calls:
    """The requests in progress, by the ids that the page gives them.

    Nothing is sent before everything written so far is ``kept``, so that closing a tab loses nothing that it has shown.
    """

    def __init__(self, app: ASGIApp, listener: Listener, kept: Kept) -> None:
        self._app, self._listener, self._kept = app, listener, kept
        self._gone: dict[str, asyncio.Event] = {}
        self._running: set[asyncio.Task[None]] = set()

    def begin(
        self, id_: str, method: str, target: str, headers: Sequence[tuple[str, str]], body: bytes
    ) -> None:
        """Begin a request. The listener receives the response under its id."""
        self._gone[id_] = asyncio.Event()
        task = asyncio.get_running_loop().create_task(self._run(id_, scope_of(method, target, headers), body))
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    def leave(self, id_: str) -> None:
        """Report to the application that the client has left."""
        if id_ in self._gone:
            self._gone[id_].set()

    async def _run(self, id_: str, scope: Scope, body: bytes) -> None:
        gone, broken = self._gone[id_], True
        sent = [False]

        async def receive() -> Message:
            if not sent[0]:
                sent[0] = True
                return {"type": "http.request", "body": body, "more_body": False}
            await gone.wait()
            return {"type": "http.disconnect"}

        try:
            await self._app(scope, receive, lambda message: self._send(id_, message))
            broken = False
        except Exception:
            logging.getLogger("noughts.server").exception("a request failed")
        finally:
            del self._gone[id_]
            self._listener.end(id_, broken)

    async def _send(self, id_: str, message: Message) -> None:
        await self._kept()
        if message["type"] == "http.response.start":
            headers = [
                (name.decode("latin-1"), value.decode("latin-1")) for name, value in message["headers"]
            ]
            self._listener.head(id_, message["status"], headers)
        elif body := message.get("body"):
            self._listener.piece(id_, body)


def scope_of(method: str, target: str, headers: Sequence[tuple[str, str]]) -> Scope:
    """Return the ASGI scope of a request of the page."""
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


_BEGINNING_SECONDS = 30.0
"""By the clock, in addition, for a worker that has to load Python first; and so long an idle one is kept."""


class OtherWorker(Protocol):
    """Another worker of the page, which has Python, too, and is begun when it is first asked: JavaScript's."""

    def ask(self, job: bytes, tell: Callable[[bytes], object]) -> Awaitable[bytes | None]:
        """Its reply, by ``wasm_worker.reply_to``; None where it was ended instead."""

    def end(self) -> None:
        """Ends it, whatever it does; when it is asked again it begins anew."""


class WorkerComputer(AnyComputer):
    """Another worker as what computes for a lane; it is ended with what nobody waits for."""

    def __init__(self, worker: OtherWorker) -> None:
        self._worker = worker
        self._asking: asyncio.Future[bytes | None] | None = None
        self._idle: asyncio.TimerHandle | None = None

    def patience(self, seconds: float) -> float:
        """As ``AnyComputer.patience``."""
        return _BEGINNING_SECONDS + 2 * seconds

    async def ask(self, job: Job, hear: Hear) -> Reply:
        """As ``AnyComputer.ask``."""
        if self._idle:
            self._idle.cancel()
        said = self._worker.ask(pickle.dumps(job), lambda news: hear(pickle.loads(news)))  # noqa: S301 - our own
        self._asking = asyncio.ensure_future(said)
        await asyncio.wait((self._asking,))
        if self._asking.cancelled() or (body := self._asking.result()) is None:
            raise EOFError
        self._idle = asyncio.get_running_loop().call_later(_BEGINNING_SECONDS, self.end)
        reply: Reply = pickle.loads(body)  # noqa: S301 - our own
        return reply

    def interrupt(self) -> None:
        """It has no signals: it is ended."""
        self.end()

    def end(self) -> None:
        """Ends the worker, which begins anew when it is asked."""
        if self._asking:
            self._asking.cancel()
        self._worker.end()


class Tab(Inline):
    """The host in a tab. Nobody waits for a move but who gets it; all else that takes long goes to other workers."""

    def __init__(self, begin_worker: Callable[[], OtherWorker]) -> None:
        self._begin_worker = begin_worker
        self._lasting: Lane | None = None

    def lane(self, limits: LaneLimits, spent: Spent) -> Lane:
        """Return a lane: moves and records at once, a worker for questions, one for what lasts."""
        if limits in (MOVES, READING):
            return super().lane(limits, spent)
        if limits not in (THINKING, CONTESTS):
            return single_lane(WorkerComputer(self._begin_worker()), limits, spent)
        self._lasting = self._lasting or single_lane(WorkerComputer(self._begin_worker()), CONTESTS, spent)
        return self._lasting


_QUESTION_SECONDS = 20.0
"""By the clock, as there is no other: Python takes two or three times as long there, and is not alone."""


class Saver:
    """Whether anything was written since the files were last kept, and the keeping of them."""

    def __init__(self, keep: Callable[[], Awaitable[object]], store: Store) -> None:
        self._keep = keep
        self._written = True
        event.listen(store.engine, "commit", self._write)

    def _write(self, _: object) -> None:
        self._written = True

    async def __call__(self) -> None:
        """Keeps what was written, if anything was."""
        if self._written:
            self._written = False
            await self._keep()


async def start(
    path: str,
    listener: Listener,
    keep: Callable[[], Awaitable[object]],
    begin_worker: Callable[[], OtherWorker],
) -> Calls:
    """The application on the games of a file, open for calls until the worker ends."""
    store = Store(f"sqlite:///{path}")
    setting = Setting(host=Tab(begin_worker), question_seconds=_QUESTION_SECONDS, limited=False)
    app = create_app(store, setting)
    await AsyncExitStack().enter_async_context(app.router.lifespan_context(app))
    gc.enable()
    return Calls(app, listener, Saver(keep, store))
