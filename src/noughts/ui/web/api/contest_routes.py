"""Contests, exploits and proofs over HTTP, and what is on record of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query
from pydantic import BaseModel, Field
from starlette.responses import Response

from noughts.arena.recorded import known_strength
from noughts.contract.matches import ResultsJson, StrengthJson
from noughts.contract.verdicts import BoardJson, BoardsJson, ProofGameJson, ReadCertificateJson, VerifiedJson
from noughts.explain.certificate_text import read_certificate
from noughts.game.board import Board
from noughts.ui.web.api import schemas
from noughts.ui.web.api.question_routes import FRESH, NOT_KEPT, Asker, Asking
from noughts.ui.web.compute.boards import find_board
from noughts.ui.web.compute.opponents import pure_player
from noughts.ui.web.questions import on_record, tasks
from noughts.ui.web.questions.question_service import shipped_answer

contest_router = APIRouter(
    prefix="/api", tags=["contests"], responses=schemas.refusals(400, 422, 429, 500, 503)
)

Sha256 = Annotated[str, Path(min_length=64, max_length=64, json_schema_extra=schemas.pattern("[0-9a-f]{64}"))]
Moves = Annotated[
    str, Query(max_length=2000, description="both sides' moves so far, like a1,b2; none at first")
]
SolverQuestion = Annotated[
    Literal["value", "plies"],
    Query(description="what the board is worth, or in how few plies the first player wins"),
]

_GZIP: schemas.Description = {200: {"content": {"application/gzip": {}}}}


@contest_router.get("/results", responses=schemas.answer(ResultsJson))
async def results(asker: Asking) -> Response:
    """All players of the house against each other on 3x3x3, exactly, and how each can be exploited."""
    return await asker.asks_soon(shipped_answer, "results")


@contest_router.get("/strength", responses=schemas.answer(StrengthJson))
async def strength(asker: Asking) -> Response:
    """How strong the levels are on larger boards, and the engine, from recorded games."""
    return await asker.asks_soon(known_strength)


@contest_router.get("/boards", responses=schemas.answer(BoardsJson))
async def boards(asker: Asking) -> Response:
    """Every recorded run of the prover, and the sources of what is published."""
    return await asker.asks_once(on_record.boards)


@contest_router.get("/board", responses=schemas.answer(BoardJson))
async def board(asker: Asking, board: schemas.BoardName = "3x3x3") -> Response:
    """What is known of a board, here and elsewhere, and whether it can be solved here."""
    proofs = asker.services.contests.proofs
    return await asker.asks_soon(lambda: proofs.with_proofs(on_record.board(board)))


class Match(BaseModel):
    """A match that is asked for."""

    x: schemas.PlayerName
    o: schemas.PlayerName
    board: schemas.BoardName = "3x3x3"
    games: Annotated[
        int, Field(ge=1, le=10_000, description="how many are sampled where it is not exact")
    ] = 1000
    seed: Annotated[int, Field(ge=0, lt=1 << 32, description="the same seed gives the same games")] = 0


@contest_router.get("/match/events", response_class=Response, responses=schemas.STREAM)
async def match(asker: Asking, wanted: Annotated[Match, Query()]) -> Response:
    """A match, exactly where that can be, else by games: how it stands while it goes on, and the result."""
    players = wanted.x, wanted.o
    on = await _board_for(asker, wanted.board, *players)
    return _watch(asker, tasks.play_match, players, on, wanted.games, wanted.seed)


@contest_router.get("/exploit/events", response_class=Response, responses=schemas.STREAM)
async def exploit(asker: Asking, player: schemas.PlayerName, board: schemas.BoardName = "3x3x3") -> Response:
    """What the best opponent makes of a player on a small board, and the games that it loses."""
    return _watch(asker, tasks.find_exploit, player, await _board_for(asker, board, player))


@contest_router.get("/entrant/events", response_class=Response, responses=schemas.STREAM)
async def entrant(asker: Asking, player: schemas.PlayerName) -> Response:
    """A player against all of the exact table of 3x3x3, match by match."""
    await _board_for(asker, "3x3x3", player)
    return _watch(asker, tasks.enter, player)


@contest_router.get("/solve/events", response_class=Response, responses=schemas.STREAM)
async def solve(
    asker: Asking, board: schemas.BoardName = "3x3x3", question: SolverQuestion = "value"
) -> Response:
    """Proves what an empty board is worth: how the search stands, and at last the answer and its certificate."""
    on = str(await asker.services.workers.quick(asker.who, Board.playable, board))
    return _watch(asker, tasks.prove, on, question, remembered=False)


@contest_router.get(
    "/certificates/{sha256}", responses={**schemas.answer(ReadCertificateJson), **schemas.refusals(404)}
)
async def certificate(asker: Asking, sha256: Sha256) -> Response:
    """What stands in a certificate."""
    body = asker.services.contests.certificate(sha256)
    return await asker.waits(
        asker.services.workers.compute("questions", asker.who, read_certificate, sha256, body)
    )


@contest_router.get(
    "/certificates/{sha256}/file.gz", response_class=Response, responses={**_GZIP, **schemas.refusals(404)}
)
async def certificate_file(asker: Asking, sha256: Sha256) -> Response:
    """A certificate as a file for ``noughts verify``."""
    name = f'attachment; filename="certificate-{sha256[:12]}.gz"'
    headers = {"content-disposition": name, "cache-control": FRESH}
    return Response(asker.services.contests.certificate(sha256), 200, headers, "application/gzip")


@contest_router.get(
    "/certificates/{sha256}/verified", responses={**schemas.answer(VerifiedJson), **schemas.refusals(404)}
)
async def verified(asker: Asking, sha256: Sha256) -> Response:
    """Verifies a certificate on this server, now: what it proves."""
    return await asker.waits(asker.services.contests.verify(asker.who, sha256), NOT_KEPT)


@contest_router.get(
    "/certificates/{sha256}/played", responses={**schemas.answer(ProofGameJson), **schemas.refusals(404)}
)
async def played(asker: Asking, sha256: Sha256, moves: Moves = "") -> Response:
    """Plays along a certificate: its answer to these moves, by which record, and what both sides may do then."""
    line = tuple(filter(None, moves.split(",")))
    return await asker.waits(asker.services.contests.play(asker.who, sha256, line))


async def _board_for(asker: Asker, board: str, *players: str) -> str:
    """The board's name; what is refused is refused before the stream begins."""
    for name in players:
        asker.services.opponents.refuse_program(name, "it plays games here, and takes part in no contest")
    return await asker.services.workers.quick(asker.who, _check, board, players)


def _check(board: str, players: tuple[str, ...]) -> str:
    on = find_board(board)
    for name in players:
        pure_player(name).check(on)
    return str(on)


def _watch(asker: Asker, ask: Callable[..., Any], *args: Any, remembered: bool = True) -> Response:
    asker.services.limits.check("contest", asker.who)
    return asker.services.contests.watch(asker.who, ask, *args, remembered=remembered)
