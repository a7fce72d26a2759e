"""Whoever asks something of a game: by the token of a seat, or by an invitation; wrong ones are counted."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated, Any, TypeVar

from fastapi import Depends, Path, Request, Security
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from noughts.contract.games import DeletedJson, GameJson
from noughts.contract.numbers import SCHEMA
from noughts.ui.web.api.services import Services, client, services_of
from noughts.ui.web.journal import tokens
from noughts.ui.web.journal.store import Record
from noughts.ui.web.journal.views import game_json
from noughts.ui.web.refusal import Refusal

LONGEST_ID = 40

GameId = Annotated[str, Path(max_length=LONGEST_ID, description="the game's id")]

_Bearer = Annotated[
    HTTPAuthorizationCredentials | None,
    Security(HTTPBearer(auto_error=False, description="the token of a seat")),
]

T = TypeVar("T")


class SeatHolder:
    """Whoever holds the token of a seat, which is looked at where the request is decided."""

    def __init__(self, services: Services, game: str, token: str, address: str) -> None:
        self._services = services
        self._game = game
        self._token = token
        self._address = address

    async def plays(self, request: Callable[..., Awaitable[Record]], *args: Any) -> GameJson:
        """The game after a request of ``GameService`` to which a computer may have to answer."""
        work = self._services.decided(self._address, request, self._game, self._token, *args)
        return await self._changed(work)

    async def asks(self, request: Callable[..., Awaitable[Record]], *args: Any) -> GameJson:
        """The game after any other request of ``GameService``."""
        return await self._changed(request(self._services.games, self._game, self._token, *args))

    async def _changed(self, work: Awaitable[Record]) -> GameJson:
        """The game after something, which is told to all who watch."""
        changed = await counted(self._services, self._address, work)
        self._services.streams.tell(self._game)
        return game_json(changed)

    async def delete(self) -> DeletedJson:
        """Removes the game; all who watch see that it is not there any more."""
        services = self._services
        work = services.workers.waiting(self._address, services.games.delete, self._game, self._token)
        await counted(services, self._address, work)
        services.streams.tell(self._game)
        return {"schema": SCHEMA, "deleted": self._game}


async def seat_described(game: GameId, request: Request, _: _Bearer) -> SeatHolder:
    """The same as a dependency, which says in /openapi.json what it needs."""
    return await seat_holder(request, game)


async def seat_holder(request: Request, game: str) -> SeatHolder:
    """Whoever holds the token that is sent; Refusal where that is no seat's, or asks too often."""
    services = await services_of(request)
    who, token = client(request), bearer(request)
    if token is None:
        raise Refusal("no-token", "this needs the token of a seat, as Authorization: Bearer TOKEN")
    record = services.games.remembered(game) or await services.look_at(game, who)
    seat = tokens.seat_of(token, record.header.tokens)
    if seat is None:  # one that was just given out by another process is found where the request is decided
        services.limits.check("guess", who, 1)
    else:
        services.limits.take("act", f"{game} {seat}")
    return SeatHolder(services, game, token, who)


def bearer(request: Request) -> str | None:
    """The token that is sent, if there is one."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token if scheme.lower() == "bearer" and token else None


Seat = Annotated[SeatHolder, Depends(seat_described)]
"""The holder of a token, for a handler; Refusal where there is none, or asks too often."""


async def counted(services: Services, address: str, work: Awaitable[T]) -> T:
    """What checks a token or an invitation: the wrong ones of an address are counted."""
    try:
        return await work
    except Refusal as refusal:
        if refusal.code == "wrong-token":
            services.limits.take("guess", address)
        raise
