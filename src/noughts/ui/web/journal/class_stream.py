"""The stream of a class: the class and, for a view of all boards, every game of the round and those after it."""

from __future__ import annotations

from collections.abc import Iterable

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


class ClassSource:
    """What is new in a class since it was last asked; with ``boards`` also in its games."""

    def __init__(
        self, classes: ClassService, workers: Workers, streams: Streams, classroom: str, boards: bool
    ) -> None:
        self._classes = classes
        self._workers = workers
        self._streams = streams
        self._id = classroom
        self._boards = boards
        self._told = b""
        self._games: dict[str, int] = {}

    async def news(self, watch: Watch) -> list[bytes]:
        """The events to send; Refusal where the class is not there any more."""
        watch({CLASS + self._id, *self._games})
        record = self._classes.remembered(self._id)
        if record is None:
            record = await self._workers.quick(SERVER, self._classes.classroom, self._id)
        records = await self._row(watch, [pair.game for pair in record.room.pairs])
        results = {pair.game: result_of(pair, records[pair.game]) for pair in record.room.pairs}
        told = event("class", classroom_json(record, results), record.room.version)
        pieces = [told] if told != self._told else []
        self._told = told
        return [*pieces, *self._changed(filter(None, records.values()))]

    async def _row(self, watch: Watch, games: Iterable[str]) -> dict[str, Record | None]:
        """The games of the round and, for a view of all boards, those that went on with them, each watched first."""
        row: dict[str, Record | None] = {}
        wanted = list(games)
        for _ in range(1 + _LATER if self._boards else 1):
            if not wanted:
                break
            if self._boards:
                watch({CLASS + self._id, *row, *wanted})
            row |= {each: await self._current(each) for each in wanted}
            later = [row[each] for each in wanted]
            wanted = [each.log.state.next for each in later if each and each.log.state.next]
        self._games = {game: self._games.get(game, -1) for game in row} if self._boards else {}
        return row

    def _changed(self, records: Iterable[Record]) -> Iterable[bytes]:
        for game in records if self._boards else ():
            name, version = game.header.id, game.log.version
            if version > self._games[name]:
                self._games[name] = version
                yield self._streams.written(game)

    async def _current(self, game: str) -> Record | None:
        """A game; None for one that a player has removed."""
        try:
            return await self._streams.current(game)
        except Refusal:
            return None
