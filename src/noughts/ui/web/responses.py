"""Answers as they are sent: JSON, what is kept to be sent again, and refusals."""

from __future__ import annotations

from typing import Any, Protocol

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from noughts.ui.web.errors import Refusal

FRESH = "public, max-age=3600"
NOT_KEPT = "no-store"
"""Whether a cache may keep an answer."""


class Kept(Protocol):
    """A body that is sent again and again: plain and, where that is worth it, compressed."""

    @property
    def body(self) -> bytes: ...
    @property
    def packed(self) -> bytes | None: ...
    @property
    def etag(self) -> str: ...
    @property
    def kind(self) -> str: ...


def answered(content: Any, status: int = 200) -> JSONResponse:
    """An answer that no cache may keep: a game goes on."""
    return JSONResponse(content, status, {"cache-control": NOT_KEPT})


def sent(request: Request, kept: Kept, freshness: str, status: int = 200) -> Response:
    """What is kept, compressed where the browser can read that, or that the browser's own copy is still good."""
    headers = {"cache-control": freshness, "etag": kept.etag, "vary": "accept-encoding"}
    if status == 200 and kept.etag in request.headers.get("if-none-match", ""):
        return Response(None, 304, headers)
    if kept.packed and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(kept.packed, status, {**headers, "content-encoding": "gzip"}, kept.kind)
    return Response(kept.body, status, headers, kept.kind)


def refused(refusal: Refusal) -> JSONResponse:
    """The answer to a request that is not done."""
    content: dict[str, Any] = {"error": refusal.message, "code": refusal.code}
    headers = {"cache-control": NOT_KEPT}
    if refusal.record:
        from noughts.ui.web.games.json import game_json  # not before there is a game: the page comes first

        content["game"] = game_json(refusal.record)
    if refusal.retry_after:
        headers["retry-after"] = str(refusal.retry_after)
    if refusal.status == 401:
        headers["www-authenticate"] = "Bearer"
    return JSONResponse(content, refusal.status, headers)
