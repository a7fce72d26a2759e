"""Analysis over HTTP: positions and players, studies, lessons, contests and proofs, and the sharing of links.

Most responses are pure functions of their request, so that the server and the browser cache them.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

import segno
from starlette.requests import Request
from starlette.responses import Response

from noughts.contests.recorded import known_strength
from noughts.contract.games import AddressesJson, QrJson
from noughts.contract.numbers import SCHEMA
from noughts.errors import quote
from noughts.explain.certificate_text import read_certificate
from noughts.game.board import Board
from noughts.lessons.catalogue import LESSONS, lesson_files, lessons_json
from noughts.lessons.map_svg import side_map
from noughts.lessons.position_graph import position_graph_json
from noughts.lessons.puzzles import daily, puzzles_json, run, run_json
from noughts.lessons.strategy import strategy_json
from noughts.server import analyses, contest_tasks, schemas
from noughts.server.addresses import is_near
from noughts.server.analyses import study_bytes
from noughts.server.analysis_service import shipped_answer
from noughts.server.api_errors import OutOfTimeError, Refusal
from noughts.server.boards import find_board
from noughts.server.cache import Question, answer_of, compute_answer, make_answer
from noughts.server.classes import check_help, results_in
from noughts.server.event_streams import while_there
from noughts.server.game_requests import Client
from noughts.server.opponents import pure_player
from noughts.server.responses import JSON, conditional
from noughts.server.stored_records import ClassHeader, GameHeader
from noughts.server.workers import SERVER

FRESH = "public, max-age=3600"
NOT_KEPT = "no-store"
"""Whether a cache may keep an answer."""


class Asker(Client):
    """Whoever asks something, at an address that has a permit for it. Raises Refusal for one that has none left."""

    def __init__(self, request: Request, _: object = None) -> None:
        super().__init__(request)
        self.services.limits.take("question", self.who)

    def tells(self, content: Any, freshness: str = FRESH) -> Response:
        """What is told, or that the browser's copy of it is still good."""
        return conditional(self.request.scope, answer_of(content), freshness)

    async def waits(self, work: Coroutine[Any, Any, Any], freshness: str = FRESH) -> Response:
        """What some work comes to, which ends when whoever asks has gone."""
        return self.tells(await while_there(self.request.receive, work), freshness)

    async def asks_soon(self, work: Callable[..., Any], *args: Any) -> Response:
        """What takes some milliseconds, its writing out included."""
        return self.tells(await self.services.workers.quick(self.who, make_answer, work, *args))

    async def asks_once(self, work: Callable[..., Any], *args: str) -> Response:
        """What is made once for all who ask."""
        return self.tells(await self.services.questions.make_once(work, *args))


class PlaceAsker(Asker):
    """Whoever asks something about a position, perhaps for a game."""

    def __init__(self, request: Request, query: schemas.PositionQuery) -> None:
        super().__init__(request)
        self._place, self._game = (query.board, query.position), query.game

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


async def players(asker: Asker, query: schemas.PlayersQuery) -> Response:
    """Every player and level, and whether it plays the board; proofs as far as they are computed."""
    return asker.tells(await asker.services.questions.players(asker.who, query.board), NOT_KEPT)


async def proofs(asker: Asker) -> Response:
    """What exhaustion finds of every player and level on 3x3x3: whether it can lose, and how."""
    return await asker.waits(asker.services.questions.proofs(asker.who))


async def position_facts(asker: PlaceAsker, _: schemas.PositionQuery) -> Response:
    """What the rules say of a position: legal moves, the outcome, and what each side threatens."""
    return await asker.sees(analyses.position_facts)


async def decide(asker: PlaceAsker, query: schemas.DecideQuery) -> Response:
    """What a player does in a position, and why."""
    return await asker.asks(analyses.decide, query.player, player=query.player)


async def brains(asker: PlaceAsker, _: schemas.PositionQuery) -> Response:
    """What every player does in a position, side by side."""
    return await asker.asks(analyses.brains, player="mcts")  # of all of them it thinks longest


async def analyse(asker: PlaceAsker, query: schemas.AnalyseQuery) -> Response:
    """What a position and every move are worth: exactly where that can be, else proved or estimated by the engine.

    Where looking takes too long it is estimated from a few positions.
    """
    try:
        return await asker.asks(analyses.analysis, query.nodes)
    except OutOfTimeError:
        return await asker.asks(analyses.estimate)


async def live_analysis(asker: PlaceAsker, _: schemas.PositionQuery) -> Response:
    """The same as it becomes known, ever deeper: ``news`` after news, and at last ``done``, each of them an analysis.

    It is ``ended`` instead where its time is spent. Whoever leaves ends it.
    """
    return await asker.watches()


async def hint(asker: PlaceAsker, _: schemas.PositionQuery) -> Response:
    """A recommended move: of those that are worth the same, the one after which the other side errs most easily."""
    return await asker.asks(analyses.hint)


async def line(asker: PlaceAsker, query: schemas.LineQuery) -> Response:
    """The best play of both sides from a position, or after a move there."""
    return await asker.asks(analyses.line, query.move)


async def open_lines(asker: PlaceAsker, query: schemas.OpenLinesQuery) -> Response:
    """The lines through a cell that one side may still complete."""
    return await asker.asks(analyses.open_lines, query.cell)


async def tree(asker: PlaceAsker, query: schemas.TreeQuery) -> Response:
    """A node of the game tree and what lies below it."""
    return await asker.asks(analyses.tree, _cells(query.path), query.merge, query.depth)


async def review(asker: PlaceAsker, query: schemas.ReviewQuery) -> Response:
    """The value after every ply of a game, and its mistakes."""
    return await asker.asks(analyses.review, _cells(query.moves))


async def picture(asker: PlaceAsker, query: schemas.SvgQuery) -> Response:
    """The board as an SVG; on paper with a size, a ground and colours of its own."""
    return await asker.sees(analyses.picture, query.last, query.coordinates, query.paper)


async def photograph(asker: PlaceAsker, query: schemas.PngQuery) -> Response:
    """The board on paper as a PNG, where the server has the extra for it."""
    return await asker.asks(analyses.photograph, query.last, query.coordinates)


def _cells(text: str) -> tuple[str, ...]:
    return tuple(text.split(",")) if text else ()


_QUICK = 4_000
"""Letters of a record that a thread reads in some milliseconds; a longer one is read in another process."""


async def study(asker: Asker, body: schemas.AskedStudy) -> Response:
    """What a record says, variations and notes and all; a refusal where anything in it cannot be read or played."""
    workers, asked = asker.services.workers, (body.record, body.board, body.position, body.x, body.o)
    if len(body.record) <= _QUICK:
        reading = workers.quick(asker.who, study_bytes, *asked)
    else:
        reading = workers.compute("questions", asker.who, study_bytes, *asked)
    try:
        return Response(await while_there(asker.request.receive, reading), media_type=JSON)
    except OutOfTimeError as error:
        raise Refusal("malformed", f"this record takes too long to read: {error}") from None


async def lessons(asker: Asker) -> Response:
    """What there is to read."""
    if folder := asker.services.setting.lessons:
        return asker.tells(await asker.services.questions.own_lesson(folder), NOT_KEPT)
    return await asker.asks_once(lessons_json)


async def lesson(asker: Asker) -> Response:
    """A lesson, block by block."""
    folder, name = asker.services.setting.lessons, asker.names["name"]
    if name not in (lesson_files(folder) if folder else LESSONS):
        raise Refusal("unknown-lesson", f"there is no lesson {quote(name)}")
    if folder:
        return asker.tells(await asker.services.questions.own_lesson(folder, name), NOT_KEPT)
    return await asker.asks_soon(shipped_answer, f"lessons/{name}")


async def puzzles(asker: Asker, query: schemas.PuzzlesQuery) -> Response:
    """The puzzles of one kind on a board with their right answers, the easiest first."""
    return await asker.asks_once(puzzles_json, query.board, query.kind or "")


async def daily_puzzle(asker: Asker, query: schemas.DayQuery) -> Response:
    """The puzzle of a day, the same for everybody."""
    return await asker.asks_soon(lambda: run_json((daily(query.day),)))


async def puzzle_run(asker: Asker, query: schemas.PuzzleRunQuery) -> Response:
    """Puzzles one after the other, drawn by a seed, the easiest first; of one board and one kind, or of all."""
    return await asker.asks_soon(lambda: run_json(run(query.seed, query.board, query.kind or "")))


async def ladder(asker: Asker) -> Response:
    """Whom to beat, the weakest first."""
    return await asker.asks_soon(shipped_answer, "ladder")


async def strategy(asker: Asker, query: schemas.SideQuery) -> Response:
    """What a side plays in every position that it comes into."""
    return await asker.asks_once(strategy_json, query.side)


async def sheet(asker: Asker, query: schemas.SideQuery) -> Response:
    """The same on one sheet, as a picture."""
    return await asker.asks_once(side_map, query.side)


async def positions(asker: Asker) -> Response:
    """All positions of three by three up to symmetry, with their values, the moves between them, and a drawing."""
    return await asker.asks_once(position_graph_json)


async def results(asker: Asker) -> Response:
    """All players of the house against each other on 3x3x3, exactly, and how each can be exploited."""
    return await asker.asks_soon(shipped_answer, "results")


async def strength(asker: Asker) -> Response:
    """How strong the levels are on larger boards, and the engine, from recorded games."""
    return await asker.asks_soon(known_strength)


async def boards(asker: Asker) -> Response:
    """Every recorded run of the prover, and the sources of what is published."""
    return await asker.asks_once(analyses.boards)


async def board(asker: Asker, query: schemas.BoardQuery) -> Response:
    """What is known of a board, here and elsewhere, and whether it can be solved here."""
    proofs = asker.services.contests.proofs
    return await asker.asks_soon(lambda: proofs.with_proofs(analyses.board(query.board)))


async def match(asker: Asker, query: schemas.MatchQuery) -> Response:
    """A match, exactly where that can be, else by games: how it stands while it goes on, and the result."""
    players = query.x, query.o
    on = await _board_for(asker, query.board, *players)
    return _watch(asker, contest_tasks.play_match, players, on, query.games, query.seed)


async def exploit(asker: Asker, query: schemas.ExploitQuery) -> Response:
    """What the best opponent makes of a player on a small board, and the games that it loses."""
    on = await _board_for(asker, query.board, query.player)
    return _watch(asker, contest_tasks.find_exploit, query.player, on)


async def entrant(asker: Asker, query: schemas.PlayerQuery) -> Response:
    """A player against all of the exact table of 3x3x3, match by match."""
    await _board_for(asker, "3x3x3", query.player)
    return _watch(asker, contest_tasks.enter, query.player)


async def solve(asker: Asker, query: schemas.SolveQuery) -> Response:
    """Proves what an empty board is worth: how the search stands, and at last the answer and its certificate."""
    on = str(await asker.services.workers.quick(asker.who, Board.playable, query.board))
    return _watch(asker, contest_tasks.prove, on, query.question, remembered=False)


async def certificate(asker: Asker) -> Response:
    """What stands in a certificate."""
    sha256 = asker.names["sha256"]
    body = asker.services.contests.certificate(sha256)
    return await asker.waits(
        asker.services.workers.compute("questions", asker.who, read_certificate, sha256, body)
    )


async def certificate_file(asker: Asker) -> Response:
    """A certificate as a file for ``noughts verify``."""
    sha256 = asker.names["sha256"]
    name = f'attachment; filename="certificate-{sha256[:12]}.gz"'
    headers = {"content-disposition": name, "cache-control": FRESH}
    return Response(asker.services.contests.certificate(sha256), 200, headers, "application/gzip")


async def verified(asker: Asker) -> Response:
    """Verifies a certificate on this server, now: what it proves."""
    return await asker.waits(asker.services.contests.verify(asker.who, asker.names["sha256"]), NOT_KEPT)


async def played(asker: Asker, query: schemas.MovesQuery) -> Response:
    """Plays along a certificate: its answer to these moves, by which record, and what both sides may do then."""
    line = tuple(filter(None, query.moves.split(",")))
    return await asker.waits(asker.services.contests.play(asker.who, asker.names["sha256"], line))


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


async def qr(asker: Asker, body: schemas.Text) -> QrJson:
    """A text as a QR code. It is sent as a body, for a link may hold a secret, and addresses are written down."""
    modules = await asker.services.workers.quick(asker.who, _modules, body.text)
    return {"schema": SCHEMA, "modules": modules}


async def addresses(client: Client) -> AddressesJson:
    """Where others in this network reach the server; told to this machine alone, for it is nobody else's business."""
    return {"schema": SCHEMA, "addresses": list(client.services.addresses) if is_near(client.request) else []}


def _modules(text: str) -> list[str]:
    code = segno.make_qr(text, error="m")
    return ["".join(map(str, row)) for row in code.matrix]
