"""Answers compressed for those who take gzip."""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

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
