"""Open streams of games, told of every change; of those by another process within seconds.

FastAPI writes the events and says now and then that a silent stream is alive (``fastapi.sse``).
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator

from fastapi.sse import ServerSentEvent

from noughts.records.store import Record, StoreError
from noughts.ui.web.games.service import GameService
from noughts.ui.web.games.views import game_json
from noughts.ui.web.refusal import Refusal
from noughts.ui.web.workers import Workers

_MOST = 2000
"""How many streams may be open at once."""

_LOOK = 2.0
"""Seconds between two looks for what other processes wrote."""

_RETRY_MS = 1000
"""After how long a browser whose stream has broken asks again."""


class Streams:
    """The open streams by game. To be used on the event loop."""

    def __init__(self, service: GameService, workers: Workers) -> None:
        self._service = service
        self._workers = workers
        self._open: dict[str, set[asyncio.Event]] = {}
        self._closing = False
        self._task: asyncio.Task[None] | None = None

    def tell(self, game: str) -> None:
        """The game has changed."""
        for changed in self._open.get(game, ()):
            changed.set()

    def close(self) -> None:
        """Ends every stream: the server stops."""
        self._closing = True
        if self._task:
            self._task.cancel()
        for game in list(self._open):
            self.tell(game)

    def stream(self, game: str) -> AsyncIterator[ServerSentEvent]:
        """The stream of a game; raises Refusal where too many are open."""
        if sum(map(len, self._open.values())) >= _MOST:
            raise Refusal("too-many", "too many watch games here at once", retry_after=30)
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._look())
        return self._events(game)

    async def _events(self, game: str) -> AsyncIterator[ServerSentEvent]:
        """The game as it stands, and again whenever that is a later version than what was sent."""
        changed = asyncio.Event()
        self._open.setdefault(game, set()).add(changed)
        version = -1
        try:
            yield ServerSentEvent(retry=_RETRY_MS)
            while not self._closing:
                changed.clear()
                record = self._service.remembered(game)
                if record is None:
                    record = await self._workers.quick(self._service.game, game)
                if record.log.version > version:
                    version = record.log.version
                    yield _event(record)
                else:
                    await changed.wait()
        except StoreError:
            return  # the browser asks again by itself, and is then told why
        finally:
            self._open[game].discard(changed)
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


def _event(record: Record) -> ServerSentEvent:
    """A game as an event; its id is the game's version."""
    return ServerSentEvent(
        event="game",
        id=str(record.log.version),
        raw_data=json.dumps(game_json(record), separators=(",", ":")),
    )
