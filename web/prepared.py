"""Answers to what the page asks first, made by the house itself: in a browser they are there before Python is."""

from __future__ import annotations

import asyncio
import json
import tempfile
from pathlib import Path

from noughts.server.app import create_app
from noughts.server.services import Setting
from noughts.server.tables import Store
from noughts.server.wasm_host import Calls, Listener
from noughts.server.workers import Inline

_BOARDS = ("3x3x3", "4x3x3", "4x4x3", "4x4x4", "5x5x5", "7x7x5", "10x10x5", "15x15x5", "20x20x5")
_FIRST = ("players", "position")


class _Heard(Listener):
    """The bodies of answers."""

    def __init__(self) -> None:
        self.bodies: dict[int, bytes] = {}
        self.ended: dict[int, asyncio.Event] = {}

    def head(self, number: int, status: int, headers: list[tuple[str, str]]) -> None:
        assert status == 200, headers
        self.bodies[number] = b""

    def piece(self, number: int, body: bytes) -> None:
        self.bodies[number] += body

    def end(self, number: int, broken: bool) -> None:
        assert not broken
        self.ended[number].set()


def answers() -> dict[str, object]:
    """What is asked of an empty board, by its address."""
    asked = [f"/api/{name}?board={board}" for board in _BOARDS for name in _FIRST]
    return asyncio.run(_answered(asked))


async def _answered(asked: list[str]) -> dict[str, object]:
    async def kept() -> None:
        """Nothing is."""

    with tempfile.TemporaryDirectory() as folder:
        store = Store(f"sqlite:///{Path(folder) / 'games.db'}")
        app, heard = create_app(store, Setting(host=Inline())), _Heard()
        async with app.router.lifespan_context(app):
            calls = Calls(app, heard, kept)
            for number, target in enumerate(asked):
                heard.ended[number] = asyncio.Event()
                calls.begin(number, "GET", target, [("host", "localhost")], b"")
                await heard.ended[number].wait()
        store.close()
    return {target: json.loads(heard.bodies[number]) for number, target in enumerate(asked)}
