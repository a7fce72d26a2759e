"""Queues of the server: lanes of workers, whose places the waiting addresses take in turn.

Every queue has a maximum length, as a whole and for one address, and a client that waits too long gets 503. Moves and
questions have a lane each, so that no question delays a game. A computation ends once its time is spent, or when its
client has left.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from noughts.server.api_errors import OutOfTimeError, Refusal, WorkerEndedRefusal
from noughts.server.jobs import GRACE_SECONDS, Job, Reply


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


T = TypeVar("T")

Spent = Callable[[str, float], None]
"""Is told the CPU seconds that an address has cost."""

Hear = Callable[[Any], object]
"""Is told on the event loop how the place in the queue changes, and then what the computation tells."""


@dataclass(frozen=True)
class LaneLimits(TurnLimits):
    """What a lane may take: its places are processes of a niceness, and a computation may take CPU seconds.

    Whoever asks ``pays`` for these by permits of that name, if there is one.
    """

    niceness: int
    seconds: float
    pays: str = ""


@dataclass(frozen=True)
class Ahead:
    """What is computed before somebody's turn comes, if nobody else asks meanwhile; 0 when it has come."""

    runs: int


class AnyComputer(Protocol):
    """A computer that does one job after the other: a process of this machine, or another worker of a browser's page.

    A subclass that cannot be interrupted or ended keeps the methods of this class, which do nothing.
    """

    is_loading: bool = False
    """True if it is importing a module for a job that was cancelled: then it must not be killed."""

    @property
    def has_ended(self) -> bool:
        """Return whether it can do no other job."""
        return False

    def patience(self, seconds: float) -> float:
        """By the clock, how long a job of so many CPU seconds may take there."""

    async def ask(self, job: Job, hear: Hear) -> Reply:
        """Its reply; EOFError where it has ended instead. ``hear`` is given what it tells meanwhile."""

    def interrupt(self) -> None:
        """What it computes is wanted no more."""
        return

    def end(self) -> None:
        """Ends it, whatever it does."""
        return

    async def wait_until_ended(self) -> None:
        """Return once it has ended after ``end``."""
        return


class Lane:
    """Some computers, which begin when there is something to compute. To be used on the event loop.

    ``spent`` is told the CPU seconds that an address has cost.
    """

    def __init__(self, limits: LaneLimits, spent: Spent, begin: Callable[[], Awaitable[AnyComputer]]) -> None:
        self._seconds, self._spent, self._begin = limits.seconds, spent, begin
        self._turns = Turns(limits)
        self._closed = False
        self._idle: list[AnyComputer] = []
        self._busy: set[AnyComputer] = set()
        self._runs: set[asyncio.Task[Reply]] = set()

    async def compute(self, who: str, work: Callable[..., T], *args: Any, hear: Hear | None = None) -> T:
        """What the work comes to, all of which goes by pickle; when this is cancelled the work ends.

        Work that is to be heard takes a function as its first argument, by which it tells how it stands. Raises what
        the work raises, OutOfTimeError where it takes too long, and Refusal where too many wait.
        """
        await self._turns.take(who, (lambda before: hear(Ahead(before))) if hear else None)
        job, left = Job(work, args, self._seconds, tells=hear is not None), asyncio.Event()
        running = asyncio.get_running_loop().create_task(self._run(who, job, hear or (lambda _: None), left))
        self._runs.add(running)
        running.add_done_callback(self._runs.discard)
        try:
            reply = await asyncio.shield(running)
        except asyncio.CancelledError:
            left.set()
            raise
        if reply.error:
            raise reply.error
        value: T = reply.value
        return value

    @property
    def waiting(self) -> int:
        """How many wait for their turn."""
        return self._turns.waiting

    @property
    def running(self) -> int:
        """How many are computed."""
        return len(self._runs)

    def open(self) -> None:
        """Computes again after ``close``: a server that is started once more."""
        self._closed = False

    def close(self) -> None:
        """Ends what computes and what begins to, and so what waits for it; nothing is computed until it is opened."""
        self._closed = True
        for computer in (*self._busy, *self._idle):
            computer.end()
        self._idle.clear()

    def _idle_computer(self) -> AnyComputer | None:
        """Take a computer that has nothing to do; None if there is none, or if all have been killed."""
        while self._idle:
            computer = self._idle.pop()
            if not computer.has_ended:
                return computer
        return None

    async def _run(self, who: str, job: Job, hear: Hear, left: asyncio.Event) -> Reply:
        """One computation in its place, which is given back."""
        begun, computer, reply = time.monotonic(), None, Reply(ends=True)
        try:
            computer = self._idle_computer() or await self._begin()
            self._busy.add(computer)
            if self._closed:
                raise EOFError
            reply = await _reply(computer, job, hear, left)
            return reply
        except EOFError:
            if not self._closed:
                raise WorkerEndedRefusal from None
            raise Refusal("busy", "the computation was ended: please ask again", retry_after=1) from None
        finally:
            self._spent(who, reply.seconds or min(time.monotonic() - begun, job.seconds))
            if computer:
                self._busy.discard(computer)
                if reply.ends:
                    computer.end()
                    await computer.wait_until_ended()
                else:
                    self._idle.append(computer)
            self._turns.give_back()


async def _reply(computer: AnyComputer, job: Job, hear: Hear, left: asyncio.Event) -> Reply:
    """What a computer replies, which is interrupted when its time by the clock is over, or whoever asked has ``left``.

    It is killed if that has no effect, but not while it imports a module.
    """
    if left.is_set():
        return Reply(error=OutOfTimeError("nobody waits for it"))
    asking, leaving = asyncio.ensure_future(computer.ask(job, hear)), asyncio.ensure_future(left.wait())
    await asyncio.wait(
        (asking, leaving), timeout=computer.patience(job.seconds), return_when=asyncio.FIRST_COMPLETED
    )
    leaving.cancel()
    stopped = not asking.done()
    while not asking.done():
        computer.interrupt()
        await asyncio.wait((asking,), timeout=GRACE_SECONDS)
        if not asking.done() and not computer.is_loading:
            computer.end()
            await asyncio.wait((asking,))
    try:
        return asking.result()
    except EOFError:
        if stopped:
            return Reply(error=OutOfTimeError("it takes too long"), ends=True)
        raise
