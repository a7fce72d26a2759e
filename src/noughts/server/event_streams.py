"""Server-sent events: streams of games and classes, and of computations that take long.

Changes of a game or class, also those made by other servers of a database, are encoded once for all clients that watch
it: encoded for each, 280 clients of one game held up all others for a third of a second at every move. A connection
that does not read in time is closed. A computation reports its place in the queue, its progress, and its result or
error; disconnecting cancels it.
https://html.spec.whatwg.org/multipage/server-sent-events.html
"""

from __future__ import annotations

import asyncio
import json
import math
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import (
    AsyncGenerator,
    Callable,
    Coroutine,
    Hashable,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from contextlib import aclosing, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from noughts.contract.numbers import SCHEMA
from noughts.errors import NoughtsError
from noughts.server.api_errors import OutOfTimeError, Refusal, StoreError, refusal_of
from noughts.server.cache import Answer, Memory
from noughts.server.classes import Presence, Seat, classroom_json, result_of
from noughts.server.game_store import Journal
from noughts.server.games import game_bytes
from noughts.server.stored_records import ClassHeader, GameHeader, GameRecord
from noughts.server.worker_queue import Ahead, Hear

if TYPE_CHECKING:
    from noughts.contract.matches import AheadJson, EndedJson

T = TypeVar("T")


def event(kind: str, content: Any, number: int | None = None) -> bytes:
    """Return an event as it is sent. Content may be bytes: JSON text; the number is the event's id."""
    data = content if isinstance(content, bytes) else json.dumps(content, separators=(",", ":")).encode()
    id_line = "" if number is None else f"id: {number}\n"
    return f"event: {kind}\n{id_line}data: ".encode() + data + b"\n\n"


PING = 15.0
"""Seconds of silence after which something is sent all the same, so that no one between closes the line."""


async def silence(changed: asyncio.Event, seconds: float | None = None) -> Sequence[bytes]:
    """Waits for a change; where none comes for so long, or for ``PING``, what is sent in its place."""
    try:
        async with asyncio.timeout(PING if seconds is None else seconds):
            await changed.wait()
    except TimeoutError:
        return (b": here\n\n",)
    return ()


class EventStream(Response):
    """Sends pieces as they come, until there are no more or the other side has gone.

    ``heavy`` ones repeat most of what they say: they are compressed, each piece whole when it is sent, where whoever
    asks takes that. (The others are left as they are: what compresses takes 256 kB a stream.) In reply to HEAD, where
    ``is_head`` is set in the scope, no piece is asked for.
    """

    media_type = "text/event-stream"

    def __init__(self, pieces: Callable[[], AsyncGenerator[bytes]], *, heavy: bool = False) -> None:
        super().__init__(headers={"x-accel-buffering": "no"}, media_type=f"{self.media_type}; charset=utf-8")
        del self.headers["content-length"]
        self._pieces, self._heavy = pieces, heavy

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        stream = GZipMiddleware(self._stream, exclude_content_types=()) if self._heavy else self._stream
        with suppress(Refusal):  # whoever asked has gone
            await stream(scope, receive, send)

    async def _stream(self, scope: Scope, receive: Receive, send: Send) -> None:
        pieces = _no_pieces() if scope.get("is_head") else self._pieces()
        await while_there(receive, self._send(send, pieces))

    async def _send(self, send: Send, generator: AsyncGenerator[bytes]) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        async with aclosing(generator) as pieces:  # a generator, which ends here and not some time
            async for piece in pieces:
                await send({"type": "http.response.body", "body": piece, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _no_pieces() -> AsyncGenerator[bytes]:
    """Yield one empty piece: GZipMiddleware sends the headers of a stream only with its first."""
    yield b""


async def while_there(receive: Receive, work: Coroutine[Any, Any, T]) -> T:
    """What the work comes to; it is cancelled when whoever asked has gone. The body must have been read."""
    working = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(_departure(receive))
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            return working.result()
        raise Refusal("gone", "whoever asked has gone")
    finally:
        leaving.cancel()
        working.cancel()
        await asyncio.wait((working,))


async def _departure(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


_MOST, _EACH = 2_000, 500
"""Maximum number of streams of clients without a token: in all, and of one address."""

_OF_A_CLASS = 300
"""Maximum number of them that watch one class."""

_HELD_MOST, _HELD_EACH = 2_000, 1_000
"""Maximum number of streams of clients with a token or its sign: in all, and of one address."""

_OF_A_SEAT = 4
"""Maximum number of streams of one seat of a game, or of one pupil or teacher: two tabs, and both reloaded."""

_LATER = 50
"""How many games are followed in which a pair plays on: more than a lesson has room for."""

_RETRY_MS = 1000
"""After how long a browser whose stream has broken asks again."""

_CLOSED_RETRY_MS = 10_000
"""Milliseconds after which a browser reopens a stream that was closed for another."""

_AGAIN = 1.0
"""Seconds after which a database that did not answer is asked again."""

Pieces = Mapping[str, tuple[Hashable, bytes]]
"""Events by the names of what they tell: which state of it, and its text."""


class Broadcast(ABC):
    """What is told of something, and to whom; made anew when something that it tells of has changed."""

    def __init__(self, journal: Journal, id_: str) -> None:
        self.id = id_
        self.listeners: set[asyncio.Event] = set()
        self._journal = journal
        self._pieces: Pieces = {}
        self._is_late = True
        self._making = asyncio.Lock()
        self._watched: frozenset[str] = frozenset()

    async def pieces(self) -> Pieces:
        """Everything as it stands; Refusal where it is not there any more."""
        async with self._making:
            if self._is_late:
                self._is_late = False
                try:
                    self._pieces = await self._next_pieces(self._pieces)
                except BaseException:
                    self._is_late = True
                    raise
            return self._pieces

    def wake(self) -> None:
        """Something has changed."""
        self._is_late = True
        for listener in self.listeners:
            listener.set()

    def watch(self, ids: Iterable[str]) -> None:
        """From now on hears of changes of these, and of nothing else."""
        before, self._watched = self._watched, frozenset(ids)
        for id_ in self._watched - before:
            self._journal.watch(id_, self.wake)
        for id_ in before - self._watched:
            self._journal.unwatch(id_, self.wake)

    @abstractmethod
    async def _next_pieces(self, before: Pieces) -> Pieces:
        """The pieces, of which some may be as before. What is told of is watched before it is read."""


class GameBroadcast(Broadcast):
    """A game; the id of its event is its version."""

    async def _next_pieces(self, before: Pieces) -> Pieces:
        self.watch((self.id,))
        game = await self._journal.recall_or_read(GameHeader, self.id)
        self._is_late = self._is_late or game.log.state.clock is not None  # whose time passes
        return {"": (game.log.version, event("game", game_bytes(game), game.log.version))}


class ClassBroadcast(Broadcast):
    """A class, with the results of its games."""

    boards: ClassVar[bool] = False

    async def _next_pieces(self, before: Pieces) -> Pieces:
        self.watch({self.id, *self._watched})
        record = await self._journal.recall_or_read(ClassHeader, self.id)
        row = await self._row([pair.game for pair in record.log.pairs])
        results = {pair.game: result_of(pair, row[pair.game]) for pair in record.log.pairs}
        text = event("class", classroom_json(record, results), record.log.version)
        pieces = {"": before[""] if before and before[""][0] == text else (text, text)}
        for game in filter(None, row.values() if self.boards else ()):
            piece = before.get(game.header.id)
            if piece is None or piece[0] != game.log.version:
                piece = (game.log.version, event("game", game_bytes(game), game.log.version))
            pieces[game.header.id] = piece
        return pieces

    async def _row(self, games: Iterable[str]) -> Mapping[str, GameRecord | None]:
        """The games, whose ends are results, so that they are watched, too; None for one that a player has removed."""
        row: dict[str, GameRecord | None] = {}
        wanted = list(games)
        for _ in range(1 + _LATER if self.boards else 1):
            self.watch({self.id, *row, *wanted})
            if not wanted:
                break
            for each in wanted:
                try:
                    row[each] = await self._journal.recall_or_read(GameHeader, each)
                except Refusal as refusal:
                    if refusal.code != "unknown-game":
                        raise
                    row[each] = None
            later = [row[each] for each in wanted]
            wanted = [each.log.state.next for each in later if each and each.log.state.next]
        return row


class BoardsBroadcast(ClassBroadcast):
    """A class, then the games of the round, and those in which their two played on."""

    boards = True


@dataclass(eq=False)
class Place:
    """The place of a stream of the game or class ``id``, for an address, and for the ``seat`` that it holds there.

    ``changed`` wakes the stream. It ends when ``is_closed`` is set.
    """

    id: str
    client: str
    seat: Hashable = None
    is_class: bool = False
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    is_closed: bool = False

    @property
    def holder(self) -> Hashable:
        """The seat and what it belongs to."""
        return self.id, self.seat


@dataclass
class Places:
    """The places of streams, the oldest first: those of clients with a token, or those of the others.

    Args:
        limit: Maximum number in all.
        each: Maximum number of one address.
        of_a_seat: Maximum number of one seat. If it has more, its oldest stream is closed.
        of_a_class: Maximum number of one class.
    """

    limit: int
    each: int
    of_a_seat: float = math.inf
    of_a_class: float = math.inf
    taken: dict[Place, None] = field(default_factory=dict)
    by_client: Counter[str] = field(default_factory=Counter)
    by_id: Counter[str] = field(default_factory=Counter)
    by_holder: Counter[Hashable] = field(default_factory=Counter)

    def take(self, place: Place, share: float) -> None:
        """Take a place, and close the stream that ``outgoing`` names. Close this one if there is no place."""
        try:
            other = self.outgoing(place, share)
        except Refusal:  # others asked at the same time
            place.is_closed = True
            return
        if other:
            self.leave(other)
            other.is_closed = True
            other.changed.set()
        self.taken[place] = None
        for counter, key in self._counters(place):
            counter[key] += 1

    def leave(self, place: Place) -> None:
        """Give a place back, if it has not been closed."""
        if place not in self.taken:
            return
        del self.taken[place]
        for counter, key in self._counters(place):
            counter[key] -= 1
            if not counter[key]:
                del counter[key]

    def outgoing(self, new: Place, share: float) -> Place | None:
        """Return the stream to close for a new one, or None if there is room for both.

        The seat with most streams of an address gives way, and if all places are taken, the address with most. Only a
        ``share`` of the places is used where the system allows few connections.

        Raises:
            Refusal: None has more than the new one would have.
        """
        if self.by_holder[new.holder] >= self.of_a_seat:
            return next(place for place in self.taken if place.holder == new.holder)
        if new.is_class and self.by_id[new.id] >= self.of_a_class:
            raise Refusal("too-many", "too many watch this class at once", retry_after=30)
        if self.by_client[new.client] >= max(1, int(self.each * share)):
            client = new.client
        elif len(self.taken) < max(1, int(self.limit * share)):
            return None
        else:
            client = self.by_client.most_common(1)[0][0]
        places = [place for place in self.taken if place.client == client]
        streams = Counter(place.holder for place in places)
        most = max(streams.values())
        if client == new.client:
            has_more = most > streams[new.holder] + 1
        else:
            has_more = len(places) > self.by_client[new.client] + 1
        if not has_more:
            raise Refusal("too-many", "too many watch games here at once", retry_after=30)
        return next(place for place in places if streams[place.holder] == most)

    def _counters(self, place: Place) -> Iterator[tuple[Counter[Any], Hashable]]:
        yield self.by_client, place.client
        yield self.by_id, place.id
        yield self.by_holder, place.holder


class Streams:
    """The open streams of games and classes. To be used on the event loop.

    Clients with a token, or with its sign, have places of their own, which the others cannot use up.
    """

    def __init__(self, journal: Journal, *, alone: bool = True) -> None:
        self._journal = journal
        self.presence = Presence(journal, alone=alone)
        self._broadcasts: dict[tuple[str, type[Broadcast]], Broadcast] = {}
        self._held = Places(_HELD_MOST, _HELD_EACH, of_a_seat=_OF_A_SEAT)
        self._others = Places(_MOST, _EACH, of_a_class=_OF_A_CLASS)
        self._closing = False
        self.most = _HELD_MOST + _MOST

    @property
    def open(self) -> int:
        """How many streams are open."""
        return len(self._held.taken) + len(self._others.taken)

    def close(self) -> None:
        """Ends every stream: the server stops."""
        self._closing = True
        for broadcast in self._broadcasts.values():
            broadcast.wake()

    def game(self, id_: str, who: str, seat: Hashable = None) -> Response:
        """Return the stream of a game for an address and the seat it holds. Raises Refusal if there is no place."""
        place = self._checked(Place(id_, who, seat))
        return EventStream(lambda: self.events(place, GameBroadcast))

    def classroom(
        self, id_: str, boards: bool, who: str, seat: Hashable = None, pupil: int | None = None
    ) -> Response:
        """Return the stream of a class, as ``game`` does. The ``pupil`` is present while it is open."""
        place = self._checked(Place(id_, who, seat, is_class=True))
        kind = BoardsBroadcast if boards else ClassBroadcast
        if pupil is None:
            return EventStream(lambda: self.events(place, kind))
        return EventStream(lambda: self._pupil_events((id_, pupil), who, self.events(place, kind)))

    def _checked(self, place: Place) -> Place:
        """Return the place. Raises Refusal if no stream may have it."""
        self._places(place).outgoing(place, self._share)
        return place

    def _places(self, place: Place) -> Places:
        return self._others if place.seat is None else self._held

    @property
    def _share(self) -> float:
        """The share of the places that the system has connections for."""
        return min(1, self.most / (self._held.limit + self._others.limit))

    async def _pupil_events(
        self, seat: Seat, who: str, events: AsyncGenerator[bytes]
    ) -> AsyncGenerator[bytes]:
        """What a pupil is told, who is there meanwhile."""
        self.presence.come(seat)
        try:
            async with aclosing(events):
                async for piece in events:
                    yield piece
                    self.presence.check(seat, who)
        finally:
            self.presence.go(seat, who)

    async def events(self, place: Place, kind: type[Broadcast]) -> AsyncGenerator[bytes]:
        """What there is to tell, and again whenever there is something new."""
        key = (place.id, kind)
        broadcast = self._broadcasts.get(key) or self._broadcasts.setdefault(
            key, kind(self._journal, place.id)
        )
        changed, told = place.changed, dict[str, Hashable]()
        broadcast.listeners.add(changed)
        self._places(place).take(place, self._share)
        try:
            yield f"retry: {_RETRY_MS}\n\n".encode()
            while not (self._closing or place.is_closed):
                changed.clear()
                seconds = None
                try:
                    pieces = await broadcast.pieces()
                except (StoreError, Refusal) as error:
                    if isinstance(error, Refusal) and error.status == 404:
                        return
                    seconds = _AGAIN  # busy, or away for a while
                else:
                    news = [text for name, (state, text) in pieces.items() if told.get(name) != state]
                    told = {name: state for name, (state, _) in pieces.items()}
                    for piece in news:
                        yield piece
                    if news:
                        continue
                for sign in await silence(changed, seconds):
                    yield sign
            if place.is_closed:
                yield f"retry: {_CLOSED_RETRY_MS}\n\n".encode()
        finally:
            broadcast.listeners.discard(changed)
            self._places(place).leave(place)
            if not broadcast.listeners:
                broadcast.watch(())
                del self._broadcasts[key]


Begin = Callable[[Hear], Coroutine[Any, Any, Any]]
"""Begins a computation, which is heard; it comes to what is answered."""


def watch(begin: Begin, memory: Memory | None = None, asked: Hashable = None) -> EventStream:
    """The stream of a computation, or of its last event alone where the ``memory`` has that of what was ``asked``.

    An answer is kept there.
    """
    return EventStream(lambda: _events(begin, memory, asked), heavy=True)


async def _events(begin: Begin, memory: Memory | None, asked: Hashable) -> AsyncGenerator[bytes]:
    """The events of a computation, the last of which is ``done`` or ``ended``; of news that wait the latest alone."""
    if memory is not None and (known := memory.get(asked)):
        yield known.body
        return
    yield b""  # so that the head is sent: whatever compresses keeps it back until something follows
    latest, changed = list[bytes](), asyncio.Event()

    def hear(news: Any) -> None:
        latest[:] = [_piece(news)]
        changed.set()

    running = asyncio.get_running_loop().create_task(begin(hear))
    running.add_done_callback(lambda _: changed.set())
    try:
        goes_on = True
        while goes_on:
            for sign in await silence(changed):
                yield sign
            changed.clear()
            goes_on = not running.done()
            while latest:
                yield latest.pop()
        last, is_answer = _last(running)
        if is_answer and memory is not None:
            memory.keep(asked, Answer(last, EventStream.media_type, ""))
        yield last
    finally:
        running.cancel()


def _last(running: asyncio.Task[Any]) -> tuple[bytes, bool]:
    """The last event: the answer, or why there is none; and whether it is the answer."""
    try:
        return event("done", running.result()), True
    except OutOfTimeError as error:
        refusal, code = str(error), "time"
    except Refusal as error:
        refusal, code = error.message, error.code
    except NoughtsError as error:
        refusal, code = str(error), refusal_of(error).code
    content: EndedJson = {"schema": SCHEMA, "code": code, "error": refusal}
    return event("ended", content), False


def _piece(news: Any) -> bytes:
    if isinstance(news, Ahead):
        place: AheadJson = {"schema": SCHEMA, "ahead": news.runs}
        return event("ahead", place)
    return event("news", news)
