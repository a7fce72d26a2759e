"""The engine as a player: one move, its evidence, and options that make sense."""

from fractions import Fraction

import pytest

from noughts import (
    Board,
    IllegalMoveError,
    OptionError,
    PlayerConformance,
    Position,
    Result,
    player,
    player_names,
)
from noughts.explain.json_views import decision_json
from noughts.players.engine import Engine


class TestEngine(PlayerConformance):
    """What every player promises, with few nodes and games."""

    player = Engine(nodes=300)
    games = 2


def test_it_is_one_of_the_house():
    """`engine` is found by its name, with its options."""
    assert "engine" in player_names()
    assert player("engine") == Engine()
    assert player("engine(nodes=500)") == Engine(nodes=500)


@pytest.mark.parametrize("nodes", ["0", "-5", "many", "1.5", "nan", "", "9" * 10])
def test_senseless_nodes_are_refused(nodes):
    """Nodes that are no whole number above 0 are quoted and refused."""
    with pytest.raises(OptionError) as refused:
        player(f"engine(nodes={nodes})")
    assert f"nodes={nodes!r}" in str(refused.value)


def test_a_finished_game_is_refused():
    """After the end there is nothing to decide."""
    with pytest.raises(IllegalMoveError, match="is over"):
        Engine().decide(Position.parse("XXX/OO./..."))


def test_a_forced_win_is_taken_and_told():
    """Three in an open row of 15x15x5: a four with two ends wins in three plies, and the evidence says all of it."""
    board = Board.parse("15x15x5")
    position = Position.start(board)
    for name in ("h8", "a1", "i8", "a15", "j8", "o1"):
        position = position.play(board.cell(name))
    decision = Engine().decide(position)
    evidence = decision.evidence
    assert list(decision.moves.values()) == [Fraction(1)]
    assert {board.cell_name(cell) for cell in decision.moves} <= {"g8", "k8"}
    assert (evidence.value.result, evidence.plies) == (Result.WIN, 3)
    assert evidence.threat == evidence.pv
    assert len(evidence.threat) == 3


def test_the_evidence_is_plain_json():
    """Score, depth, line, candidates by name, the danger met, nodes, and what is proved."""
    board = Board.parse("15x15x5")
    position = Position.start(board)
    for name in ("h8", "a1", "i8", "a15", "j8"):
        position = position.play(board.cell(name))
    told = decision_json(Engine(nodes=2_000).decide(position))["evidence"]
    assert told["kind"] == "engine"
    assert set(told["danger"]) & {"g8", "k8"}
    assert told["candidates"][0]["cell"] == told["pv"][0]
    assert {"score", "exact", "value"} <= set(told["candidates"][0])
    assert 0 < told["nodes"] <= 2_100
    assert told["value"] is None or told["value"]["plies"] > 0
