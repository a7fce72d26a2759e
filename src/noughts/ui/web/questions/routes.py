"""Questions over HTTP: pure functions of what is asked, so that answers are kept here and by the browser."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from starlette.responses import JSONResponse, Response

from noughts.ui.web.games import schemas
from noughts.ui.web.names import is_quick
from noughts.ui.web.questions import answers
from noughts.ui.web.questions.packed import Packed, computed, pack
from noughts.ui.web.questions.schemas import LineView, PositionView
from noughts.ui.web.rate_limit import RateLimits, client
from noughts.ui.web.responses import FRESH, NOT_KEPT, sent
from noughts.ui.web.workers import Workers

_KEPT_BYTES = 32_000_000
"""How much is kept of what was answered: ten thousand answers on small boards."""

BoardName = Annotated[
    str | None, Query(max_length=20, json_schema_extra=schemas.pattern(schemas.BOARD), examples=["3x3x3"])
]
Place = Annotated[
    str | None,
    Query(max_length=400, json_schema_extra=schemas.pattern(schemas.POSITION), examples=["XX./.../O.."]),
]
PlayerName = Annotated[str, Query(min_length=1, max_length=100, examples=["tic"])]
CellName = Annotated[
    str | None, Query(max_length=3, json_schema_extra=schemas.pattern(schemas.CELL), examples=["a3"])
]
Cells = Annotated[
    str,
    Query(
        max_length=1500,
        description="cells joined by commas",
        json_schema_extra=schemas.pattern(f"({schemas.CELL}(,{schemas.CELL})*)?"),
        examples=["b2,a2"],
    ),
]
Depth = Annotated[int, Query(ge=0, le=2)]


class Questions:
    """The questions, with the answers given lately. To be used on the event loop."""

    def __init__(self, workers: Workers, limits: RateLimits) -> None:
        self._workers = workers
        self._limits = limits
        self._kept: OrderedDict[tuple[Any, ...], Packed] = OrderedDict()
        self._bytes = 0
        self._proofs: dict[str, Any] = {}

    async def players(self, request: Request, board: BoardName = None) -> Response:
        """Every player and level, and whether it plays the board; proofs as far as they are computed."""
        found = await self._workers.quick(answers.players, board)
        for each in found["players"]:
            each["proof"] = self._proofs.get(each["name"])
        for each in found["levels"]:
            each["proof"] = self._proofs.get(each["player"])
        return sent(request, pack(found), NOT_KEPT)

    async def proofs(self, request: Request) -> Response:
        """What exhaustion finds of every player and level on 3x3x3: whether it can lose, and how."""
        self._limits.take("question", client(request))
        for name in answers.proved_names():
            if name not in self._proofs:
                self._proofs[name] = await self._workers.slow(answers.proved, name)
        return sent(request, pack({"board": "3x3x3", "proofs": self._proofs}), FRESH)

    async def decide(
        self,
        request: Request,
        player: PlayerName,
        board: BoardName = None,
        position: Place = None,
    ) -> Response:
        """What a player does in a position, and why."""
        return await self._ask(request, answers.decide, board, position, player, player=player)

    async def brains(self, request: Request, board: BoardName = None, position: Place = None) -> Response:
        """What every player does in a position, side by side."""
        return await self._ask(request, answers.brains, board, position)

    async def analyse(self, request: Request, board: BoardName = None, position: Place = None) -> Response:
        """The exact value of a position and of every move."""
        return await self._ask(request, answers.analysis, board, position)

    async def position(self, request: Request, board: BoardName = None, position: Place = None) -> Response:
        """What the rules say of a position: legal moves, the outcome, and where each side would complete a line."""
        return await self._ask(request, answers.position_facts, board, position)

    async def line(
        self, request: Request, board: BoardName = None, position: Place = None, move: CellName = None
    ) -> Response:
        """The best play of both sides from a position, or after a move there."""
        return await self._ask(request, answers.line, board, position, move)

    async def tree(  # noqa: PLR0913, PLR0917 - each is a parameter of the address
        self,
        request: Request,
        board: BoardName = None,
        position: Place = None,
        path: Cells = "",
        merge: bool = True,
        depth: Depth = 1,
    ) -> Response:
        """A node of the game tree and what lies below it."""
        return await self._ask(request, answers.tree, board, position, _cells(path), merge, depth)

    async def review(
        self,
        request: Request,
        board: BoardName = None,
        position: Place = None,
        moves: Cells = "",
    ) -> Response:
        """The value after every ply of a game, and its mistakes."""
        return await self._ask(request, answers.review, board, position, _cells(moves))

    async def picture(  # noqa: PLR0913, PLR0917 - each is a parameter of the question
        self,
        request: Request,
        board: BoardName = None,
        position: Place = None,
        last: CellName = None,
        coordinates: bool = True,
        paper: bool = False,
    ) -> Response:
        """The board as an SVG; on paper with a size, a ground and colours of its own."""
        return await self._ask(request, answers.picture, board, position, last, coordinates, paper)

    async def photograph(
        self,
        request: Request,
        board: BoardName = None,
        position: Place = None,
        last: CellName = None,
        coordinates: bool = True,
    ) -> Response:
        """The board on paper as a PNG, where the server has the extra for it."""
        return await self._ask(request, answers.photograph, board, position, last, coordinates)

    async def _ask(
        self,
        request: Request,
        answer: Callable[..., Any],
        board: str | None,
        position: str | None,
        *args: Any,
        player: str | None = None,
    ) -> Response:
        """The answer to a question of a position: kept, or computed where nobody has to wait for it."""
        self._limits.take("question", client(request))
        place = answers.read_position(board, position)
        key = (answer.__name__, str(place.board), str(place), *args)
        kept = self._kept.get(key)
        if kept is None:
            run = self._workers.quick if is_quick(place.board, player) else self._workers.slow
            kept = await run(computed, answer, str(place.board), str(place), *args)
        self._keep(key, kept)
        return sent(request, kept, FRESH)

    def _keep(self, key: tuple[Any, ...], kept: Packed) -> None:
        """Remembers an answer, and forgets those not asked for longest."""
        if key not in self._kept:
            self._bytes += kept.size
        self._kept[key] = kept
        self._kept.move_to_end(key)
        while self._bytes > _KEPT_BYTES:
            self._bytes -= self._kept.popitem(last=False)[1].size


def add_routes(router: APIRouter, questions: Questions) -> None:
    """Adds the routes of questions, each with the refusals that it may answer."""
    refused = schemas.refusals(400, 422, 429, 500, 503)
    found: dict[int | str, dict[str, Any]] = {200: {"model": dict[str, Any]}, **refused}
    drawn: dict[int | str, dict[str, Any]] = {200: {"content": {"image/svg+xml": {}}}, **refused}
    photographed: dict[int | str, dict[str, Any]] = {200: {"content": {"image/png": {}}}, **refused}

    def add(name: str, handler: Any, answers: dict[int | str, dict[str, Any]], kind: type[Response]) -> None:
        router.add_api_route(
            f"/api/{name}",
            handler,
            response_model=None,
            response_class=kind,
            responses=answers,
            tags=["questions"],
        )

    for name in ("players", "proofs", "decide", "brains", "analyse", "tree", "review"):
        add(name, getattr(questions, name), found, JSONResponse)
    add("position", questions.position, {200: {"model": PositionView}, **refused}, JSONResponse)
    add("line", questions.line, {200: {"model": LineView}, **refused}, JSONResponse)
    add("board.svg", questions.picture, drawn, Response)
    add("board.png", questions.photograph, photographed, Response)


def _cells(text: str) -> tuple[str, ...]:
    return tuple(text.split(",")) if text else ()
