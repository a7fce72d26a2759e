"""Routes for other programs: whether the server runs, whether it can store games, and its metrics."""

from __future__ import annotations

import asyncio

from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.responses import PlainTextResponse, Response

from noughts.errors import quote
from noughts.server.addresses import is_near
from noughts.server.api_errors import Refusal, StoreError
from noughts.server.game_requests import Client

_READY_SECONDS = 1.5
"""How long the database may take to answer whether it is ready."""


async def health(_: Client) -> PlainTextResponse:
    """It answers, so it runs."""
    return PlainTextResponse("running\n")


async def ready(client: Client) -> PlainTextResponse:
    """Whether games can be read and kept; 503 where the database does not answer, 507 where its disk is full."""
    try:
        async with asyncio.timeout(_READY_SECONDS):
            await client.services.check_store()
    except TimeoutError:
        raise StoreError(f"the database has not answered for {_READY_SECONDS:g} seconds") from None
    return PlainTextResponse("ready\n")


async def metrics(client: Client) -> Response:
    """Numbers for Prometheus, told to this machine alone; whatever came through a proxy came from elsewhere."""
    if not is_near(client.request):
        raise Refusal("unknown-page", f"there is no page {quote(client.request.url.path)}")
    return Response(generate_latest(client.services.metrics.registry), media_type=CONTENT_TYPE_LATEST)
