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
