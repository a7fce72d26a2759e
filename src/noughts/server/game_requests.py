"""Games over HTTP: making one, watching it, and acting for a seat.

The client of a request is a ``GameClient``, or a ``SeatClient`` if it needs a seat's token; ``Thoughts`` are the
computer moves that its request needs.
"""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, ClassVar, Generic, TypeVar

from starlette.requests import Request
from starlette.responses import Response

from noughts.contract.games import DeletedJson, JoinedJson, MadeJson, RequestName, SignJson
from noughts.contract.numbers import SCHEMA
from noughts.errors import ForfeitError
from noughts.explain.json_views import side_json
from noughts.game.board import Cell
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.records.formats.file import FORMATS, format_game
from noughts.records.log import RefusedError, person_name
from noughts.server import computer_moves, games, schemas
from noughts.server.analyses import read_game
from noughts.server.api_errors import Refusal
from noughts.server.boards import at_hand, find_position
from noughts.server.computer_moves import Intention
from noughts.server.event_streams import watch
from noughts.server.games import GameWithTokens, game_bytes, game_json
from noughts.server.opponents import (
    Unthought,
    draw_elsewhere,
    draw_move,
    game_player,
    is_quick,
    unthought,
)
from noughts.server.rate_limits import payer_of
from noughts.server.services import Services
from noughts.server.stored_records import Change, ClassHeader, GameHeader, GameRecord, Record
from noughts.server.worker_queue import Hear

Decide = Callable[..., Change | None]
H = TypeVar("H", bound=GameHeader | ClassHeader)
TOKEN_ERRORS = (401, 404, 409, 507)
"""Statuses of errors of a request that changes a record and needs a token."""


class Client:
    """Somebody at an address, whose requests are counted under ``who``; and the services that respond.

    ``names`` are the parameters in the request's path. ``errors`` are statuses of errors that its requests can get, in
    addition to ``routes.COMMON_ERRORS``. If ``needs_token``, only the holder of a token may send them.
    """

    errors: ClassVar[tuple[int, ...]] = ()
    needs_token: ClassVar[bool] = False

    def __init__(self, request: Request, _: object = None) -> None:
        self.who, self.request = payer_of(request.scope), request
        self.services: Services = request.app.state.services
        self.names: dict[str, str] = request.path_params


class RecordClient(Client, Generic[H]):
    """The client of a stored record, which the path names: a game or a class. If ``aside``, a thread decides."""

    errors: ClassVar[tuple[int, ...]] = (404,)
    kind: type[H]
    holders: ClassVar[str]
    aside: ClassVar[bool] = False

    def __init__(self, request: Request, _: object = None) -> None:
        super().__init__(request)
        self.id, self.token = self.names[self.kind.kind], ""

    async def read(self) -> Record[H, Any]:
        """Return the record. An unknown id takes a permit. Raises Refusal if there is none left, or no record."""
        limits, journal = self.services.limits, self.services.journal
        if journal.recall(self.kind, self.id) is None:
            limits.check("unknown", self.who, 1)
        try:
            return await journal.read(self.kind, self.id, self.who)
        except Refusal as refusal:
            if refusal.status == 404:
                limits.pay("unknown", self.who, 1)
            raise

    async def check_token(self) -> None:
        """Read the token, which the decision verifies. Raises Refusal if there is none, or its seat asks too much."""
        limits, journal = self.services.limits, self.services.journal
        self._read_token()
        if not self.token:
            raise Refusal(
                "no-token", f"this needs the token of {self.holders}, as Authorization: Bearer TOKEN"
            )
        record: Any = journal.recall(self.kind, self.id) or await self.read()
        try:
            seat = self.holder(record)
        except RefusedError:  # one that another server has just given out: it is found where it is decided
            limits.check("guess", self.who, 1)
        else:
            limits.take("act", f"{self.id} {seat}")

    def _read_token(self) -> None:
        scheme, _, token = self.request.headers.get("authorization", "").partition(" ")
        self.token = token if scheme.lower() == "bearer" else ""

    @abstractmethod
    def holder(self, record: Record[H, Any]) -> Any:
        """Return the token's holder: a seat of the game, or a number in the class. Raises RefusedError if wrong."""

    @abstractmethod
    def holder_of_sign(self, record: Record[H, Any], sign: str) -> Any:
        """Return the holder of a sign in the same way."""

    async def read_holder(self) -> tuple[Record[H, Any], Any]:
        """Return the record, and the token's holder. A wrong token counts as a guess and raises RefusedError."""
        record = await self.read()
        with self._count_guesses():
            return record, self.holder(record)

    async def watcher(self, sign: str | None) -> tuple[Record[H, Any], Any]:
        """Return the record, and the holder of the request's sign or token, if it has one.

        A wrong sign counts as a guess and raises RefusedError. A wrong token is ignored: browsers send the header
        also for a proxy that asks for a password.
        """
        record: Any = await self.read()
        if sign is None:
            self._read_token()
            with suppress(RefusedError):
                return record, self.holder(record)
            return record, None
        with self._count_guesses():
            return record, self.holder_of_sign(record, sign)

    async def ask(self, decide: Decide, *args: Any, **more: Any) -> Record[H, Any]:
        """Return the record after a decision that verifies the token."""
        return await self.decide(lambda record: decide(record, self.token, *args, **more))

    async def decide(self, decide: Callable[[Any], Change | None]) -> Record[H, Any]:
        """Return the record after a decision. A wrong token or invitation counts as a guess."""
        journal = self.services.journal
        with self._count_guesses():
            return await journal.decide(self.kind, self.id, decide, self.who, aside=self.aside)

    async def delete(self, check: Callable[..., object], *, with_later: bool = False) -> DeletedJson:
        """Delete the record; streams of it end."""
        may = partial(check, token=self.token)
        with self._count_guesses():
            await self.services.journal.delete(self.kind, self.id, may, with_later=with_later)
        return {"schema": SCHEMA, "deleted": self.id}

    @contextmanager
    def _count_guesses(self) -> Iterator[None]:
        """Count a wrong token, sign or invitation as a guess of the address."""
        try:
            yield
        except (RefusedError, Refusal) as error:
            if error.code == "wrong-token":
                self.services.limits.take("guess", self.who)
            raise


class GameClient(RecordClient[GameHeader]):
    """The client of a game."""

    kind, holders = GameHeader, "a seat"

    def holder(self, record: GameRecord) -> Mark:
        """Return the holder of the token."""
        return games.holder(record, self.token)

    def holder_of_sign(self, record: GameRecord, sign: str) -> Mark:
        """Return the holder of a sign."""
        return games.seat_of_sign(record, sign)


class SeatClient(GameClient):
    """The client of a game with the token of a seat."""

    errors = TOKEN_ERRORS
    needs_token = True

    async def play(
        self, decide: Decide, *args: Any, hear: Hear | None = None, now: bool = False
    ) -> GameRecord:
        """Return the record after a decision, and after the moves of computers that follow it.

        ``hear`` receives the progress of a computer that thinks for a fixed time; ``now`` makes it move at once. If
        the client disconnects, a move is stored and reported completely, or not at all.
        """
        thoughts = Thoughts(self.services, self.who, self.id, hear, now)
        while True:
            asking = self.ask(decide, *args, think=thoughts)
            try:
                after = await (asyncio.shield(asking) if hear else asking)
            except Unthought as wanted:
                await thoughts.think(wanted)
            else:
                thoughts.remember(after)
                return after


class Thoughts:
    """The moves of computers that a request about a game needs: chosen at once where that is quick.

    Called as ``Think`` it raises Unthought for what is not there yet. That is to be thought of, and the request decided
    again, on the game as it stands then. Whoever thinks by the clock is heard, or moves ``now``.
    """

    def __init__(self, services: Services, who: str, game: str, hear: Hear | None, now: bool) -> None:
        self._services, self._who, self._game = services, who, game
        self._hear, self._now = hear or (lambda _: None), now
        self._answers: dict[tuple[str, Position], Cell | ForfeitError] = {}
        self._intended: tuple[Unthought, Intention] | None = None

    def __call__(self, name: str, position: Position) -> Cell:
        answer = self._answers.get((name, position))
        if isinstance(answer, ForfeitError):
            raise answer
        if answer is not None:
            return answer
        opponents = self._services.opponents
        if name in opponents.programs or not is_quick(position.board, player := game_player(name)):
            raise Unthought(name, position)
        return draw_move(player, position)

    async def think(self, wanted: Unthought) -> None:
        """Adds the move that is wanted, unless the game goes on before it is there.

        Raises OutOfTimeError where that takes too long, and Refusal where too many wait.
        """
        key, compute = (wanted.name, wanted.position), self._services.workers.compute
        self._intended = None
        try:
            if wanted.name in self._services.opponents.programs:
                self._answers[key] = await self._program_move(wanted)
            elif not wanted.seconds:
                self._answers[key] = await compute("moves", self._who, draw_elsewhere, *wanted.names)
            elif intention := await (self._intention_now(wanted) if self._now else self._intention(wanted)):
                self._answers[key] = intention.cell
                self._intended = wanted, intention
        except ForfeitError as error:
            self._answers[key] = error

    async def _program_move(self, wanted: Unthought) -> Cell:
        """From a program, which is a process already: once it is free, a thread waits for it."""
        async with self._services.opponents.turn(wanted.name, self._who) as program:
            return await self._services.workers.waiting(self._who, draw_move, program, wanted.position)

    async def _intention_now(self, wanted: Unthought) -> Intention:
        """What a computer would do so far; one that has only begun, or not yet, moves at once."""
        so_far = self._services.intentions.get((self._game, wanted.position))
        if so_far is None:
            compute = self._services.workers.compute
            so_far = await compute("moves", self._who, computer_moves.think_at_once, *wanted.names)
        return so_far

    async def _intention(self, wanted: Unthought) -> Intention | None:
        """What a computer comes to after all its time; None where the game went on meanwhile.

        It ends when this is cancelled.
        """
        services, key, changed = self._services, (self._game, wanted.position), asyncio.Event()

        def heard(news: Any) -> None:
            if isinstance(news, Intention) and not changed.is_set():
                services.intentions[key] = news
            self._hear(news.told if isinstance(news, Intention) else news)

        services.journal.watch(self._game, changed.set)
        thinking = asyncio.ensure_future(
            services.workers.compute("thinking", self._who, computer_moves.think, *wanted.names, hear=heard)
        )
        changing = asyncio.ensure_future(changed.wait())
        try:
            await asyncio.wait((thinking, changing), return_when=asyncio.FIRST_COMPLETED)
            return thinking.result() if thinking.done() else None
        finally:
            services.journal.unwatch(self._game, changed.set)
            changed.set()  # what comes late is not remembered
            services.intentions.pop(key, None)
            thinking.cancel()
            changing.cancel()

    def remember(self, after: Record[Any, Any]) -> None:
        """Remembers what a computer thought by the clock, as the answer to whoever asks why it moved so.

        That is, if its move was made, and not one that came before it.
        """
        if self._intended is None:
            return
        wanted, intention = self._intended
        played, position = after.log.state.game, wanted.position
        at = position.ply - played.start.ply
        if list(played.moves[at : at + 1]) == [intention.cell]:
            self._services.questions.remember_decision(wanted.name, position, intention.answers)


_FEW = 9
"""Up to so many moves of a new game are played over while others wait."""


async def move(client: SeatClient, body: schemas.Move) -> bytes:
    """Play a move for the token's seat.

    If the opponent is a computer, it replies at once, and the response has its move, too. A computer that
    thinks for a fixed time does not: request its move with `step` or `think`.

    If the clock of the side to move has run out, no move is made and that side loses.
    """
    return game_bytes(await client.play(games.move, body.version, body.ply, body.cell))


async def make(client: Client, body: schemas.NewGame) -> MadeJson:
    """Create a game.

    `tokens` has a token for each `person` seat, or for both seats if computers play each other.
    `invitation` lets a second person take the `friend` seat; it is null if no seat is a friend's. The
    server returns the tokens and the invitation only once.

    A `record` takes the place of `board`, `position` and `moves`. `names` are the players that an SGF
    record names. A record whose board defines its own lines is rejected with 422.
    """
    services, who = client.services, client.who
    services.limits.take("make", who)
    board, position, moves, names = body.board, body.position, body.moves, dict[Mark, str]()
    if body.record is not None:
        board, position, moves, names = await services.workers.read(who, read_game, body.record, board)
    clock, seats = body.clock.text if body.clock else None, {Mark.X: body.x, Mark.O: body.o}

    def prepare() -> GameWithTokens:
        return games.new_game(services.opponents, find_position(board, position), moves, seats, clock)

    # Many moves, and a board that was not there before, are for a thread: nobody else waits for them.
    at_once = len(moves) <= _FEW and at_hand(board) is not None
    made = prepare() if at_once else await services.workers.waiting(who, prepare)
    if not await services.journal.make(made.record, who):
        raise Refusal("busy", "this game could not be made: please send it again", retry_after=1)
    answer: MadeJson = {
        "schema": SCHEMA,
        "game": game_json(made.record),
        "tokens": {side_json(seat): token for seat, token in made.tokens.items()},
        "invitation": made.invitation,
    }
    if names:
        answer["names"] = {side_json(seat): name for seat, name in names.items()}
    return answer


async def show(client: GameClient) -> bytes:
    """Return the game."""
    return game_bytes(await client.read())


async def events(client: GameClient, query: schemas.GameEventsQuery) -> Response:
    """Stream the game: an event `game` now and after every change.

    The id of an event is the game's version. The stream ends when the game is deleted.
    """
    _, seat = await client.watcher(query.sign)
    return client.services.streams.game(client.id, client.who, seat)


async def sign(client: SeatClient) -> SignJson:
    """Return the `sign` of the token's seat: the parameter `as` of the game's stream."""
    game, seat = await client.read_holder()
    return {"schema": SCHEMA, "sign": games.sign(game, seat)}


async def record(client: GameClient) -> Response:
    """Return the game as a file.

    The file has the moves without those taken back; in JSON the latter are `undone`. 422 if the format
    cannot express the board or the starting position.
    """
    game, form = await client.read(), client.names["format"]
    headers = {"content-disposition": f'attachment; filename="noughts-{game.header.id}.{form}"'}
    text = await client.services.workers.quick(
        client.who, format_game, game.log.state, game.header.seats, form
    )
    return Response(text, 200, headers, FORMATS[form])


async def delete(client: SeatClient) -> DeletedJson:
    """Delete the game and everything that belongs to it.

    While two people play it, this is rejected with 409 `still-played`.
    """
    return await client.delete(games.check_deletable)


async def step(client: SeatClient, body: schemas.Step) -> bytes:
    """Let the computer that is to move play.

    Any token of the game will do. A computer that thinks for a fixed time takes all of it, unless `now`
    is true.
    """
    return game_bytes(await client.play(games.step, body.version, body.ply, now=body.now))


async def think(client: SeatClient, body: schemas.Turn) -> Response:
    """Let the computer that is to move think, and stream its progress until it has moved.

    A computer thinks for a fixed time if its name says so, like `impossible(seconds=5)`. Each `news` has
    the move that it would make now, and `done` is the game after its move. Closing the stream cancels the
    move.
    """
    asked = (games.step, body.version, body.ply)
    with suppress(Unthought):  # what is refused is refused before the stream begins
        await client.ask(*asked, think=unthought)

    async def begin(hear: Hear) -> bytes:
        return game_bytes(await client.play(*asked, hear=hear))

    return watch(begin)


async def take_seat(client: GameClient, body: schemas.Join) -> JoinedJson:
    """Take the `friend` seat by invitation, and return its token.

    A second client is rejected with 409 `seat-taken`. A repeated request with the same `nonce` gets the
    same token.
    """
    await client.read()
    joined = await client.decide(lambda game: games.join(game, body.invitation, body.nonce))
    seat, token = games.friend(joined, body.invitation, body.nonce)
    return {"schema": SCHEMA, "game": game_json(joined), "seat": side_json(seat), "token": token}


async def again(client: SeatClient, body: schemas.Again) -> bytes:
    """Continue in a new game with the same seats: restart, play a rematch, or swap sides.

    The response is the game that is over; its `next` is the id of the new game. Tokens stay valid for
    their seats. Between `person` and `friend`, the first request is an offer, and the other player's
    request accepts it.
    """
    client.services.limits.take("make", client.who)
    return game_bytes(await client.ask(games.again, body.version, body.swap))


async def flag(client: SeatClient) -> bytes:
    """Claim that the side to move has run out of time.

    If the server's clock agrees, that side loses; otherwise the claim is rejected with 409 `still-time`. A
    game that is over does not change.
    """
    return game_bytes(await client.ask(games.flag))


async def name(client: SeatClient, body: schemas.Name) -> bytes:
    """Set the name of the person in the token's seat, in this game and those that follow it."""
    return game_bytes(await client.ask(games.name, person_name(body.name)))


def _asks(
    verb: RequestName, docstring: str
) -> Callable[[SeatClient, schemas.VersionedRequest], Awaitable[bytes]]:
    """Return the handler of a request of a seat to the other side, or to take it back."""

    async def ask(client: SeatClient, body: schemas.VersionedRequest) -> bytes:
        return game_bytes(await client.ask(games.ask, body.version, verb))

    ask.__name__, ask.__doc__ = verb, docstring
    return ask


undo = _asks(
    "undo",
    """Take moves back to the last position in which the token's side was to move.

Between `person` and `friend`, the first request is an offer, and the other player's request accepts it. In a game with
a clock no move is taken back (409 `timed`).""",
)
redo = _asks(
    "redo",
    """Play the moves again that the last `undo` took back.

Moves that `person` and `friend` agreed to take back cannot be played again.""",
)
draw = _asks(
    "draw",
    """Offer a draw, or accept the opponent's offer.

If both seats are a `person`, the game is drawn at once. A computer agrees to no draw (409 `not-yours`).""",
)
decline = _asks("decline", "Decline the opponent's offer.")
resign = _asks("resign", "Resign the game.")
