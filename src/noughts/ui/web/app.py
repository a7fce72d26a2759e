"""The server as a FastAPI application: games, questions, the page and its files."""

from __future__ import annotations

import gc
import threading
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager

from fastapi import FastAPI
from starlette.middleware import Middleware

from noughts.adapters.programs.program import Program
from noughts.ui.web.api import class_routes as classes
from noughts.ui.web.api import contest_routes as contests
from noughts.ui.web.api import description, health, pages, sharing
from noughts.ui.web.api import game_routes as games
from noughts.ui.web.api import lesson_routes as lessons
from noughts.ui.web.api import question_routes as questions
from noughts.ui.web.api import study_routes as studies
from noughts.ui.web.api.counted_files import CountedFiles
from noughts.ui.web.api.middleware import middleware
from noughts.ui.web.api.plain_route import PlainRoutes
from noughts.ui.web.api.proxies import Proxies
from noughts.ui.web.api.refusal_answers import HANDLERS
from noughts.ui.web.api.services import Services
from noughts.ui.web.compute.opponents import Opponents, think_ahead
from noughts.ui.web.compute.workers import QUESTIONS
from noughts.ui.web.journal.retention import Retention
from noughts.ui.web.journal.store import Store

_ROUTERS = (
    games.router,
    questions.router,
    lessons.router,
    studies.router,
    classes.router,
    contests.router,
    sharing.router,
    pages.router,
    health.router,
    description.router,
)


def create_app(
    store: Store,
    hosts: Iterable[str] = (),
    proxies: Proxies | None = None,
    retention: Retention | None = None,
    question_seconds: float = QUESTIONS.seconds,
    programs: Iterable[Program] = (),
) -> FastAPI:
    """The application on a store; ``app.state.services`` are its parts.

    ``hosts`` are the names under which it may be asked for, without ports; none given means any name. What
    ``proxies`` say of a request is believed. Games are kept as ``retention`` says, or for ever. The answer to a
    question may take ``question_seconds`` of CPU time. ``programs`` of other people may be played against.
    """
    services = Services(
        store, Opponents(programs), proxies or Proxies(), retention or Retention(), question_seconds
    )
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
        middleware=middleware(hosts, services.proxies, services.metrics),
        exception_handlers=HANDLERS,
    )
    app.state.services = services
    app.user_middleware.append(Middleware(PlainRoutes, routes=games.plain_routes(app)))
    for router in _ROUTERS:
        app.include_router(router)
    app.mount("/static", CountedFiles(services.files, services.limits))
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    """While the server runs."""
    _find_routes(app)
    app.state.services.open()
    gc.freeze()  # what is loaded stays: looking through it for garbage again and again would hold up games
    threading.Thread(target=think_ahead, daemon=True).start()
    yield
    app.state.services.close()


def _find_routes(app: FastAPI) -> None:
    """Looks for a page that nobody has: FastAPI makes what a route needs when it first looks at it.

    That takes a tenth of a second, in which the first request, and all others, would wait.
    """
    nowhere = {"type": "http", "method": "GET", "path": "/nowhere/at/all", "root_path": "", "headers": []}
    for route in app.router.routes:
        route.matches({**nowhere, "app": app})
