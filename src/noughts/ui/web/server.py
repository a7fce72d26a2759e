"""The server as one ASGI application: the page at once, questions and games as soon as their part is loaded.

FastAPI takes a good part of a second to import. The page does not need it, so that the browser can load the
page meanwhile.
"""

from __future__ import annotations

import asyncio
import gc
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from starlette.requests import Request

from noughts.records.store import Store
from noughts.ui.web.files import Files
from noughts.ui.web.guard import Guard

if TYPE_CHECKING:
    from noughts.ui.web.api import Api

_PAGE = re.compile(r"/|/games|/brains|/game/[^/]+")
"""All are the same page, which reads its own address."""

_STATIC = "/static/"


class Server:
    """Everything that answers; ``app`` is the ASGI application.

    ``hosts`` are the names under which it may be asked for; none given means any name.
    """

    def __init__(self, store: Store, hosts: Iterable[str] = ()) -> None:
        self._store = store
        self._files = Files()
        self._loading: asyncio.Future[Api] | None = None
        self.app = Guard(self._answer, hosts)

    def load(self) -> asyncio.Future[Api]:
        """Starts to load what answers questions and plays games, once."""
        if self._loading is None:
            self._loading = asyncio.get_running_loop().run_in_executor(None, _api, self._store)
        return self._loading

    async def end_streams(self) -> None:
        """Ends the open streams, so that the server can stop."""
        if self._loading:
            (await self._loading).end_streams()

    async def close(self) -> None:
        """Lets go of everything but the store."""
        if self._loading:
            (await self._loading).close()

    async def _answer(self, scope: Any, receive: Any, send: Any) -> None:
        path = scope["path"]
        if scope["method"] in ("GET", "HEAD") and (_PAGE.fullmatch(path) or path.startswith(_STATIC)):
            name = path.removeprefix(_STATIC) if path.startswith(_STATIC) else "index.html"
            await self._files.answer(name, Request(scope))(scope, receive, send)
            return
        api = await asyncio.shield(self.load())
        await api.app(scope, receive, send)


def _api(store: Store) -> Api:
    from noughts.ui.web.api import Api

    api = Api(store)
    gc.freeze()  # what is loaded stays: looking through it for garbage again and again would hold up games
    return api
