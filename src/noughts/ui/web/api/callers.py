"""Whoever asks about a game or a class, from an address and by a token; and the computers that think for the answer."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Annotated, Any, Generic, Self, TypeVar

from fastapi import Depends, Request, Security
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from noughts.contract.games import DeletedJson
from noughts.contract.numbers import SCHEMA
from noughts.errors import ForfeitError
from noughts.game.board import Cell
from noughts.game.position import Position
from noughts.records.log import RefusedError
from noughts.ui.web.api.services import Services
from noughts.ui.web.compute.lanes import Hear
from noughts.ui.web.compute.opponents import (
    Unthought,
    draw_elsewhere,
    draw_move,
    game_player,
    is_quick,
)
from noughts.ui.web.journal import class_decisions as classes
from noughts.ui.web.journal import game_decisions as games
from noughts.ui.web.journal.shared import Change, ClassHeader, GameHeader, Record
from noughts.ui.web.questions import thinking as computer_moves
from noughts.ui.web.questions.thinking import Intention
from noughts.ui.web.rate_limit import payer_of
from noughts.ui.web.refusal import Refusal

LONGEST_ID = 40

T = TypeVar("T")
Decide = Callable[..., Change | None]
H = TypeVar("H", bound=GameHeader | ClassHeader)
Bearer = Annotated[
    HTTPAuthorizationCredentials | None,
    Security(HTTPBearer(auto_error=False, description="the token of a seat, or of a teacher or a pupil")),
]
"""What /openapi.json says of a token."""

_NEEDS = {
    GameHeader.kind: "this needs the token of a seat, as Authorization: Bearer TOKEN",
    ClassHeader.kind: "this needs the token of a teacher or a pupil, as Authorization: Bearer TOKEN",
}


async def services_of(request: Request) -> Services:
    """The services of the application that a request came to."""
    services: Services = request.app.state.services
    return services


ServicesDep = Annotated[Services, Depends(services_of)]
"""The services, for a handler."""


class Caller(Generic[H]):
    """Somebody at an address who asks about a game or a class."""

    def __init__(self, request: Request, kind: type[H], id_: str) -> None:
        self.who = payer_of(request.scope)
        self.services: Services = request.app.state.services
        self._request, self._kind, self._id = request, kind, id_
        self._token = ""

    async def look(self) -> Record[H, Any]:
        """It as it stands now; one that is not there costs a permit, and who has none left is refused."""
        limits, journal = self.services.limits, self.services.journal
        if journal.recall(self._kind, self._id) is None:
            limits.check("unknown", self.who, 1)
        try:
            return await journal.read(self._kind, self._id, self.who)
        except Refusal as refusal:
            if refusal.status == 404:
                limits.pay("unknown", self.who, 1)
            raise

    async def with_token(self) -> Self:
        """With a token, which is looked at where it is decided; Refusal where there is none, or it asks too much."""
        limits, journal = self.services.limits, self.services.journal
        scheme, _, self._token = self._request.headers.get("authorization", "").partition(" ")
        if scheme.lower() != "bearer" or not self._token:
            raise Refusal("no-token", _NEEDS[self._kind.kind])
        record: Any = journal.recall(self._kind, self._id) or await self.look()
        holder: Callable[[Any, str], object] = classes.holder if self._kind is ClassHeader else games.holder
        try:
            seat = holder(record, self._token)
        except RefusedError:  # one that another server has just given out: it is found where it is decided
            limits.check("guess", self.who, 1)
        else:
            limits.take("act", f"{self._id} {seat}")
        return self

    async def ask(self, decide: Decide, *args: Any, **more: Any) -> Record[H, Any]:
        """It after a request, which brings the token."""
        return await self.decide(lambda record: decide(record, self._token, *args, **more))

    async def play(
        self, decide: Decide, *args: Any, hear: Hear | None = None, now: bool = False
    ) -> Record[H, Any]:
        """The same where computers may have to play for it.

        Whoever thinks by the clock is heard, or is to move ``now``. Where a listener leaves, a move is kept and told
        or none is.
        """
        thoughts = Thoughts(self.services, self.who, self._id, hear, now)
        while True:
            asking = self.ask(decide, *args, think=thoughts)
            try:
                after = await (asyncio.shield(asking) if hear else asking)
            except Unthought as wanted:
                await thoughts.think(wanted)
            else:
                thoughts.remember(after)
                return after

    async def decide(self, decide: Callable[[Any], Change | None]) -> Record[H, Any]:
        """What a request leads to; a class takes longer, and a wrong token or invitation is counted."""
        aside = self.who if self._kind is ClassHeader else None
        return await self._count_guesses(self.services.journal.decide(self._kind, self._id, decide, aside))

    async def delete(self, check: Callable[..., object], *, with_later: bool = False) -> DeletedJson:
        """Removes it; all who watch see that it is not there any more."""
        may = partial(check, token=self._token)
        await self._count_guesses(
            self.services.journal.delete(self._kind, self._id, may, with_later=with_later)
        )
        return {"schema": SCHEMA, "deleted": self._id}

    async def _count_guesses(self, work: Awaitable[T]) -> T:
        """What checks a token or an invitation: the wrong ones of an address are counted."""
        try:
            return await work
        except Refusal as refusal:
            if refusal.code == "wrong-token":
                self.services.limits.take("guess", self.who)
            raise


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
            self._services.questions.remember_decision(wanted.name, position, intention.decision)
