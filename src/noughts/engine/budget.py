"""How much an engine may think: nodes, seconds, memory."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, isfinite
from typing import Any

from noughts.errors import OptionError, quote

MOST_NODES = 10**12
MOST_SECONDS = 10**7
LEAST_MEMORY = 1 << 20
MOST_MEMORY = 1 << 36


@dataclass(frozen=True, slots=True)
class Budget:
    """When a search stops, whichever comes first; ``memory`` is bytes for its tables.

    With nodes alone what a search answers depends on the position only; with seconds it depends on the machine too.
    Raises OptionError for a limit that is no number, not above 0, or absurd.
    """

    nodes: float = inf
    seconds: float = inf
    memory: int = 1 << 26

    def __post_init__(self) -> None:
        _check("nodes", self.nodes, 1, MOST_NODES)
        _check("seconds", self.seconds, 0, MOST_SECONDS)
        _check("memory", self.memory, LEAST_MEMORY, MOST_MEMORY)
        if not isfinite(min(self.nodes, self.seconds)):
            raise OptionError("a search needs a limit: nodes or seconds")


def _check(name: str, value: Any, least: float, most: float) -> None:
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not (number and value > 0):
        raise OptionError(f"{name}={quote(value)} is not a number above 0")
    endless = value == inf and name != "memory"
    if not endless and not least <= value <= most:
        raise OptionError(f"{name}={quote(value)} is out of range: {least:,} to {most:,}")
