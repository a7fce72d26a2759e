"""Open streams of games and classes as server-sent events, told of every change, also by other servers of a database.

A game is written out once for all who watch it. (FastAPI's own streams write it for each: 280 who watched one game held
up everybody else for a third of a second at every move.) What is not read in time ends with its connection.
https://html.spec.whatwg.org/multipage/server-sent-events.html
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Protocol

from starlette.responses import Response

from noughts.ui.web.compute.workers import SERVER, Workers
from noughts.ui.web.event_stream import EventStream, event
from noughts.ui.web.journal.game_service import GameService
from noughts.ui.web.journal.notices import Heard
from noughts.ui.web.journal.store import Record, StoreError
from noughts.ui.web.journal.views import game_json
from noughts.ui.web.refusal import Refusal

_MOST, _EACH = 3_000, 1_000
"""How many streams may be open at once, in all and of one address."""

_RETRY_MS = 1000
"""After how long a browser whose stream has broken asks again."""

_PING = 15.0
"""Seconds of silence after which something is sent all the same, so that no one between closes the line."""


Watch = Callable[[Iterable[str]], None]
"""Takes the names of all that a stream is to be told of from now on."""


class Source(Protocol):
    """What a stream tells of."""

    async def news(self, watch: Watch) -> Sequence[bytes]:
        """The events that have not been sent yet; Refusal where there is nothing to tell of any more."""

    def close(self) -> None:
        """The stream has ended."""


class Watcher(Protocol):
    """Who is to be told, as an ``asyncio.Event`` is."""

    def set(self) -> None:
        """Something has changed."""


class _Watched:
    """What somebody watches: who is to be told, and, of a game, how it was last written out."""

    def __init__(self) -> None:
        self.watchers: set[Watcher] = set()
        self._written: tuple[int, bytes] = (-1, b"")

    def written(self, record: Record) -> bytes:
        """The game as an event; its id is the game's version."""
        version = record.log.version
        if self._written[0] != version or record.log.state.clock:  # whose time passes
            self._written = version, event("game", game_json(record), version)
        return self._written[1]


class Knower(Protocol):
    """Keeps in memory what is watched, by its id."""

    def is_current(self, name: str, version: int) -> bool:
        """Whether it is remembered as it stands at a version; if not, it is forgotten."""

    def forget_all(self) -> None:
        """Remembers nothing."""

    def latest(self, name: str) -> object:
        """Remembers it, and reads it if need be; Refusal where it is not there any more."""


_AGAIN = 1.0
"""Seconds after which a database that did not answer is asked again."""


class Streams:
    """The open streams by what they tell of: a game, or what else has names. To be used on the event loop.

    ``others`` know, by the beginning of such names, which no game's id has, what is not a game.
    """

    def __init__(
        self, service: GameService, workers: Workers, others: Mapping[str, Knower] | None = None
    ) -> None:
        self._service = service
        self._workers = workers
        self._knowers: Mapping[str, Knower] = {**(others or {}), "": service}
        self._late: set[str] = set()
        self._watched: dict[str, _Watched] = {}
        self._each: Counter[str] = Counter()
        self._closing = False
        self._task: asyncio.Task[None] | None = None
        self.most = _MOST

    @property
    def open(self) -> int:
        """How many streams are open."""
        return self._each.total()

    def tell(self, name: str) -> None:
        """What bears this name has changed."""
        if watched := self._watched.get(name):
            for changed in watched.watchers:
                changed.set()

    def hear(self) -> Heard:
        """What another thread tells of games that were changed, by this process or others."""
        loop = asyncio.get_running_loop()

        def heard(name: str, version: int) -> None:
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(self._hear, name, version)

        return heard

    def _hear(self, name: str, version: int) -> None:
        """Something, or where it has no name anything, may have gone on at another server."""
        if not name:
            for each in self._knowers.values():
                each.forget_all()
            self._late.update(self._watched)
        else:
            knower, own = self._knower(name)
            if not knower.is_current(own, version) and name in self._watched:
                self._late.add(name)
        if self._late and (self._task is None or self._task.done()):
            self._task = asyncio.get_running_loop().create_task(self._catch_up())

    def close(self) -> None:
        """Ends every stream: the server stops."""
        self._closing = True
        if self._task:
            self._task.cancel()
        for name in list(self._watched):
            self.tell(name)

    def stream(self, game: str, who: str) -> Response:
        """The stream of a game to an address; raises Refusal where too many are open."""
        return self.follow(_OneGame(self, game), who)

    def follow(self, source: Source, who: str) -> Response:
        """The stream of anything to an address; raises Refusal where too many are open."""
        if self.open >= min(self.most, _MOST) or self._each[who] >= _EACH:
            raise Refusal("too-many", "too many watch games here at once", retry_after=30)
        return EventStream(lambda: self._events(source, who))

    def watching(self, watcher: Watcher) -> Watch:
        """Says to what a watcher is to be told of, which is nothing yet."""
        names = set[str]()

        def watch(wanted: Iterable[str]) -> None:
            self._leave(names.difference(wanted), watcher)
            for name in wanted:
                self._watched.setdefault(name, _Watched()).watchers.add(watcher)
            names.clear()
            names.update(wanted)

        return watch

    async def current(self, game: str) -> Record:
        """A game as this process knows it, which is told of changes while it is watched."""
        known = self._service.remembered(game)
        return known if known else await self._workers.quick(SERVER, self._service.game, game)

    def written(self, record: Record) -> bytes:
        """A game that is watched, as an event."""
        return self._watched[record.header.id].written(record)

    async def _events(self, source: Source, who: str) -> AsyncIterator[bytes]:
        """What there is to tell, and again whenever there is something new."""
        changed = asyncio.Event()
        watch = self.watching(changed)
        self._each[who] += 1
        try:
            yield f"retry: {_RETRY_MS}\n\n".encode()
            while not self._closing:
                changed.clear()
                for piece in (pieces := await source.news(watch)):
                    yield piece
                if pieces:
                    continue
                try:
                    async with asyncio.timeout(_PING):
                        await changed.wait()
                except TimeoutError:
                    yield b": here\n\n"
        except (StoreError, Refusal):
            return  # the browser asks again by itself, and is then told why
        finally:
            watch(())
            source.close()
            self._each[who] -= 1
            if not self._each[who]:
                del self._each[who]

    def _leave(self, names: Iterable[str], watcher: Watcher) -> None:
        for name in names:
            watched = self._watched[name]
            watched.watchers.discard(watcher)
            if not watched.watchers:
                del self._watched[name]

    def _knower(self, name: str) -> tuple[Knower, str]:
        """Who knows what bears a name, and under which id."""
        begin = next(begin for begin in self._knowers if name.startswith(begin))
        return self._knowers[begin], name.removeprefix(begin)

    async def _catch_up(self) -> None:
        """Reads what has gone on at other servers, and tells those who watch it."""
        while self._late:
            late, self._late = self._late, set()
            try:
                await self._workers.quick(SERVER, self._read, late)
            except (StoreError, Refusal):  # busy, or away for a while
                self._late |= late
                await asyncio.sleep(_AGAIN)
            for name in late:
                self.tell(name)

    def _read(self, names: Iterable[str]) -> None:
        for name in names:
            knower, own = self._knower(name)
            with suppress(Refusal):
                knower.latest(own)


class _OneGame:
    """A game, told whenever it is a later version than what was sent."""

    def __init__(self, streams: Streams, game: str) -> None:
        self._streams = streams
        self._game = game
        self._version = -1

    async def news(self, watch: Watch) -> Sequence[bytes]:
        watch({self._game})
        record = await self._streams.current(self._game)
        if record.log.version <= self._version:
            return ()
        self._version = record.log.version
        return (self._streams.written(record),)

    def close(self) -> None:
        """Nothing else was held for it."""
