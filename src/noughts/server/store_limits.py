"""Limits of what is stored: a daily share of bytes for each client address, and a size of the whole database.

Every change that a request or a stream leads to is charged here before it is stored, whatever its route. Something new
is rejected first. Changes of what exists are rejected only when a tenth more than the share is used up, so that one
address with a bot behind it does not stop all its games at once. The size of the database rejects only what is new.
"""

from __future__ import annotations

import logging
import math
from threading import Lock

from noughts.records.classroom import Happening
from noughts.records.log import Kind, Log
from noughts.server import rate_limits
from noughts.server.api_errors import Refusal
from noughts.server.stored_records import Change
from noughts.server.tables import Store, rows_of
from noughts.server.workers import SERVER, Workers

_RECORD_BYTES, _ROW_BYTES = 500, 150
"""Bytes in the database of a game or class, and of an event, in addition to its text: ids, times, indexes, and space
that is left in pages. ``tests/server/storage/test_store_limits.py`` compares them with a file."""

_MB = 1_000_000

_RESERVE = 0.1
"""Share of the daily share that only changes of existing games and classes may use, in addition to it."""

_ROOM_AGAIN = 0.95
"""Share of the maximum size below which new games are possible again once it was reached."""

_log = logging.getLogger("noughts.server")


def stored_bytes(change: Change) -> int:
    """Estimate the bytes that a change takes up in the database; it takes up less."""
    rows = [*rows_of(change.events)]
    for record in change.begun:
        if isinstance(record.log, Log):  # a new class has no events
            rows += rows_of(record.log.events)
    records = sum(_RECORD_BYTES + len(record.header.text.encode()) for record in change.begun)
    return records + sum(_ROW_BYTES + len("".join(row).encode()) for row in rows)


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
    """The limits of one database. ``max_bytes`` is its maximum size. To be used on the event loop."""

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
