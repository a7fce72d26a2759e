"""Questions over HTTP: pure functions of what is asked, so that answers are kept here and by the browser."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.staticfiles import NotModifiedResponse

from noughts.contract import values
from noughts.contract.choices import BrainsJson, OpponentsJson, ToldDecisionJson
from noughts.contract.matches import ProofsJson
from noughts.game.notation import MAX_SIDE
from noughts.ui.web.api import schemas
from noughts.ui.web.api.callers import LONGEST_ID, ServicesDep, client
from noughts.ui.web.api.services import Services
from noughts.ui.web.compute.workers import SERVER
from noughts.ui.web.event_stream import while_there
from noughts.ui.web.journal.class_decisions import check_help, results_in
from noughts.ui.web.journal.shared import ClassHeader, GameHeader
from noughts.ui.web.questions import answers
from noughts.ui.web.questions.cache import Answer, Question
from noughts.ui.web.refusal import Refusal

BoardName = Annotated[
    str | None, Query(max_length=20, json_schema_extra=schemas.pattern(schemas.BOARD), examples=["3x3x3"])
]
Place = Annotated[
    str | None,
    Query(
        max_length=schemas.LONGEST_POSITION,
        json_schema_extra=schemas.pattern(schemas.POSITION),
        examples=["XX./.../O.."],
    ),
]
PlayerName = Annotated[str, Query(min_length=1, max_length=100, examples=["tic"])]
CellName = Annotated[
    str | None, Query(max_length=3, json_schema_extra=schemas.pattern(schemas.CELL), examples=["a3"])
]
NamedCell = Annotated[
    str, Query(max_length=3, json_schema_extra=schemas.pattern(schemas.CELL), examples=["a3"])
]
Cells = Annotated[
    str,
    Query(
        max_length=4 * MAX_SIDE**2,
        description="cells joined by commas",
        json_schema_extra=schemas.pattern(f"({schemas.CELL}(,{schemas.CELL})*)?"),
        examples=["b2,a2"],
    ),
]
Depth = Annotated[int, Query(ge=0, le=2)]
Nodes = Annotated[int | None, Query(ge=1, le=1_000_000, description="positions that the engine looks at")]

FRESH = "public, max-age=3600"
NOT_KEPT = "no-store"
"""Whether a cache may keep an answer."""

router = APIRouter(
    prefix="/api", tags=["questions"], responses=schemas.refusals(400, 409, 422, 429, 500, 503)
)

SVG: schemas.Description = {200: {"content": {"image/svg+xml": {}}}}
PNG: schemas.Description = {200: {"content": {"image/png": {}}}}


class Asker:
    """Whoever asks something about a position, and the services that answer it."""

    def __init__(
        self, request: Request, services: Services, board: str | None, position: str | None, game: str | None
    ) -> None:
        self._request, self._services = request, services
        self._questions = services.questions
        self._place, self._game = (board, position), game

    async def asks(self, question: Question, *args: Any, player: str | None = None) -> Response:
        """The answer to a question; ``player`` is whoever has to think for it."""
        await self._check()
        work = self._questions.answer(client(self._request), question, *self._place, *args, player=player)
        return response_of(self._request, await while_there(self._request.receive, work), FRESH)

    async def watches(self) -> Response:
        """The analysis of the position, as it becomes known."""
        await self._check()
        return await self._questions.live_analysis(client(self._request), *self._place)

    async def _check(self) -> None:
        """Refusal where it is asked for a game that is played without help."""
        if self._game is not None:
            await _check_help(self._services, self._game, client(self._request))

    async def asks_quickly(self, question: Question, *args: Any) -> Response:
        """The answer to a question that takes a few milliseconds on every board."""
        work = self._questions.quick(client(self._request), question, *self._place, *args)
        return response_of(self._request, await work, FRESH)


async def _limited(request: Request, services: ServicesDep) -> Services:
    services.limits.take("question", client(request))
    return services


LimitedServices = Annotated[Services, Depends(_limited)]
"""The services, for a handler; Refusal for an address that asks too often."""


GameName = Annotated[
    str | None,
    Query(max_length=LONGEST_ID, description="the game for which it is asked, where it is for one"),
]


async def _asker(
    request: Request,
    services: LimitedServices,
    board: BoardName = None,
    position: Place = None,
    game: GameName = None,
) -> Asker:
    return Asker(request, services, board, position, game)


Asking = Annotated[Asker, Depends(_asker)]
"""Whoever asks about a position, for a handler."""


async def _check_help(services: Services, game: str, who: str) -> None:
    """Refusal where the game belongs to a class that plays without help just now."""
    journal = services.journal
    try:
        record = await journal.read(GameHeader, game, who)
        if record.header.classroom is None:
            return
        room = await journal.read(ClassHeader, record.header.classroom, who)
    except Refusal as refusal:
        if refusal.status == 404:  # a game or class that is no more holds nobody back
            return
        raise
    if not room.log.help:
        await services.workers.waiting(SERVER, check_help, room, results_in(journal, now=False))


@router.get("/players", responses=schemas.answer(OpponentsJson))
async def players(request: Request, services: LimitedServices, board: BoardName = None) -> Response:
    """Every player and level, and whether it plays the board; proofs as far as they are computed."""
    return response_of(request, await services.questions.players(client(request), board), NOT_KEPT)


@router.get("/proofs", responses=schemas.answer(ProofsJson))
async def proofs(request: Request, services: LimitedServices) -> Response:
    """What exhaustion finds of every player and level on 3x3x3: whether it can lose, and how."""
    return response_of(
        request, await while_there(request.receive, services.questions.proofs(client(request))), FRESH
    )


@router.get("/position", responses=schemas.answer(values.PositionJson))
async def position_facts(asker: Asking) -> Response:
    """What the rules say of a position: legal moves, the outcome, and what each side threatens."""
    return await asker.asks_quickly(answers.position_facts)


@router.get("/decide", responses=schemas.answer(ToldDecisionJson))
async def decide(asker: Asking, player: PlayerName) -> Response:
    """What a player does in a position, and why."""
    return await asker.asks(answers.decide, player, player=player)


@router.get("/brains", responses=schemas.answer(BrainsJson))
async def brains(asker: Asking) -> Response:
    """What every player does in a position, side by side."""
    return await asker.asks(answers.brains, player="mcts")  # of all of them it thinks longest


@router.get("/analyse", responses=schemas.answer(values.AnalysisJson))
async def analyse(asker: Asking, nodes: Nodes = None) -> Response:
    """What a position and every move are worth: exactly where that can be, else proved or estimated by the engine.

    Where looking takes too long it is estimated from a few positions.
    """
    try:
        return await asker.asks(answers.analysis, nodes)
    except Refusal as refusal:
        if refusal.code != "too-large-board":
            raise
    return await asker.asks(answers.estimate)


@router.get("/analyse/events", response_class=Response, responses=schemas.STREAM)
async def live_analysis(asker: Asking) -> Response:
    """The same as it becomes known, ever deeper: ``news`` after news, and at last ``done``, each of them an analysis.

    It is ``ended`` instead where its time is spent. Whoever leaves ends it.
    """
    return await asker.watches()


@router.get("/hint", responses=schemas.answer(values.HintJson))
async def hint(asker: Asking) -> Response:
    """A recommended move: of those that are worth the same, the one after which the other side errs most easily."""
    return await asker.asks(answers.hint)


@router.get("/line", responses=schemas.answer(values.BestLineJson))
async def line(asker: Asking, move: CellName = None) -> Response:
    """The best play of both sides from a position, or after a move there."""
    return await asker.asks(answers.line, move)


@router.get("/lines", responses=schemas.answer(values.OpenLinesJson))
async def open_lines(asker: Asking, cell: NamedCell) -> Response:
    """The lines through a cell that one side may still complete."""
    return await asker.asks(answers.open_lines, cell)


@router.get("/tree", responses=schemas.answer(values.TreeJson))
async def tree(asker: Asking, path: Cells = "", merge: bool = True, depth: Depth = 1) -> Response:
    """A node of the game tree and what lies below it."""
    return await asker.asks(answers.tree, _cells(path), merge, depth)


@router.get("/review", responses=schemas.answer(values.ReviewJson))
async def review(asker: Asking, moves: Cells = "") -> Response:
    """The value after every ply of a game, and its mistakes."""
    return await asker.asks(answers.review, _cells(moves))


@router.get("/board.svg", response_class=Response, responses=SVG)
async def picture(
    asker: Asking, last: CellName = None, coordinates: bool = True, paper: bool = False
) -> Response:
    """The board as an SVG; on paper with a size, a ground and colours of its own."""
    return await asker.asks_quickly(answers.picture, last, coordinates, paper)


@router.get("/board.png", response_class=Response, responses=PNG)
async def photograph(asker: Asking, last: CellName = None, coordinates: bool = True) -> Response:
    """The board on paper as a PNG, where the server has the extra for it."""
    return await asker.asks(answers.photograph, last, coordinates)


def response_of(request: Request, answer: Answer, freshness: str) -> Response:
    """An answer, or that the browser's copy of it is still good."""
    headers = {"cache-control": freshness, "etag": answer.etag}
    if answer.etag in request.headers.get("if-none-match", ""):
        return NotModifiedResponse(Headers({**headers, "vary": "Accept-Encoding"}))
    return Response(answer.body, 200, headers, answer.kind)


def _cells(text: str) -> tuple[str, ...]:
    return tuple(text.split(",")) if text else ()
