"""A computer that thinks by the clock: which time it is given, how it is seen to think, and that it moves when told."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.page.conftest import Visit
from tests.page.table import Table

LARGE = "/?board=15x15x5"


def seat(table: Table) -> Locator:
    """The strip of O, by which it is chosen who plays it."""
    return table.page.get_by_role("button", name="Choose who plays O")


def give(table: Table, time: str, who: str = "Impossible") -> Table:
    """Chooses for O a player and its time."""
    dialog = table.seats()
    dialog.get_by_role("button", name=f"{who}, {time} a move", exact=True).click()
    expect(seat(table)).to_have_accessible_name(re.compile(f"{who}, {time} a move", re.IGNORECASE))
    return table


@pytest.mark.long
def test_a_computer_is_seen_to_think_and_told_to_move(visit: Visit):
    """One sees how deep it looks, at how much and which play, and how long it has; told to, it moves, and says why.

    Its time outlives another game, a reload and a move taken back. Where all help is hidden no play is shown.
    """
    table = give(visit(LARGE), "30 s").play("h8")
    table.shows(re.compile(r"Impossible: \d+ s left")).shows(re.compile(r"deep, .* positions: [a-o]\d"))
    table.button("Move now").focus()
    table.press("Enter").holds(2).says(r"O: .* Your move: you are X\.").shows("the best of 224 moves")
    expect(table.button("Move now")).to_have_count(0)
    assert re.match(r"[a-o]\d+\b", table.focused), "whoever pressed the button goes on at the board"
    assert any("Impossible, 30 s a move, is thinking." in words for words in table.heard())
    assert not any("deep" in words for words in table.heard())
    table.button("Restart").click()
    table.holds(0)
    expect(seat(table)).to_have_accessible_name(re.compile("Impossible, 30 s a move"))
    table.play("h8")
    expect(table.button("Move now")).to_be_visible()
    table.page.reload()
    expect(table.button("Move now")).to_be_visible()
    table.button("Undo").click()
    table.holds(0).press("z").play("g7").shows(re.compile(r"Impossible: \d+ s left"))
    expect(table.page.get_by_text(re.compile("positions:")).filter(visible=True)).to_have_count(0)
    table.button("Move now").click()
    table.holds(2)


@pytest.mark.long
def test_impossible_has_a_second_and_small_boards_need_none(visit: Visit):
    """On a large board Impossible has a second unless more is chosen; on a small one none is offered, or kept."""
    table = visit("/?board=3x3x3")
    dialog = table.seats()
    expect(dialog.get_by_role("button", name=re.compile("^Impossible"))).to_have_count(1)
    dialog.get_by_role("button", name=re.compile("^Impossible")).click()
    expect(seat(table)).to_have_accessible_name(re.compile(r"Impossible\."))
    table.choose("Board", "15x15x5")
    expect(seat(table)).to_have_accessible_name(re.compile("Impossible, 1 s a move"))
    give(table, "5 s").choose("Board", "3x3x3")
    expect(seat(table)).to_have_accessible_name(re.compile(r"Impossible\."))
    table.choose("Board", "15x15x5")
    expect(seat(table)).to_have_accessible_name(re.compile("Impossible, 5 s a move"))
    give(table, "1 s").play("h8").holds(2)


@pytest.mark.long
def test_two_that_think_play_each_other(visit: Visit):
    """Of two computers each is seen to think when it is let step, and is told to move."""
    table = give(visit(LARGE), "30 s", "Engine").choose("X, first", "easy")
    for marks in (1, 2):
        table.button("Step").click()
        if marks == 2:
            table.button("Move now").click()
        table.holds(marks)
