"""Other boards, and players that do not play them."""

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Visit


@pytest.mark.long
def test_a_board_that_the_opponent_does_not_play_says_so(visit: Visit):
    """A board that the chosen computer does not play brings one that does, says why, and only for so long.

    In the choice of a seat it is marked as not for this board.
    """
    table = visit().against("core").choose("Board", "7x7x5").shows("You against Medium")
    table.says("core does not play").play("d4").holds(2)
    table.button("New game").click()
    table.holds(0).choose("Board", "3x3x3").shows("You against Core").goto("/?board=4x4x4")
    option = table.seats().get_by_role("button", name="Core Not on this board: only 3x3x3")
    expect(option).to_be_disabled()
    table.press("Escape").play("b2").holds(2)


@pytest.mark.long
def test_a_torus_is_a_board_too(visit: Visit):
    """A mark in a corner is seen again beyond the edges, one in the middle is not; a line over the edge wins."""
    table = visit("/?board=torus4x4x4").choose("O, second", "person").play("a1", "b2")
    joins = table.page.locator("noughts-board .joins")
    expect(joins.locator(".mark.x")).to_have_count(3)
    expect(joins.locator(".mark.o")).to_have_count(0)
    table.play("c1", "a2", "d2", "c2", "a3", "d3", "b4").shows("X wins")
    expect(table.grid.get_by_role("button", name="in the winning line")).to_have_count(4)


@pytest.mark.long
def test_small_pictures_show_the_layers_of_a_cube_two_by_two(visit: Visit):
    """A small picture of a cube is the large one made small: of its three layers two stand beside each other."""
    table = visit("/brains?board=cube3&position=X../.O./.../.../.X./.../.../.../O..")
    picture = table.page.get_by_role("article").locator("svg.noughts-board").first
    expect(picture.locator(".mark")).to_have_count(4)
    box = picture.bounding_box()
    assert 0.8 < box["width"] / box["height"] < 1.25
