"""Sentences and blocks of players that try steps: `core`, `newell-simon`, `rules`, `proof` and those of others.

`tests.players.readings` reads the players' documents without their code. Here it says what is true of a position.
"""

import random
import re
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import ClassVar

import pytest

from noughts import (
    Board,
    Choice,
    DecisionTable,
    Facts,
    Player,
    PlayerStep,
    Position,
    Rule,
    player,
    sentence,
    working,
)
from noughts.explain.blocks import Beside, Figure, Steps, bare
from noughts.explain.explain import explain, explains
from noughts.explain.json_views import evidence_json
from noughts.explain.say import line_words, number_words
from noughts.explain.steps import rule_blocks, rule_why
from tests.paths import CERTIFICATES
from tests.players import readings

from .conftest import decided_as

BOARD = Board.mnk(3, 3, 3)
NAMES = tuple(BOARD.cell_names(BOARD.cells))
CORE, RULES = ("core", "core(easy=True)"), ("rules", "rules(advanced=False)")
LADDER = tuple(f"newell-simon(level={level})" for level in range(9))
STEPS = (*CORE, *LADDER, *RULES)
REFERENCE = re.compile(r"\[([^][]*)\]\(([^()]*)\)")


def nine(position):
    """A position as `readings` reads it: nine characters."""
    return position.rows_text.replace("/", "")


@pytest.fixture(scope="session")
def reasons(decided):
    """``reasons(spec)``: a player's decisions, each with a cell, or None where it may choose, and the sentence."""

    @cache
    def of(spec):
        return [
            (decision, cell, explain(decision).why(cell))
            for decision in decided(player(spec))
            for cell in (*decision.moves, *([None] if len(decision.moves) > 1 else []))
        ]

    return of


def cells_after(text, words):
    """The cells that a sentence names after these words, up to the next sign or word that ends the list."""
    found = re.search(re.escape(words) + r" ((?:\[\w+\]\(\w+\)(?:, | and | or )?)+)", text)
    return [NAMES.index(names) for _, names in REFERENCE.findall(found[1])] if found else None


def lines_after(text, words):
    """The lines that a sentence names after these words."""
    found = re.search(re.escape(words) + r" ((?:\[[^]]*\]\([^)]*\)(?:, | and )?)+)", text)
    return (
        [tuple(map(NAMES.index, names.split())) for _, names in REFERENCE.findall(found[1])] if found else []
    )


def marks(board, line):
    """The marks on a line, sorted: the empty cells come first."""
    return sorted(board[cell] for cell in line)


@pytest.mark.parametrize("spec", STEPS)
def test_a_sentence_names_only_cells_and_lines_of_the_board(spec, reasons):
    """Every cell and line is marked, and what has several cells is a line of the board with its own name."""
    for _, _, text in reasons(spec):
        for words, names in REFERENCE.findall(text):
            cells = tuple(map(NAMES.index, names.split()))
            if len(cells) > 1:
                assert words == line_words(BOARD, cells)
                assert cells in BOARD.lines
            else:
                assert words.split()[-1] == names
        assert not re.search(
            r"\b[a-c][1-3]\b|row|column|diagonal", REFERENCE.sub("", text).replace("diagonals", "")
        )


@pytest.mark.parametrize("spec", STEPS)
def test_a_sentence_names_the_moves(spec, reasons):
    """A sentence names the cell that is played, or all cells that may be unless these are all free cells."""
    for decision, cell, text in reasons(spec):
        named = {names for _, names in REFERENCE.findall(text)}
        wanted = decision.moves if cell is None else [cell]
        if not text.startswith("Picks any of") and not text.startswith("Picks either of"):
            assert named >= set(BOARD.cell_names(wanted))
        else:
            assert len(decision.moves) == len(decision.position.empty)


@pytest.mark.parametrize("spec", STEPS)
def test_completes_is_said_only_where_a_line_is_completed(spec, reasons):
    """A line that the side completes is full after the move; "Wins at" is said exactly of moves that win."""
    for decision, cell, text in reasons(spec):
        board, own = nine(decision.position), str(decision.position.to_move)
        for each in decision.moves if cell is None else [cell]:
            after = readings.put(board, each, own)
            lines = lines_after(text, f"{own} completes")
            assert all(marks(after, line) == [own] * 3 for line in lines)
            assert cell is None or text.startswith("Wins at ") == bool(lines)
            if "none of the rules it knows applies" not in text:
                assert text.startswith("Wins at ") == readings.has_won(after, own)


@pytest.mark.parametrize("spec", STEPS)
def test_what_is_said_of_the_opponent_is_so(spec, reasons):
    """A blocked line lacked only the cell; what the opponent can still win, or fork, is exactly what it can."""
    for decision, cell, text in reasons(spec):
        board, own = nine(decision.position), str(decision.position.to_move)
        other = readings.opponent_of(own)
        for line in lines_after(text, "Blocks") + lines_after(text, "locking"):
            assert marks(board, line) == [".", other, other]
            assert cell in line
        if text.startswith("Blocks ") and cell is not None:
            left = readings.completions(readings.put(board, cell, own), other)
            assert cells_after(text, "but can still win at") == (left or None)
            if spec in CORE:
                assert cells_after(text, f"{own}'s own win at") == (readings.completions(board, own) or None)
        if "from forking at" in text:
            assert cells_after(text, "from forking at") == readings.forks(board, other)
        if "could fork along" in text:
            assert cell in readings.forks(board, other)


@pytest.mark.parametrize("spec", STEPS)
def test_what_is_said_of_own_lines_is_so(spec, reasons):
    """After the move lines made two hold two marks and a gap, and the opponent must answer where these gaps are."""
    for decision, cell, text in reasons(spec):
        if cell is None:
            continue
        own = str(decision.position.to_move)
        after = readings.put(nine(decision.position), cell, own)
        for words in ("makes two in", "threatens to complete"):
            assert all(marks(after, line) == [".", own, own] for line in lines_after(text, words))
        if "must answer at" in text:
            assert sorted(cells_after(text, "must answer at")) == readings.completions(after, own)
        if text.startswith("Forks at"):
            assert len(lines_after(text, "threatens to complete")) > 1


@pytest.mark.parametrize("spec", STEPS)
def test_cells_are_counted(spec, reasons):
    """The number of corners, sides or cells that a sentence gives is the number of those that are empty."""
    said = 0
    for decision, _, text in reasons(spec):
        empty = readings.empty_cells(nine(decision.position))
        number = {
            "corner": sum(cell in readings.CORNERS for cell in empty),
            "side": sum(cell in readings.SIDES for cell in empty),
            "free cell": len(empty),
            "remaining cell": len(empty),
        }
        kinds = "|".join(number)
        for words, kind in re.findall(rf"(?:one|the first) of (\w+) (?:empty )?({kinds})s", text):
            assert words == number_words(number[kind])
            said += 1
        for kind in re.findall(rf"the (?:last|only) (?:empty )?({kinds})\b", text):
            assert number[kind] == 1
            said += 1
    assert said > 0


@pytest.mark.parametrize("spec", RULES)
def test_a_sum_is_that_of_its_line(spec, reasons):
    """The sum of two marks is that of the line which is won or blocked."""
    said = 0
    for decision, _, text in reasons(spec):
        found = re.search(r"the sum (\d+) \w+ of two ([XO])", text)
        if found:
            said += 1
            (line,) = lines_after(text, "completes") or lines_after(text, "Blocks")
            assert (
                readings.total(nine(decision.position), line) == int(found[1]) == 2 * readings.PRIME[found[2]]
            )
    assert said > 100


@pytest.mark.parametrize("spec", STEPS)
def test_every_built_in_step_has_words_of_its_own(spec, reasons):
    """Only a free choice among opposite corners is explained by the name and meaning of the step."""
    for decision, cell, text in reasons(spec):
        is_general = (
            " by rule " in text
            or " by decision" in text
            or " applies." in text.replace("it knows applies", "")
        )
        assert is_general == (cell is None and getattr(decision.evidence, "name", "") == "opposite corner")


@pytest.mark.parametrize("spec", STEPS)
def test_the_steps_are_marked(spec, decided):
    """One step fired, those before it did not apply, those after it were not reached; the board has the moves."""
    for decision in decided(player(spec))[::5]:
        beside = next(block for block in explain(decision).evidence_blocks() if isinstance(block, Beside))
        steps, figure = beside.blocks
        assert isinstance(steps, Steps)
        assert isinstance(figure, Figure)
        states = [step.state for step in steps.steps]
        at = states.index("fired")
        assert states == ["passed"] * at + ["fired"] + ["unreached"] * (len(states) - at - 1)
        assert steps.steps[at].name == decision.evidence.fired_step.name
        assert set(figure.rings) == set(BOARD.cell_names(decision.moves))
        assert all(names in bare(figure.words) for names in figure.rings)
        for line in figure.lines:
            assert tuple(map(NAMES.index, line)) in BOARD.lines


def test_a_rule_that_did_not_apply_had_no_cell(decided):
    """By the reading of the document no rule before the one that is marked allows a cell."""
    for decision in decided(player("newell-simon")):
        beside = next(block for block in explain(decision).evidence_blocks() if isinstance(block, Beside))
        states = [step.state for step in beside.blocks[0].steps]
        allowed = [bool(cells) for cells in readings.newell_simon_rules(nine(decision.position))]
        assert states.index("fired") == allowed.index(True)


def test_a_number_is_not_repeated():
    """The three decisions of `rules` that are number 4 have it once."""
    (steps, _), *_ = (
        b.blocks for b in explain(player("rules").decide("3x3x3")).evidence_blocks() if isinstance(b, Beside)
    )
    assert [step.number for step in steps.steps] == ["1", "2", "3", "4", "", ""]


@pytest.mark.parametrize("name", ["3x3x3", "4x3x3", "5x4x4"])
def test_a_proof_is_followed_record_by_record(name):
    """A record is one of those of the proof, and a line is completed where the sentence says so."""
    rng, who = random.Random(name), player(f"proof({CERTIFICATES / name}.gz)")
    seen = set()
    for _ in range(40):
        position = who.certificate.position
        while not position.is_over:
            decision = who.decide(position)
            cell = rng.choice(sorted(decision.moves))
            text, after = sentence(decision, cell), position.play(cell)
            answer = who.certificate.find(position)
            seen.add(decision.evidence.name)
            if decision.evidence.name == "record":
                record, number = re.search(r"by record ([\d,]+) of ([\d,]+) of its proof\.$", text).groups()
                assert int(record.replace(",", "")) == answer.record <= int(number.replace(",", ""))
            if text.startswith("Completes a line at "):
                assert after.is_over
            if decision.evidence.name in ("record", "line"):
                assert f" {position.board.cell_name(cell)}" in text
            assert (text == "The proof says nothing of this.") == (answer is None)
            position = position.play(rng.choice(position.moves)) if rng.random() < 0.3 else after
    assert {"record", "lots"} <= seen


SPARROW = PlayerStep(4, "corner", "go where the sparrow sits")
DRAW = PlayerStep(5, "centre", "draw a straw")


@dataclass(frozen=True)
class Sparrow(Player):
    """Another author's player, whose step `corner` has nothing to do with corners."""

    name: ClassVar[str] = "core"
    facts: ClassVar[Facts] = Facts("Birds", "a garden", "every board", True, "birds do")

    def choose(self, position: Position) -> Choice:
        return Choice({position.moves[1]: Fraction(1)}, Rule.of(SPARROW, None, (SPARROW, DRAW)))


def test_a_foreign_step_is_explained_by_its_meaning():
    """A step with the name of a built-in one, by a player with the name of one, means what its author says."""
    decision = Sparrow().decide(Position.parse("X../.../..."))
    assert sentence(decision) == "Plays c1 by rule 4, corner: go where the sparrow sits."
    assert "-> 4. corner: go where the sparrow sits  " in working(decision)
    assert "5. centre: draw a straw" in working(decision)
    assert "take" not in working(decision)
    assert evidence_json(decision.evidence, BOARD)["steps"] == [
        {"number": 4, "name": "corner", "meaning": "go where the sparrow sits"},
        {"number": 5, "name": "centre", "meaning": "draw a straw"},
    ]


def test_a_foreign_step_without_a_meaning_is_explained_by_its_name():
    """A step given as a number and a name has no other words, and none are made up."""
    decision = decided_as(Rule(4, "corner", None, ((4, "corner"), (5, "centre"))), "b1")
    assert sentence(decision) == "Plays b1: rule 4 (corner) applies."
    assert re.search(r"-> 4\. corner  ", working(decision))
    along = decided_as(Rule(4, "corner", BOARD.lines[0], ((4, "corner"),)), "a1", "b1")
    assert sentence(along) == "Plays a1 or b1 along the top row: rule 4 (corner) applies."


def test_the_words_of_others_are_plain_text():
    """A mark in the name or meaning of a step is printed as it was written and refers to nothing."""
    rule = Rule.of(PlayerStep(2, "[win](a1)", "ask `the cat`."))
    decision = decided_as(rule, "b2")
    assert explain(decision).why() == "Plays [b2](b2) by rule 2, [win] (a1): ask 'the cat'."
    assert "2. [win] (a1): ask 'the cat'." in working(decision)


@pytest.mark.parametrize("fired", ["win", "block", "anti-fork", "centre", "corner", "hunch"])
def test_a_foreign_decision_table_is_explained_by_its_own_words(fired):
    """A decision with the name of a built-in one means what its author says, or has its name alone."""
    rest = {"rows": (), "lines": (), "forks": (), "popularity": {}, "remaining": ()}
    silent = decided_as(DecisionTable(fired=fired, **rest), "b1")
    assert sentence(silent) == f"Plays b1: decision ({fired}) applies."
    steps = (PlayerStep(1, fired, "toss a coin"),)
    spoken = decided_as(DecisionTable(fired=fired, steps=steps, **rest), "b1")
    assert sentence(spoken) == f"Plays b1 by decision, {fired}: toss a coin."
    assert f"-> 1. {fired}: toss a coin" in working(spoken)


class Whim(Rule):
    """A step of a user-defined player."""


def test_a_user_defined_step_has_the_words_that_its_author_gives():
    """`explains` gives a subclass of `Rule` its own sentence and leaves the others alone."""
    rule = Whim.of(DRAW)
    assert sentence(decided_as(rule, "b1")) == bare(rule_why(decided_as(rule, "b1"), rule, BOARD.cell("b1")))
    explains(Whim, lambda decision, rule, cell: f"Draws a straw in {decision.player}'s way.", rule_blocks)
    assert sentence(decided_as(rule, "b1")) == "Draws a straw in guru's way."
    assert sentence(decided_as(Rule.of(DRAW), "b1")) == "Plays b1 by rule 5, centre: draw a straw."
