"""Where requests come in: each costs its address a permit, whatever it asks for, and addresses take turns."""

from __future__ import annotations

import asyncio
from collections import Counter, deque

from starlette.types import ASGIApp, Receive, Scope, Send

from noughts.ui.web.addresses import payer_of
from noughts.ui.web.api.refusal_answers import refused
from noughts.ui.web.rate_limit import RateLimits
from noughts.ui.web.refusal import Refusal

_AT_ONCE = 8
"""Requests of one address that begin in one turn of the event loop: a few milliseconds of work."""


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
