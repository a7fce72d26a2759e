"""The computers that think by the clock just now, each in its game, until their time is spent or the game goes on."""

from __future__ import annotations

import asyncio
from typing import Any

from noughts.game.position import Position
from noughts.ui.web.compute.host import Hear
from noughts.ui.web.compute.opponents import Unthought
from noughts.ui.web.compute.workers import Workers
from noughts.ui.web.journal.journal import Journal
from noughts.ui.web.journal.shared import Record
from noughts.ui.web.questions.question_service import QuestionService
from noughts.ui.web.questions.thinking import Intention, think, think_at_once


class Thinkers:
    """To be used on the event loop. What they thought is remembered as the answer to whoever asks why they moved so."""

    def __init__(self, workers: Workers, journal: Journal, questions: QuestionService) -> None:
        self._workers, self._journal, self._questions = workers, journal, questions
        self._latest: dict[tuple[str, Position], Intention] = {}

    async def move_now(self, who: str, game: str, wanted: Unthought) -> Intention:
        """The move that a computer would make so far in a game; one that has only begun, or not yet, moves at once.

        Raises what ``think`` raises.
        """
        intention = self._latest.get((game, wanted.position))
        if intention is None:
            intention = await self._workers.move(who, think_at_once, *_names(wanted))
        return intention

    async def think(self, who: str, game: str, wanted: Unthought, hear: Hear) -> Intention | None:
        """The move that a computer makes after all its time; None where the game went on meanwhile.

        What it thinks is heard; it ends when this is cancelled. Raises OutOfTimeError where that takes too long, and
        Refusal where too many wait.
        """
        changed, key = asyncio.Event(), (game, wanted.position)

        def heard(told: Any) -> None:
            if isinstance(told, Intention) and not changed.is_set():
                self._latest[key] = told
            hear(told.told if isinstance(told, Intention) else told)

        self._journal.watch(game, changed.set)
        thinking = asyncio.ensure_future(self._workers.thought(who, heard, think, *_names(wanted)))
        changing = asyncio.ensure_future(changed.wait())
        try:
            await asyncio.wait((thinking, changing), return_when=asyncio.FIRST_COMPLETED)
            return thinking.result() if thinking.done() else None
        finally:
            self._journal.unwatch(game, changed.set)
            changed.set()  # what comes late is not remembered
            self._latest.pop(key, None)
            thinking.cancel()
            changing.cancel()

    def remember(self, wanted: Unthought, intention: Intention, after: Record[Any, Any]) -> None:
        """Remembers what a computer thought if its move was made, and not one that came before it."""
        played, position = after.log.state.game, wanted.position
        at = position.ply - played.start.ply
        if list(played.moves[at : at + 1]) == [intention.cell]:
            self._questions.remember_decision(wanted.name, position, intention.decision)


def _names(wanted: Unthought) -> tuple[str, str, str]:
    """A player, a board and a position as they go to another process."""
    return wanted.name, str(wanted.position.board), wanted.position.rows_text
