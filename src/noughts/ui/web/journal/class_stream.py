"""The streams of a class: the class and, for a view of all boards, every game of the round and those after it.

What they tell is written out once for all who watch, however many they are.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence

from starlette.responses import Response

from noughts.ui.web.compute.workers import SERVER, Workers
from noughts.ui.web.event_stream import event
from noughts.ui.web.journal.class_service import ClassService, result_of
from noughts.ui.web.journal.class_views import classroom_json
from noughts.ui.web.journal.classroom_store import CLASS
from noughts.ui.web.journal.store import Record
from noughts.ui.web.journal.streams import Streams, Watch
from noughts.ui.web.refusal import Refusal

_LATER = 50
"""How many games are followed in which a pair plays on: more than a lesson has room for."""

_MOST = 300
"""How many streams of one class may be open at once: each of a full class has its own, some of them two."""


class ClassStreams:
    """The open streams of all classes. To be used on the event loop."""

    def __init__(self, classes: ClassService, workers: Workers, streams: Streams) -> None:
        self._classes = classes
        self._workers = workers
        self._streams = streams
        self._feeds: dict[tuple[str, bool], _Feed] = {}

    def stream(self, classroom: str, boards: bool, who: str) -> Response:
        """The stream of a class to an address; raises Refusal where too many are open."""
        if sum(self._open(classroom, each) for each in (True, False)) >= _MOST:
            raise Refusal("too-many", "too many watch this class at once", retry_after=30)
        return self._streams.follow(_OneClass(self, (classroom, boards)), who)

    def join(self, key: tuple[str, bool]) -> _Feed:
        """What a class's streams tell; to be left again."""
        if key not in self._feeds:
            self._feeds[key] = _Feed(self._classes, self._workers, self._streams, *key)
        feed = self._feeds[key]
        feed.watchers += 1
        return feed

    def leave(self, key: tuple[str, bool]) -> None:
        """One of the streams has ended."""
        feed = self._feeds[key]
        feed.watchers -= 1
        if not feed.watchers:
            feed.close()
            del self._feeds[key]

    def _open(self, classroom: str, boards: bool) -> int:
        feed = self._feeds.get((classroom, boards))
        return feed.watchers if feed else 0


class _Feed:
    """What is told of a class just now, by what it is told of; made anew when the class or one of its games changes."""

    def __init__(
        self, classes: ClassService, workers: Workers, streams: Streams, classroom: str, boards: bool
    ) -> None:
        self._classes = classes
        self._workers = workers
        self._streams = streams
        self._id = classroom
        self._boards = boards
        self._making = asyncio.Lock()
        self._is_late = True
        self._pieces: Mapping[str, bytes] = {}
        self._versions: dict[str, int] = {}
        self._watched = streams.watching(self)
        self.name = f"{CLASS}{classroom}/{boards}"
        self.watchers = 0

    def set(self) -> None:
        """Something of it has changed."""
        self._is_late = True
        self._streams.tell(self.name)

    def close(self) -> None:
        """Nobody watches it any more."""
        self._watched(())

    async def pieces(self) -> Mapping[str, bytes]:
        """The class first, then its games; Refusal where the class is not there any more."""
        async with self._making:
            if self._is_late:
                self._is_late = False
                try:
                    self._pieces = await self._made()
                except BaseException:
                    self._is_late = True
                    raise
            return self._pieces

    async def _made(self) -> Mapping[str, bytes]:
        self._watched({CLASS + self._id, *self._versions})
        record = self._classes.remembered(self._id)
        if record is None:
            record = await self._workers.quick(SERVER, self._classes.classroom, self._id)
        records = await self._row([pair.game for pair in record.room.pairs])
        results = {pair.game: result_of(pair, records[pair.game]) for pair in record.room.pairs}
        written = event("class", classroom_json(record, results), record.room.version)
        before = self._pieces.get("")
        pieces = {"": before if written == before else written}
        games = [game for game in records.values() if game] if self._boards else []
        for game in games:
            name, version = game.header.id, game.log.version
            known = self._pieces.get(name) if self._versions.get(name) == version else None
            pieces[name] = known or self._streams.written(game)
        self._versions = {game.header.id: game.log.version for game in games}
        return pieces

    async def _row(self, games: Iterable[str]) -> dict[str, Record | None]:
        """The games of the round and, for a view of all boards, those that went on with them, each watched first."""
        row: dict[str, Record | None] = {}
        wanted = list(games)
        for _ in range(1 + _LATER if self._boards else 1):
            if not wanted:
                break
            # A pupil's stream goes by its games, too: the end of one is a result of the class.
            self._watched({CLASS + self._id, *row, *wanted})
            row |= {each: await self._current(each) for each in wanted}
            later = [row[each] for each in wanted]
            wanted = [each.log.state.next for each in later if each and each.log.state.next]
        return row

    async def _current(self, game: str) -> Record | None:
        """A game; None for one that a player has removed."""
        try:
            return await self._streams.current(game)
        except Refusal:
            return None


class _OneClass:
    """What one stream of a class has not told yet."""

    def __init__(self, streams: ClassStreams, key: tuple[str, bool]) -> None:
        self._streams = streams
        self._key = key
        self._feed: _Feed | None = None
        self._sent: Mapping[str, bytes] = {}

    async def news(self, watch: Watch) -> Sequence[bytes]:
        """The pieces that are others than those sent."""
        if self._feed is None:
            self._feed = self._streams.join(self._key)
            watch({self._feed.name})
        before, self._sent = self._sent, await self._feed.pieces()
        return [piece for name, piece in self._sent.items() if piece is not before.get(name)]

    def close(self) -> None:
        """The stream has ended."""
        if self._feed:
            self._streams.leave(self._key)
