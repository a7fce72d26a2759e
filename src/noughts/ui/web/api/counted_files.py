"""The page's files, within what one address may ask for."""

from __future__ import annotations

from starlette.types import ASGIApp, Receive, Scope, Send

from noughts.ui.web.addresses import payer
from noughts.ui.web.rate_limit import RateLimits


class CountedFiles:
    """Passes a request on that costs a permit; Refusal where none is left."""

    def __init__(self, files: ASGIApp, limits: RateLimits) -> None:
        self._files = files
        self._limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        client = scope.get("client")
        self._limits.take("file", payer(client[0]) if client else "unknown")
        await self._files(scope, receive, send)
