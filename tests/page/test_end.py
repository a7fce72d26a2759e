"""When a game is over: a card over the board says who won and why, and leads on."""

import re

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Visit
from tests.page.pages import check, problems


def test_the_card_says_why_and_leads_on(visit: Visit):
    """A loss is told with what was there; a better move is asked for without the answer, and its line plays itself."""
    table = visit("/?board=3x3x3&position=X../.X./O.O")
    table.choose("O, second", "perfect").play("c2")
    why = "O threatened to win with b3. You played c2 instead of blocking, and O completed the bottom row with b3."
    table.holds(6).says("You lose").says(why).shows(why)
    table.button("Find the better move").click()
    table.holds(4).shows("O had two in the bottom row.").shows("Your move: what would have held?")
    card = table.page.get_by_role("region", name="How it ended")
    expect(card).not_to_contain_text("b3")
    table.cell("a2").click()
    table.says("Not a2: ").shows("Try another")
    table.cell("b3").click()
    table.says("b3 is right: .* Then ").shows("b3 is right")
    expect(table.cell("b3")).to_have_accessible_name(re.compile(", X"))
    card.get_by_role("button", name="Back to the game").click()
    table.holds(6).button("Rematch").first.click()
    table.holds(4).says("Another game")


@pytest.mark.long
def test_a_lost_game_is_gone_through_mistake_by_mistake_on_a_phone(visit: Visit):
    """Board, sentence, drawn threats and question are on one screen of 390 pixels, and the card covers nothing."""
    table = visit("/?board=3x3x3", viewport={"width": 390, "height": 844})
    table.choose("O, second", "minimax").play("b1", "b3", "c2", "a2")
    card = table.page.get_by_role("region", name="How it ended")
    card.get_by_role("button", name="Find the better move").click()
    expect(card).to_contain_text("two threats at once")
    expect(card).to_contain_text(re.compile("you could (have stopped|stop) only one"))
    expect(card).to_contain_text("Your move: what would have held?")
    expect(card.get_by_role("img", name="The threats")).to_be_visible()
    board, below = table.grid.bounding_box(), card.bounding_box()
    bar = table.page.get_by_role("tablist").bounding_box()
    assert board["y"] + board["height"] <= below["y"]
    assert below["y"] + below["height"] <= bar["y"]
    assert problems(table) == []
    card.get_by_role("button", name="Show me").click()
    expect(card).to_contain_text("would have held it. Then ")
    card.get_by_role("button", name="Play again").click()
    expect(card).to_be_hidden()
    for side in "XO":
        expect(table.button(f"Choose who plays {side}", exact=False)).to_be_visible()


@pytest.mark.long
def test_the_card_names_only_moves_that_were_played(visit: Visit):
    """A line that was not blocked comes first; what could have been played is worded so.

    Of two people at one board nobody is called you; a card that is put away stays away.
    """
    table = visit("/?board=3x3x3")
    table.choose("O, second", "person").play("a1", "a2", "b1", "a3", "c1")
    why = "After b1, X threatened to win with c1. O played a3 instead of blocking, and X completed the top row with c1."
    table.shows(why).shows("An earlier mistake was a2: O could have held the game there.")
    check(table)
    table.button("Find the better move").click()
    table.shows("After a2, X could have threatened a line with b1, then made two threats at once with b2")
    table.shows("O to move: what would have held?").button("Back to the game").first.click()
    table.button("Put the result away").click()
    expect(table.page.locator(".card").filter(visible=True)).to_have_count(0)


@pytest.mark.long
def test_one_goes_on_to_the_next_mistake_and_back(visit: Visit):
    """Two buttons walk from mistake to mistake; a sentence stays when its answer is shown, and one button goes on."""
    table = visit("/").choose("O, second", "person")
    table.play("a1", "b1", "b3", "c3", "b2", "a2", "c1", "a3", "c2")
    table.button("Find the better move").click()
    card = table.page.get_by_role("region", name="How it ended")
    while (back := card.get_by_role("button", name="The mistake before")).get_attribute(
        "aria-disabled"
    ) is None:
        back.click()
    expect(card).to_contain_text("Mistake 1 of 2")
    card.get_by_role("button", name="Show me").click()
    expect(card).to_contain_text("After b1, X could have threatened a line with a2")
    expect(card).to_contain_text("would have held it. Then ")
    card.get_by_role("button", name="Next mistake", exact=True).click()
    expect(card).to_contain_text("Mistake 2 of 2")
    expect(card).to_contain_text("X to move: what would have won?")
    card.get_by_role("button", name="The mistake before").click()
    expect(card).to_contain_text("O to move: what would have held?")


@pytest.mark.long
def test_on_a_large_board_the_engine_says_why(visit: Visit):
    """On 15x15 the card has the threats that were made, and the guide the possible ones; Show me shows what holds."""
    table = visit("/?board=15x15x5", viewport={"width": 1440, "height": 900}).choose("O, second", "person")
    table.play("h8", "g7", "i8", "o15", "j8", "o1", "k8", "a1", "l8")
    table.shows(
        "With k8, X made two threats at once, at g8 and l8: O could stop only one. After o1, X could force a win."
    )
    table.button("Find the better move").click()
    card = table.page.get_by_role("region", name="How it ended")
    could_have = r"After o1, X could have made two threats at once with \w+, at \w+ and \w+"
    expect(card).to_contain_text(re.compile(could_have))
    expect(card.get_by_role("img", name="The threats")).to_be_visible()
    table.holds(5).button("Show me").click()
    answer = card.get_by_text(re.compile(r"^(f8|g8|k8|l8) would have held it\."))
    expect(answer).to_be_visible()
    expect(table.cell(answer.inner_text()[:2])).to_have_accessible_name(re.compile(", O"))
