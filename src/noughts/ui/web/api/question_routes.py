"""Questions over HTTP: pure functions of what is asked, so that answers are kept here and by the browser."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import Response

from noughts.contract import values
from noughts.contract.choices import BrainsJson, OpponentsJson, ToldDecisionJson
from noughts.contract.matches import ProofsJson
from noughts.game.notation import MAX_SIDE
from noughts.ui.web.api import schemas
from noughts.ui.web.api.callers import LONGEST_ID
from noughts.ui.web.api.responses import conditional
from noughts.ui.web.api.services import Services
from noughts.ui.web.compute.workers import SERVER
from noughts.ui.web.event_stream import while_there
from noughts.ui.web.journal.class_decisions import check_help, results_in
from noughts.ui.web.journal.shared import ClassHeader, GameHeader
from noughts.ui.web.questions import answers
from noughts.ui.web.questions.cache import Question, answer_of, compute_answer, make_answer
from noughts.ui.web.rate_limit import payer_of
from noughts.ui.web.refusal import OutOfTimeError, Refusal

BoardName = schemas.BoardName | None
Place = schemas.Place | None
CellName = schemas.CellName | None
GameName = Annotated[
    str | None,
    Query(max_length=LONGEST_ID, description="the game for which it is asked, where it is for one"),
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

analysis_router = APIRouter(
    prefix="/api", tags=["questions"], responses=schemas.refusals(400, 409, 422, 429, 500, 503)
)

SVG: schemas.Description = {200: {"content": {"image/svg+xml": {}}}}
PNG: schemas.Description = {200: {"content": {"image/png": {}}}}


class Asker:
    """Whoever asks something, at an address that has a permit for it, and the services that answer."""

    def __init__(self, request: Request) -> None:
        self.who, self._request = payer_of(request.scope), request
        self.services: Services = request.app.state.services
        self.services.limits.take("question", self.who)

    def tells(self, content: Any, freshness: str = FRESH) -> Response:
        """What is told, or that the browser's copy of it is still good."""
        return conditional(self._request.scope, answer_of(content), freshness)

    async def waits(self, work: Coroutine[Any, Any, Any], freshness: str = FRESH) -> Response:
        """What some work comes to, which ends when whoever asks has gone."""
        return self.tells(await while_there(self._request.receive, work), freshness)

    async def asks_soon(self, work: Callable[..., Any], *args: Any) -> Response:
        """What takes some milliseconds, its writing out included."""
        return self.tells(await self.services.workers.quick(self.who, make_answer, work, *args))

    async def asks_once(self, work: Callable[..., Any], *args: str) -> Response:
        """What is made once for all who ask."""
        return self.tells(await self.services.questions.make_once(work, *args))


class PlaceAsker(Asker):
    """Whoever asks something about a position, perhaps for a game."""

    def __init__(self, request: Request, board: str | None, position: str | None, game: str | None) -> None:
        super().__init__(request)
        self._place, self._game = (board, position), game

    async def asks(self, question: Question, *args: Any, player: str | None = None) -> Response:
        """The answer to a question; ``player`` is whoever has to think for it."""
        await self._check_help()
        return await self.waits(
            self.services.questions.answer(self.who, question, *self._place, *args, player=player)
        )

    async def watches(self) -> Response:
        """The analysis of the position, as it becomes known."""
        await self._check_help()
        return await self.services.questions.live_analysis(self.who, *self._place)

    async def sees(self, question: Question, *args: Any) -> Response:
        """The answer to a question that takes a few milliseconds on every board; it is not remembered."""
        return await self.asks_soon(compute_answer, question, *self._place, *args)

    async def _check_help(self) -> None:
        """Refusal where it is asked for a game of a class that plays without help just now."""
        if self._game is None:
            return
        journal = self.services.journal
        try:
            record = await journal.read(GameHeader, self._game, self.who)
            if record.header.classroom is None:
                return
            room = await journal.read(ClassHeader, record.header.classroom, self.who)
        except Refusal as refusal:
            if refusal.status == 404:  # a game or class that is no more holds nobody back
                return
            raise
        if not room.log.help:
            await self.services.workers.waiting(SERVER, check_help, room, results_in(journal, now=False))


async def _asker(request: Request) -> Asker:
    return Asker(request)


async def _place_asker(
    request: Request, board: BoardName = None, position: Place = None, game: GameName = None
) -> PlaceAsker:
    return PlaceAsker(request, board, position, game)


Asking = Annotated[Asker, Depends(_asker)]
PlaceAsking = Annotated[PlaceAsker, Depends(_place_asker)]
"""Whoever asks, for a handler; Refusal for an address that asks too often."""


@analysis_router.get("/players", responses=schemas.answer(OpponentsJson))
async def players(asker: Asking, board: BoardName = None) -> Response:
    """Every player and level, and whether it plays the board; proofs as far as they are computed."""
    return asker.tells(await asker.services.questions.players(asker.who, board), NOT_KEPT)


@analysis_router.get("/proofs", responses=schemas.answer(ProofsJson))
async def proofs(asker: Asking) -> Response:
    """What exhaustion finds of every player and level on 3x3x3: whether it can lose, and how."""
    return await asker.waits(asker.services.questions.proofs(asker.who))


@analysis_router.get("/position", responses=schemas.answer(values.PositionJson))
async def position_facts(asker: PlaceAsking) -> Response:
    """What the rules say of a position: legal moves, the outcome, and what each side threatens."""
    return await asker.sees(answers.position_facts)


@analysis_router.get("/decide", responses=schemas.answer(ToldDecisionJson))
async def decide(asker: PlaceAsking, player: schemas.PlayerName) -> Response:
    """What a player does in a position, and why."""
    return await asker.asks(answers.decide, player, player=player)


@analysis_router.get("/brains", responses=schemas.answer(BrainsJson))
async def brains(asker: PlaceAsking) -> Response:
    """What every player does in a position, side by side."""
    return await asker.asks(answers.brains, player="mcts")  # of all of them it thinks longest


@analysis_router.get("/analyse", responses=schemas.answer(values.AnalysisJson))
async def analyse(asker: PlaceAsking, nodes: Nodes = None) -> Response:
    """What a position and every move are worth: exactly where that can be, else proved or estimated by the engine.

    Where looking takes too long it is estimated from a few positions.
    """
    try:
        return await asker.asks(answers.analysis, nodes)
    except OutOfTimeError:
        return await asker.asks(answers.estimate)


@analysis_router.get("/analyse/events", response_class=Response, responses=schemas.STREAM)
async def live_analysis(asker: PlaceAsking) -> Response:
    """The same as it becomes known, ever deeper: ``news`` after news, and at last ``done``, each of them an analysis.

    It is ``ended`` instead where its time is spent. Whoever leaves ends it.
    """
    return await asker.watches()


@analysis_router.get("/hint", responses=schemas.answer(values.HintJson))
async def hint(asker: PlaceAsking) -> Response:
    """A recommended move: of those that are worth the same, the one after which the other side errs most easily."""
    return await asker.asks(answers.hint)


@analysis_router.get("/line", responses=schemas.answer(values.BestLineJson))
async def line(asker: PlaceAsking, move: CellName = None) -> Response:
    """The best play of both sides from a position, or after a move there."""
    return await asker.asks(answers.line, move)


@analysis_router.get("/lines", responses=schemas.answer(values.OpenLinesJson))
async def open_lines(asker: PlaceAsking, cell: schemas.CellName) -> Response:
    """The lines through a cell that one side may still complete."""
    return await asker.asks(answers.open_lines, cell)


@analysis_router.get("/tree", responses=schemas.answer(values.TreeJson))
async def tree(asker: PlaceAsking, path: Cells = "", merge: bool = True, depth: Depth = 1) -> Response:
    """A node of the game tree and what lies below it."""
    return await asker.asks(answers.tree, _cells(path), merge, depth)


@analysis_router.get("/review", responses=schemas.answer(values.ReviewJson))
async def review(asker: PlaceAsking, moves: Cells = "") -> Response:
    """The value after every ply of a game, and its mistakes."""
    return await asker.asks(answers.review, _cells(moves))


@analysis_router.get("/board.svg", response_class=Response, responses=SVG)
async def picture(
    asker: PlaceAsking, last: CellName = None, coordinates: bool = True, paper: bool = False
) -> Response:
    """The board as an SVG; on paper with a size, a ground and colours of its own."""
    return await asker.sees(answers.picture, last, coordinates, paper)


@analysis_router.get("/board.png", response_class=Response, responses=PNG)
async def photograph(asker: PlaceAsking, last: CellName = None, coordinates: bool = True) -> Response:
    """The board on paper as a PNG, where the server has the extra for it."""
    return await asker.asks(answers.photograph, last, coordinates)


def _cells(text: str) -> tuple[str, ...]:
    return tuple(text.split(",")) if text else ()
