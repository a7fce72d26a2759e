"""How much an engine may think: nodes, seconds, memory."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, isfinite
from typing import Any

from noughts.errors import OptionError, quote
from noughts.solver.pool import processors

MOST_NODES = 10**12
MOST_SECONDS = 10**7
LEAST_MEMORY = 1 << 20
MOST_MEMORY = 1 << 36
MOST_THREADS = 64

THREADS = 2
"""Threads of a search at play, at most."""


@dataclass(frozen=True, slots=True)
class Budget:
    """When a search stops, whichever comes first; ``memory`` is bytes for its tables.

    With nodes alone what a search answers depends on the position only; with seconds it depends on the machine too.
    More ``threads`` than one find more in the same time, and what they find depends on chance; where no thread can be
    begun there is one. A search that ``keeps`` its table leaves it for the next one on the board that does.
    Raises OptionError for a limit that is no number, not above 0, or absurd.
    """

    nodes: float = inf
    seconds: float = inf
    memory: int = 1 << 26
    threads: int = 1
    keeps: bool = False

    def __post_init__(self) -> None:
        _check("nodes", self.nodes, 1, MOST_NODES)
        _check("seconds", self.seconds, 0, MOST_SECONDS)
        _check("memory", self.memory, LEAST_MEMORY, MOST_MEMORY)
        _check("threads", self.threads, 1, MOST_THREADS)
        if not isfinite(min(self.nodes, self.seconds)):
            raise OptionError("a search needs a limit: nodes or seconds")

    @classmethod
    def at_play(cls, seconds: float, memory: int = 1 << 26) -> Budget:
        """Of a move by the clock: two threads, where there are processors for them, and the table is kept."""
        return cls(seconds=seconds, memory=memory, threads=min(THREADS, processors()), keeps=True)


def _check(name: str, value: Any, least: float, most: float) -> None:
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not (number and value > 0):
        raise OptionError(f"{name}={quote(value)} is not a number above 0")
    endless = value == inf and name != "memory"
    if not endless and not least <= value <= most:
        raise OptionError(f"{name}={quote(value)} is out of range: {least:,} to {most:,}")
