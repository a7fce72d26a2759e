"""What one server answers with, made once, and given to every request that asks for it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Annotated, Any

from fastapi import Depends, Request

from noughts.errors import ForfeitError, quote
from noughts.ui.web.addresses import payer_of
from noughts.ui.web.api.static_files import Files
from noughts.ui.web.compute.host import OutOfTimeError
from noughts.ui.web.compute.opponents import Opponents, drawn_elsewhere, drawn_move
from noughts.ui.web.compute.thinking import Thoughts, Unthought
from noughts.ui.web.compute.workers import SERVER, Workers
from noughts.ui.web.journal.class_service import ClassService
from noughts.ui.web.journal.class_stream import ClassStreams
from noughts.ui.web.journal.classroom_store import CLASS, ClassroomStore
from noughts.ui.web.journal.game_service import GameService
from noughts.ui.web.journal.keeper import Keeper
from noughts.ui.web.journal.notices import Notices
from noughts.ui.web.journal.retention import Retention, tidy
from noughts.ui.web.journal.store import Record, Store, StoreError
from noughts.ui.web.journal.streams import Streams
from noughts.ui.web.metrics import Metrics
from noughts.ui.web.questions.contest_service import ContestService
from noughts.ui.web.questions.lesson_service import LessonService
from noughts.ui.web.questions.question_service import QuestionService
from noughts.ui.web.rate_limit import RateLimits
from noughts.ui.web.refusal import Refusal
from noughts.ui.web.setting import Setting

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
        self.limits = RateLimits()
        self.workers = Workers(self.limits, self.host, setting.question_seconds)
        self.keeper = Keeper(store, self.workers)
        self.games = GameService(store, hands=self.keeper, opponents=opponents)
        self.classes = ClassService(ClassroomStore(store), self.games)
        self.streams = Streams(self.games, self.workers, {CLASS: self.classes})
        self.class_streams = ClassStreams(self.classes, self.workers, self.streams)
        self.questions = QuestionService(self.workers, opponents)
        self.lessons = LessonService(self.host, setting.lessons)
        self.contests = ContestService(self.workers)
        self.files = Files()
        self.stops = False
        """Whether those who still wait for an answer are waited for no longer."""
        self._notices: Notices | None = None

    async def look_at(self, game: str, who: str) -> Record:
        """A game as it stands now; one that is not there costs its asker a permit, and who has none left is refused.

        A game that is not in memory may be long, so it is loaded while others play.
        """
        remembered = self.games.remembered(game) is not None
        if not remembered:
            self.limits.check("unknown", who, 1)
        try:
            if remembered:
                return await self.keeper.read(self.games.game, game)
            return await self.workers.quick(who, self.games.game, game)
        except Refusal as refusal:
            if refusal.code == "unknown-game":
                self.limits.pay("unknown", who, 1)
            raise

    def _standing(self) -> dict[str, float]:
        """What is open, waits and is computed just now."""
        workers = self.workers
        return {
            "noughts_streams": self.streams.open,
            "noughts_moves_waiting": workers.moves.waiting,
            "noughts_moves_computing": workers.moves.running,
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
        self._notices = self.store.listen(self.streams.hear())
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

    async def decided(self, who: str, request: Callable[..., Awaitable[Record]], *args: Any) -> Record:
        """What a request to a game leads to, with the moves of whichever computers have to play for it."""
        thoughts = Thoughts(self.opponents)
        while True:
            try:
                return await request(self.games, *args, think=thoughts)
            except Unthought as wanted:
                await self._think(who, thoughts, wanted)

    async def _think(self, who: str, thoughts: Thoughts, wanted: Unthought) -> None:
        """Adds the move that is wanted: from a program, which is a process already, or from a process of ours."""
        name, position = wanted.name, wanted.position
        try:
            if self.opponents.is_program(name):
                async with self.opponents.turn(name, who) as program:
                    cell = await self.workers.waiting(who, drawn_move, program, position)
            else:
                board = str(position.board)
                cell = await self.workers.move(who, drawn_elsewhere, name, board, position.rows_text)
        except ForfeitError as error:
            thoughts.add(wanted, error)
        except OutOfTimeError as error:
            raise Refusal(
                "too-large-board", f"{quote(name)} cannot move on {position.board} here: {error}"
            ) from None
        else:
            thoughts.add(wanted, cell)


async def services_of(request: Request) -> Services:
    """The services of the application that a request came to."""
    services: Services = request.app.state.services
    return services


Given = Annotated[Services, Depends(services_of)]
"""The services, for a handler."""


def client(request: Request) -> str:
    """Whose permits a request takes: the address that it comes from."""
    return payer_of(request.scope)
