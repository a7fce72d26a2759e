"""The settings of an application, and the services made from them once and given to every request."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from noughts.adapters.programs.program import RUNNING, Program
from noughts.game.position import Position
from noughts.server.addresses import Proxies
from noughts.server.analysis_service import QuestionService
from noughts.server.api_errors import BusyError, Refusal, StoreError
from noughts.server.computer_moves import Intention
from noughts.server.contest_service import ContestService
from noughts.server.databases import Notices
from noughts.server.event_streams import Streams
from noughts.server.game_store import Journal
from noughts.server.game_time import GAME_TIME
from noughts.server.metrics import Metrics
from noughts.server.opponents import Opponents
from noughts.server.rate_limits import RateLimits
from noughts.server.retention import Retention, tidy
from noughts.server.static_files import Files
from noughts.server.tables import Store, impatient
from noughts.server.workers import QUESTIONS, SERVER, Host, Workers


def _this_machine() -> Host:
    """This machine: only where no other host is given is imported what has processes."""
    from noughts.server.this_machine import Machine

    return Machine()


@dataclass(frozen=True)
class Setting:
    """The defaults are those of a server for its own machine.

    ``names`` are those under which it may be asked for, without ports; none means any name. What ``proxies`` say of a
    request is believed. Games are kept as ``retention`` says. ``programs`` of other people may be played against. The
    answer to a question may take ``question_seconds`` of CPU time. What an address may do in a time is ``limited``.
    Without a ``host`` it is this machine. The ``lessons`` are those of a folder, or of the house. The certificates in
    the folder ``proofs`` may be played against. ``max_store_bytes`` is the maximum size of the database.
    """

    names: tuple[str, ...] = ()
    proxies: Proxies = field(default_factory=Proxies)
    retention: Retention = field(default_factory=Retention)
    programs: tuple[Program, ...] = ()
    question_seconds: float = QUESTIONS.seconds
    limited: bool = True
    host: Host = field(default_factory=_this_machine)
    lessons: Path | None = None
    proofs: Path | None = None
    max_store_bytes: int | None = None


_CHECK_IN_SECONDS = 1.0
"""How often it is looked whether a SQLite file should take up what was written ahead of it."""

_TIME_SECONDS = 1.0
"""How often the time of games is stored."""

_MEASURE_SECONDS = 2.0
"""How often the size of the database is measured, if it is limited."""

_TIDY_SECONDS = 3600
"""How often games are looked at that nobody plays any more."""

_log = logging.getLogger("noughts.server")


class Services:
    """The parts of a server; the store is whoever's made it."""

    def __init__(self, store: Store, setting: Setting) -> None:
        self.store, self.setting, self.host = store, setting, setting.host
        self.opponents = opponents = Opponents(setting.programs)
        self.addresses: tuple[str, ...] = ()
        self._chores: list[asyncio.Task[None]] = []
        self.metrics = Metrics(self._gauges)
        self.limits = RateLimits(limited=setting.limited)
        self.workers = Workers(self.limits, self.host, setting.question_seconds)
        self.journal = Journal(store, self.workers, setting.max_store_bytes)
        self.streams = Streams(self.journal, alone=store.is_file)
        self.questions = QuestionService(self.workers, opponents)
        self.intentions: dict[tuple[str, Position], Intention] = {}
        """What the computers would do so far that think by the clock just now, by their games and positions."""
        self.contests = ContestService(self.workers, self.questions.memory, setting.proofs)
        self.files = Files()
        self.stops = False
        """Whether those who still wait for an answer are waited for no longer."""
        self._notices: Notices | None = None
        self._check: asyncio.Future[None] | None = None

    def _gauges(self) -> dict[str, float]:
        """What is open, waits and is computed just now."""
        standing: dict[str, float] = {"noughts_streams": self.streams.open}
        for name, lane in self.workers.lanes.items():
            standing |= {f"noughts_{name}_waiting": lane.waiting, f"noughts_{name}_computing": lane.running}
        if self.setting.max_store_bytes is not None:
            standing["noughts_store_bytes"] = self.journal.store_limits.bytes
        return {**standing, "noughts_computing_seconds_total": self.workers.seconds}

    async def check_store(self) -> None:
        """Raise StoreError if games cannot be read or kept just now.

        One thread asks the database for all who want to know, however long it takes.
        """
        if self._check is None or self._check.done():
            self._check = asyncio.ensure_future(self.host.aside(self.store.check))
            self._check.add_done_callback(
                lambda check: check.exception()
            )  # perhaps no request waits any more
        await asyncio.shield(self._check)

    def stop(self) -> None:
        """Ends what would keep the server from ending: streams, and what is computed."""
        self.stops = True
        self.streams.close()
        self.workers.close()
        RUNNING.dismiss(self.opponents.programs.values())

    def open(self) -> None:
        """Computes and listens from now on, also after ``close``: an application may be started again."""
        self.stops = False
        self.workers.open()
        self._notices = self.store.listen(self.journal.hear())
        GAME_TIME.set(self.store.read_time())
        self._keep_time()
        self._repeat(_TIME_SECONDS, self._keep_time)
        if self.setting.retention != Retention():
            self._repeat(_TIDY_SECONDS, lambda: tidy(self.store, self.setting.retention))
        if self.setting.max_store_bytes is not None:
            self._repeat(_MEASURE_SECONDS, self.journal.store_limits.measure)
        if self.store.is_file:  # so that no commit on the event loop has to wait for the disk
            self._repeat(_CHECK_IN_SECONDS, self.store.check_in)

    def _keep_time(self) -> None:
        """Store the time of games, so that a server which is started again goes on from it."""
        if not self.store.is_file:
            GAME_TIME.set(self.store.keep_time(0))
        elif GAME_TIME.is_used:
            self.store.keep_time(GAME_TIME.peek())

    def close(self) -> None:
        """Ends the processes that compute, and the programs that play."""
        if self.store.is_file:
            with suppress(StoreError), impatient():
                self._keep_time()
        if self._notices:
            self._notices.close()
        while self._chores:
            self._chores.pop().cancel()
        self.workers.close()
        RUNNING.release(self.opponents.programs.values())

    def _repeat(self, seconds: float, chore: Callable[[], object]) -> None:
        self._chores.append(asyncio.get_running_loop().create_task(self._every(seconds, chore)))

    async def _every(self, seconds: float, chore: Callable[[], object]) -> None:
        """Does a chore again and again; where the database is busy or gone it is left for the next time."""
        while True:
            try:
                await self.workers.quick(SERVER, chore)
            except (BusyError, Refusal):
                pass
            except StoreError as error:
                with suppress(Refusal):  # it has been said, perhaps to who asked for a game
                    self.limits.take("log", "database")
                    _log.warning("the games could not be looked after: %s", error)
            await asyncio.sleep(seconds)
