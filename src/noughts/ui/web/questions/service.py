"""Where questions are answered: from memory, in a thread, or in another process where it takes long."""

from __future__ import annotations

from typing import Any

from cachetools import LRUCache

from noughts.ui.web.questions import answers
from noughts.ui.web.questions.cache import Answer, Question, answer_of, computed, computed_if_quick
from noughts.ui.web.workers import Workers

_REMEMBERED_BYTES = 32_000_000
"""How much is remembered of what was answered: ten thousand answers on small boards."""


class QuestionService:
    """The questions, with the answers given lately. To be used on the event loop."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._answers: LRUCache[tuple[Any, ...], Answer] = LRUCache(_REMEMBERED_BYTES, getsizeof=len)
        self._proofs: dict[str, Any] = {}

    async def answer(
        self,
        question: Question,
        board: str | None,
        position: str | None,
        *args: Any,
        player: str | None = None,
    ) -> Answer:
        """What a question of a position is answered; ``player`` is whoever has to think for that."""
        asked = (board, position, *args)
        key = (question.__name__, *asked)
        remembered = self._answers.get(key)
        if remembered:
            return remembered
        answer = await self._workers.quick(computed_if_quick, question, player, *asked)
        if answer is None:
            answer = await self._workers.slow(computed, question, *asked)
        if len(answer) <= self._answers.maxsize:
            self._answers[key] = answer
        return answer

    async def rules(self, board: str | None, position: str | None) -> Answer:
        """What the rules say of a position, which they do soon on every board."""
        return await self._workers.quick(computed, answers.position_facts, board, position)

    async def players(self, board: str | None) -> Answer:
        """Every player and level, with the proofs as far as they are computed."""
        content = await self._workers.quick(answers.players, board)
        for each in content["players"]:
            each["proof"] = self._proofs.get(each["name"])
        for each in content["levels"]:
            each["proof"] = self._proofs.get(each["player"])
        return answer_of(content)

    async def proofs(self) -> Answer:
        """What exhaustion finds of every player and level on 3x3x3; it is computed once."""
        for name in answers.proved_names():
            if name not in self._proofs:
                self._proofs[name] = await self._workers.slow(answers.proved, name)
        return answer_of({"board": "3x3x3", "proofs": self._proofs})
