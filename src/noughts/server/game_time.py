"""The time by which the clocks of games run: it passes evenly, and only while a server runs.

The clock of a machine may be set forward or back, which must not cost a player anything. So time goes on from what the
store has kept of it, by the monotonic clock. Servers that share a PostgreSQL go by its clock, and agree about the time
once a second.
"""

from __future__ import annotations

import time

_UNUSED_SECONDS = 4 * 3_600.0
"""After so long no clock runs any more: a side has three hours at most."""


class GameTime:
    """Milliseconds, from some moment on."""

    def __init__(self) -> None:
        self._last = (time.time() * 1_000, time.monotonic())
        self._used = -_UNUSED_SECONDS

    def now(self) -> int:
        """Return the time, for a game with a clock."""
        self._used = time.monotonic()
        return self.peek()

    def peek(self) -> int:
        """Return the time, for no game in particular."""
        then, since = self._last
        return round(then + (time.monotonic() - since) * 1_000)

    def set(self, milliseconds: int) -> None:
        """Go on from this time. Any thread may call this."""
        self._last = milliseconds, time.monotonic()

    @property
    def is_used(self) -> bool:
        """Return whether the clock of a game may be running."""
        return time.monotonic() - self._used < _UNUSED_SECONDS


GAME_TIME = GameTime()
"""That of this process."""
