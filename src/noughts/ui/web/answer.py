"""Answers as JSON, the refused ones too."""

from __future__ import annotations

from typing import Any

from starlette.responses import JSONResponse

from noughts.ui.web.refusal import Refusal

_NOT_KEPT = {"cache-control": "no-store"}


def answered(content: Any, status: int = 200) -> JSONResponse:
    """An answer that no cache may keep: a game goes on."""
    return JSONResponse(content, status, _NOT_KEPT)


def refused(refusal: Refusal) -> JSONResponse:
    """The answer to a request that is not done."""
    content: dict[str, Any] = {"error": refusal.message, "code": refusal.code}
    headers = dict(_NOT_KEPT)
    if refusal.record:
        from noughts.ui.web.game_json import game_json  # not before there is a game: the page comes first

        content["game"] = game_json(refusal.record)
    if refusal.retry_after:
        headers["retry-after"] = str(refusal.retry_after)
    if refusal.status == 401:
        headers["www-authenticate"] = "Bearer"
    return JSONResponse(content, refusal.status, headers)
