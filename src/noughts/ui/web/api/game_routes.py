"""Games over HTTP: making one, watching it, and acting for a seat."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, FastAPI, Path, Request
from starlette.responses import Response

from noughts.contract.games import DeletedJson, GameJson, JoinedJson, MadeJson
from noughts.contract.numbers import SCHEMA
from noughts.errors import NotationError, quote
from noughts.explain.jsonable import side_json
from noughts.records.formats.file import FORMATS, written
from noughts.ui.web.api import schemas
from noughts.ui.web.api.acting import LONGEST_ID, GameId, Seat, counted, seat_described, seat_holder
from noughts.ui.web.api.making import made_game
from noughts.ui.web.api.plain_route import PlainRoute
from noughts.ui.web.api.services import Given, client, services_of
from noughts.ui.web.journal.game_service import GameService
from noughts.ui.web.journal.views import game_json
from noughts.ui.web.refusal import Refusal

router = APIRouter(prefix="/api/games", tags=["games"])

Format = Annotated[Literal["sgf", "psq", "json"], Path(alias="format", description="the file's format")]

READ = schemas.refusals(400, 404, 422, 429, 500, 503)
WRITE = {**READ, **schemas.refusals(403, 409, 413, 415, 507)}
ACT = {**WRITE, **schemas.refusals(401)}
"""The refusals that may answer who looks, who makes a game, and who acts for a seat."""


async def move(request: Request, body: schemas.Move) -> GameJson:
    """A person plays; a computer opposite answers at once."""
    game = str(request.path_params["game"])
    if len(game) > LONGEST_ID:
        raise Refusal("malformed", f"game: at most {LONGEST_ID} characters are an id, not {quote(game)}")
    seat = await seat_holder(request, game)
    return await seat.plays(GameService.move, body.version, body.ply, body.cell)


async def make(request: Request, body: schemas.NewGame) -> MadeJson:
    """Makes a game, and gives out the tokens of its seats, this once."""
    return await made_game(await services_of(request), body, client(request))


def plain_routes(app: FastAPI) -> list[PlainRoute]:
    """The two that are asked for most, which are described with the others."""
    described: dict[str, Any] = {"methods": ["POST"], "tags": ["games"], "route_class_override": PlainRoute}
    holder = [Depends(seat_described)]
    app.router.add_api_route("/api/games/{game}/moves", move, responses=ACT, dependencies=holder, **described)
    app.router.add_api_route("/api/games", make, status_code=201, responses=WRITE, **described)
    return [route for route in app.router.routes if isinstance(route, PlainRoute)]


@router.get("/{game}", responses={**READ, **schemas.REFUSED})
async def show(game: GameId, request: Request, services: Given) -> GameJson:
    """The game as it stands."""
    return game_json(await services.look_at(game, client(request)))


_STREAM: schemas.Description = {200: {"content": {"text/event-stream": {}}}}


@router.get("/{game}/events", response_class=Response, responses={**_STREAM, **READ})
async def events(game: GameId, request: Request, services: Given) -> Response:
    """The game at once, and again after every change, as server-sent events."""
    await services.look_at(game, client(request))
    return services.streams.stream(game, client(request))


_FILES: schemas.Description = {200: {"content": {kind: {} for kind in FORMATS.values()}}}


@router.get("/{game}/record.{format}", response_class=Response, responses={**_FILES, **READ})
async def record(game: GameId, form: Format, request: Request, services: Given) -> Response:
    """The moves that stand, as a file for other programs."""
    shown = await services.look_at(game, client(request))
    name = f"noughts-{shown.header.id}.{form}"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(
        await services.workers.quick(client(request), written, shown.log.state, shown.header.seats, form),
        200,
        headers,
        FORMATS[form],
    )


@router.post("/{game}/delete", responses=ACT)
async def delete(seat: Seat) -> DeletedJson:
    """Removes the game with all that belongs to it; where two people play it, once it is over."""
    return await seat.delete()


@router.post("/{game}/step", responses=ACT)
async def step(body: schemas.Step, seat: Seat) -> GameJson:
    """The computer whose turn it is plays."""
    return await seat.plays(GameService.step, body.version, body.ply)


@router.post("/{game}/seat", responses=ACT)
async def take_seat(game: GameId, body: schemas.Join, request: Request, services: Given) -> JoinedJson:
    """Takes the friend's seat by invitation; asking again with the same nonce gives the same answer."""
    await services.look_at(game, client(request))
    work = services.games.join(game, body.invitation, body.nonce)
    joined, seat, token = await counted(services, client(request), work)
    services.streams.tell(game)
    return {"schema": SCHEMA, "game": game_json(joined), "seat": side_json(seat), "token": token}


@router.post("/{game}/again", responses=ACT)
async def again(body: schemas.Again, seat: Seat, request: Request, services: Given) -> GameJson:
    """A new game of the same seats: the answered game's ``next`` names it."""
    services.limits.take("make", client(request))
    return await seat.asks(GameService.again, body.version, body.swap)


@router.post("/{game}/flag", responses=ACT)
async def flag(seat: Seat) -> GameJson:
    """Whose turn it is has spent the time: by the server's clock that loses."""
    return await seat.asks(GameService.flag)


@router.post("/{game}/name", responses=ACT)
async def name(body: schemas.Name, seat: Seat) -> GameJson:
    """Says what whoever holds this seat is called: for the other side and all who watch."""
    return await seat.asks(GameService.name, called(body.name))


@router.post("/{game}/undo", responses=ACT)
async def undo(body: schemas.Request, seat: Seat) -> GameJson:
    """Takes back to the last position in which this side was to move, or offers to."""
    return await seat.asks(GameService.ask, body.version, "undo")


@router.post("/{game}/redo", responses=ACT)
async def redo(body: schemas.Request, seat: Seat) -> GameJson:
    """Plays again what was last taken back."""
    return await seat.asks(GameService.ask, body.version, "redo")


@router.post("/{game}/draw", responses=ACT)
async def draw(body: schemas.Request, seat: Seat) -> GameJson:
    """Offers a draw, or accepts the other side's offer."""
    return await seat.asks(GameService.ask, body.version, "draw")


@router.post("/{game}/decline", responses=ACT)
async def decline(body: schemas.Request, seat: Seat) -> GameJson:
    """Declines what the other side offered."""
    return await seat.asks(GameService.ask, body.version, "decline")


@router.post("/{game}/resign", responses=ACT)
async def resign(body: schemas.Request, seat: Seat) -> GameJson:
    """Gives the game up."""
    return await seat.asks(GameService.ask, body.version, "resign")


def called(name: str) -> str:
    """A name as it is kept, on one line; NotationError for one that shows nothing."""
    plain = " ".join(name.split())
    if not plain or not plain.isprintable():
        raise NotationError(f"not a name: {quote(name)} (1 to 30 characters that can be seen)")
    return plain
