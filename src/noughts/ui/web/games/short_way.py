"""A move, the request that comes a hundred times as often as any other, without the framework's way to it.

FastAPI takes as long to find out what such a request means as the house does to decide about it and to keep it. What is
not just as described goes FastAPI's way, which also describes it, and says what is wrong.
"""

from __future__ import annotations

import json
from typing import Any

from pydantic import ValidationError
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Match
from starlette.types import Message, Receive, Scope, Send

from noughts.ui.web.games.acting import LONGEST_ID, seat_holder
from noughts.ui.web.games.schemas import Move
from noughts.ui.web.games.service import GameService

_BEGIN, _END = "/api/games/", "/moves"
_JSON = "application/json"
_LONG_WAY = "noughts.long_way"


class ShortWay(BaseRoute):
    """The route of moves; stands before all others."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        path = scope["path"]
        fits = path.endswith(_END) and path.startswith(_BEGIN) and scope.get("method") == "POST"
        return (Match.FULL if fits and _LONG_WAY not in scope else Match.NONE), {}

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        game, token = scope["path"][len(_BEGIN) : -len(_END)], _token(request)
        move = (
            _move(await request.body()) if token and 0 < len(game) <= LONGEST_ID and "/" not in game else None
        )
        if move is None or token is None or request.headers.get("content-type") != _JSON:
            await self._long_way(request, send)
            return
        seat = await seat_holder(request, game, token)
        changed = await seat.asks(GameService.move, move.version, move.ply, move.cell)
        text = json.dumps(changed, ensure_ascii=False, separators=(",", ":"))
        await Response(text.encode(), media_type=_JSON)(scope, receive, send)

    async def _long_way(self, request: Request, send: Send) -> None:
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


def _move(body: bytes) -> Move | None:
    try:
        return Move.model_validate_json(body)
    except ValidationError:
        return None
