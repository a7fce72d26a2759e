"""What the server says of its own interface, as OpenAPI: /openapi.json."""

from __future__ import annotations

import json

from fastapi import APIRouter, FastAPI, Request
from starlette.responses import Response

from noughts.ui.web.api.callers import ServicesDep, client

router = APIRouter(include_in_schema=False)


@router.get("/openapi.json")
async def openapi(request: Request, services: ServicesDep) -> Response:
    """The description; to make it takes a tenth of a second, so that a thread does, once."""
    return Response(
        await services.workers.quick(client(request), _description, request.app),
        media_type="application/json",
    )


def _description(app: FastAPI) -> bytes:
    if not hasattr(app.state, "description"):
        app.state.description = json.dumps(app.openapi(), ensure_ascii=False, separators=(",", ":")).encode()
    text: bytes = app.state.description
    return text
