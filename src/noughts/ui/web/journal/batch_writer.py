"""Where changes are kept: those that come together in one transaction, each answered when it is kept.

A file that does not wait for the disk is written at once, on the event loop, with all that came in the same turn of it.
Whatever waits, for a disk or a database elsewhere, is written by a thread, and meanwhile the next transaction gathers.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

from noughts.ui.web.journal.shared import Change
from noughts.ui.web.journal.store import Store, impatient
from noughts.ui.web.store_errors import BusyError

_AT_ONCE = 256
"""How many changes one transaction has at most."""

_WRITERS = 4
"""How many transactions a database elsewhere is given at once; a file takes one after the other."""

_Kept = bool | Exception


class BatchWriter:
    """Keeps changes for all requests of a server. To be used on the event loop."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._gathered: list[tuple[Change, asyncio.Future[_Kept]]] = []
        self._begins = False
        self._free = 1 if store.is_file else _WRITERS
        self._threads = ThreadPoolExecutor(self._free, "writer")
        self._writing: set[asyncio.Task[None]] = set()

    async def append(self, change: Change) -> bool:
        """As ``Store.append``; where whoever asked goes meanwhile it is kept all the same."""
        loop = asyncio.get_running_loop()
        kept: asyncio.Future[_Kept] = loop.create_future()
        self._gathered.append((change, kept))
        if not self._begins:
            self._begins = True
            loop.call_soon(self._begin)
        outcome = await asyncio.shield(kept)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    def _begin(self) -> None:
        """Everything that is decided in this turn of the loop has been gathered."""
        self._begins = False
        if not self._store.waits_for_disk and not self._writing:
            self._write_at_once()
        if self._gathered and self._free:
            self._free -= 1
            task = asyncio.get_running_loop().create_task(self._write())
            self._writing.add(task)
            task.add_done_callback(self._writing.discard)

    def _write_at_once(self) -> None:
        """What the file does not take because another program has locked it is left for a thread, which waits."""
        batch, self._gathered = self._gathered, []
        with impatient():
            outcomes = self._append([change for change, _ in batch])
        for pair, outcome in zip(batch, outcomes, strict=True):
            if isinstance(outcome, BusyError):
                self._gathered.append(pair)
            else:
                pair[1].set_result(outcome)

    async def _write(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            while self._gathered:
                batch, self._gathered = self._gathered[:_AT_ONCE], self._gathered[_AT_ONCE:]
                changes = [change for change, _ in batch]
                outcomes = await loop.run_in_executor(self._threads, self._append, changes)
                for (_, kept), outcome in zip(batch, outcomes, strict=True):
                    kept.set_result(outcome)
        finally:
            self._free += 1

    def _append(self, changes: list[Change]) -> list[_Kept]:
        try:
            return list(self._store.append_all(changes))
        except Exception as error:  # noqa: BLE001 - it is raised where it is waited for
            return [error] * len(changes)
