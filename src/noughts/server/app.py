"""The server as a FastAPI application: games, questions, the page and its files."""

from __future__ import annotations

import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from noughts.server import class_requests as classes
from noughts.server import game_requests as games
from noughts.server import health, static_files
from noughts.server.analysis_requests import (
    analysis_router,
    contest_router,
    lesson_router,
    sharing_router,
    study_router,
)
from noughts.server.middleware import middleware
from noughts.server.opponents import think_ahead
from noughts.server.responses import HANDLERS
from noughts.server.services import Services, Setting
from noughts.server.tables import Store

_ROUTERS = (
    games.router,
    analysis_router,
    lesson_router,
    study_router,
    classes.router,
    contest_router,
    sharing_router,
    static_files.router,
    health.router,
)


def create_app(store: Store, setting: Setting | None = None) -> FastAPI:
    """The application on a store; ``app.state.services`` are its parts."""
    setting = setting or Setting()
    services = Services(store, setting)
    app = FastAPI(
        title="noughts",
        summary="Tic-tac-toe, its players, and what they think.",
        version="1",
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        # It would ask the environment at each request.
        telemetry={"tracing": False, "metrics": False, "logs": False},
        lifespan=_lifespan,
        middleware=middleware(services),
        exception_handlers=HANDLERS,
    )
    app.state.services = services
    for router in _ROUTERS:
        app.router.routes += (
            router.routes
        )  # included, each would be made anew, which takes a third of a second
    app.mount("/static", services.files)
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    """While the server runs."""
    app.state.services.open()
    gc.freeze()  # what is loaded stays: looking through it for garbage again and again would hold up games
    app.state.services.host.begin(think_ahead)
    yield
    app.state.services.close()
