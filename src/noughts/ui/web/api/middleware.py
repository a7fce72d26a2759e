"""What is between uvicorn and FastAPI, plain ASGI, from the outside in: see ``middleware``.

Starlette's parts do the work where they can. They refuse in plain text, so the outermost layer says it in ours; it also
sends the headers of every answer and writes the access log. Starlette has nothing against writing from foreign pages.
"""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
import time
from collections.abc import Callable, Iterable, Mapping

from starlette.datastructures import Headers
from starlette.middleware import Middleware
from starlette.middleware.body_limit import RequestBodyLimitMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from noughts.errors import quote
from noughts.ui.web.api.compression import Compression
from noughts.ui.web.api.door import Door
from noughts.ui.web.api.headers import with_headers
from noughts.ui.web.api.proxies import Forwarded
from noughts.ui.web.api.refusal_answers import refused
from noughts.ui.web.api.services import Services
from noughts.ui.web.metrics import Metrics
from noughts.ui.web.refusal import MAX_BODY, MAX_STUDY_BODY, Refusal, most_bytes, too_large_body

_SAFE = ("GET", "HEAD", "OPTIONS")

_names = random.Random(secrets.randbits(128))
"""Names of requests: no two alike, and no secret."""

_log = logging.getLogger("noughts.access")


def middleware(hosts: Iterable[str], services: Services) -> list[Middleware]:
    """All layers, the outermost first; ``hosts`` are this server's names, without ports, or none for any name.

    The Host check keeps a foreign name that was pointed at this machine (DNS rebinding) from reading games.
    """
    return [
        Middleware(Forwarded, proxies=services.proxies),
        Middleware(Answers, metrics=services.metrics),
        Middleware(Door, limits=services.limits),
        Middleware(TrustedHostMiddleware, allowed_hosts=sorted(hosts) or ["*"], www_redirect=False),
        Middleware(SameOrigin),
        Middleware(BodyLimit),
        Middleware(Compression),
    ]


class Answers:
    """What every answer has: headers and a name of its own, the one shape of a refusal, a line in the access log."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        answer = _Answer(scope, send, self._metrics)
        try:
            await self._app(scope, receive, answer)
        except asyncio.CancelledError:
            if answer.has_begun or not scope["app"].state.services.stops:
                raise
            stopping = Refusal("busy", "the server stops: please ask again", retry_after=5)
            await refused(stopping)(scope, receive, answer)
        except Exception:
            answer.log(500)
            raise


class _Answer:
    """An answer on its way out."""

    def __init__(self, scope: Scope, send: Send, metrics: Metrics) -> None:
        self._scope = scope
        self._metrics = metrics
        self._name = scope.get("request_id") or f"{_names.getrandbits(64):016x}"
        self._send = send
        self._begun = time.perf_counter()
        self._instead: Response | None = None
        self.has_begun = False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.has_begun = True
            message = self._start(message)
        elif self._instead:
            message = {**message, "body": self._instead.body}
        await self._send(message)

    def _start(self, message: Message) -> Message:
        status, headers = message["status"], list(message.get("headers", ()))
        say = _IN_OUR_WORDS.get(status)
        if say and Headers(raw=headers).get("content-type", "").startswith("text/plain"):
            self._instead = refused(say(self._scope))
            headers = self._instead.raw_headers
        self.log(status)
        named = (b"x-request-id", self._name.encode())
        return {**message, "headers": [*with_headers(headers), named]}

    def log(self, status: int) -> None:
        """Counts the answer, and writes the access log's line: no query, no token."""
        spent = time.perf_counter() - self._begun
        self._metrics.count(status, spent)
        if _log.isEnabledFor(logging.INFO):
            client = self._scope["client"][0] if self._scope.get("client") else "-"
            asked = f"{self._scope['method']} {quote(self._scope['path'], 200)}"
            _log.info("%s %s %s %.1f ms %s", client, asked, status, spent * 1000, self._name)


def _foreign_host(scope: Scope) -> Refusal:
    host = Headers(scope=scope).get("host", "")
    return Refusal("foreign-host", f"this server is not called {quote(host)}")


def _too_large(scope: Scope) -> Refusal:
    return too_large_body(scope["path"])


_IN_OUR_WORDS: Mapping[int, Callable[[Scope], Refusal]] = {400: _foreign_host, 413: _too_large}
"""What Starlette's middleware means when it refuses, which it does in plain text, by the status."""


class BodyLimit:
    """Starlette's limit of bodies, which is wider where records are brought."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        limits = (MAX_BODY, MAX_STUDY_BODY)
        self._apps = {most: RequestBodyLimitMiddleware(app, max_body_size=most) for most in limits}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        length = next((value for name, value in scope.get("headers", ()) if name == b"content-length"), b"")
        if length.isdigit() and len(length) < 9 and int(length) <= MAX_BODY:  # more than it says never comes
            await self._app(scope, receive, send)
        else:
            await self._apps[most_bytes(scope.get("path", ""))](scope, receive, send)


class SameOrigin:
    """Keeps pages of other sites from writing here, by what a browser says of where a request comes from."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        refusal = _foreign(scope) if scope["type"] == "http" and scope["method"] not in _SAFE else None
        await (refused(refusal) if refusal else self._app)(scope, receive, send)


def _foreign(scope: Scope) -> Refusal | None:
    headers = Headers(scope=scope)
    origin, site = headers.get("origin"), headers.get("sec-fetch-site", "same-origin")
    if origin is not None and origin.partition("://")[2] != headers.get("host", ""):
        return Refusal("foreign-origin", f"a page of {quote(origin)} may not play here")
    if site not in ("same-origin", "none"):
        return Refusal("foreign-origin", "a page of another site may not play here")
    return None
