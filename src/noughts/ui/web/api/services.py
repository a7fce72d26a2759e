"""What one server answers with, made once, and given to every request that asks for it."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

from noughts.ui.web.api.static_files import Files
from noughts.ui.web.api.thinkers import Thinkers
from noughts.ui.web.compute.opponents import Opponents
from noughts.ui.web.compute.workers import SERVER, Workers
from noughts.ui.web.journal.journal import Journal
from noughts.ui.web.journal.notices import Notices
from noughts.ui.web.journal.retention import Retention, tidy
from noughts.ui.web.journal.store import Store
from noughts.ui.web.journal.streams import Streams
from noughts.ui.web.metrics import Metrics
from noughts.ui.web.questions.contest_service import ContestService
from noughts.ui.web.questions.lesson_service import LessonService
from noughts.ui.web.questions.question_service import QuestionService
from noughts.ui.web.rate_limit import NoLimits, RateLimits
from noughts.ui.web.setting import Setting
from noughts.ui.web.store_errors import StoreError

_CHECK_IN_SECONDS = 1.0
"""How often it is looked whether a SQLite file should take up what was written ahead of it."""

_TIDY_SECONDS = 3600
"""How often games are looked at that nobody plays any more."""

_log = logging.getLogger("noughts.server")


class Services:
    """The parts of a server; the store is whoever's made it."""

    def __init__(self, store: Store, setting: Setting) -> None:
        self.store, self.host = store, setting.made_host()
        self.opponents = opponents = Opponents(setting.programs)
        self.addresses: tuple[str, ...] = ()
        self._retention = setting.retention
        self._chores: list[asyncio.Task[None]] = []
        self.proxies = setting.proxies
        self.metrics = Metrics(self._standing)
        self.limits = RateLimits() if setting.limited else NoLimits()
        self.workers = Workers(self.limits, self.host, setting.question_seconds)
        self.journal = Journal(store, self.workers)
        self.streams = Streams(self.journal, alone=store.is_file)
        self.questions = QuestionService(self.workers, opponents)
        self.thinkers = Thinkers(self.workers, self.journal, self.questions)
        self.lessons = LessonService(self.host, setting.lessons)
        self.contests = ContestService(self.workers, setting.proofs)
        self.files = Files()
        self.stops = False
        """Whether those who still wait for an answer are waited for no longer."""
        self._notices: Notices | None = None

    def _standing(self) -> dict[str, float]:
        """What is open, waits and is computed just now."""
        workers = self.workers
        return {
            "noughts_streams": self.streams.open,
            "noughts_moves_waiting": workers.moves.waiting,
            "noughts_moves_computing": workers.moves.running,
            "noughts_thinking_waiting": workers.thinking.waiting,
            "noughts_thinking_computing": workers.thinking.running,
            "noughts_questions_waiting": workers.questions.waiting,
            "noughts_questions_computing": workers.questions.running,
            "noughts_contests_waiting": workers.contests.waiting,
            "noughts_contests_computing": workers.contests.running,
            "noughts_computing_seconds_total": workers.seconds,
        }

    def stop(self) -> None:
        """Ends what would keep the server from ending: streams, and what is computed."""
        self.stops = True
        self.streams.close()
        self.workers.close()
        self.opponents.dismiss()
        self.lessons.close()

    def open(self) -> None:
        """Computes and listens from now on, also after ``close``: an application may be started again."""
        self.stops = False
        self.workers.open()
        self.lessons.open()
        self._notices = self.store.listen(self.journal.hear())
        loop = asyncio.get_running_loop()
        if self._retention != Retention():
            self._chores.append(loop.create_task(self._tidy()))
        if self.store.is_file:
            self._chores.append(loop.create_task(self._check_in()))

    def close(self) -> None:
        """Ends the processes that compute, and the programs that play."""
        if self._notices:
            self._notices.close()
        while self._chores:
            self._chores.pop().cancel()
        self.workers.close()
        self.lessons.close()
        self.opponents.release()

    async def _check_in(self) -> None:
        """Every second, so that no commit on the event loop has to wait for the disk."""
        while True:
            await asyncio.sleep(_CHECK_IN_SECONDS)
            with suppress(StoreError):  # busy or gone: whoever keeps a game is told
                await self.workers.quick(SERVER, self.store.check_in)

    async def _tidy(self) -> None:
        """Every hour, closes and removes games that nobody plays any more."""
        while True:
            try:
                await self.workers.quick(SERVER, tidy, self.store, self._retention)
            except StoreError as error:
                _log.warning("games could not be tidied: %s", error)
            await asyncio.sleep(_TIDY_SECONDS)
