"""The server as a Starlette application: games, questions, the page and its files."""

from __future__ import annotations

import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount
from starlette.routing import Route as StarletteRoute

from noughts.server.middleware import middleware
from noughts.server.openapi import openapi_json
from noughts.server.opponents import think_ahead
from noughts.server.rate_limits import payer_of
from noughts.server.responses import HANDLERS, JSON
from noughts.server.routes import PAGES, ROUTES, max_body
from noughts.server.services import Services, Setting
from noughts.server.tables import Store


def create_app(store: Store, setting: Setting | None = None) -> Starlette:
    """The application on a store; ``app.state.services`` are its parts."""
    services = Services(store, setting or Setting())
    app = Starlette(
        routes=[
            *(route.for_starlette() for route in ROUTES),
            StarletteRoute("/openapi.json", _openapi),
            *(StarletteRoute(path, _page) for path in PAGES),
            Mount("/static", services.files),
        ],
        lifespan=_lifespan,
        middleware=middleware(services, max_body),
        exception_handlers=HANDLERS,
    )
    app.state.services, app.state.max_body = services, max_body
    return app


async def _page(request: Request) -> Response:
    """Respond with the page."""
    services: Services = request.app.state.services
    return services.files.page(request.scope)


async def _openapi(request: Request) -> Response:
    """Respond with the OpenAPI document. A thread makes it once, in a tenth of a second."""
    services: Services = request.app.state.services
    return Response(await services.workers.quick(payer_of(request.scope), openapi_json), media_type=JSON)


@asynccontextmanager
async def _lifespan(app: Starlette) -> AsyncIterator[None]:
    """While the server runs."""
    app.state.services.open()
    gc.freeze()  # what is loaded stays: looking through it for garbage again and again would hold up games
    app.state.services.host.begin(think_ahead)
    yield
    app.state.services.close()
