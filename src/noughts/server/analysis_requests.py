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
from noughts.game.board import Board
from noughts.lessons.catalogue import LESSONS, lessons_json
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
NOT_CACHED = "no-store"
"""Values of Cache-Control."""


class QuestionClient(Client):
    """The client of a question. Raises Refusal if it asks too many."""

    def __init__(self, request: Request, _: object = None) -> None:
        super().__init__(request)
        self.services.limits.take("question", self.who)

    def respond(self, content: Any, cache_control: str = FRESH) -> Response:
        """Return a response with content, or 304 if the client's copy is current."""
        return conditional(self.request.scope, answer_of(content), cache_control)

    async def respond_after(self, work: Coroutine[Any, Any, Any], cache_control: str = FRESH) -> Response:
        """Return a response with the result of a coroutine, which is cancelled if the client disconnects."""
        return self.respond(await while_there(self.request.receive, work), cache_control)

    async def respond_from_thread(self, work: Callable[..., Any], *args: Any) -> Response:
        """Return a response with the result of a function that takes some milliseconds in a thread."""
        return self.respond(await self.services.workers.quick(self.who, make_answer, work, *args))

    async def respond_cached(self, work: Callable[..., Any], *args: str) -> Response:
        """Return a response with the result of a function that is called once for all clients."""
        return self.respond(await self.services.questions.make_once(work, *args))


class PositionClient(QuestionClient):
    """The client of a question about a position, perhaps one of a game of a class that plays without help: 409."""

    errors = (409,)

    def __init__(self, request: Request, query: schemas.PositionQuery) -> None:
        super().__init__(request)
        self.place, self._game = (query.board, query.position), query.game

    async def respond_computed(self, question: Question, *args: Any, player: str | None = None) -> Response:
        """Return a response with the answer to a question, computed by a worker; ``player`` thinks for it."""
        await self.check_help()
        return await self.respond_after(
            self.services.questions.answer(self.who, question, *self.place, *args, player=player)
        )

    async def respond_quick(self, question: Question, *args: Any) -> Response:
        """Return a response with an answer that takes some milliseconds on any board, and is not cached."""
        return await self.respond_from_thread(compute_answer, question, *self.place, *args)

    async def check_help(self) -> None:
        """Raise Refusal if the question is about a game of a class that plays without help now."""
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


async def players(client: QuestionClient, query: schemas.PlayersQuery) -> Response:
    """Return every player and every level, and whether each can play a board.

    `called` is the name that people use for a player, `house` is false for a plug-in or a program, and
    `why_not` is the reason why a player cannot play the board. The `title` of a level says what it does.
    `proof` is null until `GET /api/proofs` has computed it.
    """
    return client.respond(await client.services.questions.players(client.who, query.board), NOT_CACHED)


async def proofs(client: QuestionClient) -> Response:
    """Return what exhaustive search on 3x3x3 finds about every player and every level.

    For each side, `score` is the score against the best reply, and `line` is a game that the player
    loses. The first request after a start of the server takes seconds.
    """
    return await client.respond_after(client.services.questions.proofs(client.who))


async def position_facts(client: PositionClient, _: schemas.PositionQuery) -> Response:
    """Return what the rules say about a position: legal moves, outcome and threats.

    `threats` are the empty cells where a side would complete a line. `forks` are the empty cells where
    two of its lines meet that need one more cell each; the ends of an open three are among them.
    `open_rows` has the marks of each row that one more move would make k - 1 marks open at both ends,
    like an open three in five in a row; it is empty if k is below 4. All three are empty after the end of
    the game.
    """
    return await client.respond_quick(analyses.position_facts)


async def decide(client: PositionClient, query: schemas.DecideQuery) -> Response:
    """Return a player's decision in a position with its evidence, as `noughts decide --json` prints it."""
    return await client.respond_computed(analyses.decide, query.player, player=query.player)


async def explain(client: PositionClient, query: schemas.ExplainQuery) -> Response:
    """Return the explanation of a player's decision in a position.

    `summary` is what the player does, `why` has a sentence for each move that may be played, and `blocks` show
    all that the player saw. A text is a string, or an object with a `precise` and a `simple` wording. In it,
    `[words](a1 b1)` points at cells.
    """
    return await client.respond_computed(analyses.explain, query.player, query.blocks, player=query.player)


async def brains(client: PositionClient, _: schemas.PositionQuery) -> Response:
    """Return the decision of every player that plays the board, and why in one sentence.

    `absent` lists the other players, and why they cannot play it.
    """
    await client.check_help()
    return await client.respond_after(client.services.questions.brains(client.who, *client.place))


async def analyse(client: PositionClient, query: schemas.AnalyseQuery) -> Response:
    """Return the values of a position and of every move.

    This is the object that `noughts analyse --json` prints. Values are exact if they can be computed;
    otherwise they are what the engine proves and estimates within `nodes` positions, or within far fewer
    if that takes too long.
    """
    try:
        return await client.respond_computed(analyses.analysis, query.nodes)
    except OutOfTimeError:
        return await client.respond_computed(analyses.estimate)


async def live_analysis(client: PositionClient, _: schemas.PositionQuery) -> Response:
    """Stream the analysis of a position while the search deepens.

    Each `news` is an analysis. `done` is the last one: nothing more can be known, or a million positions
    were searched. If the time limit of a question ends the search before, the last event is `ended`.
    Closing the stream cancels the search.
    """
    await client.check_help()
    return await client.services.questions.live_analysis(client.who, *client.place)


async def hint(client: PositionClient, _: schemas.PositionQuery) -> Response:
    """Return a recommended move and the reason.

    It is the move, among those with the best value, after which the opponent errs most easily. `ranked` has
    all of them, with the number of replies that give something away. It is empty if exact values cannot
    be computed; the move is then the engine's.
    """
    return await client.respond_computed(analyses.hint)


async def line(client: PositionClient, query: schemas.LineQuery) -> Response:
    """Return the best play of both sides from a position to the end of the game.

    If `move` is given, the line begins with it. `value` and `plies` are those of the side to move in
    `position`. If the value is not known, it is `unknown`, with an `estimate`, and the line is what the
    engine expects.
    """
    return await client.respond_computed(analyses.line, query.move)


async def open_lines(client: PositionClient, query: schemas.OpenLinesQuery) -> Response:
    """Return the lines through a cell that a side can still complete."""
    return await client.respond_computed(analyses.open_lines, query.cell)


async def tree(client: PositionClient, query: schemas.TreeQuery) -> Response:
    """Return a node of the game tree and the nodes below it, as `noughts tree --json` prints them.

    The moves of `path` lead from `position` to the node. The board has at most 9 cells.
    """
    return await client.respond_computed(analyses.tree, _cells(query.path), query.merge, query.depth)


async def explain_tree(client: PositionClient, query: schemas.NodeQuery) -> Response:
    """Return a node of the game tree and the nodes below it as a block.

    The moves of `path` lead from `position` to the node. The board has at most 9 cells.
    """
    return await client.respond_computed(analyses.explained_tree, _cells(query.path), query.merge)


async def review(client: PositionClient, query: schemas.ReviewQuery) -> Response:
    """Return the value after every ply of a game, and its mistakes.

    `values` begins with the starting position. A value that is not known is null, with the engine's
    `estimate`. On large boards, `mistakes` are the moves that gave away a proved value, or after which a
    loss is proved. `loss` says why a finished game was lost: `what` names the moves that were played,
    `text` adds the better moves.
    """
    return await client.respond_computed(analyses.review, _cells(query.moves))


async def board_svg(client: PositionClient, query: schemas.SvgQuery) -> Response:
    """Return the board as an SVG picture."""
    return await client.respond_quick(analyses.picture, query.last, query.coordinates, query.paper)


async def board_png(client: PositionClient, query: schemas.PngQuery) -> Response:
    """Return the board as a PNG picture for paper, 800 pixels on its longer side.

    422 if the server was installed without the extra `png`.
    """
    return await client.respond_computed(analyses.photograph, query.last, query.coordinates)


def _cells(text: str) -> tuple[str, ...]:
    """Return the cells of a list separated by commas."""
    return tuple(text.split(",")) if text else ()


async def study(client: QuestionClient, body: schemas.StudyRequest) -> Response:
    """Read a game record with its variations and notes, without storing it.

    Each move of the response says `after` which move it is played: the number of that move, counted from
    1, or 0 for the start.

    A record is SGF, PSQ, JSON, a position, or moves as people write them: parentheses hold moves that might be
    played instead of the move before them, braces a note. `record_base64` is a file instead: its text is UTF-8,
    or in the character set that `CA` in an SGF file names.

    Moves and rows that do not name their board are on `board`. Without `board`, or if they do not fit on it, or
    if only the sides of a board are named (`15x15`, `torus15x15`), the request is rejected with the code
    `which-board`, and `boards` lists those to choose from, the most likely first. The same request with one of them
    as `board` is then read.

    `position` is where moves start, on the board that they name, or else on `board`. A record with its own start
    (SGF, PSQ, JSON or a position) is rejected if `position` is given.

    422 if nothing is given, if anything in the record cannot be read or played, if it has more than 200,000
    characters or more than 5,000 moves, variations included, or if its board defines its own lines, which are not
    read.
    """
    asked = (body.record, body.record_base64, body.board, body.likely, body.position, (body.x, body.o))
    reading = client.services.workers.read(client.who, study_bytes, *asked)
    return Response(await while_there(client.request.receive, reading), media_type=JSON)


async def lessons(client: QuestionClient) -> Response:
    """Return the list of lessons, in reading order.

    `skipped` lists the files of the operator's folder that cannot be read, each with the reason. It is missing if
    all files can be read.
    """
    if folder := client.services.setting.lessons:
        return client.respond(await client.services.questions.own_lessons(folder), NOT_CACHED)
    return await client.respond_cached(lessons_json)


async def lesson(client: QuestionClient) -> Response:
    """Return a lesson as blocks.

    A block is text, pictures to step through, a question with its right cells, a game to play, a table or
    a tree.
    """
    folder, name = client.services.setting.lessons, client.names["name"]
    if folder:
        return client.respond(await client.services.questions.own_lesson(folder, name), NOT_CACHED)
    if name not in LESSONS:
        raise Refusal("unknown-lesson", f"there is no lesson {quote(name)}")
    return await client.respond_from_thread(shipped_answer, f"lessons/{name}")


async def puzzles(client: QuestionClient, query: schemas.PuzzlesQuery) -> Response:
    """Return the puzzles of one kind on a board, the easiest first.

    A puzzle has a position, a question, every right answer and how the win goes. `fails` is how likely
    `random` and each level are to fail, in percent. `boards` and `kinds` list those that have puzzles.
    """
    return await client.respond_cached(puzzles_json, query.board, query.kind or "")


async def daily_puzzle(client: QuestionClient, query: schemas.DayQuery) -> Response:
    """Return the puzzle of a day, the same for all clients."""
    return await client.respond_from_thread(lambda: run_json((daily(query.day),)))


async def puzzle_run(client: QuestionClient, query: schemas.PuzzleRunQuery) -> Response:
    """Return 40 puzzles chosen by a seed, the easiest first."""
    return await client.respond_from_thread(lambda: run_json(run(query.seed, query.board, query.kind or "")))


async def ladder(client: QuestionClient) -> Response:
    """Return the levels on both sides, the weakest first, with the score that best play against each expects."""
    return await client.respond_from_thread(shipped_answer, "ladder")


async def strategy(client: QuestionClient, query: schemas.SideQuery) -> Response:
    """Return a side's complete strategy on 3x3x3, and how all games with it end."""
    return await client.respond_cached(strategy_json, query.side)


async def strategy_map(client: QuestionClient, query: schemas.SideQuery) -> Response:
    """Return a side's complete strategy on 3x3x3 on one sheet, as an SVG picture."""
    return await client.respond_cached(side_map, query.side)


async def positions(client: QuestionClient) -> Response:
    """Return all positions of 3x3x3 up to symmetry.

    They have their values, the moves between them, and their places on a drawing.
    """
    return await client.respond_cached(position_graph_json)


async def results(client: QuestionClient) -> Response:
    """Return the exact results of all built-in players, with their options, on 3x3x3.

    `tournament` is the object that `noughts tournament --json` prints. `exploits` has the scores against
    the best replies.
    """
    return await client.respond_from_thread(shipped_answer, "results")


async def strength(client: QuestionClient) -> Response:
    """Return the measured strength of levels and engine, as in docs/strength.md.

    These are the ratings of the levels on each board, the engine's results against others, and the
    Gomocup scale.
    """
    return await client.respond_from_thread(known_strength)


async def boards(client: QuestionClient) -> Response:
    """Return every recorded run of the prover, beside the published values and their sources.

    `at_hand` is true if the package has the certificate of a run. `GET /api/board` also looks in the folder that
    `--proofs` names.
    """
    return await client.respond_cached(analyses.boards)


async def board(client: QuestionClient, query: schemas.BoardQuery) -> Response:
    """Return what is known about a board: its size, the published value and the recorded runs.

    `campaign` is the state of a proof that goes opening by opening. `provable` and `why_not` say whether
    the server can solve the board. `at_hand` is true if it provides the certificate of a run.
    """
    proofs = client.services.contests.proofs
    return await client.respond_from_thread(lambda: proofs.with_proofs(analyses.board(query.board)))


async def match(client: QuestionClient, query: schemas.MatchQuery) -> Response:
    """Stream a match of two players.

    The match is computed exactly on boards of at most 12 cells if that is possible, and on every board if
    both players are deterministic. Otherwise it is sampled, and `news` has the games so far.
    """
    players = query.x, query.o
    on = await _board_for(client, query.board, *players)
    return _watch(client, contest_tasks.play_match, players, on, query.games, query.seed)


async def exploit(client: QuestionClient, query: schemas.ExploitQuery) -> Response:
    """Stream a player's exact score against the best reply, and the games that it loses."""
    on = await _board_for(client, query.board, query.player)
    return _watch(client, contest_tasks.find_exploit, query.player, on)


async def entrant(client: QuestionClient, query: schemas.PlayerQuery) -> Response:
    """Stream the results of a player against all players of `GET /api/results`, match by match."""
    await _board_for(client, "3x3x3", query.player)
    return _watch(client, contest_tasks.enter, query.player)


async def solve(client: QuestionClient, query: schemas.SolveQuery) -> Response:
    """Stream a proof of the value of an empty board.

    `news` is the progress of the search. In `done`, `sha256` names the certificate.
    """
    on = str(await client.services.workers.quick(client.who, Board.playable, query.board))
    return _watch(client, contest_tasks.prove, on, query.question, remembered=False)


async def certificate(client: QuestionClient) -> Response:
    """Return the contents of a certificate as blocks: its claims, its kinds of records, and those next to the root.

    The server has the certificates of recorded runs, those of boards that it solved recently, and those
    in the folder that `--proofs` names.
    """
    body = client.services.contests.certificate(client.names["sha256"])
    return await client.respond_after(
        client.services.workers.compute("questions", client.who, contest_tasks.read, body)
    )


async def certificate_file(client: QuestionClient) -> Response:
    """Return a certificate as a file for `noughts verify`."""
    sha256 = client.names["sha256"]
    name = f'attachment; filename="certificate-{sha256[:12]}.gz"'
    headers = {"content-disposition": name, "cache-control": FRESH}
    return Response(client.services.contests.certificate(sha256), 200, headers, "application/gzip")


async def verified(client: QuestionClient) -> Response:
    """Verify a certificate on the server, and return what it proves. `text` says so in a sentence."""
    return await client.respond_after(
        client.services.contests.verify(client.who, client.names["sha256"]), NOT_CACHED
    )


async def played(client: QuestionClient, query: schemas.MovesQuery) -> Response:
    """Play along a certificate: return its reply to the moves so far.

    `record` is the record that the reply follows, and `legal` has the moves that can be played then.
    """
    playing = client.services.contests.play(client.who, client.names["sha256"], _cells(query.moves))
    return await client.respond_after(playing)


async def _board_for(client: QuestionClient, board: str, *players: str) -> str:
    """The board's name; what is refused is refused before the stream begins."""
    for name in players:
        client.services.opponents.refuse_program(name, "it plays games here, and takes part in no contest")
    return await client.services.workers.quick(client.who, _check, board, players)


def _check(board: str, players: tuple[str, ...]) -> str:
    on = find_board(board)
    for name in players:
        pure_player(name).check(on)
    return str(on)


def _watch(client: QuestionClient, ask: Callable[..., Any], *args: Any, remembered: bool = True) -> Response:
    client.services.limits.check("contest", client.who)
    return client.services.contests.watch(client.who, ask, *args, remembered=remembered)


async def qr(client: QuestionClient, body: schemas.Text) -> QrJson:
    """Return a text as a QR code, row by row.

    The text is sent in the body because a link may contain a secret, and URLs are logged.
    """
    modules = await client.services.workers.quick(client.who, _modules, body.text)
    return {"schema": SCHEMA, "modules": modules}


async def addresses(client: Client) -> AddressesJson:
    """Return the URLs at which other machines in the same network reach the server.

    The list is empty unless the request comes from the server's own machine.
    """
    return {"schema": SCHEMA, "addresses": list(client.services.addresses) if is_near(client.request) else []}


def _modules(text: str) -> list[str]:
    code = segno.make_qr(text, error="m")
    return ["".join(map(str, row)) for row in code.matrix]
