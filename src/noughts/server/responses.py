"""Answers that are not what was asked for: refusals in one shape, whoever refuses; a copy that is still good."""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

from pydantic import ValidationError
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


def conditional(scope: Scope, answer: Answer, freshness: str, status: int = 200) -> Response:
    """An answer with its tag, kept by caches as ``freshness`` says, or that the browser's copy of it is still good."""
    headers = {"cache-control": freshness, "etag": answer.etag}
    if status == 200 and answer.etag in Headers(scope=scope).get("if-none-match", ""):
        return NotModifiedResponse(Headers({**headers, "vary": "Accept-Encoding"}))
    return Response(answer.body, status, headers, answer.kind)


def refusal_response(refusal: Refusal) -> JSONResponse:
    """The answer to a request that is not done."""
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


async def _house(request: Request, error: Any) -> Response:
    refusal = refusal_of(error)
    if refusal.code == "database":  # where the games are is nobody's business but the owner's
        with suppress(Refusal):  # it has been said; /metrics tells how often
            request.app.state.services.limits.take("log", refusal.code)
            _log.error("%s", error)
        refusal = Refusal("database", "the games cannot be reached just now: the server's log says why")
    return refusal_response(refusal)


async def _http(request: Request, error: Any) -> Response:
    """What the framework refuses by itself: unknown addresses and methods, bodies that are too large or no JSON."""
    path = quote(request.url.path)
    if error.status_code == 404:
        return await _unknown(request)
    if error.status_code == 405:
        answer = refusal_response(Refusal("wrong-method", f"{path} is not for {quote(request.method)}"))
        answer.headers.update(error.headers or {})
        if "allow" in answer.headers:
            methods = set(answer.headers["allow"].split(", "))
            answer.headers["allow"] = ", ".join(sorted(methods | ({"HEAD"} if "GET" in methods else set())))
        return answer
    if error.status_code == 413:
        return refusal_response(too_large_body(request.app.state.max_body(request.url.path)))
    return refusal_response(Refusal("malformed", str(error.detail)))


async def _unknown(request: Request) -> Response:
    """A browser that was led to no page gets the page, which says so, and leads on."""
    path = request.url.path
    asks = path.startswith(("/api/", "/static/", "/openapi.json"))
    if not asks and "text/html" in request.headers.get("accept", ""):
        page: Response = request.app.state.services.files.page(request.scope, 404)
        return page
    return refusal_response(Refusal("unknown-page", f"there is no page {quote(path)}"))


HANDLERS: dict[int | type[Exception], Callable[[Request, Any], Coroutine[Any, Any, Response]]] = {
    Refusal: _refusal,
    NoughtsError: _house,
    HTTPException: _http,
}
"""How every error is answered."""


def malformed(error: ValidationError) -> Refusal:
    """Return the refusal of a request whose values are wrong: the first problem, in one sentence that quotes it."""
    problem = error.errors()[0]
    if problem["type"] == "json_invalid":
        return Refusal("malformed", "the body is not JSON")
    place = ".".join(map(str, problem["loc"]))
    said = str(problem["msg"])
    given = f", not {quote(problem['input'])}" if problem["type"] != "missing" else ""
    return Refusal("malformed", f"{place or 'the body'}: {said[:1].lower()}{said[1:]}{given}")


def too_large_body(max_body: int) -> Refusal:
    """Return the refusal of a body of more bytes than a path takes."""
    return Refusal("too-large", f"the body is larger than {max_body:,} bytes")
