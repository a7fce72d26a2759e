"""The board as a grid for keyboard and screen reader (W3C ARIA Authoring Practices Guide, grid pattern)."""

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Visit
from tests.page.table import Table

NAMES = [
    "a1, top left corner, empty", "b1, top side, empty", "c1, top right corner, empty",
    "a2, left side, empty", "b2, centre, empty", "c2, right side, empty",
    "a3, bottom left corner, empty", "b3, bottom side, empty", "c3, bottom right corner, empty",
]  # fmt: skip

WAYS = {
    "ArrowRight ArrowRight": "c1",
    "ArrowRight ArrowRight ArrowRight": "c1",
    "ArrowUp": "a1",
    "ArrowDown ArrowDown ArrowDown": "a3",
    "ArrowDown End": "c2",
    "ArrowDown End Home": "a2",
    "Control+End": "c3",
    "Control+End ArrowLeft ArrowUp": "b2",
    "Control+End Control+Home": "a1",
    "PageDown": "a3",
}
"""Where keys lead from the first cell."""


def on_board(visit: Visit, path: str = "/") -> Table:
    """The page with the keyboard on the first cell of the board."""
    table = visit(path)
    expect(table.cell("a1")).to_be_visible()
    table.cell("a1").focus()
    return table


def test_the_board_is_a_grid_for_the_keyboard(visit: Visit):
    """Rows hold named cells; keys move inside the board; Tab leaves it at once, and Shift+Tab comes back to the cell.

    Arrows stop at the edges; Home and End go along the row, with Ctrl over the board.
    """
    table = on_board(visit)
    expect(table.grid.get_by_role("row")).to_have_count(3)
    expect(table.grid.get_by_role("gridcell")).to_have_count(9)
    for button, name in zip(table.grid.get_by_role("button").all(), NAMES, strict=True):
        expect(button).to_have_accessible_name(name)
    for keys, cell in WAYS.items():
        table.press("Control+Home", *keys.split())
        assert table.focused.startswith(cell), keys
    table.press("Control+Home", "ArrowRight", "ArrowDown")
    assert table.focused == "b2, centre, empty"
    expect(table.grid.locator("[tabindex='0']")).to_have_count(1)
    table.press("Tab")
    assert "empty" not in table.focused
    table.press("Shift+Tab")
    assert table.focused == "b2, centre, empty"


@pytest.mark.long
def test_keys_play(visit: Visit):
    """Enter, space and a cell's digit play on the cell; the keyboard stays there, and a taken cell says whose it is."""
    table = visit().against("minimax")
    for key in ("Enter", "Space", "1"):
        table.goto().cell("a1").focus()
        table.press(key).holds(2).says("X: a1, top left corner")
        assert table.focused.startswith("a1, top left corner, X")
        table.press(key).says("a1, top left corner is taken by X").holds(2)


@pytest.mark.long
def test_a_large_board_is_the_same_grid(visit: Visit):
    """On 15x15 there are 225 named cells, one of them the tab stop, and End leads to column o."""
    table = on_board(visit, "/?board=15x15x5")
    expect(table.grid.get_by_role("gridcell")).to_have_count(225)
    expect(table.grid.locator("[tabindex='0']")).to_have_count(1)
    table.press("End")
    assert table.focused.startswith("o1, empty")
    table.press("Control+End")
    assert table.focused.startswith("o15, empty")
