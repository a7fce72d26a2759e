"""Ratings of players from their games: Bradley and Terry's model, a draw counting as half a win, in Elo's units.

The score that a player expects against another is 1 / (1 + 10 ** (-difference / 400)). The most likely ratings are
found by choix (L. Maystre, M. Grossglauser, Fast and accurate inference of Plackett-Luce models, NIPS 2015); they are
those at which every player's expected score in its games is the score that it made. To every pair that played games
one drawn game is added, so that whoever never loses has a rating; to exact results nothing.
R. A. Bradley, M. E. Terry, Biometrika 39 (1952) 324; A. E. Elo, The Rating of Chessplayers, 1978.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import TypeVar

K = TypeVar("K")

SCALE = 400 / log(10)
"""Elo points of a unit of the model."""

LEVEL = 0.95
RESAMPLES = 100

_FAR = 4000.0
"""Nobody is rated further from all whom it played."""

Scores = Mapping[tuple[str, str], Sequence[float]]
"""For a pair of players, in one order only: the first one's score in each match of theirs, out of ``GAMES``."""

GAMES = 2
"""Games of a match: an opening with either colour."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's Elo above the first player's; how much above the one before it, and the interval of that."""

    player: str
    elo: float
    step: float
    low: float
    high: float


def exact_ratings(players: Sequence[str], scores: Mapping[tuple[str, str], float]) -> tuple[Rating, ...]:
    """The ratings of players in the order given, from exact scores of two games, one with either colour."""
    elo = _rated(players, {pair: [score] for pair, score in scores.items()}, drawn=0)
    steps = [elo[i] - elo[max(i - 1, 0)] for i in range(len(elo))]
    return tuple(Rating(*each) for each in zip(players, elo, steps, steps, steps, strict=True))


def ratings(players: Sequence[str], scores: Scores) -> tuple[Rating, ...]:
    """The ratings of players in the order given, from the scores of their matches.

    The interval comes from drawing the matches of each pair again with replacement, so many as there were, and rating
    anew (B. Efron, Bootstrap methods, 1979). Raises MissingError without choix.
    """
    rated = _rated(players, scores)
    drawn = [_rated(players, again) for again in _drawn_again(scores, 0)]
    found = []
    for i, player in enumerate(players):
        step, *steps = (elo[i] - elo[max(i - 1, 0)] for elo in (rated, *drawn))
        found.append(Rating(player, rated[i], step, *_interval(steps)))
    return tuple(found)


def rating_among(known: Mapping[str, float], scores: Mapping[str, Sequence[float]], seed: int = 0) -> Rating:
    """The rating of one player on a scale on which its opponents' ratings are ``known`` and stay as they are.

    ``scores`` are its own in its matches against each. The step is 0, the interval the rating's, found as above.
    """

    def rate(matches: Mapping[str, Sequence[float]]) -> float:
        scored = sum(sum(of) + 1 / 2 for of in matches.values())
        low, high = min(known.values()) - _FAR, max(known.values()) + _FAR
        while high - low > 1e-6:
            middle = (low + high) / 2
            expected = sum(
                (GAMES * len(of) + 1) * _share(middle - known[name]) for name, of in matches.items()
            )
            low, high = (middle, high) if expected < scored else (low, middle)
        return low

    return Rating("", rate(scores), 0.0, *_interval(map(rate, _drawn_again(scores, seed))))


def _drawn_again(scores: Mapping[K, Sequence[float]], seed: int) -> Iterator[dict[K, list[float]]]:
    rng = random.Random(seed)
    for _ in range(RESAMPLES):
        yield {key: rng.choices(of, k=len(of)) for key, of in scores.items()}


def _interval(numbers: Iterable[float]) -> tuple[float, float]:
    ordered = sorted(numbers)
    cut = round(len(ordered) * (1 - LEVEL) / 2)
    return ordered[cut], ordered[-1 - cut]


def _share(difference: float) -> float:
    """The score that is expected of who is rated so much higher."""
    return float(1 / (1 + 10 ** (-difference / 400)))


def _rated(players: Sequence[str], scores: Scores, drawn: int = 1) -> list[float]:
    import choix
    import numpy as np

    wins = np.zeros((len(players), len(players)))
    for (one, other), matches in scores.items():
        i, j = players.index(one), players.index(other)
        wins[i, j] = sum(matches) + drawn / 2
        wins[j, i] = GAMES * len(matches) - sum(matches) + drawn / 2
    strengths = choix.ilsr_pairwise_dense(wins, tol=1e-10)
    return [float(SCALE * (strength - strengths[0])) for strength in strengths]
