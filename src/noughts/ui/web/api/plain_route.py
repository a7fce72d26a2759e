"""Routes for the requests that come a hundred times as often as all others: moves and new games.

FastAPI takes as long to find out what such a request means, and to pass its answer on, as the house does to decide
about it and to keep it. So it describes these routes, and Starlette alone calls them.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from pydantic import ValidationError
from pydantic_core import to_json
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Match
from starlette.types import ASGIApp, Receive, Scope, Send

from noughts.errors import NoughtsError, quote
from noughts.ui.web.api.responses import answered
from noughts.ui.web.api.schemas import Body
from noughts.ui.web.refusal import Refusal

_JSON = "application/json"


class PlainRoute(APIRoute):
    """Calls its function with the request and its body, in the shape that is declared, and sends what that answers."""

    def __init__(self, path: str, endpoint: Callable[..., Awaitable[Any]], **description: Any) -> None:
        super().__init__(path, endpoint, **description)
        assert self.body_field
        shape: type[Body] = self.body_field.field_info.annotation  # type: ignore[assignment]
        status = self.status_code or 200

        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            request = Request(scope, receive, send)
            try:
                content = await endpoint(request, await _body(request, shape))
                answer = Response(to_json(content), status, media_type=_JSON)
            except (Refusal, NoughtsError, RequestValidationError) as error:
                answer = await answered(request, error)
            except ClientDisconnect:  # in the middle of the body: nothing is done, and nobody hears of it
                return
            await answer(scope, receive, send)

        self.app = app


class PlainRoutes:
    """Middleware that hands on to FastAPI what is for none of these routes."""

    def __init__(self, app: ASGIApp, routes: Sequence[PlainRoute]) -> None:
        self._app = app
        self._routes = routes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        for route in self._routes if scope["type"] == "http" else ():
            match, parts = route.matches(scope)
            if match is Match.FULL:
                await route.app({**scope, **parts}, receive, send)
                return
        await self._app(scope, receive, send)


async def _body(request: Request, shape: type[Body]) -> Body:
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != _JSON:
        raise Refusal("not-json", f"the body must be {_JSON}, not {quote(kind)}")
    try:
        return shape.model_validate_json(await request.body())
    except ValidationError as error:
        raise RequestValidationError(error.errors()) from None
