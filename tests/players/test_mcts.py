"""The tree of random games as a player: its promises, its options, its evidence, and how it is told."""

import pytest

from noughts import OptionError, PlayerConformance, Position, player, player_names, sentence, working
from noughts.explain.json_views import decision_json
from noughts.players.mcts import Mcts
from tests.contract.held import held


class TestMcts(PlayerConformance):
    """What every player promises, with few playouts and games."""

    player = Mcts(playouts=30)
    games = 2


def test_it_is_one_of_the_house():
    """`mcts` is found by its name, with its options."""
    assert "mcts" in player_names()
    assert player("mcts(playouts=50, seed=3)") == Mcts(50, 3)
    assert str(Mcts(50, 3)) == "mcts(playouts=50, seed=3)"


@pytest.mark.parametrize(
    "option", ["playouts=0", "playouts=-5", "playouts=many", "playouts=999999999", "seed=-1", "seed=x"]
)
def test_senseless_options_are_refused(option):
    """Numbers of no use are quoted and refused."""
    name, _, value = option.partition("=")
    with pytest.raises(OptionError) as refused:
        player(f"mcts({option})")
    assert f"{name}={value!r}" in str(refused.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("XX./OO./...", "Wins at c1: X completes the top row."),
        ("XX./.O./...", "Blocks the top row at c1"),
        ("XO./.X./..O", "which wins in 3 plies"),
        (".../.../...", "of 40 random games began with it, with"),
    ],
)
def test_it_is_told_in_a_sentence(text, words):
    """A line completed, one blocked, a proof with its line, or the visits and the mean."""
    assert words in sentence(Mcts(40).decide(Position.parse(text)))


def test_the_evidence_is_the_top_of_the_tree():
    """Branches with visits, means and proofs, in the declared shape; the working lists them."""
    decision = Mcts(60).decide(Position.parse("X../.O./..."))
    told = held(decision_json(decision), "DecisionJson")["evidence"]
    assert told["kind"] == "mcts"
    assert sum(branch["visits"] for branch in told["branches"]) in {told["playouts"], told["playouts"] - 1}
    assert told["pv"][0] == told["branches"][0]["cell"]
    assert "random games of the seed 0 grew a tree of" in working(decision)
