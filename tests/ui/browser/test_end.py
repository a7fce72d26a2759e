"""When a game is over: a card over the board says who won and why, and leads on."""

import re

import pytest
from playwright.sync_api import expect

from tests.ui.browser.conftest import Visit
from tests.ui.browser.pair import alternate, pair


def test_the_card_says_why_and_leads_on(visit: Visit):
    """A loss is told with what was needed and an arrow; Show me shows it, Try again asks for it without the answer."""
    table = visit("/?board=3x3x3&position=X../.X./O.O").choose("O, second", "perfect").play("c2")
    why = "O had two in the bottom row: you needed b3"
    table.holds(6).says("You lose").says(why).shows(why)
    arrow = table.page.locator("noughts-board .arrow")
    expect(arrow).to_have_count(1)
    table.button("Show me").click()
    table.holds(4).shows("Looking back: move 0 of 2")
    expect(arrow).to_have_count(1)
    table.button("Back to the game").click()
    table.holds(6).button("Try again").click()
    table.holds(4).shows("Find a better move")
    expect(arrow).to_have_count(0)
    expect(table.page.get_by_role("main").get_by_text("you needed b3").filter(visible=True)).to_have_count(0)
    table.cell("b3").click()
    table.says("b3 is right").button("Back to the game").click()
    table.holds(6).button("Rematch").first.click()
    table.holds(4).says("Another game")


@pytest.mark.long
def test_only_ones_own_mistake_is_told_as_ones_own(visit: Visit):
    """Of two people at one board nobody is called you; a card that is put away stays away."""
    table = visit("/?board=3x3x3&position=X../.X./O.O").choose("O, second", "person").play("c2", "b3")
    table.shows("O had two in the bottom row: X needed b3")
    table.button("Put the result away").click()
    expect(table.page.locator(".card").filter(visible=True)).to_have_count(0)


@pytest.mark.long
def test_resigning_is_asked_once(visit: Visit):
    """Resign asks, and nothing happens until it is wanted; then both are told."""
    host, friend = pair(visit)
    alternate(host, friend, "b2", "a1")
    friend.button("Resign").click()
    dialog = friend.page.get_by_role("dialog", name="Give this game up?")
    dialog.get_by_role("button", name="Play on").click()
    alternate(host, friend, "c3")
    friend.button("Resign").click()
    dialog.get_by_role("button", name="Resign").click()
    host.says("You win").shows(re.compile("resign"))
    friend.says("You lose")
