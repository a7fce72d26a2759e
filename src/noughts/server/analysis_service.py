"""Where questions are answered: from memory, in a thread, or in another process where it takes long."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Coroutine, Iterable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from noughts.contract.matches import ProofJson, ProofsJson
from noughts.contract.numbers import SCHEMA
from noughts.errors import TooLargeError, quote
from noughts.game.position import Position
from noughts.lessons.catalogue import SkippedFile, folder_state, lesson_json, lessons_json
from noughts.lessons.packaged import shipped
from noughts.players.registry import LEVELS, player_names, plug_in_names
from noughts.server import analyses
from noughts.server.api_errors import OutOfTimeError, Refusal, WorkerEndedRefusal
from noughts.server.boards import find_position
from noughts.server.cache import (
    Answer,
    Memory,
    Question,
    answer_of,
    compute_answer,
    compute_if_quick,
    make_answer,
)
from noughts.server.event_streams import EventStream, watch
from noughts.server.opponents import Opponents, full_name
from noughts.server.workers import SERVER, Workers

_REMEMBERED_BYTES = 40_000_000
"""How much is remembered of what was answered: ten thousand answers on small boards."""

T = TypeVar("T")
Key = tuple[Any, ...]


@cache
def shipped_answer(name: str) -> Answer:
    """What the package has of what is taught, and of the exact table, as it is sent."""
    return answer_of(shipped(name))


_log = logging.getLogger("noughts.server")

_reported: set[SkippedFile] = set()
"""The files of the folder of lessons that were skipped last."""


def report_skipped(files: Iterable[SkippedFile]) -> None:
    """Log each file that is skipped, unless it was skipped for the same reason before."""
    now = set(files)
    for file in sorted(now - _reported, key=lambda file: file.name):
        _log.warning("skipped in the folder of lessons: %s: %s", quote(file.name), file.reason)
    _reported.clear()
    _reported.update(now)


class QuestionService:
    """The questions, with the answers given lately. To be used on the event loop.

    What several ask at once is computed once, and ends when the last of them has gone.
    """

    def __init__(self, workers: Workers, opponents: Opponents) -> None:
        self._workers = workers
        self._opponents = opponents
        self.memory = Memory(_REMEMBERED_BYTES)
        self._proofs: dict[str, ProofJson] = {}
        self._shared: dict[Key, _Computation] = {}
        self._lessons_state = ""

    async def answer(
        self,
        who: str,
        question: Question,
        board: str | None,
        position: str | None,
        *args: Any,
        player: str | None = None,
    ) -> Answer:
        """What a question of a position is answered; ``player`` is whoever has to think for that.

        ``who`` asks, and pays with the seconds that it takes.
        """
        if player is not None:
            self._opponents.refuse_program(player, "it plays here, and tells nobody what it thinks")
        asked = (board, position, *args)
        key = (question, *asked)
        answer = self.memory.get(key) or await self._workers.quick(
            who, compute_if_quick, question, player, *asked
        )
        if answer is None:
            answer = await self._together(
                key, lambda: self._workers.compute("questions", who, compute_answer, question, *asked)
            )
        return self.memory.keep(key, answer)

    async def brains(self, who: str, board: str | None, position: str | None) -> Answer:
        """Return the decisions of all players, without installed players if one of them passes a limit."""
        asked: tuple[Question, str | None, str | None] = (analyses.brains, board, position)
        slowest = "mcts"  # of the built-in players it thinks longest
        try:
            return await self.answer(who, *asked, player=slowest)
        except (OutOfTimeError, TooLargeError, WorkerEndedRefusal) as error:
            if not plug_in_names():
                raise
            problem = f"an installed player failed here: {error}"
        return self.memory.keep(asked, await self.answer(who, *asked, problem, player=slowest))

    async def make_once(self, make: Callable[..., Any], *args: Any, state: str = "") -> Answer:
        """What a function makes of arguments, and of what stands so just now, at nobody's expense.

        Raises what it raises, and then keeps nothing.
        """
        key = (make, *args, state)
        answer = self.memory.get(key)
        if answer is None:
            answer = await self._together(
                key, lambda: self._workers.compute("lessons", SERVER, make_answer, make, *args)
            )
        return self.memory.keep(key, answer)

    async def own_lessons(self, folder: Path) -> Answer:
        """Return the list of lessons in a folder as its files are now, and report what is skipped when that changes."""
        _, state = await self._workers.waiting(SERVER, folder_state, folder)
        answer = await self.make_once(lessons_json, folder, state=state)
        if state != self._lessons_state:
            self._lessons_state = state
            report_skipped(SkippedFile(**each) for each in json.loads(answer.body).get("skipped", ()))
        return answer

    async def own_lesson(self, folder: Path, name: str) -> Answer:
        """Return a lesson of a folder as its file is now.

        Raises Refusal for an unknown name, and NoughtsError if its file cannot be read.
        """
        files, state = await self._workers.waiting(SERVER, folder_state, folder)
        if name not in files:
            raise Refusal("unknown-lesson", f"there is no lesson {quote(name)}")
        return await self.make_once(lesson_json, name, folder, state=state)

    def remember_decision(
        self, player: str, position: Position, answers: Iterable[tuple[Question, tuple[bool, ...], Answer]]
    ) -> None:
        """Remember what a player that thinks by the clock has decided in a game: asked again it might differ."""
        asked = (str(position.board), position.rows_text, full_name(player))
        for question, more, answer in answers:
            self.memory.keep((question, *asked, *more), answer)

    async def live_analysis(self, who: str, board: str | None, position: str | None) -> EventStream:
        """An analysis as it becomes known: a stream of events."""
        asked = (analyses.live_analysis, board, position)
        if not self.memory.get(asked):  # what is no position is refused before the stream begins
            await self._workers.quick(who, find_position, board, position)
        return watch(
            lambda hear: self._workers.compute("questions", who, *asked, hear=hear), self.memory, asked
        )

    async def players(self, who: str, board: str | None) -> Answer:
        """Every player and level, with the proofs as far as they are computed."""
        opponents = await self._workers.quick(who, analyses.players, self._opponents, board)
        for player in opponents["players"]:
            player["proof"] = self._proofs.get(player["name"])
        for level in opponents["levels"]:
            level["proof"] = self._proofs.get(level["name"])
        return answer_of(opponents)

    async def proofs(self, who: str) -> Answer:
        """What exhaustion finds of every player and level on 3x3x3; it is computed once."""
        await self._together(("proofs",), lambda: self._prove(who))
        proofs: ProofsJson = {"schema": SCHEMA, "board": "3x3x3", "proofs": self._proofs}
        return answer_of(proofs)

    async def _prove(self, who: str) -> None:
        for name in (*player_names(), *LEVELS):
            if name not in self._proofs:
                try:
                    self._proofs[name] = await self._workers.compute("questions", who, analyses.prove, name)
                except (OutOfTimeError, TooLargeError, WorkerEndedRefusal):
                    self._proofs[name] = analyses.NO_PROOF

    async def _together(self, key: Key, ask: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """What asking comes to, once for all who want the same at this time."""
        shared = self._shared.get(key)
        if shared is None:
            shared = self._shared[key] = _Computation(asyncio.get_running_loop().create_task(ask()))
            shared.task.add_done_callback(lambda _: self._forget(key, shared))
        shared.askers += 1
        try:
            value: T = await asyncio.shield(shared.task)
        finally:
            shared.askers -= 1
            if not shared.askers:
                shared.task.cancel()
                self._forget(key, shared)
        return value

    def _forget(self, key: Key, shared: _Computation) -> None:
        if self._shared.get(key) is shared:
            del self._shared[key]
        if not shared.task.cancelled() and shared.task.done():
            shared.task.exception()  # it was told to whoever asked


class _Computation:
    """A computation, and how many wait for it."""

    def __init__(self, task: asyncio.Task[Any]) -> None:
        self.task = task
        self.askers = 0
