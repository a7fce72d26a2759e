"""Levels as blocks and in both wordings: what they may overlook, what they play then, and whom they follow."""

import pytest

from noughts import Position, player
from noughts.explain.blocks import Details, Figure, Heading, Table, bare
from noughts.explain.explain import explain
from noughts.explain.level import level_blocks


def shown(spec, position):
    """The blocks of a level's evidence."""
    decision = player(spec).decide(position)
    return tuple(level_blocks(decision, decision.evidence))


FOUR = Position.parse("......./.OOOOX./......./..XO.../....X../..XO.../X...X..", "7x7x5")


def test_every_oversight_has_a_row_with_what_it_plays_then():
    """The chances of the rows sum to 1, and the threats are listed with the cells of their lines."""
    blocks = shown("easy", FOUR)
    sights, threats = (each for each in blocks if isinstance(each, Table))
    assert sum(row.texts[1].share for row in sights.rows) == pytest.approx(1)
    assert sights.rows[0].texts[0] == "nothing"
    assert "straight lines that lack two" in [row.texts[0] for row in sights.rows]
    assert threats.rows[0].cells == ("a2", "b2", "c2", "d2", "e2")
    assert bare(threats.rows[0].texts[0]) == "a2 b2 c2 d2 e2"
    assert threats.rows[0].texts[2] == "1 stone"


def test_more_than_six_threats_are_in_details():
    """The nearest six threats are shown at once, the others in details."""
    decision = player("easy").decide(Position.parse("O...../..XX../..XX../....../....../O....O", "6x6x4"))
    threats = len(decision.evidence.threats)
    blocks = tuple(level_blocks(decision, decision.evidence))
    tables = [each for each in blocks if isinstance(each, Table)]
    others = [each for each in blocks if isinstance(each, Details)]
    assert threats > 6
    assert len(tables[1].rows) == 6
    assert [each.title for each in others] == [f"{threats - 6} other lines"]


def test_without_threats_there_is_nothing_to_overlook():
    """On an empty board one sentence says so, and no table of threats follows."""
    blocks = shown("medium", Position.start("7x7x5"))
    assert [each.words for each in blocks if isinstance(each, Figure)] == ["There is nothing to overlook."]
    assert [each.words for each in blocks if isinstance(each, Heading)] == ["What it sees"]


def test_the_evidence_of_whom_it_follows_is_in_details():
    """Impossible plays 3x3x3 as the perfect player, and shows the values that this one sees."""
    decision = player("impossible").decide(Position.parse("X../.O./..."))
    *_, followed = level_blocks(decision, decision.evidence)
    assert followed.title == "Overlooking nothing it does as perfect"
    assert followed.blocks == tuple(explain(decision.evidence.thought).evidence_blocks())


@pytest.mark.parametrize(
    ("spec", "cell", "precise", "simple"),
    [
        (
            "easy",
            "a2",
            "Plays a2: in 9/16 (56.2%) of the cases at a look, where it overlooks O's straight lines that lack two. "
            "Else: Blocks the row from a2 to e2 at a2, overlooking nothing (7/16 (43.8%) of the cases): "
            "at a look no cell is worth more.",
            "Plays a2: at a look, where it overlooks O's straight lines that lack two. "
            "Else: Blocks the row from a2 to e2 at a2: at a look no cell is worth more.",
        ),
        (
            "medium",
            "a2",
            "Blocks the row from a2 to e2 at a2, overlooking nothing (7/11 (63.6%) of the cases): "
            "at a look no cell is worth more. Else it overlooks O's straight lines that lack two.",
            "Blocks the row from a2 to e2 at a2: at a look no cell is worth more. "
            "Else it overlooks O's straight lines that lack two.",
        ),
    ],
)
def test_the_simple_wording_leaves_out_how_likely_a_way_is(spec, cell, precise, simple):
    """In how many of the cases a level plays a move in each way is in the precise wording alone."""
    text = explain(player(spec).decide(FOUR)).why(cell)
    assert (bare(text), bare(text, simple=True)) == (precise, simple)


@pytest.mark.parametrize(
    ("cell", "sentence"),
    [
        (None, "Plays b1, c1, a2, c2, a3, b3 or c3, each of which draws, as all seven moves do."),
        ("b1", "Plays b1, which draws, as all seven moves do."),
    ],
)
def test_the_simple_wording_leaves_out_whom_it_follows(cell, sentence):
    """The name of the player that a level follows is in the precise wording alone."""
    text = explain(player("impossible").decide(Position.parse("X../.O./..."))).why(cell)
    assert (bare(text), bare(text, simple=True)) == (f"As perfect: {sentence}", sentence)
