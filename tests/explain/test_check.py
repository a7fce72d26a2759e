"""Blocks of a player of others: what cannot be shown is refused with a message that names the player and the place."""

import math
import re
from dataclasses import dataclass
from fractions import Fraction

import pytest

import noughts
from noughts.errors import InputTypeError, PlayerError
from noughts.explain.blocks import (
    Beside,
    Details,
    Figure,
    Frame,
    Frames,
    Heading,
    Note,
    Paragraph,
    Row,
    Step,
    Steps,
    Table,
    TableCell,
)
from noughts.explain.check import checked
from noughts.explain.explain import explains, explanation_json
from noughts.explain.json_views import decision_json
from noughts.game.board import Board
from noughts.game.position import Position
from noughts.players.evidence import Uniform

from .conftest import decided_as

BOARD = Board.mnk(3, 3, 3)
START = Position.start(BOARD)


@dataclass(frozen=True)
class Shown(Uniform):
    """Evidence that is explained by given words and blocks."""

    kind = "shown"
    why: object = "Because."
    blocks: object = ()
    place: object = None


explains(Shown, lambda _, evidence, __: evidence.why, lambda _, evidence: evidence.blocks)


def decision(*blocks, **evidence):
    """Return a decision that is explained by these blocks."""
    return decided_as(Shown(**{"blocks": blocks} | evidence), "a1")


@pytest.mark.parametrize(
    ("block", "message"),
    [
        (Figure(START, notes={"c3": Note("7", heat=math.nan)}), "Figure.notes['c3'].heat is nan"),
        (Figure(START, notes={8: Note("7")}), "a key of Figure.notes is '8', an int,"),
        (Figure(START, notes={"z9": Note("7")}), "'z9'"),
        (Figure(START, rings=(2, 6)), "Figure.rings[0] is '2', an int,"),
        (Figure(START, lines=("a1", "b2", "c3")), "Figure.lines[0] is 'a1', a str, instead of a tuple"),
        (Figure("X", "words"), "Figure.position is 'X', a str, instead of a Position"),
        (Table("c", ["a"], (Row(("x",)),)), "Table.head is \"['a']\", a list, instead of a tuple"),
        (Table("c", ("a", "b"), (Row(("x",)),)), "Table.rows[0].texts has 1 items, and the head 2"),
        (Table("c", (), (Row((TableCell("x", share=Fraction(1, 2)),)),)), "share is '1/2', a Fraction,"),
        (Frames("c", Figure(START), ()), "Frames.frames is empty"),
        (Frames("c", Figure(START), (Frame("w", {"j9": Note()}),)), "'j9'"),
        (Steps((Step(1, "go"),)), "Steps.steps[0].number is '1', an int,"),
        (Steps((Step("1", "go", state="done"),)), "it may be 'passed', 'fired', 'unreached'"),
        (Heading(None), "Heading.words is 'None', a NoneType, instead of a str"),
        (Paragraph("words", note=1), "Paragraph.note is '1', an int, instead of a bool"),
        (Beside((Details("More", ("words",)),)), "'words', a str,"),
        ("words", "not a block: 'words', a str,"),
    ],
)
def test_a_block_that_cannot_be_shown_is_refused(block, message):
    """Text, HTML and JSON raise one message, which names the player and the place."""
    for show in (noughts.working, explanation_json, lambda made: made._repr_html_()):
        with pytest.raises(PlayerError, match=r"^the player 'guru' cannot explain itself: ") as caught:
            show(decision(block))
        assert message in str(caught.value)


def test_an_exception_of_a_function_names_the_player():
    """Whatever a function of a player raises, the error says whose it is."""

    def fail():
        yield Heading("Begun")
        raise ZeroDivisionError("no lines")

    made = decision(blocks=fail())
    with pytest.raises(PlayerError, match="'guru' cannot explain itself: ZeroDivisionError: no lines"):
        noughts.working(made)
    with pytest.raises(PlayerError, match="the sentence is '7', an int, instead of a str"):
        noughts.sentence(decision(why=7))


@pytest.mark.parametrize("pair", [("why", list), (len, None)])
def test_only_functions_explain(pair):
    """An object that cannot be called is refused at once."""
    with pytest.raises(InputTypeError, match=re.escape(f"not a function: {str(pair[pair[0] is len])!r}")):
        explains(Shown, *pair)


def test_blocks_that_can_be_shown_stay_as_they_are():
    """A figure may be on another board than the decision, and cells are looked for there."""
    large = Position.start(Board.parse("5x5x4"))
    blocks = (
        Figure(large, rings=("e5",)),
        Frames("c", Figure(large), (Frame("w", {"e5": Note("1", heat=1)}, position=large),)),
        Table("c", ("a",), (Row((TableCell("x", share=0.5),), cells=("c3",)),), groups=(("g", 1),)),
    )
    assert tuple(checked(blocks, BOARD)) == blocks
    shown = explanation_json(decision(*blocks))["blocks"]
    assert [each["block"] for each in shown[-3:]] == ["figure", "frames", "table"]


def test_a_position_in_evidence_is_a_text():
    """Positions and boards are texts in JSON, as everywhere."""
    evidence = decision_json(decision(place=(START, BOARD)))["evidence"]
    assert evidence["place"] == [str(START), "3x3x3"]
