"""Whoever asks: from an address, and for a seat of a game or in a class by a token; wrong ones are counted."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Annotated, Any, Generic, TypeVar

from fastapi import Depends, Request, Security
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from noughts.contract.games import DeletedJson
from noughts.contract.numbers import SCHEMA
from noughts.records.log import RefusedError
from noughts.ui.web.addresses import payer_of
from noughts.ui.web.api.services import Services
from noughts.ui.web.compute.host import Hear, OutOfTimeError
from noughts.ui.web.compute.opponents import Thoughts, Unthought
from noughts.ui.web.journal import class_decisions as classes
from noughts.ui.web.journal import game_decisions as games
from noughts.ui.web.journal.shared import Change, ClassHeader, GameHeader, Record
from noughts.ui.web.questions.thinking import Intention
from noughts.ui.web.refusal import Refusal

LONGEST_ID = 40

T = TypeVar("T")
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


def client(request: Request) -> str:
    """Whose permits a request takes: the address that it comes from."""
    return payer_of(request.scope)


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
        if journal.remembered(self._kind, self._id) is None:
            limits.check("unknown", self.who, 1)
        try:
            return await journal.read(self._kind, self._id, self.who)
        except Refusal as refusal:
            if refusal.status == 404:
                limits.pay("unknown", self.who, 1)
            raise

    async def bring_token(self) -> None:
        """Brings a token, which is looked at where it is decided; Refusal where there is none, or it asks too much."""
        limits, journal = self.services.limits, self.services.journal
        scheme, _, self._token = self._request.headers.get("authorization", "").partition(" ")
        if scheme.lower() != "bearer" or not self._token:
            raise Refusal("no-token", _NEEDS[self._kind.kind])
        record: Any = journal.remembered(self._kind, self._id) or await self.look()
        holder: Callable[[Any, str], object] = classes.holder if self._kind is ClassHeader else games.holder
        try:
            seat = holder(record, self._token)
        except RefusedError:  # one that another server has just given out: it is found where it is decided
            limits.check("guess", self.who, 1)
        else:
            limits.take("act", f"{self._id} {seat}")

    async def ask(self, decide: Callable[..., Change | None], *args: Any, **more: Any) -> Record[H, Any]:
        """It after a request, which brings the token."""
        return await self.decide(lambda record: decide(record, self._token, *args, **more))

    async def play(
        self, decide: Callable[..., Change | None], *args: Any, hear: Hear | None = None, now: bool = False
    ) -> Record[H, Any]:
        """The same where computers may have to play for it.

        Whoever thinks by the clock is heard, or is to move ``now``. Where a listener leaves, a move is kept and told
        or none is.
        """
        thoughts = Thoughts(self.services.opponents, self.services.workers, self.who)
        intended: tuple[Unthought, Intention] | None = None
        while True:
            asking = self.ask(decide, *args, think=thoughts)
            try:
                after = await (asyncio.shield(asking) if hear else asking)
            except Unthought as wanted:
                intention = await self._think(thoughts, wanted, hear or (lambda _: None), now)
                intended = (wanted, intention) if intention else None
            else:
                if intended:
                    self.services.thinkers.remember(*intended, after)
                return after

    async def _think(self, thoughts: Thoughts, wanted: Unthought, hear: Hear, now: bool) -> Intention | None:
        """Adds the move that is wanted, unless the game goes on before it is there; what is intended by the clock."""
        thinkers, intention = self.services.thinkers, None
        try:
            if not wanted.seconds:
                await thoughts.think(wanted)
            elif now:
                intention = await thinkers.move_now(self.who, self._id, wanted)
            else:
                intention = await thinkers.think(self.who, self._id, wanted, hear)
        except OutOfTimeError as error:
            raise wanted.refusal(error) from None
        if intention:
            thoughts.know(wanted, intention.cell)
        return intention

    async def decide(self, decide: Callable[[Any], Change | None]) -> Record[H, Any]:
        """What a request leads to; a class takes longer, and a wrong token or invitation is counted."""
        aside = self.who if self._kind is ClassHeader else None
        return await self._counting(self.services.journal.decide(self._kind, self._id, decide, aside))

    async def delete(self, check: Callable[..., object], *, with_later: bool = False) -> DeletedJson:
        """Removes it; all who watch see that it is not there any more."""
        may = partial(check, token=self._token)
        await self._counting(self.services.journal.delete(self._kind, self._id, may, with_later=with_later))
        return {"schema": SCHEMA, "deleted": self._id}

    async def _counting(self, work: Awaitable[T]) -> T:
        """What checks a token or an invitation: the wrong ones of an address are counted."""
        try:
            return await work
        except Refusal as refusal:
            if refusal.code == "wrong-token":
                self.services.limits.take("guess", self.who)
            raise
