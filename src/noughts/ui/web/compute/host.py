"""What a host of the application gives it to compute with: lanes, and something that waits beside the event loop.

Two hosts are there: a machine with threads and processes (``this_machine``), and one that has neither (``inline``).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from noughts.errors import NoughtsError
from noughts.ui.web.compute.turns import TurnLimits

T = TypeVar("T")

Spent = Callable[[str, float], None]
"""Is told the CPU seconds that an address has cost."""

Hear = Callable[[Any], object]
"""Is told on the event loop how the place in the queue changes, and then what the computation tells."""


class OutOfTimeError(NoughtsError):
    """It took longer than this server lets anything take."""


@dataclass(frozen=True)
class LaneLimits(TurnLimits):
    """What a lane may take: its places are processes of a niceness, and a computation may take CPU seconds."""

    niceness: int
    seconds: float


@dataclass(frozen=True)
class Ahead:
    """What is computed before somebody's turn comes, if nobody else asks meanwhile; 0 when it has come."""

    runs: int


class AnyLane(Protocol):
    """Where something is computed that takes long; used on the event loop."""

    @property
    def waiting(self) -> int:
        """How many wait for their turn."""

    @property
    def running(self) -> int:
        """How many are computed."""

    async def compute(self, who: str, work: Callable[..., T], *args: Any, hear: Hear | None = None) -> T:
        """What the work comes to, all of which goes by pickle; when this is cancelled the work ends.

        Work that is to be heard takes a function as its first argument, by which it tells how it stands. Raises what
        the work raises, OutOfTimeError where it takes too long, and Refusal where too many wait.
        """

    def open(self) -> None:
        """Computes again after ``close``: a server that is started once more."""

    def close(self) -> None:
        """Ends what computes, and so what waits for it; nothing is computed until it is opened."""


class Host(Protocol):
    """What runs the application."""

    def lane(self, limits: LaneLimits, spent: Spent) -> AnyLane:
        """A lane of its own."""

    async def aside(self, work: Callable[[], T]) -> T:
        """What work comes to that takes milliseconds or waits, so that the event loop should not."""

    def begin(self, work: Callable[[], object]) -> None:
        """Begins what nobody waits for."""
