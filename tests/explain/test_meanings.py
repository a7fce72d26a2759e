"""Meanings travel with evidence: whoever wrote a player, it is told in its own words, and only in these."""

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import pytest

from noughts import (
    Board,
    Cell,
    Choice,
    Decision,
    DecisionTable,
    Facts,
    Player,
    PlayerStep,
    Position,
    Ratings,
    Result,
    Rule,
    Uniform,
    Value,
    Values,
    Weights,
    sentence,
    working,
)
from noughts.explain.json_views import evidence_json
from noughts.explain.places import PLACE_WORDS, SentenceSubject, fill_first
from noughts.players.registry import house_variants
from noughts.players.step import PLACES, parts

SPARROW = PlayerStep(
    4, "corner", "go where the sparrow sits", ("Follows the sparrow to {cell}[, beside {theirs}].",)
)
DRAW = PlayerStep(5, "centre", "draw a straw")


@dataclass(frozen=True)
class Sparrow(Player):
    """Another author's player, whose step `corner` has nothing to do with corners."""

    name: ClassVar[str] = "core"
    facts: ClassVar[Facts] = Facts("Birds", "a garden", "every board", True, "birds do")

    def choose(self, position: Position) -> Choice:
        return Choice({position.moves[1]: Fraction(1)}, Rule.of(SPARROW, None, (SPARROW, DRAW)))


def decided_as(evidence, *cells, text=".../.../..."):
    """A decision for these cells, equally, with this evidence."""
    position = Position.parse(text)
    chosen = [position.board.cell(name) for name in cells]
    return Decision(position, "guru", {cell: Fraction(1, len(chosen)) for cell in chosen}, evidence)


def test_a_foreign_step_is_told_in_its_own_words():
    """A step that bears a name of the house's, by a player that does too, means what its author says."""
    decision = Sparrow().decide(Position.parse("X../.../..."))
    assert sentence(decision) == "Follows the sparrow to c1, beside a1."
    assert sentence(Sparrow().decide(Position.start())) == "Follows the sparrow to b1."
    assert "-> 4. corner: go where the sparrow sits\n" in working(decision)
    assert "5. centre: draw a straw" in working(decision)
    assert "take" not in working(decision)
    given = evidence_json(decision.evidence, decision.position.board)
    assert given["steps"] == [[4, "corner"], [5, "centre"]]
    assert given["meanings"] == {"corner": "go where the sparrow sits", "centre": "draw a straw"}


def test_a_foreign_step_without_words_is_told_by_its_name():
    """A step given as a number and a name is told by these, and nothing is made up."""
    rule = Rule(4, "corner", None, ((4, "corner"), (5, "centre")))
    decision = decided_as(rule, "b1")
    assert sentence(decision) == "Plays b1: rule 4 (corner) applies."
    assert re.search(r"-> 4\. corner$", working(decision), re.MULTILINE)
    assert evidence_json(rule, decision.position.board)["meanings"] == {}


def test_a_step_without_a_sentence_is_told_by_its_meaning():
    """Without a sentence that fits, the number, the name and the meaning are told, with the line."""
    line = Board.mnk(3, 3, 3).lines[0]
    rule = Rule.of(PlayerStep(2, "win", "ask the cat", ("{completes}.",)), line)
    assert sentence(decided_as(rule, "a1")) == "Plays a1 along the top row by rule 2, win: ask the cat."
    assert sentence(decided_as(rule, "a1", "b1")) == (
        "Plays a1 or b1 along the top row by rule 2, win: ask the cat."
    )


@pytest.mark.parametrize("fired", ["win", "block", "anti-fork", "centre", "corner", "hunch"])
def test_a_foreign_decision_table_is_told_in_its_own_words(fired):
    """A decision is told as its author means it, and by its name alone where he says nothing."""
    rest = {"rows": (), "lines": (), "forks": (), "popularity": {}, "remaining": ()}
    silent = DecisionTable(fired=fired, **rest)
    assert sentence(decided_as(silent, "b1")) == f"Plays b1: decision ({fired}) applies."
    spoken = DecisionTable(
        fired=fired, steps=(PlayerStep(1, fired, "toss a coin", ("Tosses {cell}.",)),), **rest
    )
    assert sentence(decided_as(spoken, "b1")) == "Tosses b1."
    assert f"-> 1. {fired}: toss a coin" in working(decided_as(spoken, "b1"))


def test_a_foreign_rating_is_told_in_its_own_words():
    """What a second rating is scored against, and what both mean, is said by the player or not at all."""
    first, second = {Cell(0): 0, Cell(1): 0}, {Cell(0): Fraction(1), Cell(1): Fraction(0)}
    silent = decided_as(Ratings(first, second), "a1")
    assert sentence(silent) == "Both moves draw; a1 scores best by the second rating (1)."
    assert "random" not in working(silent)
    assert "best" not in working(silent)
    meanings = {"first": "as my aunt says", "second": "as my uncle says", "against": "my uncle"}
    spoken = decided_as(Ratings(first, second, meanings=meanings), "a1")
    assert sentence(spoken) == "Both moves draw; a1 scores best against my uncle (1)."
    assert "First rating: as my aunt says.\n" in working(spoken)
    assert "Second rating: as my uncle says.\n" in working(spoken)


VALUES = Values({Cell(0): Value(Result.WIN, 1), Cell(1): Value(Result.DRAW, 7)})
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


def test_every_place_can_be_named():
    """The places that an author may use are exactly those that are filled in."""
    assert set(PLACE_WORDS) == set(PLACES)


def test_the_sentences_of_the_house_fit_and_none_is_idle(decided, live):
    """On 3x3 decisions by steps get a sentence of their step; of all of them every sentence and part is told once."""
    given, used = set(), set()
    for who in house_variants():
        for decision in decided(who):
            if isinstance(decision.evidence, (Rule, DecisionTable)):
                fired = decision.evidence.fired_step
                given |= {(who.name, part) for text in fired.sentences for part in (text, *parts(text)[1::2])}
                for cell in (*decision.moves, *([None] if len(decision.moves) > 1 else [])):
                    move = move_of(decision, cell)
                    text = next(text for text in fired.sentences if fill_first([text], move))
                    assert sentence(decision, cell) == fill_first([text], move)
                    used |= {
                        (who.name, part) for part in (text, *parts(text)[1::2]) if fill_first([part], move)
                    }
    assert used == given if len(live) == 4520 else used <= given
    assert used


def move_of(decision: Decision, cell: Cell | None) -> SentenceSubject:
    """What a sentence about the cell, or about all, speaks of."""
    evidence = decision.evidence
    if isinstance(evidence, DecisionTable):
        rows = {row.name: row.line for row in evidence.rows}
        return SentenceSubject(decision, cell, [rows[name] for name in evidence.lines], evidence)
    return SentenceSubject(decision, cell, [evidence.line] if evidence.line else [])
