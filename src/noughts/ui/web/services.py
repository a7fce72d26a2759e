"""What one server answers with, made once, and given to every request that asks for it."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request

from noughts.game.board import Cell
from noughts.game.position import Position
from noughts.records.store import Record, Store
from noughts.ui.web.games.service import GameService
from noughts.ui.web.games.streams import Streams
from noughts.ui.web.opponents import chosen, chosen_elsewhere, is_quick
from noughts.ui.web.questions.service import QuestionService
from noughts.ui.web.rate_limit import RateLimits
from noughts.ui.web.static_files import Files
from noughts.ui.web.workers import Workers


class Services:
    """The parts of a server; the store is whoever's made it."""

    def __init__(self, store: Store) -> None:
        self.workers = Workers(near=store.is_file)
        self.limits = RateLimits()
        self.games = GameService(store, self._think)
        self.streams = Streams(self.games, self.workers)
        self.questions = QuestionService(self.workers)
        self.files = Files()

    async def game(self, game: str) -> Record:
        """A game as it stands now; one that is not in memory may be long, so it is loaded while others play."""
        run = self.workers.at_once if self.games.remembered(game) else self.workers.quick
        return await run(self.games.game, game)

    def close(self) -> None:
        """Ends the processes that compute."""
        self.workers.close()

    def _think(self, name: str, position: Position) -> Cell:
        """A player's move, from another process where it may take long."""
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
