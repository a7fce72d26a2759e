"""Large boards under analysis: what is estimated is a shade, a number and a bar, and what is best is ringed."""

import re

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Visit
from tests.page.test_layout import PHONE

OPEN_THREE = "/analyse?board=15x15x5&moves=h8i9h9g7h7&tab=analysis&show=values"


@pytest.mark.long
def test_an_estimate_is_a_shade_and_what_is_proved_a_badge(visit: Visit):
    """On 15x15 cells are shaded, the two defences ringed, no cell bears letters; a number stands at the bar alone.

    Where a win is proved its cells say so, and a small board has a badge on every free cell.
    """
    table = visit(OPEN_THREE).holds(5).shows("O, to move, scores about")
    board = table.page.locator("noughts-board")
    expect(board.locator(".best")).to_have_count(2)
    assert {box.get_attribute("data-cell") for box in board.locator(".best").all()} == {"h6", "h10"}
    expect(board.locator(".above text")).to_have_count(0)
    expect(table.cell("h6")).to_have_accessible_name(re.compile(r"is estimated at \d+ in 100$"))
    expect(table.page.get_by_text("O, to move, scores about").filter(visible=True)).to_have_count(1)
    expect(table.page.get_by_text(re.compile(r"^and \d+ others$"))).to_be_visible()
    table.goto(OPEN_THREE.replace("h7&", "h7a1&")).holds(6).shows("X, to move, wins")
    expect(board.locator(".value.win")).to_have_count(2)
    expect(board.locator(".best")).to_have_count(2)
    table.goto("/analyse?board=3x3x3&moves=b2a1&tab=analysis&show=values").holds(2)
    expect(board.locator(".value")).to_have_count(7)
    expect(board.locator(".heat")).to_have_count(0)


@pytest.mark.long
def test_on_a_phone_the_analysis_lies_below_the_board(visit: Visit):
    """The open panel covers no row of the board, and what lies below that is scrolled above it: one steps back."""
    table = visit(OPEN_THREE, **PHONE).holds(5)
    expect(table.page.get_by_role("tabpanel", name="Analysis")).to_be_visible()
    last = table.cell("a15").bounding_box()
    assert last["y"] + last["height"] <= table.page.locator(".panels").bounding_box()["y"]
    table.button("One move back").tap()
    table.holds(4)
    expect(table.page.get_by_role("tabpanel", name="Analysis")).to_be_visible()
