"""Responses with errors, which are all one JSON object, and conditional responses."""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

from pydantic import ValidationError
from pydantic_core import to_json
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.staticfiles import NotModifiedResponse
from starlette.types import Scope

from noughts.contract.games import RefusalJson
from noughts.contract.numbers import SCHEMA
from noughts.errors import NoughtsError, quote
from noughts.server.api_errors import Refusal, refusal_of
from noughts.server.cache import Answer
from noughts.server.games import game_json
from noughts.server.stored_records import GameHeader

JSON = "application/json"

_log = logging.getLogger("noughts.server")


def conditional(scope: Scope, answer: Answer, cache_control: str, status: int = 200) -> Response:
    """Return a response with an ETag, or 304 if the client's copy is current."""
    headers = {"cache-control": cache_control, "etag": answer.etag}
    if status == 200 and answer.etag in Headers(scope=scope).get("if-none-match", ""):
        return NotModifiedResponse(Headers({**headers, "vary": "Accept-Encoding"}))
    return Response(answer.body, status, headers, answer.kind)


def refusal_response(refusal: Refusal) -> JSONResponse:
    """Return the response with an error."""
    content: RefusalJson = {"schema": SCHEMA, "error": refusal.message, "code": refusal.code}
    headers = {}
    if refusal.record and isinstance(refusal.record.header, GameHeader):
        content["game"] = game_json(refusal.record)
    if refusal.boards:
        content["boards"] = list(refusal.boards)
    if refusal.retry_after:
        headers["retry-after"] = str(refusal.retry_after)
    if refusal.status == 401:
        headers["www-authenticate"] = "Bearer"
    return JSONResponse(content, refusal.status, headers)


async def _refusal(_: Request, error: Any) -> Response:
    return refusal_response(error)


async def _noughts_error(request: Request, error: Any) -> Response:
    refusal = refusal_of(error)
    if refusal.code == "database":  # only the operator learns which database it is
        with suppress(Refusal):  # it is in the log; /metrics counts all
            request.app.state.services.limits.take("log", refusal.code)
            _log.error("%s", error)
        refusal = Refusal(
            "database", "the database is unavailable: the operator finds the reason in the server's log"
        )
    return refusal_response(refusal)


async def _http(request: Request, error: Any) -> Response:
    """Return the response to what Starlette rejects: unknown paths, methods, bodies that are too large."""
    if error.status_code == 404:
        return await _unknown(request)
    if error.status_code == 405:
        methods = Headers(error.headers or {}).get("allow", "GET, HEAD")  # StaticFiles names none
        allowed = ", ".join(sorted(methods.split(", ")))
        message = f"{quote(request.url.path)} is not for {quote(request.method)} (it allows {allowed})"
        response = refusal_response(Refusal("wrong-method", message))
        response.headers["allow"] = allowed
        return response
    if error.status_code == 413:
        return refusal_response(too_large_body(request.app.state.max_body(request.url.path)))
    return refusal_response(Refusal("malformed", str(error.detail)))


async def _unknown(request: Request) -> Response:
    """Return the page to a browser, with status 404, and an error to other clients."""
    path = request.url.path
    asks = path.startswith(("/api/", "/static/", "/openapi.json"))
    if not asks and "text/html" in request.headers.get("accept", ""):
        page: Response = request.app.state.services.files.page(request.scope, 404)
        return page
    return refusal_response(Refusal("unknown-page", f"there is no page {quote(path)}"))


HANDLERS: dict[int | type[Exception], Callable[[Request, Any], Coroutine[Any, Any, Response]]] = {
    Refusal: _refusal,
    NoughtsError: _noughts_error,
    HTTPException: _http,
}
"""The response to each kind of error."""


def malformed(error: ValidationError) -> Refusal:
    """Return the error for values that are wrong: the first problem, in one sentence that quotes it."""
    problem = error.errors()[0]
    place, message, given = ".".join(map(str, problem["loc"])) or "the body", problem["msg"], problem["input"]
    match problem["type"]:
        case "json_invalid":
            return Refusal("malformed", f"the body is not JSON: {problem['ctx']['error']}")
        case "extra_forbidden":
            return Refusal("malformed", f"{place}: there is no such field, but {_shown(given)} was given")
        case "missing":
            ending = ""
        case "bool_parsing":
            message, ending = "must be true or false", f", not {_shown(given)}"
        case _:
            ending = f", not {_shown(given)}"
    return Refusal("malformed", f"{place}: {message[:1].lower()}{message[1:]}{ending}")


def _shown(value: object) -> str:
    """Return a value of a request as a message quotes it: text in quotes, anything else as JSON."""
    return quote(value) if isinstance(value, str) else quote(to_json(value).decode())[1:-1]


def too_large_body(max_body: int) -> Refusal:
    """Return the error for a body of more bytes than a path allows."""
    return Refusal("too-large", f"the body is larger than {max_body:,} bytes")
