"""Whether the server runs, whether it can play, what it counts, and how it describes itself: for other programs."""

from __future__ import annotations

import json
from functools import lru_cache

from fastapi import APIRouter, FastAPI, Request
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.responses import PlainTextResponse, Response

from noughts.errors import quote
from noughts.server.addresses import is_near
from noughts.server.api_errors import Refusal
from noughts.server.game_requests import ServicesDep
from noughts.server.rate_limits import payer_of

router = APIRouter(include_in_schema=False)


@router.get("/health")
async def health() -> PlainTextResponse:
    """It answers, so it runs."""
    return PlainTextResponse("running\n")


@router.get("/ready")
async def ready(request: Request, services: ServicesDep) -> PlainTextResponse:
    """Whether games can be read and kept; 503 where the database does not answer, 507 where its disk is full."""
    await services.workers.waiting(payer_of(request.scope), services.store.check)
    return PlainTextResponse("ready\n")


@router.get("/metrics")
async def metrics(request: Request, services: ServicesDep) -> Response:
    """Numbers for Prometheus, told to this machine alone; whatever came through a proxy came from elsewhere."""
    if not is_near(request):
        raise Refusal("unknown-page", f"there is no page {quote(request.url.path)}")
    return Response(generate_latest(services.metrics.registry), media_type=CONTENT_TYPE_LATEST)


@router.get("/openapi.json")
async def openapi(request: Request, services: ServicesDep) -> Response:
    """The description, as OpenAPI; to make it takes a tenth of a second, so that a thread does, once."""
    text = await services.workers.quick(payer_of(request.scope), _description, request.app)
    return Response(text, media_type="application/json")


@lru_cache(maxsize=4)
def _description(app: FastAPI) -> bytes:
    return json.dumps(app.openapi(), ensure_ascii=False, separators=(",", ":")).encode()
