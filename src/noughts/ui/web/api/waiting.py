"""Waiting for an answer as long as somebody waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from fastapi import Request

from noughts.ui.web.refusal import Refusal

T = TypeVar("T")


async def while_there(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """What the work comes to; it is cancelled when whoever asked has gone. The body must have been read."""
    working = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(_left(request))
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            return working.result()
        raise Refusal("gone", "whoever asked has gone")
    finally:
        leaving.cancel()
        working.cancel()


async def _left(request: Request) -> None:
    """Ends when the connection does."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
