"""The table of routes: every request that the server responds to, stated once.

The application, its OpenAPI document, docs/http.md, the page's types of responses and the static site read this table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from inspect import isawaitable
from typing import Any

from pydantic import BaseModel, ValidationError, create_model
from pydantic_core import to_json
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, compile_path
from starlette.routing import Route as StarletteRoute
from starlette.types import Receive, Scope, Send

from noughts.contract.choices import BrainsJson, OpponentsJson, ToldDecisionJson
from noughts.contract.classes import ClassroomJson, EnteredJson, MadeClassroomJson
from noughts.contract.games import (
    AddressesJson,
    DeletedJson,
    GameFileJson,
    GameJson,
    JoinedJson,
    MadeJson,
    QrJson,
    StudyJson,
    ThinkingJson,
)
from noughts.contract.lessons import (
    LadderJson,
    LessonJson,
    LessonsJson,
    PositionGraphJson,
    PuzzleRunJson,
    PuzzlesJson,
    StrategyJson,
)
from noughts.contract.matches import (
    EntrantJson,
    ExactMatchJson,
    ExploitJson,
    ProofsJson,
    ResultsJson,
    SampledMatchJson,
    StrengthJson,
)
from noughts.contract.values import (
    AnalysisJson,
    BestLineJson,
    HintJson,
    OpenLinesJson,
    PositionJson,
    ReviewJson,
    TreeJson,
)
from noughts.contract.verdicts import (
    BoardJson,
    BoardsJson,
    ProofFoundJson,
    ProofGameJson,
    ReadCertificateJson,
    SearchJson,
    VerifiedJson,
)
from noughts.errors import quote
from noughts.lessons.catalogue import LESSONS
from noughts.records.formats.file import FORMATS
from noughts.server import analysis_requests as analysis
from noughts.server import class_requests as classes
from noughts.server import game_requests as games
from noughts.server import health, schemas
from noughts.server.analysis_requests import Asker, PlaceAsker
from noughts.server.api_errors import Refusal
from noughts.server.game_requests import Client
from noughts.server.responses import JSON, malformed

EVENTS, SVG, PNG, TEXT = "text/event-stream", "image/svg+xml", "image/png", "text/plain"

MAX_BODY, MAX_STUDY_BODY = 16_384, 655_360
"""The most bytes of a request's body, and of one that brings a record to be read."""


@dataclass(frozen=True)
class Route:
    """A request that the server responds to.

    Args:
        method: GET or POST. HEAD is responded to as GET is (``middleware.HeadRequests``).
        path: Its path; parameters in braces have their types in ``schemas.PATH_PARAMETERS``.
        handler: A coroutine function of the client and, if there is a ``model``, of the request's values. It returns
            JSON as a dictionary or as bytes, or a whole ``Response``. Its docstring describes the route.
        client: Makes the client of a request and its values, or rejects it.
        response: The shape of the JSON object in the response, or a media type or several.
        model: Of the query of a GET request, or of the JSON body of a POST request.
        errors: Statuses of the refusals, beside those that every request may get.
        events: The shapes of a stream's events by name, or of a file by media type. A stream with ``done`` may also
            have ``ahead`` and ``ended``.
        status: The status if nothing is refused.
        tag: The group of the route in the documents; none for routes that are not documented.
        max_body: The most bytes of a body.
        constant: Targets (path and query) whose responses depend on nothing but the package: the static site has them
            as files.
    """

    method: str
    path: str
    handler: Callable[..., Any]
    client: Callable[..., Any]
    response: type | str | tuple[str, ...]
    model: type[BaseModel] | None = None
    errors: tuple[int, ...] = ()
    events: Mapping[str, tuple[type, ...]] = field(default_factory=dict)
    status: int = 200
    tag: str = ""
    max_body: int = MAX_BODY
    constant: tuple[str, ...] = ()

    @property
    def needs_token(self) -> bool:
        """True if only the holder of a token may send the request."""
        return self.client in (games.seat, classes.member)

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

    def mounted(self) -> BaseRoute:
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
        content = await self.handler(await client if isawaitable(client) else client, *values)
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
        return (self.model.model_validate_json(await request.body()),)


READ = (400, 422, 429, 500, 503)
"""Statuses of the refusals that every request may get: a disallowed host, wrong values, too many requests, faults."""

WRITE = (403, 409, 413, 415, 507)
"""Those of a request that changes something, in addition."""

_GAME = "/api/games/{game}"
_CLASS = "/api/classes/{class}"
_ACT = (401, 404, *WRITE)


def _act(path: str, handler: Callable[..., Any], model: type[BaseModel] | None = None) -> Route:
    """Return a route of the holder of a seat's token, whose response is the game."""
    return Route("POST", f"{_GAME}/{path}", handler, games.seat, GameJson, model, _ACT, tag="games")


def _direct(path: str, handler: Callable[..., Any], model: type[BaseModel] | None = None) -> Route:
    """Return a route of the holder of a class's token, whose response is the class."""
    return Route(
        "POST", f"{_CLASS}/{path}", handler, classes.member, ClassroomJson, model, _ACT, tag="classes"
    )


def _ask(
    path: str,
    handler: Callable[..., Any],
    response: type | str,
    model: type[BaseModel] = schemas.PositionQuery,
    client: Callable[..., Any] = PlaceAsker,
) -> Route:
    """Return a route of a question about a position."""
    return Route("GET", f"/api/{path}", handler, client, response, model, (409,), tag="questions")


def _get(
    tag: str,
    path: str,
    handler: Callable[..., Any],
    response: type | str,
    model: type[BaseModel] | None = None,
    **more: Any,
) -> Route:
    """Return a route of a GET request that is about no position."""
    return Route("GET", f"/api/{path}", handler, Asker, response, model, tag=tag, **more)


ROUTES: tuple[Route, ...] = (
    # Games, the commonest requests first: they are looked up in this order.
    _act("moves", games.move, schemas.Move),
    Route(
        *("POST", "/api/games", games.make, Client, MadeJson, schemas.NewGame, (404, *WRITE)),
        status=201,
        tag="games",
    ),
    Route("GET", _GAME, games.show, games.onlooker, GameJson, None, (404,), tag="games"),
    Route(
        *("GET", f"{_GAME}/events", games.events, games.onlooker, EVENTS, None, (404,)),
        events={"game": (GameJson,)},
        tag="games",
    ),
    Route(
        *("GET", f"{_GAME}/record.{{format}}", games.record, games.onlooker, tuple(FORMATS.values())),
        *(None, (404,), {"application/json": (GameFileJson,)}),
        tag="games",
    ),
    Route("POST", f"{_GAME}/delete", games.delete, games.seat, DeletedJson, None, _ACT, tag="games"),
    _act("step", games.step, schemas.Step),
    Route(
        *("POST", f"{_GAME}/think", games.think, games.seat, EVENTS, schemas.Turn, _ACT),
        events={"news": (ThinkingJson,), "done": (GameJson,)},
        tag="games",
    ),
    Route(
        "POST", f"{_GAME}/seat", games.take_seat, games.onlooker, JoinedJson, schemas.Join, _ACT, tag="games"
    ),
    _act("again", games.again, schemas.Again),
    _act("flag", games.flag),
    _act("name", games.name, schemas.Name),
    _act("undo", games.undo, schemas.Request),
    _act("redo", games.redo, schemas.Request),
    _act("draw", games.draw, schemas.Request),
    _act("decline", games.decline, schemas.Request),
    _act("resign", games.resign, schemas.Request),
    # Questions about positions and players.
    _ask("players", analysis.players, OpponentsJson, schemas.PlayersQuery, Asker),
    Route("GET", "/api/proofs", analysis.proofs, Asker, ProofsJson, None, (409,), tag="questions"),
    _ask("position", analysis.position_facts, PositionJson),
    _ask("decide", analysis.decide, ToldDecisionJson, schemas.DecideQuery),
    _ask("brains", analysis.brains, BrainsJson),
    _ask("analyse", analysis.analyse, AnalysisJson, schemas.AnalyseQuery),
    Route(
        *("GET", "/api/analyse/events", analysis.live_analysis, PlaceAsker, EVENTS, schemas.PositionQuery),
        *((409,), {"news": (AnalysisJson,), "done": (AnalysisJson,)}),
        tag="questions",
    ),
    _ask("hint", analysis.hint, HintJson),
    _ask("line", analysis.line, BestLineJson, schemas.LineQuery),
    _ask("lines", analysis.open_lines, OpenLinesJson, schemas.OpenLinesQuery),
    _ask("tree", analysis.tree, TreeJson, schemas.TreeQuery),
    _ask("review", analysis.review, ReviewJson, schemas.ReviewQuery),
    _ask("board.svg", analysis.picture, SVG, schemas.SvgQuery),
    _ask("board.png", analysis.photograph, PNG, schemas.PngQuery),
    # Lessons and puzzles.
    _get("lessons", "lessons", analysis.lessons, LessonsJson, constant=("/api/lessons",)),
    _get(
        *("lessons", "lessons/{name}", analysis.lesson, LessonJson),
        errors=(404,),
        constant=tuple(f"/api/lessons/{name}" for name in LESSONS),
    ),
    _get("lessons", "puzzles", analysis.puzzles, PuzzlesJson, schemas.PuzzlesQuery),
    _get("lessons", "puzzles/daily", analysis.daily_puzzle, PuzzleRunJson, schemas.DayQuery),
    _get("lessons", "puzzles/run", analysis.puzzle_run, PuzzleRunJson, schemas.PuzzleRunQuery),
    _get("lessons", "ladder", analysis.ladder, LadderJson, constant=("/api/ladder",)),
    _get("lessons", "strategy", analysis.strategy, StrategyJson, schemas.SideQuery),
    _get("lessons", "map.svg", analysis.sheet, SVG, schemas.SideQuery),
    _get("lessons", "positions", analysis.positions, PositionGraphJson, constant=("/api/positions",)),
    Route(
        *("POST", "/api/studies", analysis.study, Asker, StudyJson, schemas.AskedStudy, (413, 415)),
        tag="studies",
        max_body=MAX_STUDY_BODY,
    ),
    # Classes.
    Route(
        *("POST", "/api/classes", classes.make, Client, MadeClassroomJson, schemas.NewClass, (404, *WRITE)),
        status=201,
        tag="classes",
    ),
    Route(
        "GET",
        _CLASS,
        classes.show,
        classes.onlooker,
        ClassroomJson,
        schemas.ClassQuery,
        (403, 404),
        tag="classes",
    ),
    Route(
        *("GET", f"{_CLASS}/events", classes.events, classes.onlooker, EVENTS, schemas.ClassEventsQuery),
        *((403, 404), {"class": (ClassroomJson,), "game": (GameJson,)}),
        tag="classes",
    ),
    Route(
        "POST",
        f"{_CLASS}/pupils",
        classes.enter,
        classes.onlooker,
        EnteredJson,
        schemas.NewPupil,
        (404, *WRITE),
        tag="classes",
    ),
    _direct("leave", classes.leave, schemas.Gone),
    _direct("round", classes.next_round, schemas.NextRound),
    _direct("door", classes.door, schemas.ClassLock),
    _direct("help", classes.switch_help, schemas.ClassHelp),
    _direct("ban", classes.ban, schemas.Ban),
    _direct("close", classes.close),
    Route("POST", f"{_CLASS}/delete", classes.delete, classes.member, DeletedJson, None, _ACT, tag="classes"),
    # Contests, proofs and what is recorded.
    _get("contests", "results", analysis.results, ResultsJson, constant=("/api/results",)),
    _get("contests", "strength", analysis.strength, StrengthJson, constant=("/api/strength",)),
    _get("contests", "boards", analysis.boards, BoardsJson, constant=("/api/boards",)),
    _get("contests", "board", analysis.board, BoardJson, schemas.BoardQuery),
    _get(
        *("contests", "match/events", analysis.match, EVENTS, schemas.MatchQuery),
        events={"news": (SampledMatchJson,), "done": (ExactMatchJson, SampledMatchJson)},
    ),
    _get(
        *("contests", "exploit/events", analysis.exploit, EVENTS, schemas.ExploitQuery),
        events={"done": (ExploitJson,)},
    ),
    _get(
        *("contests", "entrant/events", analysis.entrant, EVENTS, schemas.PlayerQuery),
        events={"news": (EntrantJson,), "done": (EntrantJson,)},
    ),
    _get(
        *("contests", "solve/events", analysis.solve, EVENTS, schemas.SolveQuery),
        events={"news": (SearchJson,), "done": (ProofFoundJson,)},
    ),
    _get("contests", "certificates/{sha256}", analysis.certificate, ReadCertificateJson, errors=(404,)),
    _get(
        "contests",
        "certificates/{sha256}/file.gz",
        analysis.certificate_file,
        "application/gzip",
        errors=(404,),
    ),
    _get("contests", "certificates/{sha256}/verified", analysis.verified, VerifiedJson, errors=(404,)),
    _get(
        "contests",
        "certificates/{sha256}/played",
        analysis.played,
        ProofGameJson,
        schemas.MovesQuery,
        errors=(404,),
    ),
    # Links for others.
    Route("POST", "/api/qr", analysis.qr, Asker, QrJson, schemas.Text, (403, 413, 415), tag="sharing"),
    Route("GET", "/api/addresses", analysis.addresses, Client, AddressesJson, tag="sharing"),
    # For other programs.
    Route("GET", "/health", health.health, Client, TEXT),
    Route("GET", "/ready", health.ready, Client, TEXT),
    Route("GET", "/metrics", health.metrics, Client, TEXT),
)
"""All routes but those of pages and files."""

PAGES = (
    *("/", "/games", "/analyse", "/brains", "/learn", "/learn/{name}", "/compare", "/compare/{name}"),
    *("/class", "/class/{classroom}", "/game/{game}"),
)
"""The paths of the page, which is one for all of them and reads its own."""

_MAX_BODIES = {route.path: route.max_body for route in ROUTES if route.max_body != MAX_BODY}


def max_body(path: str) -> int:
    """Return the most bytes of a request's body at a path."""
    return _MAX_BODIES.get(path, MAX_BODY)
