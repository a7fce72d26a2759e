"""The table of routes: every request that the server responds to, except those for pages and files.

The application, its OpenAPI document, docs/http.md, the page's types of responses and the static site read this table.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from typing import Any, get_type_hints

from pydantic import BaseModel, ValidationError, create_model
from pydantic_core import to_json
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, compile_path
from starlette.routing import Route as StarletteRoute
from starlette.types import Receive, Scope, Send

from noughts.contract import choices, lessons, matches, values, verdicts
from noughts.contract.classes import ClassroomJson
from noughts.contract.games import GameFileJson, GameJson, StudyJson, ThinkingJson
from noughts.errors import quote
from noughts.explain import shapes as explained
from noughts.lessons.catalogue import LESSONS
from noughts.lessons.shapes import LessonJson
from noughts.records.formats.file import FORMATS
from noughts.server import analysis_requests as analysis
from noughts.server import class_requests as classes
from noughts.server import game_requests as games
from noughts.server import health, schemas
from noughts.server.api_errors import Refusal
from noughts.server.game_requests import Client, RecordClient
from noughts.server.responses import JSON, malformed

EVENTS, SVG, PNG, TEXT = "text/event-stream", "image/svg+xml", "image/png", "text/plain"

MAX_BODY, MAX_STUDY_BODY = 16_384, 655_360
"""The most bytes of a request's body, and of one that brings a record to be read."""

MAX_STRINGS = 1_000
"""The most strings in the JSON of a body, keys included. A game has at most 400 moves.

Validation takes 5 us for each unknown key, and holds up everything else meanwhile."""

_STRING = re.compile(rb'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)
"""A string in JSON. The last one may lack its end, so that no text is searched for it again and again."""


@dataclass(frozen=True)
class Route:
    """A request that the server responds to.

    Args:
        method: GET or POST. HEAD is responded to as GET is (``middleware.HeadRequests``).
        path: Its path; parameters in braces have their types in ``schemas.PATH_PARAMETERS``.
        handler: A coroutine function of the client and, if there is a ``model``, of the request's values. It returns
            JSON as a dictionary or as bytes, or a whole ``Response``. Its docstring describes the route.
        client: The class of the client, made from the request and its values. It may raise Refusal.
        response: The shape of the JSON object in the response, or a media type or several.
        model: Of the query of a GET request, or of the JSON body of a POST request.
        errors: Statuses of errors, in addition to ``COMMON_ERRORS`` and to those that follow from the method and the
            model.
        shapes: The shapes of the JSON in a response that is not a JSON object: of a stream's events by name, or of a
            file by media type. A stream with the event ``done`` may also have ``ahead`` and ``ended``.
        status: The status of a response without an error.
        tag: The group of the route in the documents; empty for routes that are not documented.
        max_body: The most bytes of a body, if the path has no parameters.
        constant: Targets (path and query) whose responses depend only on the package, unless an option of the server
            changes them. The static site has them as files.
    """

    method: str
    path: str
    handler: Callable[..., Any]
    client: type[Client]
    response: type | str | tuple[str, ...]
    model: type[BaseModel] | None = None
    errors: tuple[int, ...] = ()
    shapes: Mapping[str, tuple[type, ...]] = field(default_factory=dict)
    status: int = 200
    tag: str = ""
    max_body: int = MAX_BODY
    constant: tuple[str, ...] = ()

    @property
    def all_errors(self) -> tuple[int, ...]:
        """The statuses of all errors but ``COMMON_ERRORS``, in ascending order."""
        implied = (403, 413) if self.method == "POST" else ()
        return tuple(sorted({*self.errors, *implied, *((415,) if implied and self.model else ())}))

    @property
    def name(self) -> str:
        """Method and path: ``GET /api/hint``."""
        return f"{self.method} {self.path}"

    @cached_property
    def path_model(self) -> type[BaseModel]:
        """The model of the parameters in the path."""
        fields: dict[str, Any] = {
            name: (schemas.PATH_PARAMETERS[name], ...) for name in compile_path(self.path)[2]
        }
        return create_model("Path", **fields)

    def for_starlette(self) -> BaseRoute:
        """Return the route for Starlette."""
        _ = self.path_model  # made before the first request
        return StarletteRoute(self.path, self, methods=[self.method])

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Respond to a request. Raises Refusal or NoughtsError."""
        request = Request(scope, receive, send)
        try:
            self.path_model.model_validate(request.path_params)
            values = await self._values(request)
        except ValidationError as error:
            raise malformed(error) from None
        except ClientDisconnect:  # in the middle of the body: nothing is done
            return
        client = self.client(request, *values)
        if isinstance(client, RecordClient) and client.needs_token:
            await client.check_token()
        content = await self.handler(client, *values)
        if not isinstance(content, Response):
            body = content if isinstance(content, bytes) else to_json(content)
            content = Response(body, self.status, media_type=JSON)
        await content(scope, receive, send)

    async def _values(self, request: Request) -> tuple[BaseModel, ...]:
        """Return the values of the query or of the body, if there are any."""
        if self.model is None:
            return ()
        if self.method == "GET":
            return (self.model.model_validate(dict(request.query_params)),)
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != JSON:
            raise Refusal("not-json", f"the body must be {JSON}, not {quote(kind)}")
        body = await request.body()
        if len([*islice(_STRING.finditer(body), MAX_STRINGS + 1)]) > MAX_STRINGS:
            raise Refusal(
                "malformed", f"the body has too many keys and texts: at most {MAX_STRINGS:,} are allowed"
            )
        return (self.model.model_validate_json(body),)


COMMON_ERRORS = (400, 408, 422, 429, 431, 500, 503)
"""Statuses of the errors of any request: a disallowed host, values or headers that are wrong, too large or too slow,
too many requests, faults."""

_GAME = "/api/games/{game}"
_CLASS = "/api/classes/{class}"
_CERTIFICATE = "/api/certificates/{sha256}"


def _route(
    method: str,
    path: str,
    handler: Callable[..., Any],
    response: type | str | tuple[str, ...] | None = None,
    errors: tuple[int, ...] | None = None,
    **more: Any,
) -> Route:
    """Return a route. Its client, its model and, unless it is given, its response are those of the handler's signature.

    The errors are those of the client, unless they are given.
    """
    client, *model, returned = get_type_hints(handler).values()
    taken = model[0] if model else None
    known = client.errors if errors is None else errors
    return Route(method, path, handler, client, response or returned, taken, known, **more)


def _constant(path: str, handler: Callable[..., Any], response: type) -> Route:
    """Return a route whose response depends only on the package."""
    return _route("GET", path, handler, response, constant=(path,))


def _group(tag: str, *routes: Route) -> tuple[Route, ...]:
    """Return the routes of a group in the documents."""
    return tuple(replace(route, tag=tag) for route in routes)


ROUTES: tuple[Route, ...] = (
    *_group(
        "games",  # the commonest requests first: they are looked up in this order
        _route("POST", f"{_GAME}/moves", games.move, GameJson),
        _route("POST", "/api/games", games.make, errors=(409, 507), status=201),
        _route("GET", _GAME, games.show, GameJson),
        _route("GET", f"{_GAME}/events", games.events, EVENTS, (403, 404), shapes={"game": (GameJson,)}),
        _route("POST", f"{_GAME}/sign", games.sign, errors=(401, 404)),
        _route(
            *("GET", f"{_GAME}/record.{{format}}", games.record, tuple(FORMATS.values())),
            shapes={JSON: (GameFileJson,)},
        ),
        _route("POST", f"{_GAME}/delete", games.delete),
        _route("POST", f"{_GAME}/step", games.step, GameJson),
        _route(
            *("POST", f"{_GAME}/think", games.think, EVENTS),
            shapes={"news": (ThinkingJson,), "done": (GameJson,)},
        ),
        _route("POST", f"{_GAME}/seat", games.take_seat, errors=(404, 409, 507)),
        _route("POST", f"{_GAME}/again", games.again, GameJson),
        _route("POST", f"{_GAME}/flag", games.flag, GameJson),
        _route("POST", f"{_GAME}/name", games.name, GameJson),
        _route("POST", f"{_GAME}/undo", games.undo, GameJson),
        _route("POST", f"{_GAME}/redo", games.redo, GameJson),
        _route("POST", f"{_GAME}/draw", games.draw, GameJson),
        _route("POST", f"{_GAME}/decline", games.decline, GameJson),
        _route("POST", f"{_GAME}/resign", games.resign, GameJson),
    ),
    *_group(
        "questions",
        _route("GET", "/api/players", analysis.players, choices.OpponentsJson),
        _route("GET", "/api/proofs", analysis.proofs, matches.ProofsJson),
        _route("GET", "/api/position", analysis.position_facts, values.PositionJson, ()),
        _route("GET", "/api/decide", analysis.decide, explained.DecisionJson),
        _route("GET", "/api/explain", analysis.explain, explained.ExplanationJson),
        _route("GET", "/api/brains", analysis.brains, explained.BrainsJson),
        _route("GET", "/api/analyse", analysis.analyse, values.AnalysisJson),
        _route(
            *("GET", "/api/analyse/events", analysis.live_analysis, EVENTS),
            shapes={"news": (values.AnalysisJson,), "done": (values.AnalysisJson,)},
        ),
        _route("GET", "/api/hint", analysis.hint, values.HintJson),
        _route("GET", "/api/line", analysis.line, values.BestLineJson),
        _route("GET", "/api/lines", analysis.open_lines, values.OpenLinesJson),
        _route("GET", "/api/tree", analysis.tree, values.TreeJson),
        _route("GET", "/api/explain/tree", analysis.explain_tree, explained.BlocksJson),
        _route("GET", "/api/review", analysis.review, explained.ReviewJson),
        _route("GET", "/api/board.svg", analysis.board_svg, SVG, ()),
        _route("GET", "/api/board.png", analysis.board_png, PNG),
    ),
    *_group(
        "lessons",
        _constant("/api/lessons", analysis.lessons, lessons.LessonsJson),
        _route(
            *("GET", "/api/lessons/{name}", analysis.lesson, LessonJson, (404,)),
            constant=tuple(f"/api/lessons/{name}" for name in LESSONS),
        ),
        _route("GET", "/api/puzzles", analysis.puzzles, lessons.PuzzlesJson),
        _route("GET", "/api/puzzles/daily", analysis.daily_puzzle, lessons.PuzzleRunJson),
        _route("GET", "/api/puzzles/run", analysis.puzzle_run, lessons.PuzzleRunJson),
        _constant("/api/ladder", analysis.ladder, lessons.LadderJson),
        _route("GET", "/api/strategy", analysis.strategy, lessons.StrategyJson),
        _route("GET", "/api/map.svg", analysis.strategy_map, SVG),
        _constant("/api/positions", analysis.positions, lessons.PositionGraphJson),
    ),
    *_group("studies", _route("POST", "/api/studies", analysis.study, StudyJson, max_body=MAX_STUDY_BODY)),
    *_group(
        "classes",
        _route("POST", "/api/classes", classes.make, errors=(507,), status=201),
        _route("GET", _CLASS, classes.show, errors=(403, 404)),
        _route(
            *("GET", f"{_CLASS}/events", classes.events, EVENTS, (403, 404)),
            shapes={"class": (ClassroomJson,), "game": (GameJson,)},
        ),
        _route("POST", f"{_CLASS}/sign", classes.sign, errors=(401, 404)),
        _route("POST", f"{_CLASS}/pupils", classes.enter, errors=(404, 409, 507)),
        _route("POST", f"{_CLASS}/leave", classes.leave),
        _route("POST", f"{_CLASS}/round", classes.next_round),
        _route("POST", f"{_CLASS}/door", classes.door),
        _route("POST", f"{_CLASS}/help", classes.switch_help),
        _route("POST", f"{_CLASS}/ban", classes.ban),
        _route("POST", f"{_CLASS}/close", classes.close),
        _route("POST", f"{_CLASS}/groups", classes.groups, errors=(401, 404)),
        _route("POST", f"{_CLASS}/delete", classes.delete),
    ),
    *_group(
        "contests",
        _constant("/api/results", analysis.results, matches.ResultsJson),
        _constant("/api/strength", analysis.strength, matches.StrengthJson),
        _constant("/api/boards", analysis.boards, verdicts.BoardsJson),
        _route("GET", "/api/board", analysis.board, verdicts.BoardJson),
        _route(
            *("GET", "/api/match/events", analysis.match, EVENTS),
            shapes={
                "news": (matches.SampledMatchJson,),
                "done": (matches.ExactMatchJson, matches.SampledMatchJson),
            },
        ),
        _route(
            *("GET", "/api/exploit/events", analysis.exploit, EVENTS),
            shapes={"done": (matches.ExploitJson,)},
        ),
        _route(
            *("GET", "/api/entrant/events", analysis.entrant, EVENTS),
            shapes={"news": (matches.EntrantJson,), "done": (matches.EntrantJson,)},
        ),
        _route(
            *("GET", "/api/solve/events", analysis.solve, EVENTS),
            shapes={"news": (verdicts.SearchJson,), "done": (verdicts.ProofFoundJson,)},
        ),
        _route("GET", _CERTIFICATE, analysis.certificate, explained.ReadCertificateJson, (404,)),
        _route("GET", f"{_CERTIFICATE}/file.gz", analysis.certificate_file, "application/gzip", (404,)),
        _route("GET", f"{_CERTIFICATE}/verified", analysis.verified, explained.VerifiedJson, (404,)),
        _route("GET", f"{_CERTIFICATE}/played", analysis.played, verdicts.ProofGameJson, (404,)),
    ),
    *_group(
        "sharing",
        _route("POST", "/api/qr", analysis.qr),
        _route("GET", "/api/addresses", analysis.addresses),
    ),
    # For other programs.
    _route("GET", "/health", health.health, TEXT),
    _route("GET", "/ready", health.ready, TEXT),
    _route("GET", "/metrics", health.metrics, TEXT),
)
"""All routes except those for pages and files."""

PAGES = (
    *("/", "/games", "/analyse", "/brains", "/learn", "/learn/{name}", "/compare", "/compare/{name}"),
    *("/class", "/class/{classroom}", "/game/{game}"),
)
"""The paths of the page, which is one for all of them and reads its own."""

_MAX_BODIES = {route.path: route.max_body for route in ROUTES if route.max_body != MAX_BODY}
assert not any("{" in path for path in _MAX_BODIES)


def max_body(path: str) -> int:
    """Return the most bytes of a request's body at a path."""
    return _MAX_BODIES.get(path, MAX_BODY)
