"""How a link comes to another device: as a QR code, and with an address that is reached from there."""

from __future__ import annotations

import segno
from fastapi import APIRouter, Request

from noughts.contract.games import AddressesJson, QrJson
from noughts.contract.numbers import SCHEMA
from noughts.ui.web.addresses import is_near
from noughts.ui.web.api import schemas
from noughts.ui.web.api.callers import ServicesDep
from noughts.ui.web.api.question_routes import Asking

sharing_router = APIRouter(
    prefix="/api", tags=["sharing"], responses=schemas.refusals(400, 422, 429, 500, 503)
)

WRITE = schemas.refusals(403, 413, 415)


@sharing_router.post("/qr", responses=WRITE)
async def qr(body: schemas.Text, asker: Asking) -> QrJson:
    """A text as a QR code. It is sent as a body, for a link may hold a secret, and addresses are written down."""
    modules = await asker.services.workers.quick(asker.who, _modules, body.text)
    return {"schema": SCHEMA, "modules": modules}


@sharing_router.get("/addresses")
async def addresses(request: Request, services: ServicesDep) -> AddressesJson:
    """Where others in this network reach the server; told to this machine alone, for it is nobody else's business."""
    return {"schema": SCHEMA, "addresses": list(services.addresses) if is_near(request) else []}


def _modules(text: str) -> list[str]:
    code = segno.make_qr(text, error="m")
    return ["".join(map(str, row)) for row in code.matrix]
