"""Questions and games over HTTP, described in /openapi.json; every refusal has one shape."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from noughts.errors import NoughtsError, quote
from noughts.game.board import Cell
from noughts.game.position import Position
from noughts.records.store import Store
from noughts.ui.web.errors import Refusal, refusal_of
from noughts.ui.web.games import routes as games
from noughts.ui.web.games.service import GameService
from noughts.ui.web.games.streams import Watchers
from noughts.ui.web.names import chosen, is_quick
from noughts.ui.web.questions import routes as questions
from noughts.ui.web.rate_limit import RateLimits
from noughts.ui.web.responses import refused
from noughts.ui.web.workers import Workers


class Api:
    """Everything that answers about games and positions; ``app`` is the ASGI application."""

    def __init__(self, store: Store) -> None:
        self._workers = Workers(near=store.is_file)
        limits = RateLimits()
        service = GameService(store, self._think)
        self._watchers = Watchers(service, self._workers)
        self.app = FastAPI(
            title="noughts",
            summary="Tic-tac-toe, its players, and what they think.",
            version="1",
            docs_url=None,
            redoc_url=None,
        )
        router = self.app.router  # no router within: FastAPI would search it twice, slowly, for each request
        games.add_routes(router, games.Games(service, self._workers, self._watchers, limits))
        questions.add_routes(router, questions.Questions(self._workers, limits))
        _add_refusals(self.app)

    def _think(self, name: str, position: Position) -> Cell:
        """A player's move, from another process where it may take long."""
        asked = (name, str(position.board), str(position))
        return chosen(*asked) if is_quick(position.board, name) else self._workers.compute(chosen, *asked)

    def end_streams(self) -> None:
        """Ends the open streams, which would go on for ever."""
        self._watchers.close()

    def close(self) -> None:
        """Lets go of the threads."""
        self._workers.close()


def _add_refusals(app: FastAPI) -> None:
    app.add_exception_handler(Refusal, _refusal)
    app.add_exception_handler(NoughtsError, _house)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Exception, _broken)


async def _refusal(_: Request, error: Any) -> Response:
    return refused(error)


async def _house(_: Request, error: Any) -> Response:
    return refused(refusal_of(error))


async def _malformed(_: Request, error: Any) -> Response:
    return refused(Refusal("malformed", _first_problem(error)))


async def _http(request: Request, error: Any) -> Response:
    """What the framework refuses by itself: unknown addresses and methods."""
    path = quote(request.url.path)
    if error.status_code == 404:
        return refused(Refusal("unknown-page", f"there is no page {path}"))
    if error.status_code == 405:
        answer = refused(Refusal("wrong-method", f"{path} is not for {quote(request.method)}"))
        answer.headers.update(error.headers or {})
        return answer
    return refused(Refusal("malformed", str(error.detail)))


async def _broken(_: Request, __: Exception) -> Response:
    """A fault of ours: uvicorn writes it down."""
    return refused(Refusal("broken", "the server failed: this is its fault, not yours"))


def _first_problem(error: RequestValidationError) -> str:
    """The first of what is wrong with a request, in one sentence that quotes it."""
    problem = error.errors()[0]
    if problem["type"] == "json_invalid":
        return "the body is not JSON"
    place = ".".join(str(part) for part in problem["loc"] if part not in ("body", "query", "path"))
    said = str(problem["msg"])
    given = f", not {quote(problem['input'])}" if problem["type"] != "missing" else ""
    return f"{place or 'the body'}: {said[:1].lower()}{said[1:]}{given}"
