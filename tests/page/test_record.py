"""Addresses, positions as text, replay, and the list of games."""

import re
from urllib.parse import urljoin

import pytest
from playwright.sync_api import expect

from noughts import Position
from tests.page.conftest import Visit
from tests.page.guard import Guard
from tests.page.pair import path_of
from tests.page.table import in_turn
from tests.page.test_set_up import paste

WON = ("a1", "c1", "a3", "b2")


@pytest.mark.long
@pytest.mark.one_host("another browser looks on")
def test_a_game_has_an_address(visit: Visit):
    """The first move gives the game its address; whoever opens that sees the game, and looks on."""
    table = visit().against("minimax").play("b2").holds(2)
    assert re.fullmatch(r"/game/[\w-]{12,}", path_of(table))
    other = visit(path_of(table)).holds(2).shows("You are looking on")
    assert other.position() == table.position()


@pytest.mark.long
def test_replay_by_address_and_slider(visit: Visit):
    """`?ply=3` shows the position after three moves; the slider leads through all, and back to the game."""
    table = visit().against("core")
    table.game(in_turn(WON))
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


def test_a_position_in_the_address(visit: Visit):
    """`/?board=&position=` shows the position, and a game begins there."""
    table = visit("/?board=3x3x3&position=XX./OO./...").holds(4)
    assert table.position() == Position.parse("XX./OO./...")
    table.play("c1").says("You win")


@pytest.mark.long
def test_positions_are_copied_and_pasted(visit: Visit):
    """A copied position, typed in at another table, is the same position."""
    table = visit(permissions=["clipboard-read", "clipboard-write"]).against("minimax").play("b2").holds(2)
    table.tab("Share")
    table.button("Copy the position").click()
    table.says("Copied")
    text = table.page.evaluate("navigator.clipboard.readText()")
    assert Position.parse(text) == table.position()
    other = paste(visit().tab("Share"), text).holds(2)
    assert other.position() == table.position()


def test_a_bad_position_is_refused_with_the_reason(visit: Visit, guard: Guard):
    """What is typed and cannot be says why, quoting it, and the game on the board stays."""
    guard.expects("422")
    table = visit()
    table.tab("Share")
    for text, words in (
        ("XXX/OO", "Rows of different or no length: 'XXX/OO'"),
        ("XYZ/.../...", "Unknown character 'Y', 'Z' in 'XYZ/.../...'"),
        ("XXX/.../...", "XXX/.../..."),
        ("XXX/OO./...", "is over"),
    ):
        paste(table, text).shows(words)
        expect(table.page.get_by_role("navigation")).to_be_visible()


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
    table.page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(games).to_have_count(0)
    address = urljoin(table.page.url, f"/api/games/{played.split('/')[-1]}")
    assert table.page.request.get(address).status == 404


@pytest.mark.parametrize(
    ("path", "status", "words"),
    [
        ("/game/no-such-game-is-here", "404", "no-such-game-is-here"),
        pytest.param("/?board=3x3x3&position=XXX/.../...", "422", "XXX/.../...", marks=pytest.mark.long),
        pytest.param("/?board=3x3x3&position=hello", "422", "hello", marks=pytest.mark.long),
        pytest.param("/?board=99x99x99", "422", "99x99x99", marks=pytest.mark.long),
        pytest.param(
            "/brains?board=3x3x3&position=XXX/.../...", "422", "XXX/.../...", marks=pytest.mark.long
        ),
    ],
)
def test_bad_addresses_explain_themselves(visit: Visit, guard: Guard, path: str, status: str, words: str):
    """An address that leads nowhere says what is wrong with it, and where to go on."""
    guard.expects(status)
    table = visit(path)
    table.shows(words).says(re.escape(words))
    expect(table.page.get_by_role("link", name="Play").first).to_be_visible()


@pytest.mark.long
def test_the_picture_can_be_kept(visit: Visit):
    """The position is offered as an SVG file."""
    table = visit("/?board=3x3x3&position=XX./OO./...")
    table.tab("Share")
    with table.page.expect_download() as download:
        table.page.get_by_role("link", name="Picture").click()
    picture = download.value.path().read_text(encoding="utf-8")
    assert picture.count('<use class="mark') == 4


@pytest.mark.long
def test_a_game_goes_out_as_a_file_and_comes_in_again(visit: Visit):
    """A game saved as SGF, PSQ or JSON is, opened elsewhere, the same game, and can be played on."""
    table = visit().against("minimax").play("b2").holds(2)
    table.tab("Share")
    other = visit()
    for form in ("SGF", "PSQ", "JSON"):
        with table.page.expect_download() as download:
            table.page.get_by_role("link", name=form, exact=True).click()
        paste(other.goto().tab("Share"), download.value.path().read_text(encoding="utf-8")).holds(2)
        assert other.position() == table.position()
        other.play("c3").holds(3)


@pytest.mark.long
def test_a_record_that_is_none_is_refused_with_the_reason(visit: Visit, guard: Guard):
    """What is no game says so, quoting it, and the game on the board stays."""
    guard.expects("422")
    table = visit().against("minimax").play("b2").holds(2)
    paste(table.tab("Share"), "no game of any kind")
    table.says("no game of any kind").shows("no game of any kind").holds(2)
