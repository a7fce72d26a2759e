"""How often one address may do what costs something: a bucket of permits that fills again steadily.

The package ``limits`` would do this too, but in memory (5.8) it never forgets who asked, and looks through all of
them a hundred times a second.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

from cachetools import LRUCache

from noughts.ui.web.refusal import Refusal
from noughts.ui.web.shared_buckets import SharedBuckets

_REMEMBERED = 10_000
"""How many are remembered of each kind; who was longest silent is forgotten first."""


@dataclass(frozen=True)
class Rate:
    """``burst`` permits at once, ``per_second`` more as time goes by."""

    burst: float
    per_second: float


RATES = {
    "make": Rate(600, 10),
    "question": Rate(600, 100),
    "look": Rate(3_000, 500),
    "guess": Rate(30, 0.5),
    "unknown": Rate(100, 2),
    "act": Rate(100, 20),
    "compute": Rate(60, 1),
    "contest": Rate(300, 0.5),
    "file": Rate(6_000, 1_000),
}
"""Making games, questions, looking at what is there, wrong tokens and invitations, games that are not there, CPU
seconds of questions, those of contests and proofs, and the page's files: of one address. Acting: for one seat."""


@dataclass(frozen=True)
class Share:
    """How many processes are this server, which of them this is, and their folder; none where it is one process.

    ``question_seconds`` are the CPU seconds that the answer to a question may take.
    """

    processes: int = 1
    folder: Path | None = None
    question_seconds: float = 2.0
    number: int = 0

    def buckets(self) -> SharedBuckets | None:
        """The limits that the processes share."""
        return SharedBuckets(self.folder / "limits", RATES) if self.folder else None

    @property
    def numbers(self) -> Path | None:
        """The file of what they count."""
        return self.folder and self.folder / "numbers"


class RateLimits:
    """The buckets, by what is done and by whom; each kind has its own, so that none pushes another's out.

    ``shared`` are those of several processes. To be used from one thread.
    """

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, shared: SharedBuckets | None = None
    ) -> None:
        self._clock = clock
        own: dict[str, LRUCache[str, tuple[float, float]]] = {what: LRUCache(_REMEMBERED) for what in RATES}
        self._buckets = shared or own
        self._locked = shared.locked if shared else nullcontext

    def take(self, what: str, who: str) -> None:
        """Takes a permit for something; raises Refusal, with the seconds to wait, where none is left."""
        with self._locked():
            left = self._left(what, who)
            self._check(what, left, 1)
            self._buckets[what][who] = (left - 1, self._clock())

    def check(self, what: str, who: str, least: float = 0) -> None:
        """Raises Refusal, with the seconds to wait, where fewer permits than that are left, or none are."""
        with self._locked():
            left = self._left(what, who)
        self._check(what, left, least)

    def _check(self, what: str, left: float, least: float) -> None:
        if left < least or left <= 0:
            wait = max(1, math.ceil((least - left) / RATES[what].per_second))
            raise Refusal("too-many", f"too many requests: wait {wait} s", retry_after=wait)

    def pay(self, what: str, who: str, permits: float) -> None:
        """Takes permits for what is done already, also where fewer are left: then they are owed."""
        with self._locked():
            self._buckets[what][who] = (self._left(what, who) - permits, self._clock())

    def _left(self, what: str, who: str) -> float:
        rate, now = RATES[what], self._clock()
        left, then = self._buckets[what].get(who, (rate.burst, now))
        return min(rate.burst, left + (now - then) * rate.per_second)
