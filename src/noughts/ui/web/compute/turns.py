"""Places, and who waits for one: the addresses that wait take turns, however much each of them asks.

Every queue of the server is one of these: it is bounded, as a whole and for one address, and whoever waits too long is
told to come again.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from noughts.ui.web.refusal import Refusal


@dataclass(frozen=True)
class TurnLimits:
    """How many ``places`` there are, and who may wait for one.

    ``patience`` is how many seconds somebody waits for a turn; ``most`` may wait, and ``each`` of one address.
    """

    places: int
    patience: float
    most: int
    each: int


TellAhead = Callable[[int], object]
"""Is told how many are before somebody, whenever that changes; 0 when the turn has come."""


class Turns:
    """The places of ``TurnLimits``, given out in turn. To be used on the event loop."""

    def __init__(self, limits: TurnLimits) -> None:
        self.limits = limits
        self._free = limits.places
        self._lines: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        self._ahead: dict[asyncio.Future[None], TellAhead] = {}

    @property
    def waiting(self) -> int:
        """How many wait for their turn."""
        return sum(map(len, self._lines.values()))

    @asynccontextmanager
    async def turn(self, who: str) -> AsyncIterator[None]:
        """A place for this address, given back in the end. Raises what ``take`` raises."""
        await self.take(who)
        try:
            yield
        finally:
            self.give_back()

    async def take(self, who: str, ahead: TellAhead | None = None) -> None:
        """Waits until there is a place for this address, and takes it. Raises Refusal where too many wait, or it lasts
        too long.
        """
        if self._free:
            self._free -= 1
        else:
            await self._wait(who, ahead)
        if ahead:
            ahead(0)

    def give_back(self) -> None:
        """A place is free: the address that has waited longest since its last turn is next."""
        while self._lines:
            who, line = self._lines.popitem(last=False)
            turn = line.popleft()
            if line:
                self._lines[who] = line
            if not turn.done():
                turn.set_result(None)
                self._tell_places()
                return
        self._free += 1

    async def _wait(self, who: str, ahead: TellAhead | None) -> None:
        if len(self._lines.get(who, ())) >= self.limits.each:
            raise Refusal("too-many", "too much is asked from here at once: please ask again", retry_after=1)
        if self.waiting >= self.limits.most:
            raise Refusal("busy", "too much is waited for here: please ask again", retry_after=5)
        turn = asyncio.get_running_loop().create_future()
        self._lines.setdefault(who, deque()).append(turn)
        if ahead:
            self._ahead[turn] = ahead
        self._tell_places()
        try:
            async with asyncio.timeout(self.limits.patience):
                await turn
        except BaseException as error:
            if turn.done() and not turn.cancelled():
                self.give_back()
            else:
                self._leave(who, turn)
            if isinstance(error, TimeoutError):
                raise Refusal(
                    "busy", "too much is asked here just now: please ask again", retry_after=5
                ) from None
            raise
        finally:
            self._ahead.pop(turn, None)

    def _order(self) -> Iterator[asyncio.Future[None]]:
        """The turns in the order in which they come, if nobody else asks."""
        lines = deque(deque(line) for line in self._lines.values())
        while lines:
            line = lines.popleft()
            yield line.popleft()
            if line:
                lines.append(line)

    def _tell_places(self) -> None:
        """Tells those who want to hear it how many are before them."""
        if self._ahead:
            for before, turn in enumerate(self._order()):
                if ahead := self._ahead.get(turn):
                    ahead(self.limits.places - self._free + before)

    def _leave(self, who: str, turn: asyncio.Future[None]) -> None:
        """Takes a turn out of its line, unless it was passed over already when it had been given up."""
        line = self._lines.get(who)
        if line and turn in line:
            line.remove(turn)
            if not line:
                del self._lines[who]
            self._tell_places()
