from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import pytest

from noughts import Cell, Position, player, sentence, working
from noughts.explain.weights import running_weights
from noughts.players.registry import house_variants

from .conftest import captions, decided_as


def decide(spec, text):
    return player(spec).decide(Position.parse(text))


def numbers(text):
    """The figures of a table without its rules: the words of each line."""
    return [line.replace("|", " ").split() for line in text.split("\n")]


@pytest.mark.parametrize("who", house_variants(), ids=str)
def test_every_decision_has_a_working(who, decided):
    """Every decision is worked out in full, with the board and the probabilities, and nothing raw."""
    for decision in decided(who)[::7]:
        text = working(decision)
        assert f"{decision.position.to_move} to move." in text
        assert all(decision.position.board.cell_name(cell) in text for cell in decision.moves)
        assert "What it plays:" in text
        assert "None" not in text
        assert "Fraction(" not in text


def test_probabilities_are_gathered():
    """Moves of the same probability are named together, exactly and as a percentage."""
    assert ["a1,", "c1,", "a3", "or", "c3", "1/4", "each", "25%"] in numbers(
        working(decide("tic", ".../.../..."))
    )
    assert "c1, always." in working(decide("core", "XX./.O./..."))
    rows = numbers(working(decide("minimax(randomness=1/10)", "OX./.O./..X")))
    assert ["c1", "23/25", "92%"] in rows
    assert ["a2,", "c2,", "a3", "or", "b3", "1/50", "each", "2%"] in rows


def test_the_weight_grid_grows_as_the_document_draws_it():
    """The eight grids of founding document 002, line by line, for O in XX./.../O..."""
    drawn = [
        (0, 0, 10, 0, 0, 0, 0, 0, 0),
        (0, 0, 10, 0, 0, 0, 0, 0, 0),
        (0, 0, 10, 0, 0, 0, 0, 1, 1),
        (0, 0, 10, 0, 0, 0, 0, 1, 1),
        (0, 0, 10, 0, 1, 0, 0, 2, 1),
        (0, 0, 10, 0, 1, 0, 0, 2, 1),
        (0, 0, 10, 0, 2, 0, 0, 2, 2),
        (0, 0, 11, 0, 3, 0, 0, 2, 2),
    ]
    decision = decide("weights", "XX./.../O..")
    steps = [*running_weights(decision.position, decision.evidence)]
    assert [tuple(totals.get(cell, 0) for cell in range(9)) for *_, totals in steps] == drawn
    assert [line for line, *_ in steps] == list(decision.position.board.lines)


def test_the_steps_end_at_the_grid(decided):
    """The last step is the player's own grid, in every position."""
    for decision in decided(player("weights"))[::5]:
        *_, (_, _, totals) = running_weights(decision.position, decision.evidence)
        assert totals == {cell: decision.evidence.cells[cell] for cell in decision.position.empty}


def test_the_steps_as_text():
    """Each step draws the grid, and names its line and what it added where."""
    text = working(decide("weights", "XX./.../O.."), steps=True)
    assert (
        "  a  b  c\n1  X  X 10\n2  0  0  0\n3  O  0  0\nTop row: +10 at c1 (opponent's completion)." in text
    )
    assert "Middle row: adds nothing." in text
    assert "Middle row" not in working(decide("weights", "XX./.../O.."))


def test_a_weight_is_broken_down_into_its_lines():
    """Every cell's weight is broken down line by line, each with the document's kind."""
    rows = numbers(working(decide("weights", "XX./.../O..")))
    assert ["c1", "11", "+10", "the", "top", "row", "(OC)"] in rows
    assert ["+1", "the", "diagonal", "from", "c1", "to", "a3", "(PL)"] in rows
    assert any(row[:2] == ["b2", "3"] for row in rows)


def test_ratings_are_shown_with_what_each_step_kept():
    """Both ratings of every move, how many each step kept, and the size of the tree."""
    decision = decide("tic", ".../.../...")
    text = working(decision)
    assert ["a1", "0", "draws", "7/8", "by", "both", "1/4", "(25%)"] in numbers(text)
    assert "keeps 9 of 9 moves" in captions(decision)
    assert "keeps 4 of 9 tied moves" in captions(decision)
    assert "549,946 nodes and 255,168 complete games" in text


def test_the_step_that_fired_is_marked():
    """The steps a player knows are listed in order, and an arrow stands at the one that fired."""
    text = working(decide("core", "X../.O./XO."))
    assert "-> 3. two in a line" in text
    assert "The line that fired it: the left column (a1, a2, a3)." in " ".join(text.split())
    assert "0. opening" not in working(decide("core(easy=True)", "X../.O./XO."))
    ladder = working(decide("newell-simon(level=3)", "X../.../..."))
    assert "3. fork" in ladder
    assert "4." not in ladder
    assert "-> 0. random" in ladder


@dataclass(frozen=True)
class Hunch:
    """Evidence of a plug-in."""

    favourite: Cell
    feeling: Fraction
    kind: ClassVar[str] = "hunch"


def test_evidence_of_a_plug_in_is_listed_field_by_field():
    """Evidence of an unknown kind is shown as its fields, cells by name; the sentence has the moves and the kind."""
    decision = decided_as(Hunch(Cell(4), Fraction(1, 3)), "a1", "b2")
    assert "Evidence of the kind hunch.\n\nfavourite: b2\nfeeling: 1/3\n" in working(decision)
    assert sentence(decision, 4) == "guru plays b2 with probability 1/2 (50%) (evidence: hunch)."
    assert sentence(decision) == "guru plays a1 or b2 (evidence: hunch)."
