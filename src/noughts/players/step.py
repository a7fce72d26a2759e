"""A step of a player: its number, its name and what it means."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PlayerStep:
    """A step that a player tries: its number, its name and its meaning.

    ``meaning`` is a part of a sentence without a full stop, like ``take the centre``. It may be empty.
    """

    number: int
    name: str
    meaning: str = ""


StepLike = PlayerStep | tuple[int, str]
"""A step, or its number and its name alone."""


def read_steps(steps: tuple[StepLike, ...]) -> tuple[PlayerStep, ...]:
    """Return steps as `PlayerStep`. One given as a number and a name has no meaning."""
    return tuple(step if isinstance(step, PlayerStep) else PlayerStep(*step) for step in steps)
