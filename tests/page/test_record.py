"""Addresses, positions as text, replay, and the list of games."""

import re
from urllib.parse import urljoin

import pytest
from playwright.sync_api import expect

from noughts import Position
from tests.page.conftest import Visit
from tests.page.guard import Guard
from tests.page.pair import path_of
from tests.page.table import WON, in_turn
from tests.page.test_set_up import paste


@pytest.mark.long
def test_replay_by_address_and_slider(visit: Visit):
    """A game has its address; `?ply=3` shows the position after three moves; keys and slider lead through all.

    The move that is looked at is said, and the status speaks of that, not of the end.
    """
    table = visit().against("core")
    table.game(in_turn(WON))
    assert re.fullmatch(r"/game/[\w-]{12,}", path_of(table))
    table.press("[").says("Move 6 of 7: O ").shows("Looking back: move 6 of 7. X was to move.")
    expect(table.page.get_by_role("tabpanel").get_by_text("You win")).to_have_count(0)
    table.press("]").says("Move 7 of 7: X b2, centre").shows("You win")
    table.goto(f"{path_of(table)}?ply=3").holds(3).shows("Looking back: move 3 of 7")
    slider = table.page.get_by_role("slider", name="Move")
    slider.focus()
    table.press("ArrowLeft").holds(2)
    assert table.page.url.endswith("?ply=2")
    table.press("Home").holds(0).press("End").holds(7)
    assert "ply" not in table.page.url
    table.button("First position").click()
    table.holds(0).button("One move on").click()
    table.holds(1).button("Back to the game").click()
    table.holds(7)


@pytest.mark.long
def test_a_mistake_can_be_tried_again(visit: Visit):
    """A mistake of a finished game can be tried anew: what is worse is told, what is best is right."""
    table = visit().choose("O, second", "person").goto("/?board=3x3x3&position=X../.O./..X")
    table.play("c1", "a3", "b1", "a2").says("X wins")
    table.page.get_by_role("button", name="Try move 1 again").click()
    table.holds(3).cell("a3").click()
    table.says("Not a3").cell("b1").click()
    table.says("b1 is right").button("Back to the game").click()
    table.holds(7)


@pytest.mark.one_host("requests are counted")
def test_a_position_in_the_address(visit: Visit, guard: Guard):
    """`/?board=&position=` shows the position, and a game begins there.

    Legal moves and threats come from `/api/position`; no picture is fetched, and no idle player asked.
    """
    table = visit("/?board=3x3x3&position=XX./OO./...").holds(4)
    assert table.position() == Position.parse("XX./OO./...")
    table.press("t")
    expect(table.cell("c1")).to_have_accessible_name(re.compile("X would complete a line"))
    table.play("c1").says("You win")
    asked = [request.url for request in guard.requests]
    assert [url for url in asked if "/api/position?" in url]
    assert not [url for url in asked if re.search("board.svg|player=(random|weights)", url)]


@pytest.mark.long
def test_a_game_goes_out_and_comes_in_again(visit: Visit):
    """A position is copied, a game saved as SGF, PSQ or JSON; opened elsewhere it is the same, and can be played on.

    The picture is an SVG file.
    """
    table = visit(permissions=["clipboard-read", "clipboard-write"]).against("minimax").play("b2").holds(2)
    table.tab("Share").button("Copy the position").click()
    table.says("Copied")
    texts = [table.page.evaluate("navigator.clipboard.readText()")]
    assert Position.parse(texts[0]) == table.position()
    for form in ("SGF", "PSQ", "JSON"):
        file = table.saved(table.page.get_by_role("link", name=form, exact=True))
        texts.append(file.read_text(encoding="utf-8"))
    picture = table.saved(table.page.get_by_role("link", name="Picture")).read_text(encoding="utf-8")
    assert picture.count('<use class="mark') == 2
    other = visit()
    for text in texts:
        paste(other.goto().tab("Share"), text).holds(2)
        assert other.position() == table.position()
    other.play("c3").holds(3)


def test_a_bad_position_is_refused_with_the_reason(visit: Visit, guard: Guard):
    """What is typed and cannot be says why, quoting it, and the game on the board stays."""
    guard.expects("422")
    table = visit().against("minimax").play("b2").holds(2)
    table.tab("Share")
    for text, words in (
        ("XXX/OO", "Rows of different or no length: 'XXX/OO'"),
        ("XYZ/.../...", "Unknown character 'Y', 'Z' in 'XYZ/.../...'"),
        ("XXX/.../...", "XXX/.../..."),
        ("XXX/OO./...", "is over"),
        ("no game of any kind", "no game of any kind"),
    ):
        paste(table, text).says(words).shows(words).holds(2)


@pytest.mark.long
def test_my_games(visit: Visit):
    """The list shows each game with its state, opens it, forgets it on request, and deletes it from the server."""
    table = visit().against("core")
    table.game(in_turn(WON))
    won = path_of(table)
    table.goto().against("minimax").play("b2").holds(2)
    table.page.get_by_role("link", name="My games").click()
    games = table.page.get_by_role("main").get_by_role("listitem")
    expect(games).to_have_count(2)
    expect(games.nth(0)).to_contain_text("O: Minimax")
    expect(games.nth(1)).to_contain_text("X wins")
    games.nth(1).get_by_role("link").click()
    table.holds(7)
    assert path_of(table) == won
    table.page.go_back()
    games.nth(1).get_by_role("button", name="Forget").click()
    expect(games).to_have_count(1)
    games.nth(0).get_by_role("link").click()
    table.holds(2).play("c3").holds(4)
    played = path_of(table)
    table.page.go_back()
    games.nth(0).get_by_role("button", name="Delete").click()
    table.confirm("Delete")
    expect(games).to_have_count(0)
    address = urljoin(table.page.url, f"/api/games/{played.split('/')[-1]}")
    assert table.page.request.get(address).status == 404


def test_bad_addresses_explain_themselves(visit: Visit, guard: Guard):
    """An address that leads nowhere says what is wrong with it, and where to go on."""
    guard.expects("404")
    guard.expects("422")
    table = visit(None)
    for path, words in (
        ("/game/no-such-game-is-here", "no-such-game-is-here"),
        ("/?board=3x3x3&position=XXX/.../...", "XXX/.../..."),
        ("/?board=3x3x3&position=hello", "hello"),
        ("/?board=99x99x99", "99x99x99"),
        ("/brains?board=3x3x3&position=XXX/.../...", "XXX/.../..."),
    ):
        table.goto(path).shows(words).says(re.escape(words))
        expect(table.page.get_by_role("link", name="Play").first).to_be_visible()
