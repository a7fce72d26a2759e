"""How long a proof may take, what it may use, and where it is saved meanwhile."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from math import inf
from pathlib import Path
from typing import Any, TypedDict

from noughts.errors import InputTypeError, NoughtsError, quote
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
            _check(name, getattr(self, name), float if name in ("seconds", "nodes") else int)


class LimitOptions(TypedDict, total=False):
    """Limits as a call may give them: whole, or by their names, which come before what is given whole."""

    limits: Limits | None
    seconds: float
    nodes: float
    memory: int
    threads: int


def limits_of(options: LimitOptions) -> Limits:
    """The limits of a call."""
    named: dict[str, Any] = {**options}
    return replace(named.pop("limits", None) or Limits(), **named)


def _check(name: str, value: object, kind: type[float] | type[int]) -> None:
    """NoughtsError unless a limit is a number of the kind, above 0."""
    if isinstance(value, bool) or not isinstance(value, (int, kind)):
        number = "whole number" if kind is int else "number"
        raise InputTypeError(f"{name}={quote(value)} is no {number}, but a {type(value).__name__}")
    if not value > 0:
        raise NoughtsError(f"{name}={quote(value)} is not above 0")


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
        _check("every", self.every, float)
        if not isinstance(self.path, Path):
            raise InputTypeError(f"path={quote(self.path)} is no Path, but a {type(self.path).__name__}")

    def file(self, attacker: Mark, kind: str) -> Path:
        """The file of one search. Raises NoughtsError where a directory is in its way."""
        file = self.path.with_name(f"{self.path.name}.{attacker}-{kind}")
        if file.is_dir():
            raise NoughtsError(f"no checkpoint can be at {quote(file, 1000)}: that is a directory")
        return file


TELL = 1.0
"""Seconds between two calls of ``watch``."""


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
