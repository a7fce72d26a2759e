"""How much an engine may think: nodes, seconds, memory."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from noughts.errors import NoughtsError, OptionError, quote
from noughts.solver.pool import processors
from noughts.solver.search.limits import Limits

MOST_NODES = 10**12
MOST_SECONDS = 10**7
LEAST_MEMORY = 1 << 20
MOST_MEMORY = 1 << 36
MOST_THREADS = 64

THREADS = 2
"""Threads of a search at play, at most."""

_RANGES = (
    ("nodes", 1, MOST_NODES),
    ("seconds", 0, MOST_SECONDS),
    ("memory", LEAST_MEMORY, MOST_MEMORY),
    ("threads", 1, MOST_THREADS),
)


@dataclass(frozen=True, slots=True)
class Budget(Limits):
    """When a search stops, whichever comes first; ``memory`` is bytes for its tables.

    With nodes alone what a search answers depends on the position only; with seconds it depends on the machine too.
    More ``threads`` than one find more in the same time, and what they find depends on chance; where no thread can be
    begun there is one. A search that ``keeps`` its table leaves it for the next one on the board that does.
    Raises OptionError for a limit that is no number, not above 0, or absurd.
    """

    memory: int = 1 << 26
    threads: int = 1
    keeps: bool = False

    def __post_init__(self) -> None:
        try:
            Limits.__post_init__(self)
        except NoughtsError as error:
            raise OptionError(str(error)) from None
        for name, least, most in _RANGES:
            value = getattr(self, name)
            if value != inf and not least <= value <= most:
                raise OptionError(f"{name}={quote(value)} is out of range: {least:,} to {most:,}")
        if self.nodes == self.seconds == inf:
            raise OptionError("a search needs a limit: nodes or seconds")

    @classmethod
    def at_play(cls, seconds: float, memory: int = 1 << 26) -> Budget:
        """Of a move by the clock: two threads, where there are processors for them, and the table is kept."""
        return cls(seconds=seconds, memory=memory, threads=min(THREADS, processors()), keeps=True)
