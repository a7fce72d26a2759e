"""How long a proof may take, what it may use, and where it is saved meanwhile."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from pathlib import Path

from noughts.errors import NoughtsError, quote


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
    Raises NoughtsError for a time between saves that is not above 0.
    """

    path: Path
    every: float = 600.0
    resume: bool = False

    def __post_init__(self) -> None:
        if not self.every > 0:
            raise NoughtsError(f"every={quote(self.every)} is not above 0")
