import json
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import pytest

from noughts import (
    Board,
    Cell,
    ExactValue,
    GameTree,
    Line,
    Mark,
    Position,
    Result,
    Value,
    count,
    mistakes,
    player,
)
from noughts.contract.numbers import SCHEMA
from noughts.explain.json_views import (
    analysis_json,
    count_json,
    decision_json,
    evidence_json,
    mistake_json,
    tree_json,
)
from noughts.players.registry import house_variants
from noughts.solver.analysis import analyse

BOARD = Board.mnk(3, 3, 3)


def decide(spec, text):
    return decision_json(player(spec).decide(Position.parse(text)))


def round_trip(given):
    """What a program reads from what was written; NaN and other non-JSON is refused."""
    return json.loads(json.dumps(given, allow_nan=False))


@pytest.mark.parametrize("step", [9, pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.parametrize("who", house_variants(), ids=str)
def test_every_decision_is_json(who, step, decided):
    """Every decision, or every ninth, survives JSON unchanged; its probabilities, read as fractions, sum to 1."""
    for decision in decided(who)[::step]:
        given = decision_json(decision)
        assert round_trip(given) == given
        assert sum(map(Fraction, given["moves"].values())) == 1
        cells = {given_cell: BOARD.cell(given_cell) for given_cell in given["moves"]}
        assert {cells[name]: Fraction(share) for name, share in given["moves"].items()} == decision.moves
        assert Position.parse(given["position"]) == decision.position
        assert given["evidence"]["kind"] == decision.evidence.kind


def test_the_contract_of_decide():
    """The public contract's own example, field by field."""
    given = decide("weights", "XX./.../O..")
    lines, adds, meanings = (given["evidence"].pop(name) for name in ("feeds", "adds", "meanings"))
    assert given == {
        "schema": SCHEMA,
        "position": "XX./.../O..",
        "board": "3x3x3",
        "player": "weights",
        "moves": {"c1": "1"},
        "evidence": {"kind": "weights", "grid": [[0, 0, 11], [0, 3, 0], [0, 2, 2]]},
    }
    assert lines[0] == {
        "line": ["a1", "b1", "c1"],
        "kind": "opponent's completion",
        "weight": 10,
        "cells": ["c1"],
    }
    assert adds == {"potential line cell": 1, "opponent's completion": 10, "player's completion": 100}
    assert set(meanings) == set(adds)


def test_ratings_as_json():
    """Ratings give the first as numbers, the second as exact text, and the tree's size."""
    evidence = decide("tic", ".../.../...")["evidence"]
    assert evidence["first"]["b2"] == 0
    assert evidence["second"]["a1"] == "7/8"
    assert (evidence["nodes"], evidence["games"]) == (549_946, 255_168)
    assert evidence["otherwise"] == "tic(deep=True)"
    assert set(evidence["meanings"]) == {"first", "second", "against", "otherwise"}


def test_rules_as_json():
    """A rule has its step, name and line, null where no line fired it, and all steps of its player."""
    evidence = decide("core", "XX./.../O..")["evidence"]
    steps = evidence.pop("steps")
    assert [step["name"] for step in steps] == ["opening", "two in a line", "centre", "corner", "side"]
    assert steps[2] == {"number": 4, "name": "centre", "meaning": "take it if it is empty"}
    assert evidence == {
        "kind": "rule",
        "step": 3,
        "name": "two in a line",
        "line": ["a1", "b1", "c1"],
    }
    assert decide("core", ".../.../...")["evidence"]["line"] is None


def test_the_decision_table_as_json():
    """The decision table gives rows, what fired of which steps, forks, tallies and remaining cells."""
    evidence = decide("rules", ".X./OOX/X..")["evidence"]
    facts = {"kind", "rows", "fired", "lines", "forks", "popularity", "remaining"}
    assert set(evidence) == facts | {"steps"}
    steps = [(step["number"], step["name"]) for step in evidence["steps"]]
    assert steps[:3] == [(1, "win"), (2, "block"), (3, "anti-fork")]
    assert evidence["rows"][0] == {
        "name": "row1",
        "line": ["a1", "b1", "c1"],
        "marks": [0, 3, 0],
        "win_next": None,
        "win_in_two": "X",
        "forks": ["X"],
    }
    assert evidence["lines"] == ["diag1", "col3"]
    assert evidence["forks"][0] == {"side": "X", "rows": ["row1", "col3"], "cell": "c1"}
    assert evidence["popularity"] == {"row1": 1, "row3": 1, "col3": 2}
    assert evidence["remaining"] == ["a1", "c1", "b3", "c3"]


def test_analysis_as_json():
    """An analysis gives value and plies of the position and of every move, and the best moves."""
    given = analysis_json(analyse(Position.parse("X../.O./XO.")))
    assert round_trip(given) == given
    assert (given["to_move"], given["value"], given["plies"], given["best"]) == ("X", "win", 1, ["a2"])
    assert given["moves"]["b1"] == {"value": "win", "plies": 3}
    assert analysis_json(analyse(Position.parse("XXX/OO./...")))["moves"] == {}


def test_mistakes_as_json():
    """A mistake gives the move, its worth before and after, the better moves, and its size."""
    (mistake,) = mistakes(Position.start(), [Cell(0), Cell(1)])
    given = mistake_json(mistake)
    assert round_trip(given) == given
    assert (given["move"], given["best"], given["size"]) == ("b1", ["b2"], 1)


def test_count_as_json():
    """A count gives the known totals of 3x3, and its plies sum to them."""
    given = count_json(count(BOARD))
    assert round_trip(given) == given
    assert (given["positions"], given["canonical"]) == (5_478, 765)
    assert given["terminal"] == {"total": 958, "x": 626, "o": 316, "draw": 16}
    assert given["games"]["total"] == 255_168
    assert sum(ply["games"]["draw"] for ply in given["by_ply"]) == given["games"]["draw"]


def test_a_tree_as_json():
    """A tree gives its nodes to the asked depth, and counts what it hides."""
    given = tree_json(GameTree(Position.start(), merge=True), 1)
    assert round_trip(given) == given
    assert given["nodes"] == 1 + sum(child["hidden"] + 1 for child in given["children"])
    assert [child["copies"] for child in given["children"]] == [4, 4, 1]
    assert given["window"] == [None, None]
    assert given["children"][1]["window"] == [0, None]


@dataclass(frozen=True)
class Part:
    """A dataclass within it."""

    at: Cell
    values: dict[Cell, Value]


@dataclass(frozen=True)
class Hunch:
    """Evidence of a plug-in with fields of every sort."""

    line: Line
    perhaps: Line | None
    nowhere: Cell | None
    side: Mark
    share: Fraction
    wild: float
    parts: tuple[Part, ...]
    pair: tuple[str, Cell]
    count: int
    kind: ClassVar[str] = "hunch"


class Odd:
    """Evidence that is no dataclass."""

    kind = "odd"


def test_evidence_of_a_plug_in_becomes_plain_json():
    """Any dataclass becomes JSON by its declared types: cells by name, fractions and marks as text."""
    part = Part(Cell(4), {Cell(8): ExactValue(Result.WIN, 3)})
    hunch = Hunch(
        BOARD.lines[0], BOARD.lines[1], None, Mark.O, Fraction(1, 3), float("nan"), (part,), ("x", Cell(2)), 7
    )
    assert round_trip(evidence_json(hunch, BOARD)) == {
        "kind": "hunch",
        "line": ["a1", "b1", "c1"],
        "perhaps": ["a2", "b2", "c2"],
        "nowhere": None,
        "side": "O",
        "share": "1/3",
        "wild": "nan",
        "parts": [{"at": "b2", "values": {"c3": {"value": "win", "plies": 3}}}],
        "pair": ["x", "c1"],
        "count": 7,
    }
    assert evidence_json(Odd(), BOARD) == {"kind": "odd"}
