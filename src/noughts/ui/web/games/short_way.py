"""Moves and new games, the requests that come a hundred times as often as all others, without the framework's way.

FastAPI takes as long to find out what such a request means as the house does to decide about it and to keep it. What is
not just as described goes FastAPI's way, which also describes it, and says what is wrong.
"""

from __future__ import annotations

import json
from typing import Any, TypeVar

from pydantic import ValidationError
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Match
from starlette.types import Message, Receive, Scope, Send

from noughts.contract.games import GameJson, MadeJson
from noughts.ui.web.games.acting import LONGEST_ID, seat_holder
from noughts.ui.web.games.making import made_game
from noughts.ui.web.games.schemas import Body, Move, NewGame
from noughts.ui.web.games.service import GameService
from noughts.ui.web.services import client, services_of

_GAMES, _BEGIN, _END = "/api/games", "/api/games/", "/moves"
_JSON = "application/json"
_LONG_WAY = "noughts.long_way"

B = TypeVar("B", bound=Body)


class ShortWay(BaseRoute):
    """The route of both; stands before all others."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        path = scope["path"]
        fits = path == _GAMES or (path.endswith(_END) and path.startswith(_BEGIN))
        mine = fits and scope.get("method") == "POST" and _LONG_WAY not in scope
        return (Match.FULL if mine else Match.NONE), {}

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        as_json = request.headers.get("content-type") == _JSON
        answer = await (_made if scope["path"] == _GAMES else _moved)(request) if as_json else None
        if answer is None:
            await _long_way(request, send)
        else:
            await answer(scope, receive, send)


async def _made(request: Request) -> Response | None:
    wanted = _body(NewGame, await request.body())
    if wanted is None:
        return None
    return _answer(await made_game(await services_of(request), wanted, client(request)), 201)


async def _moved(request: Request) -> Response | None:
    game, token = request.scope["path"][len(_BEGIN) : -len(_END)], _token(request)
    if token is None or "/" in game or not 0 < len(game) <= LONGEST_ID:
        return None
    move = _body(Move, await request.body())
    if move is None:
        return None
    seat = await seat_holder(request, game, token)
    return _answer(await seat.asks(GameService.move, move.version, move.ply, move.cell), 200)


async def _long_way(request: Request, send: Send) -> None:
    """To the other routes, with what was read already."""
    body, told = await request.body(), False

    async def again() -> Message:
        nonlocal told
        if told:
            return await request.receive()
        told = True
        return {"type": "http.request", "body": body, "more_body": False}

    scope: dict[str, Any] = {**request.scope, _LONG_WAY: True}
    await scope["router"].app(scope, again, send)


def _token(request: Request) -> str | None:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token if scheme == "Bearer" and token else None


def _body(shape: type[B], body: bytes) -> B | None:
    try:
        return shape.model_validate_json(body)
    except ValidationError:
        return None


def _answer(content: GameJson | MadeJson, status: int) -> Response:
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    return Response(text.encode(), status, media_type=_JSON)
