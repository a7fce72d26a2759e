"""Ratings from scores: the most likely ones, by the law that they obey."""

from itertools import pairwise

import pytest

from research.strength.ratings import GAMES, exact_ratings, rating_among, ratings


@pytest.fixture(autouse=True)
def _choix():
    """What computes them."""
    pytest.importorskip("choix", reason="ratings need the extra 'strength'")


PLAYERS = ("low", "middle", "high")
SCORES = {
    ("middle", "low"): [2, 1.5, 1, 1, 2, 0.5, 1.5],
    ("high", "middle"): [2, 2, 1, 0.5, 1],
    ("high", "low"): [2, 2, 2],
}


def expected(difference):
    """The score expected against a player rated so much lower."""
    return 1 / (1 + 10 ** (-difference / 400))


@pytest.mark.long
def test_every_player_scores_what_is_expected_of_it():
    """At the most likely ratings the expected scores of a player add up to its own, the added draws among them."""
    elo = {rating.player: rating.elo for rating in ratings(PLAYERS, SCORES)}
    for name in PLAYERS:
        scored = hoped = 0.0
        for (one, other), matches in SCORES.items():
            number, points = GAMES * len(matches) + 1, sum(matches) + 0.5
            if name == one:
                scored, hoped = scored + points, hoped + number * expected(elo[one] - elo[other])
            if name == other:
                scored, hoped = scored + number - points, hoped + number * expected(elo[other] - elo[one])
        assert scored == pytest.approx(hoped, abs=1e-6)


def test_steps_and_their_intervals():
    """The first is 0; a step is the difference to the one before, and lies in its interval."""
    rated = ratings(PLAYERS, SCORES)
    assert rated[0].elo == rated[0].step == 0
    for before, rating in pairwise(rated):
        assert rating.step == rating.elo - before.elo
        assert rating.low <= rating.step <= rating.high
    assert ratings(PLAYERS, SCORES) == rated


def test_exact_scores_give_the_difference_that_they_mean():
    """Three points of four games are 10 to the 400th part of 190.85 Elo; nothing is added."""
    (_, stronger) = exact_ratings(("low", "high"), {("high", "low"): 1.5})
    assert expected(stronger.elo) == pytest.approx(0.75)


def test_a_rating_among_known_ones_expects_the_score():
    """With the others' ratings fixed, the expected scores add up to what was scored; the interval holds the rating."""
    known = {"low": 1500.0, "high": 1900.0}
    scores = {"low": [2, 2, 1.5, 1, 2], "high": [1, 0, 1, 0.5]}
    rating = rating_among(known, scores)
    scored = sum(map(sum, scores.values())) + 0.5 * len(scores)
    hoped = sum((GAMES * len(scores[name]) + 1) * expected(rating.elo - known[name]) for name in known)
    assert scored == pytest.approx(hoped, abs=1e-6)
    assert rating.low <= rating.elo <= rating.high
    assert rating_among({"low": 1500.0}, {"low": [1.0, 1.0]}).elo == pytest.approx(1500)
