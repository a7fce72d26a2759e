"""Games over HTTP: making one, watching it, and acting for a seat."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Annotated, Any, Literal, TypeVar

from fastapi import APIRouter, Path, Request, Security
from fastapi.security import HTTPBearer
from starlette.responses import JSONResponse, Response, StreamingResponse

from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.records.formats.file import FORMATS, read, written
from noughts.records.log import FRIEND, PERSON
from noughts.records.store import Record
from noughts.ui.web.errors import Refusal
from noughts.ui.web.games import schemas, tokens
from noughts.ui.web.games.json import game_json
from noughts.ui.web.games.service import GameService
from noughts.ui.web.games.streams import Watchers
from noughts.ui.web.names import board_named, is_quick
from noughts.ui.web.rate_limit import RateLimits, client
from noughts.ui.web.responses import answered
from noughts.ui.web.workers import Workers

GameId = Annotated[str, Path(max_length=40, description="the game's id")]
Token = Annotated[Any, Security(HTTPBearer(auto_error=False, description="the token of a seat"))]

Format = Annotated[Literal["sgf", "psq", "json"], Path(alias="format", description="the file's format")]

T = TypeVar("T")


class Games:
    """The requests to games, on one service."""

    def __init__(
        self, service: GameService, workers: Workers, watchers: Watchers, limits: RateLimits
    ) -> None:
        self._service = service
        self._workers = workers
        self._watchers = watchers
        self._limits = limits

    async def make(self, body: schemas.NewGame, request: Request) -> Response:
        """Makes a game, and gives out the tokens of its seats, this once."""
        self._limits.take("make", client(request))
        start, moves = _asked(body)
        seats = {Mark.X: body.x, Mark.O: body.o}
        made = await self._workers.at_once(self._service.make, start, moves, seats)
        content = {
            "game": game_json(made.record),
            "tokens": {str(seat): token for seat, token in made.tokens.items()},
            "invitation": made.invitation,
        }
        return answered(content, 201)

    async def show(self, game: GameId) -> Response:
        """The game as it stands."""
        return answered(game_json(await self._workers.at_once(self._service.game, game)))

    async def record(self, game: GameId, form: Format) -> Response:
        """The moves that stand, as a file for other programs."""
        record = await self._workers.at_once(self._service.game, game)
        headers = {
            "cache-control": "no-store",
            "content-disposition": f'attachment; filename="noughts-{record.header.id}.{form}"',
        }
        return Response(written(record, form), 200, headers, FORMATS[form])

    async def events(self, game: GameId) -> Response:
        """The game at once, and again after every change, as server-sent events."""
        await self._workers.at_once(self._service.game, game)
        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
        return StreamingResponse(self._watchers.watch(game), 200, headers, "text/event-stream")

    async def seat(self, game: GameId, body: schemas.Join, request: Request) -> Response:
        """Takes the friend's seat by invitation; asking again with the same nonce gives the same answer."""
        work = self._workers.at_once(self._service.join, game, body.invitation, body.nonce)
        record, seat, token = await self._counted(request, work)
        self._watchers.tell(game)
        return answered({"game": game_json(record), "seat": str(seat), "token": token})

    async def moves(self, game: GameId, body: schemas.Move, request: Request, token: Token) -> Response:
        """A person plays; a computer opposite answers at once."""
        args = (body.version, body.ply, body.cell)
        return await self._act(game, request, token, self._service.move, *args)

    async def step(self, game: GameId, body: schemas.Step, request: Request, token: Token) -> Response:
        """The computer whose turn it is plays."""
        return await self._act(game, request, token, self._service.step, body.version, body.ply)

    async def again(self, game: GameId, body: schemas.Again, request: Request, token: Token) -> Response:
        """A new game of the same seats: the answered game's ``next`` names it."""
        return await self._act(game, request, token, self._service.again, body.version, body.swap)

    def asking(self, verb: str) -> Callable[..., Awaitable[Response]]:
        """The handler of a request that needs nothing but the version."""

        async def ask(game: GameId, body: schemas.Request, request: Request, token: Token) -> Response:
            return await self._act(game, request, token, self._service.ask, body.version, verb)

        return ask

    async def _act(self, game: str, request: Request, token: Any, work: Any, *args: Any) -> JSONResponse:
        if token is None:
            raise Refusal("no-token", "this needs the token of a seat, as Authorization: Bearer TOKEN")
        self._limits.take("act", tokens.hashed(game + token.credentials))
        record = self._service.remembered(game)
        if record is None:
            record = await self._workers.at_once(self._service.game, game)
        run = self._workers.at_once if _is_quick(record) else self._workers.waiting
        changed = await self._counted(request, run(work, game, token.credentials, *args))
        self._watchers.tell(game)
        return answered(game_json(changed))

    async def _counted(self, request: Request, work: Awaitable[T]) -> T:
        """What checks a token or an invitation: the wrong ones of an address are counted."""
        try:
            return await work
        except Refusal as refusal:
            if refusal.code == "wrong-token":
                self._limits.take("guess", client(request))
            raise


def add_routes(router: APIRouter, games: Games) -> None:
    """Adds the routes of games, the busiest first, each with the refusals that it may answer."""
    common = schemas.refusals(400, 404, 422, 429, 500, 503)
    writing = {**common, **schemas.refusals(403, 413, 415, 507)}
    acting = {**writing, **schemas.refusals(401, 409)}
    made, shown, joined = (
        {200: {"model": kind}} for kind in (schemas.MadeView, schemas.GameView, schemas.Joined)
    )
    stream: dict[Any, Any] = {200: {"content": {"text/event-stream": {}}}}
    written_as: dict[Any, Any] = {200: {"content": {kind: {} for kind in FORMATS.values()}}}

    def add(method: str, path: str, handler: Any, answers: dict[Any, Any], status: int = 200) -> None:
        router.add_api_route(
            f"/api/games{path}",
            handler,
            methods=[method],
            status_code=status,
            response_model=None,
            responses=answers,
            tags=["games"],
        )

    add("POST", "/{game}/moves", games.moves, {**shown, **acting})
    add("GET", "/{game}", games.show, {**shown, **common})
    add("GET", "/{game}/events", games.events, {**stream, **common})
    add("GET", "/{game}/record.{format}", games.record, {**written_as, **common})
    add("POST", "", games.make, {201: made[200], **writing, **schemas.refusals(409)}, status=201)
    add("POST", "/{game}/step", games.step, {**shown, **acting})
    add("POST", "/{game}/seat", games.seat, {**joined, **acting})
    add("POST", "/{game}/again", games.again, {**shown, **acting})
    for verb in ("undo", "redo", "draw", "decline", "resign"):
        add("POST", f"/{{game}}/{verb}", games.asking(verb), {**shown, **acting})


def _asked(body: schemas.NewGame) -> tuple[Position, Sequence[str]]:
    """Where a new game starts, and the moves to begin with: as they are given, or from a record."""
    if body.record is not None:
        game = read(body.record)
        return game.start, [game.start.board.cell_name(cell) for cell in game.moves]
    board = board_named(body.board)
    start = Position.start(board) if body.position is None else Position.parse(body.position, board)
    return start, body.moves


def _is_quick(record: Record) -> bool:
    board = record.header.start.board
    who = [name for name in record.header.seats.values() if name not in (PERSON, FRIEND)]
    return all(is_quick(board, name) for name in who)
