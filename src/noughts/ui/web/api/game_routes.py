"""Games over HTTP: making one, watching it, and acting for a seat."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Request
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from pydantic import ValidationError
from pydantic_core import to_json
from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from noughts.contract.games import DeletedJson, GameJson, JoinedJson, MadeJson, RequestName
from noughts.contract.numbers import SCHEMA
from noughts.errors import NotationError, quote
from noughts.explain.jsonable import side_json
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.records.formats.file import FORMATS, players_named, read, written
from noughts.ui.web.api import schemas
from noughts.ui.web.api.callers import LONGEST_ID, Bearer, Caller, services_of
from noughts.ui.web.compute.boards import at_hand, find_board, find_position
from noughts.ui.web.compute.lanes import Hear
from noughts.ui.web.compute.opponents import Opponents, Unthought, unthought
from noughts.ui.web.journal import game_decisions as games
from noughts.ui.web.journal.game_decisions import GameWithTokens
from noughts.ui.web.journal.shared import GameHeader
from noughts.ui.web.journal.views import game_json
from noughts.ui.web.questions.watch import watch
from noughts.ui.web.rate_limit import payer_of
from noughts.ui.web.refusal import Refusal

router = APIRouter(prefix="/api/games", tags=["games"])

GameId = Annotated[str, Path(max_length=LONGEST_ID, description="the game's id")]

Format = Annotated[Literal["sgf", "psq", "json"], Path(alias="format", description="the file's format")]

READ = schemas.refusals(400, 404, 422, 429, 500, 503)
WRITE = {**READ, **schemas.refusals(403, 409, 413, 415, 507)}
ACT = {**WRITE, **schemas.refusals(401)}
"""The refusals that may answer who looks, who makes a game, and who acts for a seat."""


_FEW = 9
"""Up to so many moves of a new game are played over while others wait."""


async def _onlooker(game: GameId, request: Request) -> Caller[GameHeader]:
    return Caller(request, GameHeader, game)


Looking = Annotated[Caller[GameHeader], Depends(_onlooker)]


async def _holder(caller: Looking, _: Bearer) -> Caller[GameHeader]:
    return await caller.with_token()


Seat = Annotated[Caller[GameHeader], Depends(_holder)]
"""Whoever looks at a game, and the holder of a seat's token."""


class PlainRoute(APIRoute):
    """Calls its function with the request and its body, in the shape that is declared, and sends what that answers.

    For what comes a hundred times as often as all else: FastAPI takes as long to find out what such a request means,
    and to pass its answer on, as the house does to decide about it and to keep it. So it describes this route only.
    """

    def __init__(self, path: str, endpoint: Callable[..., Awaitable[Any]], **description: Any) -> None:
        super().__init__(path, endpoint, **description)
        assert self.body_field
        shape: type[schemas.Body] = self.body_field.field_info.annotation  # type: ignore[assignment]
        status = self.status_code or 200

        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            request = Request(scope, receive, send)
            try:
                content = await endpoint(request, await _body(request, shape))
            except ClientDisconnect:  # in the middle of the body: nothing is done, and nobody hears of it
                return
            await Response(to_json(content), status, media_type=schemas.JSON)(scope, receive, send)

        self.app = app


async def _body(request: Request, shape: type[schemas.Body]) -> schemas.Body:
    if foreign := schemas.foreign_kind(request):
        raise foreign
    try:
        return shape.model_validate_json(await request.body())
    except ValidationError as error:
        raise RequestValidationError(error.errors()) from None


async def move(request: Request, body: schemas.Move) -> GameJson:
    """A person plays; a computer opposite answers at once, unless it thinks by the clock."""
    game = str(request.path_params["game"])
    if len(game) > LONGEST_ID:
        raise Refusal("malformed", f"game: at most {LONGEST_ID} characters are an id, not {quote(game)}")
    caller = await Caller(request, GameHeader, game).with_token()
    return game_json(await caller.play(games.move, body.version, body.ply, body.cell))


async def make(request: Request, body: schemas.NewGame) -> MadeJson:
    """Makes a game, and gives out the tokens of its seats, this once; it costs a permit."""
    services, who = await services_of(request), payer_of(request.scope)
    services.limits.take("make", who)
    # Many moves, and a board that was not there before, are for a thread: nobody else waits for them.
    at_once = body.record is None and len(body.moves) <= _FEW and at_hand(body.board) is not None
    made = (
        _prepare(services.opponents, body)
        if at_once
        else await services.workers.waiting(who, _prepare, services.opponents, body)
    )
    if not await services.journal.make(made.record):
        raise Refusal("busy", "this game could not be made: please send it again", retry_after=1)
    answer: MadeJson = {
        "schema": SCHEMA,
        "game": game_json(made.record),
        "tokens": {side_json(seat): token for seat, token in made.tokens.items()},
        "invitation": made.invitation,
    }
    if names := players_named(body.record or ""):
        answer["names"] = {side_json(seat): name for seat, name in names.items()}
    return answer


def _prepare(opponents: Opponents, body: schemas.NewGame) -> GameWithTokens:
    start, moves = _start_and_moves(body)
    seats = {Mark.X: body.x, Mark.O: body.o}
    return games.new_game(opponents, start, moves, seats, body.clock.text if body.clock else None)


def _start_and_moves(body: schemas.NewGame) -> tuple[Position, Sequence[str]]:
    """Where a new game starts, and the moves to begin with: as they are given, or from a record."""
    if body.record is None:
        return find_position(body.board, body.position), body.moves
    game = read(body.record, find_board(body.board))
    find_board(str(game.start.board))  # a record, too, may name only a board to play on
    return game.start, game.start.board.cell_names(game.moves)


def _plain_route(path: str, endpoint: Callable[..., Awaitable[Any]], **description: Any) -> None:
    router.add_api_route(path, endpoint, methods=["POST"], route_class_override=PlainRoute, **description)


_plain_route("/{game}/moves", move, responses=ACT, dependencies=[Depends(_holder)])
_plain_route("", make, status_code=201, responses=WRITE)


@router.get("/{game}", responses={**READ, **schemas.REFUSED})
async def show(caller: Looking) -> GameJson:
    """The game as it stands."""
    return game_json(await caller.look())


@router.get("/{game}/events", response_class=Response, responses={**schemas.STREAM, **READ})
async def events(game: GameId, caller: Looking) -> Response:
    """The game at once, and again after every change, as server-sent events."""
    await caller.look()
    return caller.services.streams.game(game, caller.who)


_FILES: schemas.Description = {200: {"content": {kind: {} for kind in FORMATS.values()}}}


@router.get("/{game}/record.{format}", response_class=Response, responses={**_FILES, **READ})
async def record(form: Format, caller: Looking) -> Response:
    """The moves that stand, as a file for other programs."""
    game = await caller.look()
    headers = {"content-disposition": f'attachment; filename="noughts-{game.header.id}.{form}"'}
    text = await caller.services.workers.quick(caller.who, written, game.log.state, game.header.seats, form)
    return Response(text, 200, headers, FORMATS[form])


@router.post("/{game}/delete", responses=ACT)
async def delete(seat: Seat) -> DeletedJson:
    """Removes the game with all that belongs to it; where two people play it, once it is over."""
    return await seat.delete(games.check_deletable)


@router.post("/{game}/step", responses=ACT)
async def step(body: schemas.Step, seat: Seat) -> GameJson:
    """The computer whose turn it is plays."""
    return game_json(await seat.play(games.step, body.version, body.ply, now=body.now))


@router.post("/{game}/think", response_class=Response, responses={**schemas.STREAM, **ACT})
async def think(body: schemas.Turn, seat: Seat) -> Response:
    """The same as a stream of what it thinks, whose last event is the game after its move; whoever leaves ends it."""
    asked = (games.step, body.version, body.ply)
    with suppress(Unthought):  # what is refused is refused before the stream begins
        await seat.ask(*asked, think=unthought)

    async def begin(hear: Hear) -> GameJson:
        return game_json(await seat.play(*asked, hear=hear))

    return watch(begin)


@router.post("/{game}/seat", responses=ACT)
async def take_seat(body: schemas.Join, caller: Looking) -> JoinedJson:
    """Takes the friend's seat by invitation; asking again with the same nonce gives the same answer."""
    await caller.look()
    joined = await caller.decide(lambda game: games.join(game, body.invitation, body.nonce))
    seat, token = games.friend(joined, body.invitation, body.nonce)
    return {"schema": SCHEMA, "game": game_json(joined), "seat": side_json(seat), "token": token}


@router.post("/{game}/again", responses=ACT)
async def again(body: schemas.Again, seat: Seat) -> GameJson:
    """A new game of the same seats: the answered game's ``next`` names it."""
    seat.services.limits.take("make", seat.who)
    return game_json(await seat.ask(games.again, body.version, body.swap))


@router.post("/{game}/flag", responses=ACT)
async def flag(seat: Seat) -> GameJson:
    """Whose turn it is has spent the time: by the server's clock that loses."""
    return game_json(await seat.ask(games.flag))


@router.post("/{game}/name", responses=ACT)
async def name(body: schemas.Name, seat: Seat) -> GameJson:
    """Says what whoever holds this seat is called: for the other side and all who watch."""
    return game_json(await seat.ask(games.name, plain_name(body.name)))


def _ask_route(verb: RequestName, words: str) -> None:
    async def ask(body: schemas.Request, seat: Seat) -> GameJson:
        return game_json(await seat.ask(games.ask, body.version, verb))

    ask.__name__ = verb
    router.add_api_route(f"/{{game}}/{verb}", ask, methods=["POST"], responses=ACT, description=words)


_ask_route("undo", "Takes back to the last position in which this side was to move, or offers to.")
_ask_route("redo", "Plays again what was last taken back.")
_ask_route("draw", "Offers a draw, or accepts the other side's offer.")
_ask_route("decline", "Declines what the other side offered.")
_ask_route("resign", "Gives the game up.")


def plain_name(name: str) -> str:
    """A name as it is kept, on one line; NotationError for one that shows nothing."""
    plain = " ".join(name.split())
    if not plain or not plain.isprintable():
        raise NotationError(f"not a name: {quote(name)} (1 to 30 characters that can be seen)")
    return plain
