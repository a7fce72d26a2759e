"""Contests, exploits and proofs over HTTP, and what is on record of them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response

from noughts.contract.matches import ResultsJson, StrengthJson
from noughts.contract.verdicts import BoardJson, BoardsJson, ProofGameJson, ReadCertificateJson, VerifiedJson
from noughts.explain.certificate_text import read_certificate
from noughts.game.board import Board
from noughts.pages.strength_data import known_strength
from noughts.ui.web.api import schemas
from noughts.ui.web.api.callers import client
from noughts.ui.web.api.question_routes import (
    FRESH,
    BoardName,
    LimitedServices,
    PlayerName,
    response_of,
)
from noughts.ui.web.api.services import Services
from noughts.ui.web.compute.boards import board_named
from noughts.ui.web.compute.opponents import pure_player
from noughts.ui.web.event_stream import while_there
from noughts.ui.web.questions import on_record, tasks
from noughts.ui.web.questions.cache import answer_of
from noughts.ui.web.questions.lesson_service import shipped_answer

router = APIRouter(prefix="/api", tags=["contests"], responses=schemas.refusals(400, 422, 429, 500, 503))

Games = Annotated[int, Query(ge=1, le=10_000, description="how many games are sampled where it is not exact")]
Seed = Annotated[int, Query(ge=0, lt=1 << 32, description="the same seed gives the same games")]
Sha256 = Annotated[str, Path(min_length=64, max_length=64, json_schema_extra=schemas.pattern("[0-9a-f]{64}"))]
Moves = Annotated[
    str, Query(max_length=2000, description="both sides' moves so far, like a1,b2; none at first")
]
Question = Annotated[
    Literal["value", "plies"],
    Query(description="what the board is worth, or in how few plies the first player wins"),
]

_GZIP: schemas.Description = {200: {"content": {"application/gzip": {}}}}


@router.get("/results", responses=schemas.answer(ResultsJson))
async def results(request: Request, services: LimitedServices) -> Response:
    """All players of the house against each other on 3x3x3, exactly, and how each can be exploited."""
    return response_of(
        request, await services.workers.quick(client(request), shipped_answer, "results"), FRESH
    )


@router.get("/strength", responses=schemas.answer(StrengthJson))
async def strength(request: Request, services: LimitedServices) -> Response:
    """How strong the levels are on larger boards, and the engine, from recorded games."""
    return response_of(
        request, answer_of(await services.workers.quick(client(request), known_strength)), FRESH
    )


@router.get("/boards", responses=schemas.answer(BoardsJson))
async def boards(request: Request, services: LimitedServices) -> Response:
    """Every recorded run of the prover, and the sources of what is published."""
    return response_of(request, await services.lessons.answer(on_record.boards), FRESH)


@router.get("/board", responses=schemas.answer(BoardJson))
async def board(request: Request, services: LimitedServices, board: BoardName = None) -> Response:
    """What is known of a board, here and elsewhere, and whether it can be solved here."""
    told = await services.workers.quick(client(request), on_record.board, _named(board))
    return response_of(request, answer_of(services.contests.proofs.with_openings(told)), FRESH)


@router.get("/match/events", response_class=Response, responses=schemas.STREAM)
async def match(  # noqa: PLR0913, PLR0917 - a match is these
    request: Request,
    services: LimitedServices,
    x: PlayerName,
    o: PlayerName,
    board: BoardName = None,
    games: Games = 1000,
    seed: Seed = 0,
) -> Response:
    """A match, exactly where that can be, else by games: how it stands while it goes on, and the result."""
    on = await _checked(request, services, board, x, o)
    return _watched(request, services, tasks.play_match, (x, o), on, games, seed)


@router.get("/exploit/events", response_class=Response, responses=schemas.STREAM)
async def exploit(
    request: Request, services: LimitedServices, player: PlayerName, board: BoardName = None
) -> Response:
    """What the best opponent makes of a player on a small board, and the games that it loses."""
    on = await _checked(request, services, board, player)
    return _watched(request, services, tasks.find_exploit, player, on)


@router.get("/entrant/events", response_class=Response, responses=schemas.STREAM)
async def entrant(request: Request, services: LimitedServices, player: PlayerName) -> Response:
    """A player against all of the exact table of 3x3x3, match by match."""
    await _checked(request, services, None, player)
    return _watched(request, services, tasks.enter, player)


@router.get("/solve/events", response_class=Response, responses=schemas.STREAM)
async def solve(
    request: Request, services: LimitedServices, board: BoardName = None, question: Question = "value"
) -> Response:
    """Proves what an empty board is worth: how the search stands, and at last the answer and its certificate."""
    on = str(await services.workers.quick(client(request), Board.playable, _named(board)))
    return _watched(request, services, tasks.prove, on, question, remembered=False)


@router.get(
    "/certificates/{sha256}", responses={**schemas.answer(ReadCertificateJson), **schemas.refusals(404)}
)
async def certificate(request: Request, services: LimitedServices, sha256: Sha256) -> Response:
    """What stands in a certificate."""
    body = services.contests.certificate(sha256)
    told = await while_there(
        request.receive, services.workers.question(client(request), read_certificate, sha256, body)
    )
    return response_of(request, answer_of(told), FRESH)


@router.get(
    "/certificates/{sha256}/file.gz", response_class=Response, responses={**_GZIP, **schemas.refusals(404)}
)
async def certificate_file(services: LimitedServices, sha256: Sha256) -> Response:
    """A certificate as a file for ``noughts verify``."""
    name = f'attachment; filename="certificate-{sha256[:12]}.gz"'
    headers = {"content-disposition": name, "cache-control": FRESH}
    return Response(services.contests.certificate(sha256), 200, headers, "application/gzip")


@router.get(
    "/certificates/{sha256}/verified", responses={**schemas.answer(VerifiedJson), **schemas.refusals(404)}
)
async def verified(request: Request, services: LimitedServices, sha256: Sha256) -> Response:
    """Verifies a certificate on this server, now: what it proves."""
    told = await while_there(request.receive, services.contests.verified(client(request), sha256))
    return response_of(request, answer_of(told), "no-store")


@router.get(
    "/certificates/{sha256}/played", responses={**schemas.answer(ProofGameJson), **schemas.refusals(404)}
)
async def played(request: Request, services: LimitedServices, sha256: Sha256, moves: Moves = "") -> Response:
    """Plays along a certificate: its answer to these moves, by which record, and what both sides may do then."""
    line = tuple(filter(None, moves.split(",")))
    told = await while_there(request.receive, services.contests.played(client(request), sha256, line))
    return response_of(request, answer_of(told), FRESH)


async def _checked(request: Request, services: Services, board: str | None, *players: str) -> str:
    """The board's name; what is refused is refused before the stream begins."""
    for name in players:
        services.opponents.refuse_program(name, "it plays games here, and takes part in no contest")
    return await services.workers.quick(client(request), _check, _named(board), players)


def _check(board: str, players: tuple[str, ...]) -> str:
    on = board_named(board)
    for name in players:
        pure_player(name).check(on)
    return str(on)


def _watched(request: Request, services: Services, ask: Any, *args: Any, remembered: bool = True) -> Response:
    who = client(request)
    services.limits.check("contest", who)
    return services.contests.watch(who, ask, *args, remembered=remembered)


def _named(board: str | None) -> str:
    return "3x3x3" if board is None else board
