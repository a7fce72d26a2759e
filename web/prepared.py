"""Responses that the static site has as files, so that they are there before Python is."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterable
from pathlib import Path

from starlette.applications import Starlette
from starlette.types import Message

from noughts.server.app import create_app
from noughts.server.routes import ROUTES
from noughts.server.services import Setting
from noughts.server.tables import Store
from noughts.server.wasm_host import scope_of
from noughts.server.workers import Inline

BOARDS = (
    *("3x3x3", "4x3x3", "4x4x3", "4x4x4", "5x5x4", "6x6x4", "7x7x5", "10x10x5", "15x15x5", "20x20x5"),
    *("torus4x4x4", "cube3", "cube4"),
)
"""The boards that the page offers: ``USUAL`` in ``page/core/notation.js``."""

CONSTANT = tuple(target for route in ROUTES for target in route.constant)
"""Targets whose responses never change."""

FIRST = tuple(f"/api/{name}?board={board}" for board in BOARDS for name in ("players", "position"))
"""Targets of what the page asks first about an empty board; Python may know more once it runs."""


def responses(targets: Iterable[str]) -> dict[str, bytes]:
    """Return the body of the response to each target."""
    return asyncio.run(_responses(targets))


async def _responses(targets: Iterable[str]) -> dict[str, bytes]:
    with tempfile.TemporaryDirectory() as folder:
        store = Store(f"sqlite:///{Path(folder) / 'games.db'}")
        app = create_app(store, Setting(host=Inline()))
        async with app.router.lifespan_context(app):
            bodies = {target: await _response(app, target) for target in targets}
        store.close()
    return bodies


async def _response(app: Starlette, target: str) -> bytes:
    """Return the body of the response to a GET request. Raises AssertionError for a refusal."""
    body = b""
    requests: list[Message] = [{"type": "http.request", "body": b""}]

    async def receive() -> Message:
        if not requests:
            await asyncio.Event().wait()  # the client never disconnects
        return requests.pop()

    async def send(message: Message) -> None:
        nonlocal body
        assert message.get("status", 200) == 200, target
        body += message.get("body", b"")

    await app(scope_of("GET", target, [("host", "localhost")]), receive, send)
    return body
