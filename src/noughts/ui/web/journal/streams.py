"""Open streams of games and classes as server-sent events, told of every change; of those by another process within
seconds.

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

_LOOK = 0.1
"""Seconds between two looks whether other processes wrote something into a file."""

_SURE = 5.0
"""Seconds after which every game is looked at where a database does not say that it was written to, or may have been
asked to and not have said it."""

_RETRY_MS = 1000
"""After how long a browser whose stream has broken asks again."""

_PING = 15.0
"""Seconds of silence after which something is sent all the same, so that no one between closes the line."""


Watch = Callable[[Iterable[str]], None]
"""Takes the names of all that a stream is to be told of from now on."""

Behind = Callable[[Sequence[str]], list[str]]
"""Those of so many that have gone on in another process, and are read anew."""


class Source(Protocol):
    """What a stream tells of."""

    async def news(self, watch: Watch) -> Sequence[bytes]:
        """The events that have not been sent yet; Refusal where there is nothing to tell of any more."""


class _Watched:
    """What somebody watches: who is to be told, and, of a game, how it was last written out."""

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
    """The open streams by what they tell of: a game, or what else has names. To be used on the event loop.

    ``others`` tell by the beginning of such names, which no game's id has, what of it is behind.
    """

    def __init__(
        self,
        service: GameService,
        workers: Workers,
        stamp: Callable[[], int | None],
        others: Mapping[str, Behind] | None = None,
    ) -> None:
        self._service = service
        self._workers = workers
        self._stamp = stamp
        self._others = others or {}
        self._late: set[str] = set()
        self._any_late = False
        self._woken = asyncio.Event()
        self._watched: dict[str, _Watched] = {}
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

    def tell(self, name: str) -> None:
        """What bears this name has changed."""
        if watched := self._watched.get(name):
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
        elif game in self._watched and (known is None or known.log.version != version):
            self._late.add(game)
        self._woken.set()

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
        if self.open >= min(self._most, _MOST // self._parts) or self._each[who] >= _EACH // self._parts:
            raise Refusal("too-many", "too many watch games here at once", retry_after=30)
        return EventStream(lambda: self._events(source, who))

    async def current(self, game: str) -> Record:
        """A game as this process knows it, which is told of changes while it is watched."""
        known = self._service.remembered(game)
        return known if known else await self._workers.quick(SERVER, self._service.game, game)

    def written(self, record: Record) -> bytes:
        """A game that is watched, as an event."""
        return self._watched[record.header.id].written(record)

    async def _events(self, source: Source, who: str) -> AsyncIterator[bytes]:
        """What there is to tell, and again whenever there is something new."""
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._look())
        changed, names = asyncio.Event(), set[str]()
        self._each[who] += 1

        def watch(wanted: Iterable[str]) -> None:
            self._leave(names.difference(wanted), changed)
            for name in wanted:
                self._watched.setdefault(name, _Watched()).watchers.add(changed)
            names.clear()
            names.update(wanted)

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
            self._leave(names, changed)
            self._each[who] -= 1
            if not self._each[who]:
                del self._each[who]

    def _leave(self, names: Iterable[str], changed: asyncio.Event) -> None:
        for name in names:
            watched = self._watched[name]
            watched.watchers.discard(changed)
            if not watched.watchers:
                del self._watched[name]

    def _behind(self, names: Sequence[str]) -> list[str]:
        """Of all that is watched, what has gone on elsewhere."""
        games, late = list(names), list[str]()
        for begin, behind in self._others.items():
            own = [name.removeprefix(begin) for name in games if name.startswith(begin)]
            games = [name for name in games if not name.startswith(begin)]
            late += [begin + name for name in (behind(own) if own else ())]
        return [*late, *(self._service.behind(games) if games else ())]

    async def _look(self) -> None:
        """While anybody watches, looks for what another process wrote."""
        loop, stamp = asyncio.get_running_loop(), self._stamp()
        looked = loop.time()
        while self._watched:
            with suppress(TimeoutError):
                async with asyncio.timeout(_LOOK):
                    await self._woken.wait()
            self._woken.clear()
            try:
                before, stamp = stamp, self._stamp()
                if self._any_late or stamp != before or (stamp is None and loop.time() > looked + _SURE):
                    self._late, self._any_late = set(self._watched), False
                    looked = loop.time()
                late, self._late = self._late, set()
                if late:
                    for name in await self._workers.quick(SERVER, self._behind, list(late)):
                        self.tell(name)
            except StoreError:
                self._any_late = True  # busy: the next look will tell


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
