"""Routes for other programs: whether the server runs, whether it can store games, and its metrics."""

from __future__ import annotations

from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.responses import PlainTextResponse, Response

from noughts.errors import quote
from noughts.server.addresses import is_near
from noughts.server.api_errors import Refusal
from noughts.server.game_requests import Client


async def health(_: Client) -> PlainTextResponse:
    """It answers, so it runs."""
    return PlainTextResponse("running\n")


async def ready(client: Client) -> PlainTextResponse:
    """Whether games can be read and kept; 503 where the database does not answer, 507 where its disk is full."""
    await client.services.workers.waiting(client.who, client.services.store.check)
    return PlainTextResponse("ready\n")


async def metrics(client: Client) -> Response:
    """Numbers for Prometheus, told to this machine alone; whatever came through a proxy came from elsewhere."""
    if not is_near(client.request):
        raise Refusal("unknown-page", f"there is no page {quote(client.request.url.path)}")
    return Response(generate_latest(client.services.metrics.registry), media_type=CONTENT_TYPE_LATEST)
