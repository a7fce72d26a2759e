"""Who watches which game: open streams, told of every change; of those by another process within seconds."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator

from noughts.records.store import Record, StoreError
from noughts.ui.web.errors import Refusal
from noughts.ui.web.games.json import game_json
from noughts.ui.web.games.service import GameService
from noughts.ui.web.workers import Workers

_MOST = 2000
"""How many streams may be open at once."""

_HEARTBEAT = 15.0
"""Seconds after which a silent stream says that it is alive, so that nothing between closes it."""

_LOOK = 2.0
"""Seconds between two looks for what other processes wrote."""


class Watchers:
    """The open streams by game. To be used on the event loop."""

    def __init__(self, service: GameService, workers: Workers) -> None:
        self._service = service
        self._workers = workers
        self._open: dict[str, set[asyncio.Event]] = {}
        self._closing = False
        self._task: asyncio.Task[None] | None = None

    def tell(self, game: str) -> None:
        """The game has changed."""
        for told in self._open.get(game, ()):
            told.set()

    def close(self) -> None:
        """Ends every stream: the server stops."""
        self._closing = True
        if self._task:
            self._task.cancel()
        for game in list(self._open):
            self.tell(game)

    def watch(self, game: str) -> AsyncIterator[bytes]:
        """The stream of a game; raises Refusal where too many are open."""
        if sum(map(len, self._open.values())) >= _MOST:
            raise Refusal("too-many", "too many watch games here at once", retry_after=30)
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._look())
        return self._stream(game)

    async def _stream(self, game: str) -> AsyncIterator[bytes]:
        told = asyncio.Event()
        self._open.setdefault(game, set()).add(told)
        seen = -1
        try:
            yield b"retry: 1000\n\n"
            while not self._closing:
                record = self._service.remembered(game)
                if record is None:
                    record = await self._workers.at_once(self._service.game, game)
                if record.log.version > seen:
                    seen = record.log.version
                    yield _event(record)
                elif not told.is_set() and not await _within(told, _HEARTBEAT):
                    yield b": still here\n\n"
                told.clear()
        except StoreError:
            return  # the browser asks again by itself, and is then told why
        finally:
            self._open[game].discard(told)
            if not self._open[game]:
                del self._open[game]

    async def _look(self) -> None:
        """While anybody watches, looks for what another process wrote."""
        while not self._closing:
            await asyncio.sleep(_LOOK)
            if not self._open:
                return
            try:
                for game in await self._workers.at_once(self._service.behind, list(self._open)):
                    self.tell(game)
            except StoreError:
                continue  # busy: the next look will tell


async def _within(told: asyncio.Event, seconds: float) -> bool:
    try:
        await asyncio.wait_for(told.wait(), seconds)
    except TimeoutError:
        return False
    return True


def _event(record: Record) -> bytes:
    data = json.dumps(game_json(record), separators=(",", ":"))
    return f"event: game\nid: {record.log.version}\ndata: {data}\n\n".encode()
