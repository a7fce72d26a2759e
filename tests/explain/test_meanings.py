"""Ratings, values and weights of any player are explained by what it says that they mean."""

from fractions import Fraction

import pytest

from noughts import Cell, ExactValue, Ratings, Result, Uniform, Values, Weights, sentence, working

from .conftest import captions, decided_as


def test_a_foreign_rating_is_told_in_its_own_words():
    """What a second rating is scored against, and what both mean, is said by the player or not at all."""
    first, second = {Cell(0): 0, Cell(1): 0}, {Cell(0): Fraction(1), Cell(1): Fraction(0)}
    silent = decided_as(Ratings(first, second), "a1")
    assert sentence(silent) == "Both moves draw; a1 scores best by the second rating (1)."
    assert "random" not in working(silent)
    meanings = {"first": "as my aunt says", "second": "as my uncle says", "against": "my uncle"}
    spoken = decided_as(Ratings(first, second, meanings=meanings), "a1")
    assert sentence(spoken) == "Both moves draw; a1 scores best against my uncle (1)."
    assert "First rating: As my aunt says. " in captions(spoken)
    assert "Second rating: As my uncle says. " in captions(spoken)


VALUES = Values({Cell(0): ExactValue(Result.WIN, 1), Cell(1): ExactValue(Result.DRAW, 7)})
GRID = Weights(((3, 3, 1), (0, 0, 0), (0, 0, 0)), ())


@pytest.mark.parametrize(
    ("evidence", "cells", "text"),
    [
        (Uniform(), ["b1"], "guru plays b1 (evidence: uniform)."),
        (Uniform(), ["a1", "b1"], "guru plays a1 or b1 (evidence: uniform)."),
        (Ratings({Cell(0): 1, Cell(1): -1}), ["b1"], "Plays b1, whatever it is rated: it loses."),
        (VALUES, ["a1", "b1"], "Plays a1 or b1, whatever they are worth."),
        (GRID, ["b1"], "Plays b1: weight 3."),
        (GRID, ["a1", "c1"], "Plays a1 or c1, whatever they weigh."),
    ],
)
def test_a_player_that_does_not_follow_its_evidence_is_told_so(evidence, cells, text):
    """Of a choice that the house's own reading of the evidence would not make, no reason is made up."""
    assert sentence(decided_as(evidence, *cells)) == text
