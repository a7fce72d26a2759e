"""Moves and new games, the requests that come a hundred times as often as all others, without the framework's way.

FastAPI and Starlette take as long to find out what such a request means, and to pass its answer on, as the house does
to decide about it and to keep it. What is not just as described goes their way, which also describes it, and says what
is wrong.
"""

from __future__ import annotations

from typing import TypeVar

from pydantic import ValidationError
from pydantic_core import to_json
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from noughts.contract.games import GameJson, MadeJson
from noughts.errors import NoughtsError
from noughts.ui.web.api.acting import LONGEST_ID, seat_holder
from noughts.ui.web.api.compression import WORTH_IT, Compression
from noughts.ui.web.api.making import made_game
from noughts.ui.web.api.refusal_answers import answered
from noughts.ui.web.api.schemas import Body, Move, NewGame
from noughts.ui.web.api.services import client, services_of
from noughts.ui.web.journal.game_service import GameService
from noughts.ui.web.refusal import MAX_BODY, Refusal

_GAMES, _BEGIN, _END = "/api/games", "/api/games/", "/moves"
_JSON = b"application/json"

B = TypeVar("B", bound=Body)


class ShortWay:
    """Middleware that answers both by itself, and hands on everything else."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if not _is_mine(scope):
            await self._app(scope, receive, send)
            return
        request = Request(scope, receive)
        try:
            answer = await (_made if scope["path"] == _GAMES else _moved)(request)
        except ClientDisconnect:  # in the middle of the body: nothing is done, and nobody hears of it
            return
        except (Refusal, NoughtsError) as error:
            answer = await answered(request, error)
        if answer is None:
            await self._app(scope, await _again(request), send)
        elif len(answer.body) < WORTH_IT:
            await answer(scope, receive, send)
        else:
            await Compression(answer)(scope, receive, send)


def _is_mine(scope: Scope) -> bool:
    """Whether it is one of both, sent as the page sends it: JSON of a known and small length."""
    if scope["type"] != "http" or scope["method"] != "POST":
        return False
    path = scope["path"]
    if path != _GAMES and not (path.endswith(_END) and path.startswith(_BEGIN)):
        return False
    said = dict(scope["headers"])
    length = said.get(b"content-length", b"")
    return (
        said.get(b"content-type") == _JSON
        and length.isdigit()
        and len(length) < 9
        and int(length) <= MAX_BODY
    )


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


async def _again(request: Request) -> Receive:
    """What was read already, to be read again, and then what else comes."""
    body, told = await request.body(), False

    async def receive() -> Message:
        nonlocal told
        if told:
            return await request.receive()
        told = True
        return {"type": "http.request", "body": body, "more_body": False}

    return receive


def _token(request: Request) -> str | None:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token if scheme == "Bearer" and token else None


def _body(shape: type[B], body: bytes) -> B | None:
    try:
        return shape.model_validate_json(body)
    except ValidationError:
        return None


def _answer(content: GameJson | MadeJson, status: int) -> Response:
    return Response(to_json(content), status, media_type=_JSON.decode())
