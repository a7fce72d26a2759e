"""The table of routes: every request that the server responds to, except those for pages and files.

The application, its OpenAPI document, docs/http.md, the page's types of responses and the static site read this table.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from inspect import isawaitable
from itertools import islice
from typing import Any

from pydantic import BaseModel, ValidationError, create_model
from pydantic_core import to_json
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, compile_path
from starlette.routing import Route as StarletteRoute
from starlette.types import Receive, Scope, Send

from noughts.contract.choices import OpponentsJson
from noughts.contract.classes import ClassGroupsJson, ClassroomJson, EnteredJson, MadeClassroomJson
from noughts.contract.games import (
    AddressesJson,
    DeletedJson,
    GameFileJson,
    GameJson,
    JoinedJson,
    MadeJson,
    QrJson,
    SignJson,
    StudyJson,
    ThinkingJson,
)
from noughts.contract.lessons import (
    LadderJson,
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
    TreeJson,
)
from noughts.contract.verdicts import (
    BoardJson,
    BoardsJson,
    ProofFoundJson,
    ProofGameJson,
    SearchJson,
)
from noughts.errors import quote
from noughts.explain.shapes import (
    BlocksJson,
    BrainsJson,
    DecisionJson,
    ExplanationJson,
    ReadCertificateJson,
    ReviewJson,
    VerifiedJson,
)
from noughts.lessons.catalogue import LESSONS
from noughts.lessons.shapes import LessonJson
from noughts.records.formats.file import FORMATS
from noughts.server import analysis_requests as analysis
from noughts.server import class_requests as classes
from noughts.server import game_requests as games
from noughts.server import health, schemas
from noughts.server.analysis_requests import PositionClient, QuestionClient
from noughts.server.api_errors import Refusal
from noughts.server.game_requests import Client
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
        client: Returns the client of a request, from the request and its values, or raises Refusal.
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
    client: Callable[..., Any]
    response: type | str | tuple[str, ...]
    model: type[BaseModel] | None = None
    errors: tuple[int, ...] = ()
    shapes: Mapping[str, tuple[type, ...]] = field(default_factory=dict)
    status: int = 200
    tag: str = ""
    max_body: int = MAX_BODY
    constant: tuple[str, ...] = ()

    @property
    def needs_token(self) -> bool:
        """True if only the holder of a token may send the request."""
        return self.client in (games.seat_client, classes.member_client)

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
_TOKEN_ERRORS = (401, 404, 409, 507)
"""Those of a request that changes a game or a class and needs a token, in addition."""


def _seat_route(path: str, handler: Callable[..., Any], model: type[BaseModel] | None = None) -> Route:
    """Return a route of the holder of a seat's token, whose response is the game."""
    return Route(
        "POST", f"{_GAME}/{path}", handler, games.seat_client, GameJson, model, _TOKEN_ERRORS, tag="games"
    )


def _class_route(path: str, handler: Callable[..., Any], model: type[BaseModel] | None = None) -> Route:
    """Return a route of the holder of a class's token, whose response is the class."""
    return Route(
        "POST",
        f"{_CLASS}/{path}",
        handler,
        classes.member_client,
        ClassroomJson,
        model,
        _TOKEN_ERRORS,
        tag="classes",
    )


def _position_route(
    path: str,
    handler: Callable[..., Any],
    response: type | str,
    model: type[BaseModel] = schemas.PositionQuery,
    errors: tuple[int, ...] = (409,),
) -> Route:
    """Return a route of a question about a position. 409 is for games of a class that plays without help."""
    return Route("GET", f"/api/{path}", handler, PositionClient, response, model, errors, tag="questions")


def _get_route(
    tag: str,
    path: str,
    handler: Callable[..., Any],
    response: type | str,
    model: type[BaseModel] | None = None,
    **more: Any,
) -> Route:
    """Return a route of another GET request."""
    return Route("GET", f"/api/{path}", handler, QuestionClient, response, model, tag=tag, **more)


ROUTES: tuple[Route, ...] = (
    # Games, the commonest requests first: they are looked up in this order.
    _seat_route("moves", games.move, schemas.Move),
    Route(
        *("POST", "/api/games", games.make, Client, MadeJson, schemas.NewGame, (409, 507)),
        status=201,
        tag="games",
    ),
    Route("GET", _GAME, games.show, games.game_client, GameJson, None, (404,), tag="games"),
    Route(
        *("GET", f"{_GAME}/events", games.events, games.game_client, EVENTS, schemas.GameEventsQuery),
        errors=(403, 404),
        shapes={"game": (GameJson,)},
        tag="games",
    ),
    Route("POST", f"{_GAME}/sign", games.sign, games.seat_client, SignJson, None, (401, 404), tag="games"),
    Route(
        *("GET", f"{_GAME}/record.{{format}}", games.record, games.game_client, tuple(FORMATS.values())),
        *(None, (404,), {"application/json": (GameFileJson,)}),
        tag="games",
    ),
    Route(
        "POST",
        f"{_GAME}/delete",
        games.delete,
        games.seat_client,
        DeletedJson,
        None,
        _TOKEN_ERRORS,
        tag="games",
    ),
    _seat_route("step", games.step, schemas.Step),
    Route(
        *("POST", f"{_GAME}/think", games.think, games.seat_client, EVENTS, schemas.Turn, _TOKEN_ERRORS),
        shapes={"news": (ThinkingJson,), "done": (GameJson,)},
        tag="games",
    ),
    Route(
        *(
            "POST",
            f"{_GAME}/seat",
            games.take_seat,
            games.game_client,
            JoinedJson,
            schemas.Join,
            (404, 409, 507),
        ),
        tag="games",
    ),
    _seat_route("again", games.again, schemas.Again),
    _seat_route("flag", games.flag),
    _seat_route("name", games.name, schemas.Name),
    _seat_route("undo", games.undo, schemas.VersionedRequest),
    _seat_route("redo", games.redo, schemas.VersionedRequest),
    _seat_route("draw", games.draw, schemas.VersionedRequest),
    _seat_route("decline", games.decline, schemas.VersionedRequest),
    _seat_route("resign", games.resign, schemas.VersionedRequest),
    # Questions about positions and players.
    _get_route("questions", "players", analysis.players, OpponentsJson, schemas.PlayersQuery),
    _get_route("questions", "proofs", analysis.proofs, ProofsJson),
    _position_route("position", analysis.position_facts, PositionJson, errors=()),
    _position_route("decide", analysis.decide, DecisionJson, schemas.DecideQuery),
    _position_route("explain", analysis.explain, ExplanationJson, schemas.ExplainQuery),
    _position_route("brains", analysis.brains, BrainsJson),
    _position_route("analyse", analysis.analyse, AnalysisJson, schemas.AnalyseQuery),
    Route(
        *(
            "GET",
            "/api/analyse/events",
            analysis.live_analysis,
            PositionClient,
            EVENTS,
            schemas.PositionQuery,
        ),
        *((409,), {"news": (AnalysisJson,), "done": (AnalysisJson,)}),
        tag="questions",
    ),
    _position_route("hint", analysis.hint, HintJson),
    _position_route("line", analysis.line, BestLineJson, schemas.LineQuery),
    _position_route("lines", analysis.open_lines, OpenLinesJson, schemas.OpenLinesQuery),
    _position_route("tree", analysis.tree, TreeJson, schemas.TreeQuery),
    _position_route("explain/tree", analysis.explain_tree, BlocksJson, schemas.NodeQuery),
    _position_route("review", analysis.review, ReviewJson, schemas.ReviewQuery),
    _position_route("board.svg", analysis.board_svg, SVG, schemas.SvgQuery, errors=()),
    _position_route("board.png", analysis.board_png, PNG, schemas.PngQuery),
    # Lessons and puzzles.
    _get_route("lessons", "lessons", analysis.lessons, LessonsJson, constant=("/api/lessons",)),
    _get_route(
        *("lessons", "lessons/{name}", analysis.lesson, LessonJson),
        errors=(404,),
        constant=tuple(f"/api/lessons/{name}" for name in LESSONS),
    ),
    _get_route("lessons", "puzzles", analysis.puzzles, PuzzlesJson, schemas.PuzzlesQuery),
    _get_route("lessons", "puzzles/daily", analysis.daily_puzzle, PuzzleRunJson, schemas.DayQuery),
    _get_route("lessons", "puzzles/run", analysis.puzzle_run, PuzzleRunJson, schemas.PuzzleRunQuery),
    _get_route("lessons", "ladder", analysis.ladder, LadderJson, constant=("/api/ladder",)),
    _get_route("lessons", "strategy", analysis.strategy, StrategyJson, schemas.SideQuery),
    _get_route("lessons", "map.svg", analysis.strategy_map, SVG, schemas.SideQuery),
    _get_route("lessons", "positions", analysis.positions, PositionGraphJson, constant=("/api/positions",)),
    Route(
        *("POST", "/api/studies", analysis.study, QuestionClient, StudyJson, schemas.StudyRequest),
        tag="studies",
        max_body=MAX_STUDY_BODY,
    ),
    # Classes.
    Route(
        *("POST", "/api/classes", classes.make, Client, MadeClassroomJson, schemas.NewClass, (507,)),
        status=201,
        tag="classes",
    ),
    Route(
        "GET",
        _CLASS,
        classes.show,
        classes.class_client,
        ClassroomJson,
        schemas.ClassQuery,
        (403, 404),
        tag="classes",
    ),
    Route(
        *("GET", f"{_CLASS}/events", classes.events, classes.class_client, EVENTS, schemas.ClassEventsQuery),
        *((403, 404), {"class": (ClassroomJson,), "game": (GameJson,)}),
        tag="classes",
    ),
    Route(
        "POST",
        f"{_CLASS}/sign",
        classes.sign,
        classes.member_client,
        SignJson,
        None,
        (401, 404),
        tag="classes",
    ),
    Route(
        "POST",
        f"{_CLASS}/pupils",
        classes.enter,
        classes.class_client,
        EnteredJson,
        schemas.NewPupil,
        (404, 409, 507),
        tag="classes",
    ),
    _class_route("leave", classes.leave, schemas.LeaveClass),
    _class_route("round", classes.next_round, schemas.NextRound),
    _class_route("door", classes.door, schemas.ClassLock),
    _class_route("help", classes.switch_help, schemas.ClassHelp),
    _class_route("ban", classes.ban, schemas.Ban),
    _class_route("close", classes.close),
    Route(
        "POST",
        f"{_CLASS}/groups",
        classes.groups,
        classes.member_client,
        ClassGroupsJson,
        None,
        (401, 404),
        tag="classes",
    ),
    Route(
        "POST",
        f"{_CLASS}/delete",
        classes.delete,
        classes.member_client,
        DeletedJson,
        None,
        _TOKEN_ERRORS,
        tag="classes",
    ),
    # Contests, proofs and what is recorded.
    _get_route("contests", "results", analysis.results, ResultsJson, constant=("/api/results",)),
    _get_route("contests", "strength", analysis.strength, StrengthJson, constant=("/api/strength",)),
    _get_route("contests", "boards", analysis.boards, BoardsJson, constant=("/api/boards",)),
    _get_route("contests", "board", analysis.board, BoardJson, schemas.BoardQuery),
    _get_route(
        *("contests", "match/events", analysis.match, EVENTS, schemas.MatchQuery),
        shapes={"news": (SampledMatchJson,), "done": (ExactMatchJson, SampledMatchJson)},
    ),
    _get_route(
        *("contests", "exploit/events", analysis.exploit, EVENTS, schemas.ExploitQuery),
        shapes={"done": (ExploitJson,)},
    ),
    _get_route(
        *("contests", "entrant/events", analysis.entrant, EVENTS, schemas.PlayerQuery),
        shapes={"news": (EntrantJson,), "done": (EntrantJson,)},
    ),
    _get_route(
        *("contests", "solve/events", analysis.solve, EVENTS, schemas.SolveQuery),
        shapes={"news": (SearchJson,), "done": (ProofFoundJson,)},
    ),
    _get_route("contests", "certificates/{sha256}", analysis.certificate, ReadCertificateJson, errors=(404,)),
    _get_route(
        "contests",
        "certificates/{sha256}/file.gz",
        analysis.certificate_file,
        "application/gzip",
        errors=(404,),
    ),
    _get_route("contests", "certificates/{sha256}/verified", analysis.verified, VerifiedJson, errors=(404,)),
    _get_route(
        "contests",
        "certificates/{sha256}/played",
        analysis.played,
        ProofGameJson,
        schemas.MovesQuery,
        errors=(404,),
    ),
    # Links for others.
    Route("POST", "/api/qr", analysis.qr, QuestionClient, QrJson, schemas.Text, tag="sharing"),
    Route("GET", "/api/addresses", analysis.addresses, Client, AddressesJson, tag="sharing"),
    # For other programs.
    Route("GET", "/health", health.health, Client, TEXT),
    Route("GET", "/ready", health.ready, Client, TEXT),
    Route("GET", "/metrics", health.metrics, Client, TEXT),
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
