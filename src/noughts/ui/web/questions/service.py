"""Where questions are answered: from memory, in a thread, or in another process where it takes long."""

from __future__ import annotations

from typing import Any

from cachetools import LRUCache

from noughts.contract.matches import ProofJson, ProofsJson
from noughts.contract.numbers import SCHEMA
from noughts.errors import PlayerError, quote
from noughts.ui.web.opponents import is_program
from noughts.ui.web.questions import answers, roster
from noughts.ui.web.questions.cache import Answer, Question, answer_of, computed, computed_if_quick
from noughts.ui.web.workers import Workers

_REMEMBERED_BYTES = 32_000_000
"""How much is remembered of what was answered: ten thousand answers on small boards."""


class QuestionService:
    """The questions, with the answers given lately. To be used on the event loop."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._answers: LRUCache[tuple[Any, ...], Answer] = LRUCache(_REMEMBERED_BYTES, getsizeof=len)
        self._proofs: dict[str, ProofJson] = {}

    async def answer(
        self,
        question: Question,
        board: str | None,
        position: str | None,
        *args: Any,
        player: str | None = None,
    ) -> Answer:
        """What a question of a position is answered; ``player`` is whoever has to think for that."""
        if player is not None and is_program(player):
            raise PlayerError(f"{quote(player)} is a program: it plays here, and tells nobody what it thinks")
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
        opponents = await self._workers.quick(roster.players, board)
        for player in opponents["players"]:
            player["proof"] = self._proofs.get(player["name"])
        for level in opponents["levels"]:
            level["proof"] = self._proofs.get(level["name"])
        return answer_of(opponents)

    async def proofs(self) -> Answer:
        """What exhaustion finds of every player and level on 3x3x3; it is computed once."""
        for name in roster.proved_names():
            if name not in self._proofs:
                self._proofs[name] = await self._workers.slow(roster.proved, name)
        proofs: ProofsJson = {"schema": SCHEMA, "board": "3x3x3", "proofs": self._proofs}
        return answer_of(proofs)
