"""Blocks: texts with marks, their JSON, and frames."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import noughts
from noughts.explain import say
from noughts.explain.blocks import (
    Ask,
    Details,
    Figure,
    Frame,
    Frames,
    Heading,
    Note,
    Paragraph,
    Row,
    Table,
    bare,
    block_json,
    either,
    frame_figures,
    markdown,
    plain_text,
    refer,
    text_json,
    wording,
)
from noughts.explain.explain import _KINDS, _functions, explain, explains, explanation_json
from noughts.explain.render_text import WIDTH, render_text
from noughts.game.board import Board
from noughts.game.position import Position
from noughts.players.evidence import Uniform
from noughts.players.registry import player_names
from noughts.solver.value import ExactValue, Result

from .conftest import decided_as

BOARD = Board.mnk(3, 3, 3)
WORDS = st.text(st.characters(exclude_categories=("Cc", "Cs"), exclude_characters="[]`"))


def test_a_text_has_two_wordings_and_points_at_cells():
    """Each wording is a text of its own, and the marks disappear when it is printed."""
    text = f"X {either('wins in 3 plies', 'wins in 2 moves')} along {refer('the top row', BOARD, BOARD.lines[0])}."
    assert bare(text) == "X wins in 3 plies along the top row."
    assert bare(text, simple=True) == "X wins in 2 moves along the top row."
    assert text_json(text) == {
        "precise": "X wins in 3 plies along [the top row](a1 b1 c1).",
        "simple": "X wins in 2 moves along [the top row](a1 b1 c1).",
    }
    assert text_json("alike") == "alike"


@given(precise=WORDS, simple=WORDS, before=WORDS)
def test_wordings_are_what_was_given(precise: str, simple: str, before: str):
    """Whatever the words are, a text has just them, as text and as JSON."""
    text = f"{before}{either(precise, simple)}"
    assert (bare(text), bare(text, simple=True)) == (f"{before}{precise}", f"{before}{simple}")
    shaped = text_json(text)
    assert shaped == (
        before + precise if precise == simple else {"precise": before + precise, "simple": before + simple}
    )


@given(st.text() | st.text("[]()`\x02\x1f\x03/ab1 "))
def test_a_foreign_text_has_no_marks(foreign: str):
    """A text of others brings in no reference, wording, code or link: it is printed as it is in every wording."""
    text = plain_text(foreign)
    assert bare(text) == bare(text, simple=True) == markdown(text) == wording(text) == text_json(text) == text
    assert plain_text(text) == text
    assert not any(mark in text for mark in ("](", "`", "\x02"))


def test_code_and_links_stay_in_markdown():
    """Markdown has code and links; references to cells are words there."""
    text = f"`tic` takes {say.cell(BOARD, BOARD.cell_of('b2'))}, see [trees](/learn/max-and-min)."
    assert markdown(text) == "`tic` takes b2, see [trees](/learn/max-and-min)."


@pytest.mark.parametrize("plies", range(1, 20))
def test_lengths_count_plies_or_moves_of_the_winner(plies: int):
    """The winner makes the first and the last move of a win, so that it makes every second one."""
    won = ExactValue(Result.WIN, plies)
    moves = len(range(0, plies, 2))
    assert bare(say.value(won)) == f"wins in {plies} {'ply' if plies == 1 else 'plies'}"
    assert bare(say.value(won), simple=True) == f"wins in {moves} {'move' if moves == 1 else 'moves'}"
    assert bare(say.value_note(won).text, simple=True) == f"W{moves}"


def test_frames_change_a_figure():
    """Notes stay until they are changed, but for what they have added; rings and lines are those of one frame."""
    start = Position.start()
    first = Frame("one", {"a1": Note("1", added="+1"), "b1": Note("5")}, rings=("a1",))
    second = Frame("two", {"b1": Note("6", added="+1")}, lines=(("a1", "b1", "c1"),))
    third = Frame("three", {"c1": Note("7")}, position=start.play("a2"))
    one, two, three = frame_figures(Frames("", Figure(start), (first, second, third)))
    assert dict(one.notes) == dict(first.notes)
    assert one.rings == ("a1",)
    assert dict(two.notes) == {"a1": Note("1"), "b1": Note("6", added="+1")}
    assert (two.rings, two.lines) == ((), second.lines)
    assert (three.position, dict(three.notes)) == (start.play("a2"), {"c1": Note("7")})


def test_json_leaves_defaults_out():
    """A block has its kind and what differs from the defaults, and its position by name."""
    shaped = block_json(Details("More", (Paragraph("words"), Figure(Position.parse("XX./.../O..")))))
    assert shaped == {
        "block": "details",
        "title": "More",
        "blocks": [
            {"block": "paragraph", "words": "words"},
            {"block": "figure", "board": "3x3x3", "position": "XX./.../O.."},
        ],
    }


def test_every_kind_of_evidence_has_its_words():
    """Each entry of the table of kinds leads to two functions."""
    for kind in _KINDS:
        why, blocks = _functions(type(kind, (), {"__module__": "noughts.players.evidence"}))
        assert why.__module__.startswith("noughts.explain.")
        assert why.__name__ == f"{_KINDS[kind].partition(':')[2]}_why"
        assert blocks.__name__.endswith("_blocks")


class Corner(Uniform):
    """Evidence of a user's own: the distance to a corner."""

    kind = "corner"


def test_a_kind_of_ones_own_is_explained_by_two_functions():
    """A player with evidence of its own touches two places: its evidence, and `explains`."""
    decision = decided_as(Corner(), "b1", text="X../.../...")
    assert "corner" in str(explain(decision).why())
    explains(
        Corner,
        lambda decision, _, cell: f"Nearest to the corner: {say.cell(decision.position.board, cell)}.",
        lambda decision, _: [Figure(decision.position, "Near.", {"b1": Note("1", heat=1.0)})],
    )
    assert noughts.sentence(decision) == "Nearest to the corner: b1."
    assert "Near." in noughts.working(decision)
    shaped = explanation_json(decision)
    assert shaped["summary"] == "Nearest to the corner: [b1](b1)."
    assert shaped["blocks"][-1]["notes"] == {"b1": {"text": "1", "heat": 1.0}}
    assert "Near." in decision._repr_html_()


@pytest.mark.parametrize("name", [each for each in player_names() if noughts.player(each).plays(BOARD)])
def test_explanations_are_json_and_text(name: str):
    """The blocks of every player are JSON without marks, and text of no more than the width of a window."""
    decision = noughts.player(name).decide("XX./.../O..")
    shaped = json.dumps(explanation_json(decision))
    assert not any(mark in shaped for mark in ("\\u0002", "\\u001f", "\\u0003"))
    text = render_text(explain(decision).blocks(), steps=True)
    assert text.isprintable() or "\n" in text
    assert "](" not in text


def test_a_mark_is_a_path_or_names_of_cells():
    """Brackets before anything else are plain text, as they are on the page."""
    assert bare("a[0](b1 c1), x[1](not cells), [lesson](/learn/fork)") == "a0, x[1](not cells), lesson"


def test_a_heading_stands_above_the_first_block_that_is_shown():
    """Details that are requested from the server are not shown as text; a heading above nothing is left out."""
    hidden = Details("More", ask=Ask("/api/explain", {}))
    assert render_text([Heading("One"), hidden, Paragraph("words"), Heading("Two"), hidden]) == "One:\nwords"


def test_a_list_of_terms_has_its_caption_and_says_how_many_are_left_out():
    """A table without a head is cut as other tables are."""
    rows = tuple(Row((f"term {i}", "meaning")) for i in range(45))
    lines = render_text([Table("Terms", (), rows)]).split("\n")
    assert (lines[0], lines[1], lines[-1]) == ("Terms", "term 0: meaning", "and 5 others")
    assert len(render_text([Table("Terms", (), rows)], steps=True).split("\n")) == 46


def test_ascii_text_is_no_wider():
    """A letter that becomes a word in ASCII does not make a line longer than the width."""
    lines = render_text([Paragraph("\N{GREEK SMALL LETTER ALPHA} " * 100)], ascii_only=True).split("\n")
    assert max(map(len, lines)) <= WIDTH
    assert sum(line.count("alpha") for line in lines) == 100


def test_an_engine_that_knows_only_its_move_names_no_line():
    """The line of a proved win is named if it has more than the move itself."""
    decision = noughts.player("engine").decide("X../.O./...")
    cell = next(iter(decision.moves))
    for others, ending in (
        ((), "which wins in 5 plies."),
        ((0,), f"which wins in 5 plies: {decision.position.board.cell_name(cell)} a1."),
    ):
        evidence = replace(decision.evidence, value=ExactValue(Result.WIN, 5), pv=(cell, *others), threat=())
        assert noughts.sentence(replace(decision, evidence=evidence)).endswith(ending)
