"""How often one address may do what costs something: a bucket of permits that fills again steadily.

The package ``limits`` would do this too, but in memory (5.8) it never forgets who asked, and looks through all of
them a hundred times a second.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network

from cachetools import LRUCache
from starlette.types import Scope

from noughts.server.addresses import address_of
from noughts.server.api_errors import Refusal

_REMEMBERED = 10_000
"""How many are remembered of each kind; who was longest silent is forgotten first."""


@dataclass(frozen=True)
class Rate:
    """``burst`` permits at once, ``per_second`` more as time goes by."""

    burst: float
    per_second: float


_STORE_SHARE = 256
"""Megabytes in the database that an address may take up at once, and again in each day after that.

120 pupils behind one address, who all play for six hours, take 120 MB if each begins a game a minute and makes a move
every ten seconds against a computer. Without this limit an address could store 32 GB a day."""

RATES = {
    "make": Rate(600, 10),
    "enter": Rate(200, 0.1),
    "question": Rate(600, 100),
    "guess": Rate(30, 0.5),
    "unknown": Rate(100, 2),
    "act": Rate(100, 20),
    "compute": Rate(60, 1),
    "contest": Rate(300, 0.5),
    "request": Rate(6_000, 1_000),
    "log": Rate(10, 0.1),
    "store": Rate(_STORE_SHARE, _STORE_SHARE / 86_400),
}
"""Making games, coming into one class, questions, wrong tokens and invitations, games that
are not there, CPU seconds of questions, those of contests and proofs, and requests of any kind, whatever becomes of
them: of one address. Acting: for one seat. Lines of the log that say the same. Megabytes
stored: of one address."""


_SUBSCRIBER = 64
"""The bits of an IPv6 address that are given to one subscriber, who may take any of the others (RFC 6177)."""


@lru_cache(maxsize=4096)
def payer(host: str) -> str:
    """Whose permits a request from this address takes: an IPv4 address is one, of IPv6 a /64 is."""
    address = address_of(host)
    if isinstance(address, IPv6Address):
        return str(IPv6Network((int(address), _SUBSCRIBER), strict=False))
    return str(address or host)


def payer_of(scope: Scope) -> str:
    """Whose permits a request takes: the address that it comes from."""
    client = scope.get("client")
    return payer(client[0]) if client else "unknown"


class RateLimits:
    """The buckets, by what is done and by whom; each kind has its own, so that none pushes another's out.

    To be used from one thread. Where there is one asker, who spends nothing but their own computing, all may be done at
    any time: nothing is ``limited``.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic, *, limited: bool = True) -> None:
        self._clock, self._limited = clock, limited
        self._buckets: dict[str, LRUCache[str, tuple[float, float]]] = {
            what: LRUCache(_REMEMBERED) for what in RATES
        }

    def take(self, what: str, who: str) -> None:
        """Takes a permit for something; raises Refusal, with the seconds to wait, where none is left."""
        self.check(what, who, 1)
        self.pay(what, who, 1)

    def check(self, what: str, who: str, least: float = 0, message: str = "too many requests") -> None:
        """Raises Refusal, with the seconds to wait, where fewer permits than that are left, or none are.

        A negative ``least`` is how many may be owed.
        """
        left = self._permits(what, who)
        if left < least or left <= 0 <= least:
            wait = max(1, math.ceil((least - left) / RATES[what].per_second))
            raise Refusal("too-many", f"{message}: wait {wait} s", retry_after=wait)

    def pay(self, what: str, who: str, permits: float) -> None:
        """Takes permits for what is done already, also where fewer are left: then they are owed."""
        self._buckets[what][who] = (self._permits(what, who) - permits, self._clock())

    def _permits(self, what: str, who: str) -> float:
        if not self._limited:
            return math.inf
        rate, now = RATES[what], self._clock()
        left, then = self._buckets[what].get(who, (rate.burst, now))
        return min(rate.burst, left + (now - then) * rate.per_second)
