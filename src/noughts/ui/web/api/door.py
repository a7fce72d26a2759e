"""Where requests come in: each costs its address a permit, whatever it asks for, and addresses take turns.

``middleware`` is all that is between the host and FastAPI, plain ASGI. Starlette's parts do the work where they can;
they refuse in plain text, so that ``Answers`` says it in ours. Starlette has nothing
against writing from foreign pages.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Iterable

from starlette.datastructures import Headers
from starlette.middleware import Middleware
from starlette.middleware.body_limit import RequestBodyLimitMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

from noughts.errors import quote
from noughts.ui.web.addresses import Forwarded, payer_of
from noughts.ui.web.api.responses import Answers, Compression, refused
from noughts.ui.web.api.services import Services
from noughts.ui.web.rate_limit import RateLimits
from noughts.ui.web.refusal import MAX_BODY, MAX_STUDY_BODY, Refusal, most_bytes

_SAFE = ("GET", "HEAD", "OPTIONS")

_AT_ONCE = 8
"""Requests of one address that begin in one turn of the event loop: a few milliseconds of work."""


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


class Door:
    """Lets requests in; who has no permit left is refused and loses the connection: what waits on it is not read."""

    def __init__(self, app: ASGIApp, limits: RateLimits) -> None:
        self._app = app
        self._limits = limits
        self._turnstile = _Turnstile()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        who = payer_of(scope)
        try:
            self._limits.take("request", who)
        except Refusal as refusal:
            answer = refused(refusal)
            answer.headers["connection"] = "close"
            await answer(scope, receive, send)
        else:
            await self._turnstile.enter(who)
            await self._app(scope, receive, send)


class _Turnstile:
    """Some requests of each address begin in a turn of the event loop, the others of it in the next.

    So whoever has sent one waits for few of an address that has sent hundreds. Those that wait are bounded by the
    connections that an address may have: of each, one request is worked on.
    """

    def __init__(self) -> None:
        self._begun: Counter[str] = Counter()
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
