"""How long a proof may take, what it may use, and where it is saved meanwhile."""

from __future__ import annotations

import time
from dataclasses import dataclass
from math import inf
from pathlib import Path

from noughts.errors import NoughtsError, quote
from noughts.game.outcome import Mark


@dataclass(frozen=True, slots=True)
class Limits:
    """When to stop with "unknown", and what may be used; ``memory`` is bytes for all tables together.

    Raises NoughtsError for a limit that is not above 0.
    """

    seconds: float = inf
    nodes: float = inf
    memory: int = 1 << 30
    threads: int = 2

    def __post_init__(self) -> None:
        for name in ("seconds", "nodes", "memory", "threads"):
            if not getattr(self, name) > 0:
                raise NoughtsError(f"{name}={quote(getattr(self, name))} is not above 0")


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """Where a run is saved, how many seconds lie between two saves, and whether to take up what is there.

    Every search has a file of its own: the path with ``.X-weak``, ``.X-strong``, ``.O-weak`` or ``.O-strong``.
    What is taken up is trusted like the program itself: a checksum finds damage, but whoever can write the file can
    make a resumed run say anything. The certificate of such a run is checked like any other.
    Raises NoughtsError for a time between saves that is not above 0.
    """

    path: Path
    every: float = 600.0
    resume: bool = False

    def __post_init__(self) -> None:
        if not self.every > 0:
            raise NoughtsError(f"every={quote(self.every)} is not above 0")

    def file(self, attacker: Mark, kind: str) -> Path:
        """The file of one search. Raises NoughtsError where a directory is in its way."""
        file = self.path.with_name(f"{self.path.name}.{attacker}-{kind}")
        if file.is_dir():
            raise NoughtsError(f"no checkpoint can be at {quote(file, 1000)}: that is a directory")
        return file


class Pace:
    """Says no more often than every so many seconds that it is time; the first time at once, or only after them."""

    def __init__(self, seconds: float, *, at_once: bool = False) -> None:
        self._seconds = seconds
        self._last = -inf if at_once else time.perf_counter()

    def due(self) -> bool:
        """Whether it is time; then the seconds begin anew."""
        now = time.perf_counter()
        if now - self._last < self._seconds:
            return False
        self._last = now
        return True
