"""The server as one ASGI application: the page at once, questions and games as soon as their part is loaded.

FastAPI takes half a second to import. The page and the first board do not need it, so it is imported after them.
"""

from __future__ import annotations

import asyncio
import gc
import re
import threading
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from starlette.requests import Request
from starlette.responses import Response

from noughts.records.store import Store
from noughts.ui.web.middleware import Guard
from noughts.ui.web.responses import sent
from noughts.ui.web.static_files import Files

if TYPE_CHECKING:
    from noughts.ui.web.api import Api
    from noughts.ui.web.questions.first import First

_PAGE = re.compile(r"/|/games|/brains|/game/[^/]+")
"""All are the same page, which reads its own address."""

_STATIC = "/static/"

_QUIET_SECONDS = 2.0
"""Until then nothing is loaded that nobody asked for: a browser that was just opened has the processor to itself."""


class Server:
    """Everything that answers; ``app`` is the ASGI application.

    ``hosts`` are the names under which it may be asked for; none given means any name.
    """

    def __init__(self, store: Store, hosts: Iterable[str] = ()) -> None:
        self._store = store
        self._files = Files()
        self._first: asyncio.Future[First] | None = None
        self._waiting: asyncio.TimerHandle | None = None
        self._loading: asyncio.Future[Api] | None = None
        self.app = Guard(self._answer, hosts)

    def begin(self) -> None:
        """Gets ready what the page asks first and then, unless somebody asks sooner, everything else."""
        loop = asyncio.get_running_loop()
        self._first = loop.run_in_executor(None, _first)
        self._waiting = loop.call_later(_QUIET_SECONDS, self._load)

    async def end_streams(self) -> None:
        """Ends the open streams, so that the server can stop."""
        if self._waiting:
            self._waiting.cancel()
        if self._loading:
            (await self._loading).end_streams()

    async def close(self) -> None:
        """Lets go of everything but the store."""
        if self._loading:
            (await self._loading).close()

    def _load(self) -> asyncio.Future[Api]:
        """Loads what answers questions and plays games, once."""
        if self._loading is None:
            self._loading = asyncio.get_running_loop().run_in_executor(None, _api, self._store)
        return self._loading

    async def _answer(self, scope: Any, receive: Any, send: Any) -> None:
        answer = await self._early(Request(scope)) if scope["method"] in ("GET", "HEAD") else None
        if answer is None:
            api = await asyncio.shield(self._load())
            await api.app(scope, receive, send)
        else:
            await answer(scope, receive, send)

    async def _early(self, request: Request) -> Response | None:
        """What can be answered without the API: the page and its files, and what it asks first."""
        path = request.scope["path"]
        if path.startswith(_STATIC):
            return self._files.answer(path.removeprefix(_STATIC), request)
        known = _PAGE.fullmatch(path)
        if known or _led_astray(request):
            return self._files.answer("index.html", request, 200 if known else 404)
        if self._first is not None and not (self._loading and self._loading.done()):
            found = (await asyncio.shield(self._first)).get(f"{path}?{request.url.query}")
            return sent(request, *found) if found else None
        return None


def _led_astray(request: Request) -> bool:
    """Whether a browser looks for a page that is none: the page itself says so, and leads on."""
    question = request.scope["path"].startswith(("/api/", "/openapi.json"))
    return not question and "text/html" in request.headers.get("accept", "")


def _first() -> First:
    from noughts.ui.web.questions.first import first_answers

    return first_answers()


def _api(store: Store) -> Api:
    from noughts.ui.web.api import Api
    from noughts.ui.web.names import think_ahead

    api = Api(store)
    threading.Thread(target=think_ahead, daemon=True).start()
    gc.freeze()  # what is loaded stays: looking through it for garbage again and again would hold up games
    return api
