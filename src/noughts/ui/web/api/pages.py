"""The addresses of the page: all are the same page, which reads its own address."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from noughts.ui.web.api.callers import ServicesDep

router = APIRouter(include_in_schema=False)


@router.api_route("/", methods=["GET", "HEAD"])
@router.api_route("/games", methods=["GET", "HEAD"])
@router.api_route("/analyse", methods=["GET", "HEAD"])
@router.api_route("/brains", methods=["GET", "HEAD"])
@router.api_route("/learn", methods=["GET", "HEAD"])
@router.api_route("/learn/{name}", methods=["GET", "HEAD"])
@router.api_route("/compare", methods=["GET", "HEAD"])
@router.api_route("/compare/{name}", methods=["GET", "HEAD"])
@router.api_route("/class", methods=["GET", "HEAD"])
@router.api_route("/class/{classroom}", methods=["GET", "HEAD"])
@router.api_route("/game/{game}", methods=["GET", "HEAD"])
async def page(request: Request, services: ServicesDep) -> Response:
    """The page."""
    return services.files.page(request.scope)
