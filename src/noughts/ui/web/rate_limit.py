"""How often one address may do what costs something: a bucket of permits that fills again steadily.

The package ``limits`` would do this too, but in memory (5.8) it never forgets who asked, and looks through all of
them a hundred times a second.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

from cachetools import LRUCache

from noughts.ui.web.refusal import Refusal

_REMEMBERED = 10_000
"""How many are remembered; who was longest silent is forgotten first."""


@dataclass(frozen=True)
class Rate:
    """``burst`` permits at once, ``per_second`` more as time goes by."""

    burst: float
    per_second: float


RATES = {
    "make": Rate(600, 10),
    "question": Rate(600, 100),
    "guess": Rate(30, 0.5),
    "act": Rate(100, 20),
}
"""Making games, questions, wrong tokens and invitations: of one address. Acting: for one seat."""


class RateLimits:
    """The buckets, by what is done and by whom. To be used from one thread."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._buckets: LRUCache[tuple[str, str], tuple[float, float]] = LRUCache(_REMEMBERED)

    def take(self, what: str, who: str) -> None:
        """Takes a permit for something; raises Refusal, with the seconds to wait, where none is left."""
        rate, now = RATES[what], self._clock()
        left, then = self._buckets.get((what, who), (rate.burst, now))
        left = min(rate.burst, left + (now - then) * rate.per_second)
        self._buckets[what, who] = (left - 1 if left >= 1 else left, now)
        if left < 1:
            wait = math.ceil((1 - left) / rate.per_second)
            raise Refusal("too-many", f"too many requests: wait {wait} s", retry_after=wait)
