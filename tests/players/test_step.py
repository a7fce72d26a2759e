"""Steps of a player, with meanings or as numbers and names."""

import pytest

from noughts import CellKind, Decision, DecisionTable, PlayerStep, Position, Rule, player
from noughts.players.registry import house_variants


def test_plain_steps_are_read_too():
    """Steps given as numbers and names become steps without meanings. One that fired but is not listed comes last."""
    rule = Rule(9, "whim", None, ((1, "left"), PlayerStep(2, "right", "go right")))
    assert rule.steps == (PlayerStep(1, "left"), PlayerStep(2, "right", "go right"))
    assert rule.fired_step == PlayerStep(9, "whim")
    assert rule.all_steps == (*rule.steps, PlayerStep(9, "whim"))
    assert Rule(1, "left", None, rule.steps).all_steps == rule.all_steps[:2]


def house_steps(decision: Decision):
    """The steps of a decision that goes by steps."""
    evidence = decision.evidence
    return evidence.all_steps if isinstance(evidence, (Rule, DecisionTable)) else ()


@pytest.mark.parametrize("who", house_variants(), ids=str)
def test_every_step_of_the_house_has_a_meaning(who, decided):
    """Every step of every player of the house has a meaning, a part of a sentence, and is among its own steps."""
    for decision in decided(str(who)).values():
        for step in house_steps(decision):
            assert step.meaning
            assert not step.meaning.endswith(".")
        if house_steps(decision):
            assert decision.evidence.fired_step in decision.evidence.steps


def test_weights_and_ratings_have_meanings(decided):
    """What a weight and a rating mean is said by the players that weigh and rate."""
    for decision in decided("weights").values():
        assert set(decision.evidence.meanings) == set(decision.evidence.adds) == set(CellKind)
    for spec in ("tic", "tic(deep=True)", "minimax"):
        for decision in decided(spec).values():
            assert {"first"} <= set(decision.evidence.meanings)
            assert bool(decision.evidence.second) <= ("second" in decision.evidence.meanings)


@pytest.mark.parametrize("spec", ["tic", "tic(deep=True)"])
def test_who_reads_otherwise_is_a_player_that_reads_back(spec):
    """The two readings of the document name each other."""
    other = player(spec).decide(Position.start()).evidence.otherwise
    assert other != spec
    assert player(other).decide(Position.start()).evidence.otherwise == spec
