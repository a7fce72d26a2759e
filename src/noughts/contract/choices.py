"""The players: what their authors declare of them, and which of them play a board."""

from __future__ import annotations

from typing_extensions import TypedDict

from noughts.contract import terms
from noughts.contract.matches import ProofJson, SideScoreJson


class FactsJson(TypedDict):
    """What a player's author declares of it, and its options with their defaults.

    ``called`` is what people call it, and empty where that is its name.
    """

    name: str
    called: str
    title: str
    origin: str
    boards: str
    options: dict[str, str]
    deterministic: bool
    breaks_symmetry: str | None


class PlayerJson(terms.AnswerJson, FactsJson):
    """A player, and what exhaustion proves of it on 3x3x3; null where it does not play that."""

    x: SideScoreJson | None
    o: SideScoreJson | None


class PlaysJson(TypedDict):
    """Whether somebody plays a board, if not why; ``seconds`` a move it may be given; ``proof``: null before asked."""

    plays: bool
    why_not: str | None
    seconds: list[int]
    proof: ProofJson | None


class OpponentJson(FactsJson, PlaysJson):
    """A player that can be played against; ``house`` is false of those that came from elsewhere."""

    house: bool


class BrokenPlayerJson(PlaysJson):
    """A player that is installed and cannot be loaded."""

    name: str
    house: bool


class LevelJson(PlaysJson):
    """A level in plain words, which is a player of that name, and what it does in a few words."""

    name: str
    title: str


class OpponentsJson(terms.BoardAnswerJson):
    """Who plays a board."""

    players: list[OpponentJson | BrokenPlayerJson]
    levels: list[LevelJson]
