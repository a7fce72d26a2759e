"""Everything that changes is said once, and shown: for whoever listens, and for whoever only looks."""

import re

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Visit
from tests.page.pair import alternate, pair, path_of


def test_a_refused_cell_is_shown_and_moves_can_be_typed(visit: Visit):
    """A click on a taken cell is answered for the eye, too; a typed move is played, or refused with the reason."""
    table = visit().against("minimax").press("m")
    typed = table.page.get_by_role("textbox", name="Type a move")
    expect(typed).to_be_focused()
    typed.press_sequentially("B2\n")
    table.holds(2)
    typed.fill("b2")
    typed.press("Enter")
    table.says("b2, centre is taken by X").shows("b2, centre is taken by X")
    typed.fill("z9")
    typed.press("Enter")
    table.says("“z9” is no cell of this board: a1 to c3").holds(2)
    table.cell("b2").click(force=True)
    expect(table.page.locator(".strip-word", has_text="b2, centre is taken by X")).to_be_visible()
    table.page.keyboard.press("Tab")
    table.press("b").says("X has b2; O has a1. X to move")
    table.press("l").says("Move 2 of 2: O a1")
    table.press("y").says("reading order")


@pytest.mark.long
@pytest.mark.one_host("a friend comes by a link")
def test_two_people_and_a_spectator_hear_of_each_other(visit: Visit):
    """Both hear what they do and what the other does, a spectator who does it; a result is said once."""
    host, friend = pair(visit)
    host.says("Your friend has joined, as O")
    friend.says("You are O")
    third = visit(path_of(host)).shows("You are looking on")
    alternate(host, friend, "a1", "b2")
    host.button("Offer a draw").click()
    host.says("You offer a draw.$")
    third.says("X offers a draw")
    friend.says("Your friend offers a draw.$").button("Decline").click()
    friend.says("You declined.$")
    for table in (host, third):
        table.says("The draw was declined.$")
    assert not [words for words in third.heard() if "Your friend" in words]
    friend.page.get_by_role("textbox", name="Your name").fill("Bo")
    friend.button("Say it").click()
    friend.says("You are called Bo.$")
    host.says("O is called Bo.$")
    alternate(host, friend, "b1", "a2", "c1")
    friend.button("Rematch").first.click()
    host.says("^Bo would like another game.$")
    for table in (host, friend):
        assert len([words for words in table.heard() if "along the top row" in words]) == 1
    host.button("Agree").click()
    friend.says("Another game")
    host.says("Another game. Your move: you are X")


@pytest.mark.long
@pytest.mark.one_host("answers are held or changed on their way")
def test_a_reply_is_not_said_in_a_game_that_was_left(visit: Visit):
    """Whoever leaves between the own move and the answer hears and sees nothing of it afterwards."""
    table = visit(reduced_motion="no-preference").against("minimax")
    table.page.clock.install()  # its waits are over when this test says so
    with table.page.expect_response(re.compile("/moves$")):
        table.cell("b2").click()
    table.page.get_by_role("link", name="My games").click()
    expect(table.page.get_by_role("heading", name="My games")).to_be_visible()
    before = len(table.heard())
    table.page.clock.run_for(10_000)
    assert not [words for words in table.heard()[before:] if "O: " in words]


@pytest.mark.long
def test_threats_are_said_by_a_key(visit: Visit):
    """What either side threatens is said in words, in a game and in Analyse, unless all help is hidden."""
    for path in ("/", "/analyse"):
        table = visit(f"{path}?board=3x3x3&position=XX./OO./...").press("w")
        table.says("X wins at once at c1. O would win next at c2")
        table.press("z").says("All help is hidden").press("w", "l").says("The start: no move was played")
        assert len([words for words in table.heard() if "wins at once" in words]) == 1


@pytest.mark.long
def test_where_one_has_come_is_said(visit: Visit):
    """Whoever follows a link is put where the page's heading is read; a board that is chosen is said with its worth."""
    table = visit()
    for name, title in (
        ("My games",) * 2,
        ("Learn",) * 2,
        ("Brains", "Brains side by side"),
        ("Analyse",) * 2,
    ):
        table.page.get_by_role("navigation", name="Pages").get_by_role("link", name=name).click()
        expect(table.page.get_by_role("main", name=title)).to_be_focused()
    table.goto("/compare/boards")
    table.page.get_by_role("combobox").first.select_option("4x4x4")
    table.says("four in a row: A draw")
