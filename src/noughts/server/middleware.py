"""The middleware between the server and the routes.

Each request takes a permit of its client's address, and addresses take turns. Every response gets an id, a line in the
access log, metrics and security headers (https://www.w3.org/TR/CSP3/,
https://owasp.org/www-project-secure-headers/): the page loads nothing from other origins, runs nothing inline, and
cannot be framed. Scripts and style sheets get no policy, because it applies to documents only, and a page loads fifty
of them.

Starlette limits bodies without a Content-Length. It has no middleware for these headers or against requests from pages
of other sites, and its error for a disallowed host is not JSON.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import Counter as Counts
from collections import deque
from collections.abc import Callable, Mapping
from functools import cache, lru_cache, partial

from prometheus_client import CollectorRegistry, Counter, Histogram
from starlette.datastructures import Headers
from starlette.middleware import Middleware
from starlette.middleware.body_limit import RequestBodyLimitMiddleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from noughts.errors import quote
from noughts.server.addresses import ProxyHeaders, host_of, is_ip_address
from noughts.server.api_errors import Refusal
from noughts.server.rate_limits import RateLimits, payer_of
from noughts.server.responses import refusal_response, too_large_body
from noughts.server.services import Services

_access = logging.getLogger("noughts.access")

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Seconds; an answer is counted in the first that it needed no more than."""

_SAFE = ("GET", "HEAD", "OPTIONS")

_AT_ONCE = 8
"""Requests of one address that begin in one turn of the event loop: a few milliseconds of work."""


def middleware(services: Services, max_body: Callable[[str], int]) -> list[Middleware]:
    """Return all layers, the outermost first. ``max_body`` gives the most bytes of a body by path."""
    proxies, names = services.setting.proxies, frozenset(services.setting.names)
    believed = [Middleware(ProxyHeaders, proxies=proxies)] if proxies.networks else []
    return [
        *believed,
        Middleware(Answers, registry=services.metrics.registry),
        Middleware(HeadRequests),
        Middleware(Door, limits=services.limits, hosts=names, max_body=max_body),
        Middleware(Compression),
    ]


class HeadRequests:
    """Middleware that responds to HEAD as to GET, without the body (RFC 9110, 9.3.2).

    Routes are of GET alone, so that a handler need not know of HEAD.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self._app(scope, receive, send)
            return

        async def send_head(message: Message) -> None:
            await send({**message, "body": b""} if message["type"] == "http.response.body" else message)

        await self._app({**scope, "method": "GET", "is_head": True}, receive, send_head)


class Door:
    """Lets requests in, but none by a foreign name or from a foreign page, and none that is too large.

    ``hosts`` are this server's names, without ports, or none for any name.

    A foreign name may have been pointed at this machine (DNS rebinding) so as to read games. An IP address cannot be,
    so every one is accepted. Who has no permit left loses the connection, too: what waits on it is not read.
    """

    def __init__(
        self, app: ASGIApp, limits: RateLimits, hosts: frozenset[str], max_body: Callable[[str], int]
    ) -> None:
        self._app, self._limits, self._hosts, self._max_body = app, limits, hosts, max_body
        self._is_allowed = lru_cache(maxsize=128)(self._has_allowed_host)
        self._turnstile = _Turnstile()
        self._measured = cache(partial(RequestBodyLimitMiddleware, app))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        who = payer_of(scope)
        try:
            self._limits.take("request", who)
        except Refusal as refusal:
            answer = refusal_response(refusal)
            answer.headers["connection"] = "close"
            await answer(scope, receive, send)
            return
        await self._turnstile.enter(who)
        headers = Headers(scope=scope)
        if against := self._foreign(scope, headers) or self._too_large(scope, headers):
            await refusal_response(against)(scope, receive, send)
        elif scope["method"] in _SAFE or "content-length" in headers:  # more than it says never comes
            await self._app(scope, receive, send)
        else:
            await self._measured(max_body_size=self._max_body(scope["path"]))(scope, receive, send)

    def _foreign(self, scope: Scope, headers: Headers) -> Refusal | None:
        """Return the error if Host, Origin or Sec-Fetch-Site is not allowed."""
        host = headers.get("host", "")
        if self._hosts and not self._is_allowed(host):
            return Refusal(
                "foreign-host",
                f"host {quote(host)} is not allowed: use an IP address or localhost, or start the server with "
                "--public-name and the name",
            )
        if scope["method"] in _SAFE:
            return None
        origin, site = headers.get("origin"), headers.get("sec-fetch-site", "same-origin")
        if origin is not None and origin.partition("://")[2] != host:
            return Refusal(
                "foreign-origin",
                f"a page of {quote(origin)} may not send this request: only the page of this server",
            )
        if site not in ("same-origin", "none"):
            return Refusal(
                "foreign-origin",
                f"a page of another site ({quote(site)}) may not send this request: only the page of this server",
            )
        return None

    def _too_large(self, scope: Scope, headers: Headers) -> Refusal | None:
        length, most = headers.get("content-length", ""), self._max_body(scope["path"])
        fits = length.isdigit() and len(length) < 9 and int(length) <= most
        return None if fits or not length else too_large_body(most)

    def _has_allowed_host(self, field: str) -> bool:
        """Return whether a Host field has one of this server's names or an IP address."""
        host = host_of(field)
        return host in self._hosts or is_ip_address(host)


class _Turnstile:
    """Some requests of each address begin in a turn of the event loop, the others of it in the next.

    So whoever has sent one waits for few of an address that has sent hundreds. Those that wait are bounded by the
    connections that an address may have: of each, one request is worked on.
    """

    def __init__(self) -> None:
        self._begun: Counts[str] = Counts()
        self._lines: dict[str, deque[asyncio.Future[None]]] = {}

    async def enter(self, who: str) -> None:
        """Waits for a turn in which few of this address have begun."""
        loop = asyncio.get_running_loop()
        if not self._begun:
            loop.call_soon(self._next)
        if self._begun[who] < _AT_ONCE:
            self._begun[who] += 1
        else:
            turn = loop.create_future()
            self._lines.setdefault(who, deque()).append(turn)
            await turn

    def _next(self) -> None:
        """The next turn of the loop."""
        self._begun.clear()
        for who, line in list(self._lines.items()):
            while line and self._begun[who] < _AT_ONCE:
                turn = line.popleft()
                if not turn.done():  # whoever waited for it has gone
                    turn.set_result(None)
                    self._begun[who] += 1
            if not line:
                del self._lines[who]
        if self._begun:
            asyncio.get_running_loop().call_soon(self._next)


CONTENT_SECURITY_POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
}
"""The rules for what the page may load, by directive."""


def policy_text(policy: Mapping[str, str]) -> str:
    """Return a policy as the value of the header field, or of the HTML element."""
    return "; ".join(f"{directive} {sources}" for directive, sources in policy.items())


_PARTS = [
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
_KEPT_TO_ITSELF = [
    (
        b"content-security-policy",
        policy_text({**CONTENT_SECURITY_POLICY, "frame-ancestors": "'none'"}).encode(),
    ),
    *_PARTS,
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
]

_CACHE_CONTROL = b"cache-control"
_NOT_CACHED = [(_CACHE_CONTROL, b"no-store")]
"""The default: a game goes on, and what was rejected may be allowed later."""

_CONTENT_TYPE = b"content-type"
_NO_DOCUMENTS = (b"text/javascript", b"text/css")


def with_headers(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Return the headers of a response with those of every response; no cache keeps it unless it says otherwise."""
    if any(name == _CONTENT_TYPE and value.startswith(_NO_DOCUMENTS) for name, value in headers):
        kept = _PARTS
    else:
        kept = _KEPT_TO_ITSELF
    said = any(name == _CACHE_CONTROL for name, _ in headers)
    return [*headers, *kept, *([] if said else _NOT_CACHED)]


class Answers:
    """Middleware that gives every response headers, an id, metrics, and a line in the access log."""

    def __init__(self, app: ASGIApp, registry: CollectorRegistry) -> None:
        self._app = app
        self._statuses = Counter("noughts_answers", "Answers", ["status"], registry=registry)
        self._seconds = Histogram(
            "noughts_answer_seconds", "Seconds until an answer began", buckets=BUCKETS, registry=registry
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun, has_begun = time.perf_counter(), False
        name = scope.get("request_id") or secrets.token_hex(8)

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
            stopping = Refusal(
                "busy", "the server is shutting down: try again in a few seconds", retry_after=5
            )
            await refusal_response(stopping)(scope, receive, answer)
        except Exception:  # a fault of ours, which uvicorn writes down
            if not has_begun:
                broken = Refusal("broken", "internal server error: its traceback is in the server's log")
                await refusal_response(broken)(scope, receive, answer)
            raise

    def _count(self, scope: Scope, status: int, seconds: float, name: str) -> None:
        """Counts the answer, and writes the access log's line: no query, no token."""
        self._statuses.labels(status).inc()
        self._seconds.observe(seconds)
        if _access.isEnabledFor(logging.INFO):
            client = scope["client"][0] if scope.get("client") else "-"
            asked = f"{scope['method']} {quote(scope['path'], 200)}"
            _access.info("%s %s %s %.1f ms %s", client, asked, status, seconds * 1000, name)


MIN_COMPRESSED_BYTES = 2_000
"""Minimum size of a response that is compressed; a game of 3x3x3 is shorter, and fits one packet anyway."""

_MIN_FILE_BYTES = 500
"""Minimum size of a file of the page that is compressed: a page loads dozens of files at once."""

_LEVEL = 6
"""How hard it is compressed: zlib's own default."""


class Compression(GZipMiddleware):
    """Starlette's, which takes any mention of gzip for a wish: ``gzip;q=0`` says the opposite (RFC 9110, 12.5.3)."""

    def __init__(self, app: ASGIApp) -> None:
        super().__init__(app, minimum_size=MIN_COMPRESSED_BYTES, compresslevel=_LEVEL)
        self._files = GZipMiddleware(app, minimum_size=_MIN_FILE_BYTES, compresslevel=_LEVEL)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] == "http" and not takes_gzip(Headers(scope=scope).get("accept-encoding", "")):
            headers = [(name, value) for name, value in scope["headers"] if name != b"accept-encoding"]
            scope = {**scope, "headers": headers}
        if scope["type"] == "http" and scope["path"].startswith("/static/"):
            await self._files(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)


def takes_gzip(accepted: str) -> bool:
    """Whether an Accept-Encoding header names gzip, and not with the weight 0."""
    for coding in accepted.split(","):
        name, _, parameters = coding.partition(";")
        if name.strip().lower() in ("gzip", "x-gzip"):
            weight = parameters.partition("=")[2].strip() or "1"
            return weight.strip("0.") != ""
    return False
