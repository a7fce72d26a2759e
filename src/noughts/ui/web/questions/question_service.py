"""Where questions are answered: from memory, in a thread, or in another process where it takes long."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from cachetools import LRUCache

from noughts.contract.matches import ProofJson, ProofsJson
from noughts.contract.numbers import SCHEMA
from noughts.game.position import Position
from noughts.ui.web.compute.boards import position_named
from noughts.ui.web.compute.host import OutOfTimeError
from noughts.ui.web.compute.opponents import Opponents, shown_name
from noughts.ui.web.compute.workers import Workers
from noughts.ui.web.event_stream import EventStream
from noughts.ui.web.questions import answers, roster
from noughts.ui.web.questions.cache import Answer, Question, answer_of, computed, computed_if_quick
from noughts.ui.web.questions.watch import watch
from noughts.ui.web.refusal import Refusal

_REMEMBERED_BYTES = 32_000_000
"""How much is remembered of what was answered: ten thousand answers on small boards."""

_BESIDE_BYTES = 500
"""What a remembered answer takes beside its body: the question, the objects that hold both."""

T = TypeVar("T")
Key = tuple[Any, ...]


class QuestionService:
    """The questions, with the answers given lately. To be used on the event loop.

    What several ask at once is computed once, and ends when the last of them has gone.
    """

    def __init__(self, workers: Workers, opponents: Opponents) -> None:
        self._workers = workers
        self._opponents = opponents
        self._answers: LRUCache[Key, Answer] = LRUCache(_REMEMBERED_BYTES, getsizeof=_bytes)
        self._proofs: dict[str, ProofJson] = {}
        self._shared: dict[Key, _Shared] = {}

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
        answer = self._answers.get(key) or await self._workers.quick(
            who, computed_if_quick, question, player, *asked
        )
        if answer is None:
            answer = await self._together(
                key, lambda: self._workers.question(who, computed, question, *asked)
            )
        self._remember(key, answer)
        return answer

    def remember_decision(self, player: str, position: Position, answer: Answer) -> None:
        """What a player that thinks by the clock has decided in a game: asked again it would decide something else."""
        self._remember((answers.decide, str(position.board), position.rows_text, shown_name(player)), answer)

    def _remember(self, key: Key, answer: Answer) -> None:
        if _bytes(answer) <= self._answers.maxsize:
            self._answers[key] = answer

    async def quick(
        self, who: str, question: Question, board: str | None, position: str | None, *args: Any
    ) -> Answer:
        """The same for a question that takes a few milliseconds on every board; it is not remembered."""
        return await self._workers.quick(who, computed, question, board, position, *args)

    async def live_analysis(self, who: str, board: str | None, position: str | None) -> EventStream:
        """An analysis as it becomes known: a stream of events."""
        key: Key = (answers.live_analysis, board, position)
        known = self._answers.get(key)
        if not known:  # what is no position is refused before the stream begins
            await self._workers.quick(who, position_named, board, position)

        def keep(last: bytes) -> None:
            self._answers[key] = Answer(last, EventStream.media_type, "")

        return watch(
            lambda hear: self._workers.watched(who, hear, answers.live_analysis, board, position),
            keep,
            known.body if known else None,
        )

    async def players(self, who: str, board: str | None) -> Answer:
        """Every player and level, with the proofs as far as they are computed."""
        opponents = await self._workers.quick(who, roster.players, self._opponents, board)
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
        for name in roster.proved_names():
            if name not in self._proofs:
                try:
                    self._proofs[name] = await self._workers.question(who, roster.proved, name)
                except OutOfTimeError:
                    self._proofs[name] = roster.UNPROVED

    async def _together(self, key: Key, ask: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """What asking comes to, once for all who want the same at this time."""
        shared = self._shared.get(key)
        if shared is None:
            shared = self._shared[key] = _Shared(asyncio.get_running_loop().create_task(ask()))
            shared.task.add_done_callback(lambda _: self._forget(key, shared))
        shared.askers += 1
        try:
            value: T = await asyncio.shield(shared.task)
        except OutOfTimeError as error:
            raise Refusal("too-large-board", f"this is too large to compute here: {error}") from None
        finally:
            shared.askers -= 1
            if not shared.askers:
                shared.task.cancel()
                self._forget(key, shared)
        return value

    def _forget(self, key: Key, shared: _Shared) -> None:
        if self._shared.get(key) is shared:
            del self._shared[key]
        if not shared.task.cancelled() and shared.task.done():
            shared.task.exception()  # it was told to whoever asked


class _Shared:
    """A computation, and how many wait for it."""

    def __init__(self, task: asyncio.Task[Any]) -> None:
        self.task = task
        self.askers = 0


def _bytes(answer: Answer) -> int:
    return len(answer) + _BESIDE_BYTES
