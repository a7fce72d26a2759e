"""Other boards, and players that do not play them."""

import re

import pytest
from playwright.sync_api import expect

from noughts import player
from tests.ui.browser.conftest import Visit
from tests.ui.browser.guard import Guard


@pytest.mark.long
def test_weights_on_fifteen_by_fifteen(visit: Visit):
    """Five in a row on 15x15 against `weights`: each answer is one of its heaviest cells."""
    table = visit("/?board=15x15x5").against("weights")
    before = table.position()
    for _ in range(3):
        name = next(n for n in ("h8", "i9", "j10", "k11", "l12") if before.at(before.board.cell(n)) is None)
        seen = before.play(before.board.cell(name))
        table.play(name).holds(seen.ply + 1)
        after = table.position()
        (answer,) = [cell for cell in seen.moves if after.at(cell)]
        assert answer in player("weights").decide(seen).moves
        before = after
    table.shows("You against weights").shows("Why ")


@pytest.mark.long
def test_cells_of_a_large_board_can_be_hit(visit: Visit):
    """At 320 pixels each of the 225 cells is at least 20 pixels wide and high, and a tap plays on it."""
    table = visit("/?board=15x15x5", viewport={"width": 320, "height": 700}, has_touch=True).against(
        "weights"
    )
    for name in ("a1", "h8", "o15"):
        box = table.cell(name).bounding_box()
        assert min(box["width"], box["height"]) >= 20
    table.cell("h8").tap()
    table.holds(2)


@pytest.mark.long
def test_players_that_do_not_play_the_board_cannot_be_chosen(visit: Visit):
    """On 4x4 `core` stands in the list, marked as not for this board, and the game can be played at once."""
    table = visit().against("core").goto("/?board=4x4x4")
    option = table.page.get_by_role("combobox", name="O, second").get_by_role("option", name="core: ")
    expect(option).to_be_disabled()
    expect(option).to_have_text(re.compile("not on this board"))
    table.play("b2").holds(2)


def test_a_board_that_the_opponent_does_not_play_says_so(visit: Visit):
    """A board that the chosen computer does not play brings one that does, and the page says why."""
    table = visit().against("core").choose("Board", "7x7x5").shows("You against Medium")
    table.says("core does not play").play("d4").holds(2)


@pytest.mark.long
def test_a_torus_is_a_board_too(visit: Visit):
    """A line over the edge of a torus wins, and is shown."""
    table = visit("/?board=torus4x4x4").choose("O, second", "person")
    table.play("c1", "a2", "d2", "b2", "a3", "c2", "b4").shows("X wins")
    expect(table.grid.get_by_role("button", name="in the winning line")).to_have_count(4)


@pytest.mark.long
def test_small_pictures_show_the_layers_of_a_cube_side_by_side(visit: Visit):
    """A small picture of a cube is the large one made small: its three layers stand beside each other."""
    table = visit("/brains?board=cube3&position=X../.O./.../.../.X./.../.../.../O..")
    picture = table.page.get_by_role("article").locator("svg.noughts-board").first
    expect(picture.locator(".mark")).to_have_count(4)
    box = picture.bounding_box()
    assert box["width"] > 2 * box["height"]


def test_rules_are_asked_of_the_server_and_of_no_player(visit: Visit, guard: Guard):
    """Legal moves and threats come from `/api/position`; no picture is fetched, and no idle player asked."""
    table = visit("/?board=3x3x3&position=XX./OO./...").choose("O, second", "person").press("t")
    expect(table.cell("c1")).to_have_accessible_name(re.compile("X would complete a line"))
    table.play("c1").shows("X wins")
    asked = [request.url for request in guard.requests]
    assert [url for url in asked if "/api/position?" in url]
    assert not [url for url in asked if re.search("board.svg|player=(random|weights)", url)]
