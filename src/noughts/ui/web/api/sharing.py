"""How a link comes to another device: as a QR code, and with an address that is reached from there."""

from __future__ import annotations

import socket
from contextlib import suppress
from ipaddress import ip_address

import segno
from fastapi import APIRouter, Request

from noughts.contract.games import AddressesJson, QrJson
from noughts.contract.numbers import SCHEMA
from noughts.ui.web.addresses import host_name, is_near
from noughts.ui.web.api import schemas
from noughts.ui.web.api.callers import ServicesDep
from noughts.ui.web.api.question_routes import Asking

router = APIRouter(prefix="/api", tags=["sharing"], responses=schemas.refusals(400, 422, 429, 500, 503))

WRITE = schemas.refusals(403, 413, 415)


@router.post("/qr", responses=WRITE)
async def qr(body: schemas.Text, asker: Asking) -> QrJson:
    """A text as a QR code. It is sent as a body, for a link may hold a secret, and addresses are written down."""
    modules = await asker.services.workers.quick(asker.who, _modules, body.text)
    return {"schema": SCHEMA, "modules": modules}


@router.get("/addresses")
async def addresses(request: Request, services: ServicesDep) -> AddressesJson:
    """Where others in this network reach the server; told to this machine alone, for it is nobody else's business."""
    return {"schema": SCHEMA, "addresses": list(services.addresses) if is_near(request) else []}


def _modules(text: str) -> list[str]:
    code = segno.make_qr(text, error="m")
    return ["".join(map(str, row)) for row in code.matrix]


def outside_addresses(bound: str, port: int) -> tuple[str, ...]:
    """The addresses under which others reach a server that listens there; none where only this machine does.

    Of a server on all addresses it is the one that this machine would use to leave it: a datagram socket that is
    connected sends nothing, and the system says from where it would.
    """
    address = ip_address(bound)
    if address.is_loopback:
        return ()
    if not address.is_unspecified:
        return (f"http://{host_name(bound)}:{port}",)
    families = (
        (socket.AF_INET, "192.0.2.1"),
        (socket.AF_INET6, "2001:db8::1"),
    )  # RFC 5737, RFC 3849: nobody's
    for family, beyond in families[: 1 if address.version == 4 else 2]:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as leaving:
            leaving.connect((beyond, 9))
            own = leaving.getsockname()[0]
            if not ip_address(own).is_loopback:
                return (f"http://{host_name(own)}:{port}",)
    return ()
