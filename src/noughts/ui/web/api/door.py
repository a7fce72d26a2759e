"""Where requests come in: each costs its address a permit, whatever it asks for, and addresses take turns.

``middleware`` is all that is between the host and FastAPI, plain ASGI. Starlette measures bodies whose length
nobody has said; it has nothing against writing from foreign pages, and refuses foreign names in words of its own.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter, deque
from collections.abc import Iterable

from starlette.datastructures import Headers
from starlette.middleware import Middleware
from starlette.middleware.body_limit import RequestBodyLimitMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

from noughts.errors import quote
from noughts.ui.web.addresses import Forwarded, payer_of
from noughts.ui.web.api.responses import (
    MAX_BODY,
    MAX_STUDY_BODY,
    Answers,
    Compression,
    most_bytes,
    refused,
    too_large_body,
)
from noughts.ui.web.api.services import Services
from noughts.ui.web.rate_limit import RateLimits
from noughts.ui.web.refusal import Refusal

_SAFE = ("GET", "HEAD", "OPTIONS")
_PORT = re.compile(":[0-9]*$")

_AT_ONCE = 8
"""Requests of one address that begin in one turn of the event loop: a few milliseconds of work."""


def middleware(hosts: Iterable[str], services: Services) -> list[Middleware]:
    """All layers, the outermost first; ``hosts`` are this server's names, without ports, or none for any name."""
    return [
        Middleware(Forwarded, proxies=services.proxies),
        Middleware(Answers, metrics=services.metrics),
        Middleware(Door, limits=services.limits, hosts=frozenset(hosts)),
        Middleware(Compression),
    ]


class Door:
    """Lets requests in, but none by a foreign name or from a foreign page, and none that is too large.

    A foreign name may have been pointed at this machine (DNS rebinding) so as to read games. Who has no permit left
    loses the connection, too: what waits on it is not read.
    """

    def __init__(self, app: ASGIApp, limits: RateLimits, hosts: frozenset[str]) -> None:
        self._app, self._limits, self._hosts = app, limits, hosts
        self._turnstile = _Turnstile()
        self._measured = {
            most: RequestBodyLimitMiddleware(app, max_body_size=most) for most in (MAX_BODY, MAX_STUDY_BODY)
        }

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
            return
        await self._turnstile.enter(who)
        headers = Headers(scope=scope)
        if against := self._foreign(scope, headers) or _too_large(scope, headers):
            await refused(against)(scope, receive, send)
        elif scope["method"] in _SAFE or "content-length" in headers:  # more than it says never comes
            await self._app(scope, receive, send)
        else:
            await self._measured[most_bytes(scope["path"])](scope, receive, send)

    def _foreign(self, scope: Scope, headers: Headers) -> Refusal | None:
        """What speaks against a request by what it and a browser say of where it comes from and goes to."""
        host = headers.get("host", "")
        if self._hosts and _PORT.sub("", host.lower()) not in self._hosts:
            return Refusal("foreign-host", f"this server is not called {quote(host)}")
        if scope["method"] in _SAFE:
            return None
        origin, site = headers.get("origin"), headers.get("sec-fetch-site", "same-origin")
        if origin is not None and origin.partition("://")[2] != host:
            return Refusal("foreign-origin", f"a page of {quote(origin)} may not play here")
        if site not in ("same-origin", "none"):
            return Refusal("foreign-origin", "a page of another site may not play here")
        return None


def _too_large(scope: Scope, headers: Headers) -> Refusal | None:
    length = headers.get("content-length", "")
    few = length.isdigit() and len(length) < 9 and int(length) <= most_bytes(scope["path"])
    return None if few or not length else too_large_body(scope["path"])


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
