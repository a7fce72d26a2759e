"""What people share: each request is decided on it as it stands, kept in one transaction, and told to who watches.

There is one way of deciding for games and classes, whatever is asked. Requests about one thing take turns here, so that
only other servers come between; the database lets one of them through, and whoever was too late decides again on what
has happened meanwhile. What is refused is refused for what stands in the database, not for what is remembered of it.
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from functools import partial
from threading import Lock
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from cachetools import LRUCache

from noughts.errors import NoughtsError, quote
from noughts.records.classroom import Happening
from noughts.records.log import Kind, Log, RefusedError
from noughts.server import rate_limits
from noughts.server.api_errors import BusyError, Refusal, StoreError, refusal_of
from noughts.server.boards import are_crowded, find_board
from noughts.server.databases import Heard
from noughts.server.stored_records import AnyRecord, Change, ClassHeader, GameHeader, Header, Record
from noughts.server.tables import Store, impatient
from noughts.server.workers import SERVER, Host, Workers

_REMEMBERED_BYTES = 64_000_000
"""Maximum bytes of games and classes in memory: eight thousand games of 3x3x3, two thousand of a hundred moves on
15x15, two hundred full classes."""

_JSON_BYTES, _JSON_CELL_BYTES = 1_000, 8
"""Maximum bytes of a game's JSON, which its record may have: in all, and for each cell of the board."""

_HEARD = 10_000
"""Of how many it is known how far other servers have taken them: what is read just then may be older."""

_PATIENCE = 5.0
"""For how many seconds a request waits for its turn, and is decided anew when another server's came between: a whole
class may come at once."""

_TOGETHER = 256
"""How many changes one transaction has at most."""

_WRITERS = 4
"""How many transactions a database elsewhere is given at once; a file takes one after the other."""

_Outcome = bool | Exception

H = TypeVar("H", bound=GameHeader | ClassHeader)
R = TypeVar("R", bound=AnyRecord)

Decide = Callable[[R], Change | None]
"""What a request leads to in something as it stands; None if it is done already."""

Watcher = Callable[[], object]
"""Is called whenever something has changed."""


class Journal:
    """The games and classes of one store. To be used on the event loop; what says so may be asked by any thread."""

    def __init__(self, store: Store, workers: Workers, max_store_bytes: int | None = None) -> None:
        self._store, self._workers, self._writer = store, workers, _Writer(store, workers.host)
        self.store_limits = StoreLimits(store, workers, max_store_bytes)
        store.find_board = find_board
        self._records: LRUCache[str, AnyRecord] = LRUCache(_REMEMBERED_BYTES, getsizeof=_bytes)
        self._heard: LRUCache[str, float] = LRUCache(_HEARD)
        self._lock = Lock()
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._watchers: dict[str, set[Watcher]] = {}

    def recall(self, kind: type[H], id_: str) -> Record[H, Any] | None:
        """A game or class as last seen, if it is in memory; asks no database. Any thread may ask."""
        with self._lock:
            record = self._records.get(id_)
        return record if record and isinstance(record.header, kind) else None

    def now(self, kind: type[H], id_: str) -> Record[H, Any]:
        """A game or class as it stands now; Refusal for an unknown one. Any thread may ask, and waits."""
        record: AnyRecord | None = self.recall(kind, id_)
        if record is None:
            record = self._store.load(id_)
        elif (events := self._store.events_after(record)) is None:
            record = None
        elif events:
            record = replace(record, log=record.log.extended(events))
        if record is None or not isinstance(record.header, kind):
            self.forget(id_)
            raise Refusal(f"unknown-{kind.kind}", f"there is no {kind.kind} {quote(id_)}")
        return self._remember(record)

    def latest(self, kind: type[H], id_: str) -> Record[H, Any]:
        """The same as it is remembered, where it is. Any thread may ask, and may wait."""
        return self.recall(kind, id_) or self.now(kind, id_)

    async def read(self, kind: type[H], id_: str, who: str = SERVER) -> Record[H, Any]:
        """As ``now``, for an address: what is not in memory may be long, so it is loaded while others play.

        The rest of a file is read at once, which takes a millisecond, unless it is locked: then a thread waits.
        """
        if self.recall(kind, id_) is None:
            return await self._workers.quick(who, self.now, kind, id_)
        if self._store.is_file:
            with suppress(BusyError), impatient():
                return self.now(kind, id_)
        return await self._workers.waiting(who, self.now, kind, id_)

    async def recall_or_read(self, kind: type[H], id_: str) -> Record[H, Any]:
        """As it is remembered, where it is; else as it is read."""
        return self.recall(kind, id_) or await self.read(kind, id_)

    async def make(self, record: AnyRecord, client: str) -> bool:
        """Store something new for an address. Return False if its id is taken. Raises Refusal as ``_append``."""
        made = await self._append(Change(None, begun=(record,)), client)
        if made:
            self._remember(record)
        return made

    async def decide(
        self, kind: type[H], id_: str, decide: Decide[Record[H, Any]], client: str, *, aside: bool = False
    ) -> Record[H, Any]:
        """Return the record after what an address requests, once that is stored. Raises Refusal if it is rejected.

        If ``aside``, a thread decides, because that takes long.
        """
        async with self._turn(kind, id_):
            until = time.monotonic() + _PATIENCE
            remembered = self.recall(kind, id_)
            while True:
                record = remembered or await self.read(kind, id_)
                try:
                    change = await self._workers.waiting(client, decide, record) if aside else decide(record)
                except StoreError:
                    raise
                except NoughtsError as error:
                    if remembered is None:
                        raise refusal_of(error, record) from None
                    remembered = None
                    continue
                if change is None:
                    return record
                try:
                    kept = await self._append(change, client)
                except StoreError:
                    self.forget(id_)  # it may have been kept all the same: PostgreSQL did not say
                    raise
                if kept:
                    return self._apply(record, change)
                if time.monotonic() > until:
                    raise _crowd_refusal(kind)
                remembered = None

    async def _append(self, change: Change, client: str) -> bool:
        """Store a change, charged to an address. Raises Refusal if that is not allowed to store it."""
        size = await self.store_limits.admit(change, client)
        is_stored = True  # also if the client disconnects meanwhile
        try:
            is_stored = await self._writer.append(change)
        except Exception:
            is_stored = False
            raise
        finally:
            self.store_limits.settle(client, size, is_stored=is_stored)
        return is_stored

    def _apply(self, record: Record[H, Any], change: Change) -> Record[H, Any]:
        for each in change.begun:
            self._remember(each)
        log = change.log or record.log.extended(change.events)
        after = self._remember(replace(record, log=log))
        self.tell(record.header.id)
        return after

    async def delete(
        self, kind: type[H], id_: str, check: Callable[[Record[H, Any]], object], *, with_later: bool = False
    ) -> None:
        """Removes a game or class for who may, as ``check`` says; with it, if wanted, what began by it."""
        record = await self.read(kind, id_)
        try:
            check(record)
        except RefusedError as error:
            raise refusal_of(error, record) from None
        for each in await self._workers.waiting(SERVER, self._store.delete, [id_], with_later=with_later):
            self.forget(each)
            self.tell(each)

    @asynccontextmanager
    async def _turn(self, kind: type[H], id_: str) -> AsyncIterator[None]:
        turn = self._turns.get(id_) or self._turns.setdefault(id_, asyncio.Lock())
        try:
            async with asyncio.timeout(_PATIENCE):
                await turn.acquire()
        except TimeoutError:
            raise _crowd_refusal(kind) from None
        try:
            yield
        finally:
            turn.release()

    # Memory.

    def forget(self, id_: str) -> None:
        """It is not there any more, or may be another than what is remembered. Any thread may say so."""
        with self._lock:
            self._records.pop(id_, None)

    def _remember(self, record: Record[H, Any]) -> Record[H, Any]:
        """Remembers something, unless a later state of it is known, or was heard of while it was read."""
        id_ = record.header.id
        with self._lock:
            if record.log.version < self._heard.get(id_, 0):
                return record
            earlier = self._records.get(id_)
            if earlier is None or earlier.log.version <= record.log.version:
                self._records[id_] = record
            if earlier is None:
                while len(self._records) > 1 and are_crowded():
                    self._records.popitem()
        return record

    # Watchers.

    def watch(self, id_: str, watcher: Watcher) -> None:
        """Tells a watcher from now on when something changes, here or at another server."""
        self._watchers.setdefault(id_, set()).add(watcher)

    def unwatch(self, id_: str, watcher: Watcher) -> None:
        """Tells it no longer."""
        self._watchers[id_].discard(watcher)
        if not self._watchers[id_]:
            del self._watchers[id_]

    def tell(self, id_: str) -> None:
        """Something has changed."""
        for watcher in tuple(self._watchers.get(id_, ())):
            watcher()

    def tell_all(self) -> None:
        """Anything may have changed, or comes to its end."""
        for id_ in tuple(self._watchers):
            self.tell(id_)

    def hear(self) -> Heard:
        """What another thread tells of what was changed, by this process or others."""
        loop = asyncio.get_running_loop()

        def heard(id_: str, version: int) -> None:
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(self._hear, id_, version)

        return heard

    def _hear(self, id_: str, version: int) -> None:
        """Something, or where it has no name anything, may have gone on at another server.

        It is told even where it is remembered as it stands now: somebody has read it since, and told nobody.
        """
        with self._lock:
            known = self._records.get(id_)
            if not id_:
                self._records.clear()
            elif known is None or not 0 <= version <= known.log.version:
                self._records.pop(id_, None)
                self._heard[id_] = math.inf if version < 0 else version
        self.tell(id_) if id_ else self.tell_all()


class _Writer:
    """Stores changes, those that come together in one transaction. For the event loop.

    A file that does not wait for the disk is written on the event loop: handing that to a thread takes longer. What
    waits, for a disk, a lock or a database elsewhere, is written aside by the host, and meanwhile the next changes
    gather. Each ``append`` returns when its change is stored.
    """

    def __init__(self, store: Store, host: Host) -> None:
        self._store, self._host = store, host
        self._gathered: list[tuple[Change, asyncio.Future[_Outcome]]] = []
        self._free = 1 if store.is_file else _WRITERS
        self._writing: set[asyncio.Task[None]] = set()

    async def append(self, change: Change) -> bool:
        """As ``Store.append``; where whoever asked goes meanwhile it is kept all the same."""
        loop = asyncio.get_running_loop()
        kept: asyncio.Future[_Outcome] = loop.create_future()
        self._gathered.append((change, kept))
        if self._free:
            self._free -= 1
            task = loop.create_task(
                self._write()
            )  # it begins when this turn of the loop has gathered its changes
            self._writing.add(task)
            task.add_done_callback(self._writing.discard)
        outcome = await asyncio.shield(kept)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    async def _write(self) -> None:
        try:
            if self._store.waits_for_disk:
                # More changes gather: a transaction costs more than a turn of the loop.
                await asyncio.sleep(0)
            while self._gathered:
                batch, self._gathered = self._gathered[:_TOGETHER], self._gathered[_TOGETHER:]
                changes = [change for change, _ in batch]
                outcomes = await self._outcomes(changes)
                for (_, kept), outcome in zip(batch, outcomes, strict=True):
                    kept.set_result(outcome)
        finally:
            self._free += 1

    async def _outcomes(self, changes: list[Change]) -> list[_Outcome]:
        if self._store.waits_for_disk:
            return await self._host.aside(partial(self._append, changes))
        with impatient():
            outcomes = self._append(changes)
        locked = [index for index, outcome in enumerate(outcomes) if isinstance(outcome, BusyError)]
        if locked:  # another program has the lock
            again = await self._host.aside(partial(self._append, [changes[index] for index in locked]))
            for index, outcome in zip(locked, again, strict=True):
                outcomes[index] = outcome
        return outcomes

    def _append(self, changes: list[Change]) -> list[_Outcome]:
        try:
            return list(self._store.append_all(changes))
        except Exception as error:  # noqa: BLE001 - it is raised where it is waited for
            return [error] * len(changes)


def _bytes(record: AnyRecord) -> int:
    """Estimate the bytes of a record in memory: a game with its JSON, and without its board."""
    if isinstance(record.header, ClassHeader):
        return 10_000 + 3_000 * len(record.log.pupils)
    cells = record.header.start.board.size
    size: int = 5_000 + 200 * record.log.version + 4 * cells + _JSON_BYTES + _JSON_CELL_BYTES * cells
    return size


def _crowd_refusal(kind: type[Header]) -> Refusal:
    return refusal_of(BusyError(f"too much happens in this {kind.kind} at once: please send it again"))


_RECORD_BYTES, _EVENT_BYTES = 500, 160
"""Bytes in the database of a game or class, and of an event, in addition to its text: ids, times, indexes, and space
that is left in pages. ``tests/server/test_store_limits.py`` compares them with a file."""

_MB = 1_000_000

_RESERVE = 0.1
"""Share of the daily share that only changes of existing games and classes may use, in addition to it."""

_ROOM_AGAIN = 0.95
"""Share of the maximum size below which new games are possible again once it was reached."""

_log = logging.getLogger("noughts.server")


def stored_bytes(change: Change) -> int:
    """Estimate the bytes that a change takes up in the database; it takes up less."""
    size = sum([_EVENT_BYTES + len(event.detail.encode()) for event in change.events])
    for record in change.begun:
        size += _RECORD_BYTES + len(record.header.text.encode())
        if isinstance(record.log, Log):  # a new class has no events
            size += sum([_EVENT_BYTES + len(event.detail.encode()) for event in record.log.events])
    return size


def is_new(change: Change) -> bool:
    """Return True if a change creates something, lets a pupil enter, or offers another game.

    If a pupil leaves, the game that the opponent may get is no reason to reject that.
    """
    if any(event.kind in (Happening.LEAVE, Happening.BAN) for event in change.events):
        return False
    return bool(change.begun) or any(
        event.kind is Happening.ENTER or (event.kind is Kind.OFFER and event.detail in ("again", "swap"))
        for event in change.events
    )


class StoreLimits:
    """Limits of what is stored: a daily share for each client address, and a maximum size of the database.

    Every change that a request or a stream leads to is charged before it is stored, whatever its route. Something new
    is rejected first. Changes of existing games are rejected only when a tenth more than the share is used up, so that
    one bot at an address does not stop all its games at once. A full database rejects only what is new. To be used on
    the event loop.
    """

    def __init__(self, store: Store, workers: Workers, max_bytes: int | None = None) -> None:
        self._store, self._workers, self._max_bytes = store, workers, max_bytes
        self.bytes = 0
        """Size of the database when it was last measured."""
        self._is_full = False
        self._written: float = math.inf
        """Estimated bytes written since then; infinite if it was never measured."""
        self._pending = 0
        """Estimated bytes of changes that are being written."""
        self._lock = Lock()

    async def admit(self, change: Change, client: str) -> int:
        """Charge a change to the address of a client, and return its bytes for ``settle``.

        Raises Refusal if the address has used up its share, or if the change creates something and the database has
        its maximum size. Changes of the server itself are not charged.
        """
        size, new = stored_bytes(change), is_new(change)
        if new and self._max_bytes is not None:
            await self._check_room(size, self._max_bytes)
        if client != SERVER:
            share = rate_limits.RATES["store"].burst
            message = f"this address has stored its share of {share:g} MB a day"
            if new:
                self._workers.limits.check("store", client, size / _MB, f"{message} (games in play go on)")
            else:
                self._workers.limits.check("store", client, size / _MB - _RESERVE * share, message)
        self._pay(client, size)
        self._pending += size
        return size

    def settle(self, client: str, size: int, *, is_stored: bool) -> None:
        """Note that a change was stored, or was not: then its bytes are given back."""
        self._pending -= size
        if is_stored:
            self._written += size
        else:
            self._pay(client, -size)

    def _pay(self, client: str, size: int) -> None:
        if client != SERVER:
            self._workers.limits.pay("store", client, size / _MB)

    async def _check_room(self, size: int, max_bytes: int) -> None:
        """Raise Refusal if the database would become too large. Near its maximum size it is measured."""
        if not self._is_full and self._bytes_soon + size > max_bytes:
            await self._workers.quick(SERVER, self.measure)
            self._update(size)
        if self._is_full:
            raise Refusal(
                "store-full",
                "the database of this server has reached its maximum size: new games and classes are possible once old "
                "ones are deleted, and games in play go on",
            )

    def measure(self) -> None:
        """Measure the database. Any thread may do so, and waits for it. Raises StoreError."""
        if self._max_bytes is not None:
            self.bytes = self._store.size(self._max_bytes)
            self._written = 0
            self._update()

    @property
    def _bytes_soon(self) -> float:
        """Size of the database with what was written since, and with what is being written."""
        return self.bytes + self._written + self._pending

    def _update(self, more: int = 0) -> None:
        """Find out whether the database has no room for ``more`` bytes, and log it when that changes."""
        assert self._max_bytes is not None
        with self._lock:
            limit = self._max_bytes * (_ROOM_AGAIN if self._is_full else 1)
            is_full = self._bytes_soon + more > limit
            if is_full and not self._is_full:
                _log.warning(
                    "the database has reached its maximum size (%s of %s bytes): new games and classes are rejected",
                    f"{self.bytes:,}",
                    f"{self._max_bytes:,}",
                )
            elif self._is_full and not is_full:
                _log.warning(
                    "the database is below its maximum size again: new games and classes are possible"
                )
            self._is_full = is_full
