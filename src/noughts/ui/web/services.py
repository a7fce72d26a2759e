"""What one server answers with, made once, and given to every request that asks for it."""

from __future__ import annotations

from threading import BoundedSemaphore
from typing import Annotated

from fastapi import Depends, Request

from noughts.errors import quote
from noughts.game.board import Cell
from noughts.game.position import Position
from noughts.records.store import Record, Store
from noughts.ui.web.games.service import GameService
from noughts.ui.web.games.streams import Streams
from noughts.ui.web.opponents import admitted, chosen, chosen_elsewhere, is_program, is_quick
from noughts.ui.web.questions.service import QuestionService
from noughts.ui.web.rate_limit import RateLimits
from noughts.ui.web.refusal import Refusal
from noughts.ui.web.static_files import Files
from noughts.ui.web.workers import Workers

_ASKING = 16
"""How many moves of programs are awaited at once, each by a thread."""


class Services:
    """The parts of a server; the store is whoever's made it."""

    def __init__(self, store: Store) -> None:
        self.workers = Workers(near=store.is_file)
        self.limits = RateLimits()
        self.games = GameService(store, self._think)
        self.streams = Streams(self.games, self.workers)
        self.questions = QuestionService(self.workers)
        self.files = Files()
        self._asking = BoundedSemaphore(_ASKING)

    def _asked(self, name: str, position: Position) -> Cell:
        """A program's move; raises Refusal where so many moves are awaited that others would wait for threads."""
        if not self._asking.acquire(blocking=False):
            raise Refusal(
                "busy", f"{quote(name)} plays too many games just now: please ask again", retry_after=5
            )
        try:
            return chosen(name, position)
        finally:
            self._asking.release()

    async def game(self, game: str) -> Record:
        """A game as it stands now; one that is not in memory may be long, so it is loaded while others play."""
        run = self.workers.at_once if self.games.remembered(game) else self.workers.quick
        return await run(self.games.game, game)

    def close(self) -> None:
        """Ends the processes that compute, and the programs that play."""
        self.workers.close()
        for program in admitted():
            program.release()

    def _think(self, name: str, position: Position) -> Cell:
        """A player's move, from another process where it may take long; a program is a process already."""
        if is_program(name):
            return self._asked(name, position)
        if is_quick(position.board, name):
            return chosen(name, position)
        return self.workers.compute(chosen_elsewhere, name, str(position.board), position.rows_text)


async def services_of(request: Request) -> Services:
    """The services of the application that a request came to."""
    services: Services = request.app.state.services
    return services


Given = Annotated[Services, Depends(services_of)]
"""The services, for a handler."""


def client(request: Request) -> str:
    """The address that a request comes from."""
    return request.client.host if request.client else "unknown"
