"""Every player of the house goes through the suite that plug-in players go through; who breaks a promise fails it."""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import pytest

from noughts import (
    Board,
    Choice,
    Evidence,
    Facts,
    Player,
    PlayerConformance,
    PlayerStep,
    Position,
    Ratings,
    Rule,
    Weights,
)
from noughts.players.registry import house_variants


@pytest.mark.parametrize("variant", house_variants(), ids=str)
class TestHousePlayers(PlayerConformance):
    """The shared suite, once for each variant."""

    @pytest.fixture(autouse=True)
    def _take(self, variant):
        self.player = variant


def suite_of(evidence: Evidence) -> PlayerConformance:
    """The suite for a player that takes the first cell and shows this evidence."""

    @dataclass(frozen=True)
    class First(Player):
        name: ClassVar[str] = "first"
        facts: ClassVar[Facts] = Facts("First", "a test", "every board", True, "the first in reading order")

        def choose(self, position: Position) -> Choice:
            return Choice({position.moves[0]: Fraction(1)}, evidence)

    suite = PlayerConformance()
    suite.player, suite.boards, suite.games = First(), (Board.mnk(3, 3, 3),), 1
    return suite


GO = PlayerStep(1, "go", "go there")


@pytest.mark.parametrize(
    "evidence", [Rule(1, "go"), Rule(1, "go", None, ((1, "go"), (2, "stay"))), Rule.of(GO)]
)
def test_steps_that_can_be_told_pass(evidence):
    """Steps pass with meanings, and by number and name alone."""
    suite_of(evidence).test_its_steps_can_be_told()


@pytest.mark.parametrize(
    ("steps", "words"),
    [
        ((GO, PlayerStep(2, "go", "go elsewhere")), "two steps of one name"),
        ((PlayerStep(1, "go", "Go there."),), "a part of a sentence: 'Go there.'"),
        ((PlayerStep(1, "go", None),), "None of the step go is not text"),
        ((GO, PlayerStep(2, " ", "stay")), "step 2 has no name"),
        ((GO, (2, None)), "None is no name of a step"),
        ((GO, ("2", "stay")), "'2' is no number of a step"),
    ],
)
def test_steps_that_cannot_be_told_fail(steps, words):
    """The suite says what is wrong with a step, and quotes it."""
    with pytest.raises(AssertionError) as caught:
        suite_of(Rule(1, "go", None, steps)).test_its_steps_can_be_told()
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("evidence", "words"),
    [
        (Ratings({0: 1}, meanings={"third": "as my aunt says"}), "there is nothing called 'third'"),
        (Ratings({0: 1}, meanings={"first": ""}), "'first' has an empty meaning"),
        (Ratings({0: 17}), "no results: {0: 17}"),
        (Weights(((1,),), (), {}, {"heavy": "weighs a lot"}), "there is nothing called 'heavy'"),
    ],
)
def test_meanings_of_nothing_fail(evidence, words):
    """What a rating or a weight means is text about what the evidence has, and ratings are results."""
    with pytest.raises(AssertionError) as caught:
        suite_of(evidence).test_its_meanings_are_texts()
    assert words in str(caught.value)
