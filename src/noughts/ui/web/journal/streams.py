"""Open streams of games and classes as server-sent events, told of every change, also by other servers of a database.

What is told of a thing is written out once for all who watch it, however many they are. (FastAPI's own streams write it
for each: 280 who watched one game held up everybody else for a third of a second at every move.) What is not read in
time ends with its connection. https://html.spec.whatwg.org/multipage/server-sent-events.html
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import AsyncGenerator, Hashable, Iterable, Mapping
from contextlib import aclosing
from typing import ClassVar

from starlette.responses import Response

from noughts.ui.web.event_stream import EventStream, event, silence
from noughts.ui.web.journal.class_decisions import classroom_json, result_of
from noughts.ui.web.journal.journal import Journal
from noughts.ui.web.journal.presence import Presence, Seat
from noughts.ui.web.journal.shared import ClassHeader, GameHeader, GameRecord
from noughts.ui.web.journal.views import game_json
from noughts.ui.web.refusal import Refusal, StoreError

_MOST, _EACH = 3_000, 1_000
"""How many streams may be open at once, in all and of one address."""

_OF_A_CLASS = 300
"""How many streams of one class may be open at once: each of a full class has its own, some of them two."""

_LATER = 50
"""How many games are followed in which a pair plays on: more than a lesson has room for."""

_RETRY_MS = 1000
"""After how long a browser whose stream has broken asks again."""

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
        return {"": (game.log.version, event("game", game_json(game), game.log.version))}


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
                piece = (game.log.version, event("game", game_json(game), game.log.version))
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


class Streams:
    """The open streams, by what they tell. To be used on the event loop."""

    def __init__(self, journal: Journal, *, alone: bool = True) -> None:
        self._journal = journal
        self.presence = Presence(journal, alone=alone)
        self._broadcasts: dict[tuple[str, type[Broadcast]], Broadcast] = {}
        self._each: Counter[str] = Counter()
        self._closing = False
        self.most = _MOST

    @property
    def open(self) -> int:
        """How many streams are open."""
        return self._each.total()

    def close(self) -> None:
        """Ends every stream: the server stops."""
        self._closing = True
        for broadcast in self._broadcasts.values():
            broadcast.wake()

    def game(self, id_: str, who: str) -> Response:
        """The stream of a game to an address; raises Refusal where too many are open."""
        self._check(who)
        return EventStream(lambda: self.events(id_, GameBroadcast, who))

    def classroom(self, id_: str, boards: bool, who: str, pupil: int | None = None) -> Response:
        """The stream of a class to an address, and to a pupil whose it is; raises Refusal where too many are open."""
        self._check(who)
        kinds = (BoardsBroadcast, ClassBroadcast)
        broadcasts = [self._broadcasts.get((id_, kind)) for kind in kinds]
        if sum(len(broadcast.listeners) for broadcast in broadcasts if broadcast) >= _OF_A_CLASS:
            raise Refusal("too-many", "too many watch this class at once", retry_after=30)
        kind = kinds[not boards]
        if pupil is None:
            return EventStream(lambda: self.events(id_, kind, who))
        return EventStream(lambda: self._pupil_events((id_, pupil), self.events(id_, kind, who)))

    def _check(self, who: str) -> None:
        if self.open >= min(self.most, _MOST) or self._each[who] >= _EACH:
            raise Refusal("too-many", "too many watch games here at once", retry_after=30)

    async def _pupil_events(self, seat: Seat, events: AsyncGenerator[bytes]) -> AsyncGenerator[bytes]:
        """What a pupil is told, who is there meanwhile."""
        self.presence.come(seat)
        try:
            async with aclosing(events):
                async for piece in events:
                    yield piece
                    self.presence.check(seat)
        finally:
            self.presence.go(seat)

    async def events(self, id_: str, kind: type[Broadcast], who: str) -> AsyncGenerator[bytes]:
        """What there is to tell, and again whenever there is something new."""
        key = (id_, kind)
        broadcast = self._broadcasts.get(key) or self._broadcasts.setdefault(key, kind(self._journal, id_))
        changed, told = asyncio.Event(), dict[str, Hashable]()
        broadcast.listeners.add(changed)
        self._each[who] += 1
        try:
            yield f"retry: {_RETRY_MS}\n\n".encode()
            while not self._closing:
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
        finally:
            broadcast.listeners.discard(changed)
            self._each[who] -= 1
            if not self._each[who]:
                del self._each[who]
            if not broadcast.listeners:
                broadcast.watch(())
                del self._broadcasts[key]
