"""Open streams of games as server-sent events, told of every change; of those by another process within seconds.

A game is written out once for all who watch it. (FastAPI's own streams write it for each: 280 who watched one game held
up everybody else for a third of a second at every move.) What is not read in time ends with its connection.
https://html.spec.whatwg.org/multipage/server-sent-events.html
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import suppress

from starlette.responses import Response

from noughts.records.notices import Heard
from noughts.records.store import Record, StoreError
from noughts.ui.web.event_stream import EventStream, event
from noughts.ui.web.games.service import GameService
from noughts.ui.web.games.views import game_json
from noughts.ui.web.refusal import Refusal
from noughts.ui.web.workers import Workers

_MOST, _EACH = 3_000, 1_000
"""How many streams may be open at once, in all and of one address."""

_LOOK = 0.1
"""Seconds between two looks whether other processes wrote something into a file."""

_SURE = 5.0
"""Seconds after which every game is looked at where a database does not say that it was written to, or may have been
asked to and not have said it."""

_RETRY_MS = 1000
"""After how long a browser whose stream has broken asks again."""

_PING = 15.0
"""Seconds of silence after which something is sent all the same, so that no one between closes the line."""


class _Watched:
    """A game that somebody watches: who is to be told, and the game as it was last written out."""

    def __init__(self) -> None:
        self.watchers: set[asyncio.Event] = set()
        self._written: tuple[int, bytes] = (-1, b"")

    def written(self, record: Record) -> bytes:
        """The game as an event; its id is the game's version."""
        version = record.log.version
        if self._written[0] != version or record.log.state.clock:  # whose time passes
            self._written = version, event("game", game_json(record), version)
        return self._written[1]


class Streams:
    """The open streams by game. To be used on the event loop."""

    def __init__(self, service: GameService, workers: Workers, stamp: Callable[[], int | None]) -> None:
        self._service = service
        self._workers = workers
        self._stamp = stamp
        self._late: set[str] = set()
        self._any_late = False
        self._woken = asyncio.Event()
        self._games: dict[str, _Watched] = {}
        self._each: Counter[str] = Counter()
        self._closing = False
        self._task: asyncio.Task[None] | None = None
        self._most, self._parts = _MOST, 1

    @property
    def open(self) -> int:
        """How many streams are open."""
        return self._each.total()

    def divide(self, most: int, parts: int) -> None:
        """No more than ``most`` are open here, and of all that may be only one of so many parts."""
        self._most, self._parts = most, parts

    def tell(self, game: str) -> None:
        """The game has changed."""
        if watched := self._games.get(game):
            for changed in watched.watchers:
                changed.set()

    def hear(self) -> Heard:
        """What another thread tells of games that were changed, by this process or others."""
        loop = asyncio.get_running_loop()

        def heard(game: str, version: int) -> None:
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(self._hear, game, version)

        return heard

    def _hear(self, game: str, version: int) -> None:
        known = self._service.remembered(game)
        if not game:
            self._any_late = True
        elif game in self._games and (known is None or known.log.version != version):
            self._late.add(game)
        self._woken.set()

    def close(self) -> None:
        """Ends every stream: the server stops."""
        self._closing = True
        if self._task:
            self._task.cancel()
        for game in list(self._games):
            self.tell(game)

    def stream(self, game: str, who: str) -> Response:
        """The stream of a game to an address; raises Refusal where too many are open."""
        if self.open >= min(self._most, _MOST // self._parts) or self._each[who] >= _EACH // self._parts:
            raise Refusal("too-many", "too many watch games here at once", retry_after=30)
        return EventStream(lambda: self._events(game, who))

    async def _events(self, game: str, who: str) -> AsyncIterator[bytes]:
        """The game as it stands, and again whenever that is a later version than what was sent."""
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._look())
        changed, watched = asyncio.Event(), self._games.setdefault(game, _Watched())
        watched.watchers.add(changed)
        self._each[who] += 1
        version = -1
        try:
            yield f"retry: {_RETRY_MS}\n\n".encode()
            while not self._closing:
                changed.clear()
                record = self._service.remembered(game)
                if record is None:
                    record = await self._workers.quick(self._service.game, game)
                if record.log.version > version:
                    version = record.log.version
                    yield watched.written(record)
                    continue
                try:
                    async with asyncio.timeout(_PING):
                        await changed.wait()
                except TimeoutError:
                    yield b": here\n\n"
        except (StoreError, Refusal):
            return  # the browser asks again by itself, and is then told why
        finally:
            self._leave(game, watched, changed, who)

    def _leave(self, game: str, watched: _Watched, changed: asyncio.Event, who: str) -> None:
        watched.watchers.discard(changed)
        if not watched.watchers and self._games.get(game) is watched:
            del self._games[game]
        self._each[who] -= 1
        if not self._each[who]:
            del self._each[who]

    async def _look(self) -> None:
        """While anybody watches, looks for what another process wrote."""
        loop, stamp = asyncio.get_running_loop(), self._stamp()
        looked = loop.time()
        while self._games:
            with suppress(TimeoutError):
                async with asyncio.timeout(_LOOK):
                    await self._woken.wait()
            self._woken.clear()
            try:
                before, stamp = stamp, self._stamp()
                if self._any_late or stamp != before or (stamp is None and loop.time() > looked + _SURE):
                    self._late, self._any_late = set(self._games), False
                    looked = loop.time()
                late, self._late = self._late, set()
                if late:
                    for game in await self._workers.quick(self._service.behind, list(late)):
                        self.tell(game)
            except StoreError:
                self._any_late = True  # busy: the next look will tell
