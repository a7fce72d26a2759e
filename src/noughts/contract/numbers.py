"""How numbers are written in JSON, one way each, and the number that every answer says its shape by.

Counts and distances are JSON integers of any size, a distance that is not known is null. What is exact and may be no
whole number is text: ``"1/3"``, ``"-1"``. What is measured or estimated is a JSON number: seconds to the millisecond,
ends of confidence intervals to six places.
"""

from __future__ import annotations

from typing import Final

SCHEMA: Final = 3
"""The ``schema`` of every answer: greater when a name goes or changes its meaning, the same for what is added."""


def seconds(measured: float) -> float:
    """A time in seconds, to the millisecond."""
    return round(measured, 3)


def estimate(number: float) -> float:
    """An estimated share, to six places."""
    return round(number, 6)
