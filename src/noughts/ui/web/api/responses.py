"""What every answer has: headers, a name, a line in the log; refusals in one shape, whoever refuses; compression.

The headers keep the page to itself (https://www.w3.org/TR/CSP3/, https://owasp.org/www-project-secure-headers/):
nothing is loaded from elsewhere, nothing inline runs, nobody frames it. Starlette has no part that sends them.

A script or a style sheet is no document, which alone has a policy: of those fifty a page loads it would only be weight.
"""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import JSONResponse, Response
from starlette.staticfiles import NotModifiedResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from noughts.contract.games import RefusalJson
from noughts.contract.numbers import SCHEMA
from noughts.errors import NoughtsError, quote
from noughts.ui.web.journal.shared import GameHeader
from noughts.ui.web.journal.views import game_json
from noughts.ui.web.metrics import Metrics
from noughts.ui.web.questions.cache import Answer
from noughts.ui.web.refusal import Refusal, refusal_of

_log, _access = logging.getLogger("noughts.server"), logging.getLogger("noughts.access")

_JSON = "application/json"

MAX_BODY, MAX_STUDY_BODY = 16_384, 655_360
"""The most bytes of a request's body, and of one that brings a record to be read."""

STUDIES = "/api/studies"
"""Where records are brought."""

_names = random.Random(secrets.randbits(128))
"""Names of requests: no two alike, and no secret."""

_PARTS = [
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
_KEPT_TO_ITSELF = [
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        b"manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    *_PARTS,
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
]

CACHE_CONTROL = b"cache-control"
_NOT_KEPT = [(CACHE_CONTROL, b"no-store")]

HEADERS = [*_KEPT_TO_ITSELF, *_NOT_KEPT]
"""Of an answer that no cache may keep: a game goes on, and what was refused may be allowed."""


_CONTENT_TYPE = b"content-type"
_NO_DOCUMENTS = (b"text/javascript", b"text/css")


def with_headers(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """The headers of an answer and those of every answer; it is kept by no cache unless it says otherwise itself."""
    if any(name == _CONTENT_TYPE and value.startswith(_NO_DOCUMENTS) for name, value in headers):
        kept = _PARTS
    else:
        kept = _KEPT_TO_ITSELF
    said = any(name == CACHE_CONTROL for name, _ in headers)
    return [*headers, *kept, *([] if said else _NOT_KEPT)]


def conditional(scope: Scope, answer: Answer, freshness: str, status: int = 200) -> Response:
    """An answer with its tag, kept by caches as ``freshness`` says, or that the browser's copy of it is still good."""
    headers = {"cache-control": freshness, "etag": answer.etag}
    if status == 200 and answer.etag in Headers(scope=scope).get("if-none-match", ""):
        return NotModifiedResponse(Headers({**headers, "vary": "Accept-Encoding"}))
    return Response(answer.body, status, headers, answer.kind)


def refused(refusal: Refusal) -> JSONResponse:
    """The answer to a request that is not done."""
    content: RefusalJson = {"schema": SCHEMA, "error": refusal.message, "code": refusal.code}
    headers = {}
    if refusal.record and isinstance(refusal.record.header, GameHeader):
        content["game"] = game_json(refusal.record)
    if refusal.retry_after:
        headers["retry-after"] = str(refusal.retry_after)
    if refusal.status == 401:
        headers["www-authenticate"] = "Bearer"
    return JSONResponse(content, refusal.status, headers)


async def _refusal(_: Request, error: Any) -> Response:
    return refused(error)


async def _house(request: Request, error: Any) -> Response:
    refusal = refusal_of(error)
    if refusal.code == "database":  # where the games are is nobody's business but the owner's
        with suppress(Refusal):  # it has been said; /metrics tells how often
            request.app.state.services.limits.take("log", refusal.code)
            _log.error("%s", error)
        refusal = Refusal("database", "the games cannot be reached just now: the server's log says why")
    return refused(refusal)


async def _malformed(request: Request, error: Any) -> Response:
    """What does not have the shape that is described; a body of another kind than JSON is left unread."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if request.method == "POST" and kind != _JSON:
        return refused(Refusal("not-json", f"the body must be {_JSON}, not {quote(kind)}"))
    return refused(Refusal("malformed", _first_problem(error)))


async def _http(request: Request, error: Any) -> Response:
    """What the framework refuses by itself: unknown addresses and methods, bodies that are too large or no JSON."""
    path = quote(request.url.path)
    if error.status_code == 404:
        return await _unknown(request)
    if error.status_code == 405:
        answer = refused(Refusal("wrong-method", f"{path} is not for {quote(request.method)}"))
        answer.headers.update(error.headers or {})
        return answer
    if error.status_code == 413:
        return refused(too_large_body(request.url.path))
    return refused(Refusal("malformed", str(error.detail)))


async def _unknown(request: Request) -> Response:
    """A browser that was led to no page gets the page, which says so, and leads on."""
    path = request.url.path
    asks = path.startswith(("/api/", "/static/", "/openapi.json"))
    if not asks and "text/html" in request.headers.get("accept", ""):
        page: Response = request.app.state.services.files.page(request.scope, 404)
        return page
    return refused(Refusal("unknown-page", f"there is no page {quote(path)}"))


async def _broken(_: Request, __: Exception) -> Response:
    """A fault of ours: uvicorn writes it down. This answer passes by all middleware, so it brings its headers."""
    answer = refused(Refusal("broken", "the server failed: this is its fault, not yours"))
    answer.raw_headers += HEADERS
    return answer


HANDLERS: dict[int | type[Exception], Callable[[Request, Any], Coroutine[Any, Any, Response]]] = {
    Refusal: _refusal,
    NoughtsError: _house,
    RequestValidationError: _malformed,
    HTTPException: _http,
    Exception: _broken,
}
"""How every error is answered."""


def _first_problem(error: RequestValidationError) -> str:
    """The first of what is wrong with a request, in one sentence that quotes it."""
    problem = error.errors()[0]
    if problem["type"] == "json_invalid":
        return "the body is not JSON"
    place = ".".join(str(part) for part in problem["loc"] if part not in ("body", "query", "path"))
    said = str(problem["msg"])
    given = f", not {quote(problem['input'])}" if problem["type"] != "missing" else ""
    return f"{place or 'the body'}: {said[:1].lower()}{said[1:]}{given}"


def most_bytes(path: str) -> int:
    """The most bytes of a request's body at an address."""
    return MAX_STUDY_BODY if path == STUDIES else MAX_BODY


def too_large_body(path: str) -> Refusal:
    """More was sent than is read at an address."""
    return Refusal("too-large", f"the body is larger than {most_bytes(path):,} bytes")


class Answers:
    """What every answer has: headers and a name of its own, its place in the metrics, a line in the access log."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app, self._metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun, has_begun = time.perf_counter(), False
        name = scope.get("request_id") or f"{_names.getrandbits(64):016x}"

        async def answer(message: Message) -> None:
            nonlocal has_begun
            if message["type"] == "http.response.start":
                has_begun = True
                self._count(scope, message["status"], time.perf_counter() - begun, name)
                headers = with_headers(list(message.get("headers", ())))
                message = {**message, "headers": [*headers, (b"x-request-id", name.encode())]}
            await send(message)

        try:
            await self._app(scope, receive, answer)
        except asyncio.CancelledError:
            if has_begun or not scope["app"].state.services.stops:
                raise
            stopping = Refusal("busy", "the server stops: please ask again", retry_after=5)
            await refused(stopping)(scope, receive, answer)
        except Exception:
            self._count(scope, 500, time.perf_counter() - begun, name)
            raise

    def _count(self, scope: Scope, status: int, seconds: float, name: str) -> None:
        """Counts the answer, and writes the access log's line: no query, no token."""
        self._metrics.count(status, seconds)
        if _access.isEnabledFor(logging.INFO):
            client = scope["client"][0] if scope.get("client") else "-"
            asked = f"{scope['method']} {quote(scope['path'], 200)}"
            _access.info("%s %s %s %.1f ms %s", client, asked, status, seconds * 1000, name)


WORTH_IT = 2_000
"""From so many bytes on an answer is compressed; a game of 3x3x3 is shorter, and fits one packet anyway."""

_LEVEL = 6
"""How hard it is compressed: zlib's own default."""


class Compression(GZipMiddleware):
    """Starlette's, which takes any mention of gzip for a wish: ``gzip;q=0`` says the opposite (RFC 9110, 12.5.3)."""

    def __init__(self, app: ASGIApp) -> None:
        super().__init__(app, minimum_size=WORTH_IT, compresslevel=_LEVEL)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] == "http" and not takes_gzip(Headers(scope=scope).get("accept-encoding", "")):
            headers = [(name, value) for name, value in scope["headers"] if name != b"accept-encoding"]
            scope = {**scope, "headers": headers}
        await super().__call__(scope, receive, send)


def takes_gzip(accepted: str) -> bool:
    """Whether an Accept-Encoding header names gzip, and not with the weight 0."""
    for coding in accepted.split(","):
        name, _, parameters = coding.partition(";")
        if name.strip().lower() in ("gzip", "x-gzip"):
            weight = parameters.partition("=")[2].strip() or "1"
            return weight.strip("0.") != ""
    return False
