"""Where work is done: at once on the event loop, in a thread that waits, or in another process that computes.

To decide about a move on a small board and to keep it takes half a millisecond. Handing that to a thread and back
takes longer than the work: with 200 games, the slowest of a hundred answers came after 21 ms at once, and after
46 ms or more with threads. What computes for seconds gets a process of its own: in a thread it would take the
interpreter's lock again and again, and a move would take 200 ms instead of 4. (Those are modules of their own, since
a process imports whatever its module imports.)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, ParamSpec, TypeVar

from anyio import CapacityLimiter, fail_after, to_thread

from noughts.ui.web.compute.lanes import Hear, Lane, LaneLimits
from noughts.ui.web.journal.store import BusyError, impatient
from noughts.ui.web.rate_limit import RateLimits, Share
from noughts.ui.web.refusal import Refusal

_QUICK, _WAITING = 4, 64
"""How many threads at most are busy, and wait."""

_MOST_WAITING, _PATIENCE = 2_000, 10.0
"""How many may wait for such a thread, and for how many seconds."""

MOVES = LaneLimits(processes=2, niceness=4, seconds=4.0, patience=20.0, most=4_000, each=2_000)
QUESTIONS = LaneLimits(processes=2, niceness=12, seconds=2.0, patience=10.0, most=1_000, each=250)
"""What computes the moves of games, and what answers questions."""

CONTESTS = LaneLimits(processes=1, niceness=19, seconds=120.0, patience=1_800.0, most=40, each=2)
"""What computes contests and proofs, which their askers watch and may wait for; all else goes before them."""

P = ParamSpec("P")
T = TypeVar("T")


_ALONE = Share()


def _part(lane: LaneLimits, share: int) -> LaneLimits:
    return replace(lane, processes=max(1, lane.processes // share))


class Workers:
    """The event loop itself, threads and processes. ``near`` says that the database answers without a network.

    ``share`` tells with how many it divides what is there to compute with, and how long a question may take.
    """

    def __init__(self, near: bool, limits: RateLimits, share: Share = _ALONE) -> None:
        self._near = near
        self._limits = limits
        self._quick = CapacityLimiter(_QUICK)
        self._waiting = CapacityLimiter(_WAITING)
        self._threads = CapacityLimiter(2 * _WAITING)  # never the narrower one
        self.seconds = 0.0
        self.moves = Lane(_part(MOVES, share.processes), self._count)
        questions = replace(QUESTIONS, seconds=share.question_seconds)
        self.questions = Lane(_part(questions, share.processes), self._charge)
        self.contests = Lane(_part(CONTESTS, share.processes), self._charge_contest)

    async def at_once(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What takes a millisecond, unless the database is locked or far away: then a thread waits for it.

        A locked database has kept nothing, so that the work can be begun again.
        """
        if self._near:
            try:
                with impatient():
                    return work(*args, **kwargs)
            except BusyError:
                pass
        return await self.waiting(work, *args, **kwargs)

    async def quick(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What takes some milliseconds."""
        return await to_thread.run_sync(partial(work, *args, **kwargs), limiter=self._quick)

    async def waiting(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What waits: for a lock, for a program, for a database elsewhere.

        Raises Refusal where too many want to, or too long no thread was free to wait.
        """
        if self._waiting.statistics().tasks_waiting >= _MOST_WAITING:
            raise Refusal("busy", "too much is waited for here: please ask again", retry_after=5)
        turn = object()
        try:
            with fail_after(_PATIENCE):
                await self._waiting.acquire_on_behalf_of(turn)
        except TimeoutError:
            raise Refusal("busy", "too much is waited for here: please ask again", retry_after=5) from None
        try:
            return await to_thread.run_sync(partial(work, *args, **kwargs), limiter=self._threads)
        finally:
            self._waiting.release_on_behalf_of(turn)

    async def question(self, who: str, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What may take seconds: in another process, for an address, whose seconds are counted."""
        self._limits.check("compute", who)
        return await self.questions.compute(who, work, *args, **kwargs)

    async def move(self, who: str, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The same for a game that waits for it: its seat may ask so often, and addresses take turns."""
        return await self.moves.compute(who, work, *args, **kwargs)

    async def contest(self, who: str, hear: Hear, work: Callable[..., T], *args: Any) -> T:
        """What may take minutes and tells how it stands: in the one process for that, for an address that pays."""
        self._limits.check("contest", who)
        return await self.contests.told(who, hear, work, *args)

    def _count(self, _: str, seconds: float) -> None:
        self.seconds += seconds

    def _charge(self, who: str, seconds: float) -> None:
        self.seconds += seconds
        self._limits.pay("compute", who, seconds)

    def _charge_contest(self, who: str, seconds: float) -> None:
        self.seconds += seconds
        self._limits.pay("contest", who, seconds)

    def open(self) -> None:
        """Computes again after ``close``."""
        self.moves.open()
        self.questions.open()
        self.contests.open()

    def close(self) -> None:
        """Ends what computes, and so what waits for it. Nothing is computed any more."""
        self.moves.close()
        self.questions.close()
        self.contests.close()
