"""Analysis over HTTP: positions and players, studies, lessons, contests and proofs, and the sharing of links.

Most responses are pure functions of their request, so that the server and the browser cache them.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from datetime import date
from typing import Annotated, Any, Literal

import segno
from fastapi import APIRouter, Depends, Path, Query, Request
from pydantic import BaseModel, BeforeValidator, Field
from pydantic_core import PydanticCustomError
from starlette.responses import Response

from noughts.contests.recorded import known_strength
from noughts.contract import values
from noughts.contract.choices import BrainsJson, OpponentsJson, ToldDecisionJson
from noughts.contract.games import AddressesJson, QrJson, StudyJson
from noughts.contract.lessons import (
    LadderJson,
    LessonJson,
    LessonsJson,
    PositionGraphJson,
    PuzzleKind,
    PuzzleRunJson,
    PuzzlesJson,
    StrategyJson,
)
from noughts.contract.matches import ProofsJson, ResultsJson, StrengthJson
from noughts.contract.numbers import SCHEMA
from noughts.contract.terms import Side
from noughts.contract.verdicts import BoardJson, BoardsJson, ProofGameJson, ReadCertificateJson, VerifiedJson
from noughts.errors import quote
from noughts.explain.certificate_text import read_certificate
from noughts.game.board import Board
from noughts.game.notation import MAX_SIDE
from noughts.lessons.catalogue import LESSONS, lesson_files, lessons_json
from noughts.lessons.map_svg import side_map
from noughts.lessons.position_graph import position_graph_json
from noughts.lessons.puzzles import daily, puzzles_json, run, run_json
from noughts.lessons.strategy import strategy_json
from noughts.server import analyses, contest_tasks, schemas
from noughts.server.addresses import is_near
from noughts.server.analyses import LONGEST, study_bytes
from noughts.server.analysis_service import shipped_answer
from noughts.server.api_errors import OutOfTimeError, Refusal
from noughts.server.boards import find_board
from noughts.server.cache import Question, answer_of, compute_answer, make_answer
from noughts.server.classes import check_help, results_in
from noughts.server.event_streams import while_there
from noughts.server.game_requests import LONGEST_ID, ServicesDep
from noughts.server.opponents import pure_player
from noughts.server.rate_limits import payer_of
from noughts.server.responses import conditional
from noughts.server.services import Services
from noughts.server.stored_records import ClassHeader, GameHeader
from noughts.server.workers import SERVER

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
    return await asker.sees(analyses.position_facts)


@analysis_router.get("/decide", responses=schemas.answer(ToldDecisionJson))
async def decide(asker: PlaceAsking, player: schemas.PlayerName) -> Response:
    """What a player does in a position, and why."""
    return await asker.asks(analyses.decide, player, player=player)


@analysis_router.get("/brains", responses=schemas.answer(BrainsJson))
async def brains(asker: PlaceAsking) -> Response:
    """What every player does in a position, side by side."""
    return await asker.asks(analyses.brains, player="mcts")  # of all of them it thinks longest


@analysis_router.get("/analyse", responses=schemas.answer(values.AnalysisJson))
async def analyse(asker: PlaceAsking, nodes: Nodes = None) -> Response:
    """What a position and every move are worth: exactly where that can be, else proved or estimated by the engine.

    Where looking takes too long it is estimated from a few positions.
    """
    try:
        return await asker.asks(analyses.analysis, nodes)
    except OutOfTimeError:
        return await asker.asks(analyses.estimate)


@analysis_router.get("/analyse/events", response_class=Response, responses=schemas.STREAM)
async def live_analysis(asker: PlaceAsking) -> Response:
    """The same as it becomes known, ever deeper: ``news`` after news, and at last ``done``, each of them an analysis.

    It is ``ended`` instead where its time is spent. Whoever leaves ends it.
    """
    return await asker.watches()


@analysis_router.get("/hint", responses=schemas.answer(values.HintJson))
async def hint(asker: PlaceAsking) -> Response:
    """A recommended move: of those that are worth the same, the one after which the other side errs most easily."""
    return await asker.asks(analyses.hint)


@analysis_router.get("/line", responses=schemas.answer(values.BestLineJson))
async def line(asker: PlaceAsking, move: CellName = None) -> Response:
    """The best play of both sides from a position, or after a move there."""
    return await asker.asks(analyses.line, move)


@analysis_router.get("/lines", responses=schemas.answer(values.OpenLinesJson))
async def open_lines(asker: PlaceAsking, cell: schemas.CellName) -> Response:
    """The lines through a cell that one side may still complete."""
    return await asker.asks(analyses.open_lines, cell)


@analysis_router.get("/tree", responses=schemas.answer(values.TreeJson))
async def tree(asker: PlaceAsking, path: Cells = "", merge: bool = True, depth: Depth = 1) -> Response:
    """A node of the game tree and what lies below it."""
    return await asker.asks(analyses.tree, _cells(path), merge, depth)


@analysis_router.get("/review", responses=schemas.answer(values.ReviewJson))
async def review(asker: PlaceAsking, moves: Cells = "") -> Response:
    """The value after every ply of a game, and its mistakes."""
    return await asker.asks(analyses.review, _cells(moves))


@analysis_router.get("/board.svg", response_class=Response, responses=SVG)
async def picture(
    asker: PlaceAsking, last: CellName = None, coordinates: bool = True, paper: bool = False
) -> Response:
    """The board as an SVG; on paper with a size, a ground and colours of its own."""
    return await asker.sees(analyses.picture, last, coordinates, paper)


@analysis_router.get("/board.png", response_class=Response, responses=PNG)
async def photograph(asker: PlaceAsking, last: CellName = None, coordinates: bool = True) -> Response:
    """The board on paper as a PNG, where the server has the extra for it."""
    return await asker.asks(analyses.photograph, last, coordinates)


def _cells(text: str) -> tuple[str, ...]:
    return tuple(text.split(",")) if text else ()


study_router = APIRouter(tags=["studies"])

REFUSALS = schemas.refusals(400, 413, 415, 422, 429, 500, 503)

_QUICK = 4_000
"""Letters of a record that a thread reads in some milliseconds; a longer one is read in another process."""


Name = Annotated[str, Field(max_length=100, description="a player's name, for a record that tells none")]


class AskedStudy(schemas.Body):
    """A record, or nothing but a place; moves without a board of their own are on ``board``, from ``position``."""

    record: Annotated[
        str,
        Field(
            max_length=LONGEST,
            description="SGF, PSQ, JSON, or moves with variations and notes: b2 a1 (b1 {the other kind}) c1",
        ),
    ] = ""
    board: schemas.BoardName | None = None
    position: schemas.Place | None = None
    x: Name = ""
    o: Name = ""


@study_router.post(schemas.STUDIES, responses={**schemas.answer(StudyJson), **REFUSALS})
async def study(body: AskedStudy, request: Request, asker: Asking) -> Response:
    """What a record says, variations and notes and all; a refusal where anything in it cannot be read or played."""
    workers, asked = asker.services.workers, (body.record, body.board, body.position, body.x, body.o)
    if len(body.record) <= _QUICK:
        reading = workers.quick(asker.who, study_bytes, *asked)
    else:
        reading = workers.compute("questions", asker.who, study_bytes, *asked)
    try:
        return Response(await while_there(request.receive, reading), media_type=schemas.JSON)
    except OutOfTimeError as error:
        raise Refusal("malformed", f"this record takes too long to read: {error}") from None


lesson_router = APIRouter(
    prefix="/api", tags=["lessons"], responses=schemas.refusals(400, 422, 429, 500, 503)
)

_SIDE = Query(description="whose strategy", examples=["X"])

_Board = Annotated[str, Query(description="one that there are puzzles of", examples=["4x4x4"], max_length=20)]
_Kind = Annotated[PuzzleKind | None, Query(description="what is asked", examples=["fork"])]
_Seed = Annotated[int, Query(description="another seed draws others", ge=0, le=2**31 - 1)]


def _calendar_day(text: str) -> date:
    """A day as it is written; a number would be taken for seconds since 1970 otherwise."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise PydanticCustomError("day", "should be a day like 2026-11-23") from None


_Day = Annotated[
    date,
    BeforeValidator(_calendar_day),
    Query(description="a day of the calendar", examples=["2026-11-23"]),
]


@lesson_router.get("/lessons", responses=schemas.answer(LessonsJson))
async def lessons(asker: Asking) -> Response:
    """What there is to read."""
    if folder := asker.services.setting.lessons:
        return asker.tells(await asker.services.questions.own_lesson(folder), NOT_KEPT)
    return await asker.asks_once(lessons_json)


@lesson_router.get("/lessons/{name}", responses={**schemas.answer(LessonJson), **schemas.refusals(404)})
async def lesson(asker: Asking, name: str) -> Response:
    """A lesson, block by block."""
    folder = asker.services.setting.lessons
    if name not in (lesson_files(folder) if folder else LESSONS):
        raise Refusal("unknown-lesson", f"there is no lesson {quote(name)}")
    if folder:
        return asker.tells(await asker.services.questions.own_lesson(folder, name), NOT_KEPT)
    return await asker.asks_soon(shipped_answer, f"lessons/{name}")


@lesson_router.get("/puzzles", responses=schemas.answer(PuzzlesJson))
async def puzzles(asker: Asking, board: _Board = "3x3x3", kind: _Kind = None) -> Response:
    """The puzzles of one kind on a board with their right answers, the easiest first."""
    return await asker.asks_once(puzzles_json, board, kind or "")


@lesson_router.get("/puzzles/daily", responses=schemas.answer(PuzzleRunJson))
async def daily_puzzle(asker: Asking, day: _Day) -> Response:
    """The puzzle of a day, the same for everybody."""
    return await asker.asks_soon(lambda: run_json((daily(day),)))


@lesson_router.get("/puzzles/run", responses=schemas.answer(PuzzleRunJson))
async def puzzle_run(asker: Asking, seed: _Seed = 0, board: _Board = "", kind: _Kind = None) -> Response:
    """Puzzles one after the other, drawn by a seed, the easiest first; of one board and one kind, or of all."""
    return await asker.asks_soon(lambda: run_json(run(seed, board, kind or "")))


@lesson_router.get("/ladder", responses=schemas.answer(LadderJson))
async def ladder(asker: Asking) -> Response:
    """Whom to beat, the weakest first."""
    return await asker.asks_soon(shipped_answer, "ladder")


@lesson_router.get("/strategy", responses=schemas.answer(StrategyJson))
async def strategy(asker: Asking, side: Annotated[Side, _SIDE] = "X") -> Response:
    """What a side plays in every position that it comes into."""
    return await asker.asks_once(strategy_json, side)


@lesson_router.get("/map.svg", response_class=Response, responses=SVG)
async def sheet(asker: Asking, side: Annotated[Side, _SIDE] = "X") -> Response:
    """The same on one sheet, as a picture."""
    return await asker.asks_once(side_map, side)


@lesson_router.get("/positions", responses=schemas.answer(PositionGraphJson))
async def positions(asker: Asking) -> Response:
    """All positions of three by three up to symmetry, with their values, the moves between them, and a drawing."""
    return await asker.asks_once(position_graph_json)


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
    return await asker.asks_once(analyses.boards)


@contest_router.get("/board", responses=schemas.answer(BoardJson))
async def board(asker: Asking, board: schemas.BoardName = "3x3x3") -> Response:
    """What is known of a board, here and elsewhere, and whether it can be solved here."""
    proofs = asker.services.contests.proofs
    return await asker.asks_soon(lambda: proofs.with_proofs(analyses.board(board)))


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
    return _watch(asker, contest_tasks.play_match, players, on, wanted.games, wanted.seed)


@contest_router.get("/exploit/events", response_class=Response, responses=schemas.STREAM)
async def exploit(asker: Asking, player: schemas.PlayerName, board: schemas.BoardName = "3x3x3") -> Response:
    """What the best opponent makes of a player on a small board, and the games that it loses."""
    return _watch(asker, contest_tasks.find_exploit, player, await _board_for(asker, board, player))


@contest_router.get("/entrant/events", response_class=Response, responses=schemas.STREAM)
async def entrant(asker: Asking, player: schemas.PlayerName) -> Response:
    """A player against all of the exact table of 3x3x3, match by match."""
    await _board_for(asker, "3x3x3", player)
    return _watch(asker, contest_tasks.enter, player)


@contest_router.get("/solve/events", response_class=Response, responses=schemas.STREAM)
async def solve(
    asker: Asking, board: schemas.BoardName = "3x3x3", question: SolverQuestion = "value"
) -> Response:
    """Proves what an empty board is worth: how the search stands, and at last the answer and its certificate."""
    on = str(await asker.services.workers.quick(asker.who, Board.playable, board))
    return _watch(asker, contest_tasks.prove, on, question, remembered=False)


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


sharing_router = APIRouter(
    prefix="/api", tags=["sharing"], responses=schemas.refusals(400, 422, 429, 500, 503)
)

WRITE = schemas.refusals(403, 413, 415)


@sharing_router.post("/qr", responses=WRITE)
async def qr(body: schemas.Text, asker: Asking) -> QrJson:
    """A text as a QR code. It is sent as a body, for a link may hold a secret, and addresses are written down."""
    modules = await asker.services.workers.quick(asker.who, _modules, body.text)
    return {"schema": SCHEMA, "modules": modules}


@sharing_router.get("/addresses")
async def addresses(request: Request, services: ServicesDep) -> AddressesJson:
    """Where others in this network reach the server; told to this machine alone, for it is nobody else's business."""
    return {"schema": SCHEMA, "addresses": list(services.addresses) if is_near(request) else []}


def _modules(text: str) -> list[str]:
    code = segno.make_qr(text, error="m")
    return ["".join(map(str, row)) for row in code.matrix]
