"""Words, rows, steps and cells of an explanation point out cells of the boards around them."""

import re

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.page.conftest import Visit
from tests.page.pages import check
from tests.page.table import Table
from tests.page.test_brain import inside, lit, unfold


def hover(place: Locator) -> None:
    """Moves the mouse to the middle of a place."""
    place.scroll_into_view_if_needed()
    place.hover()


def test_a_sentence_points_out_its_cells(visit: Visit):
    """The reason below the board lights a line while the mouse is on its name; a hint that is shown stays."""
    table = visit().against("weights").play("a1").holds(2)
    why = table.page.locator(".why")
    table.press("h").says("Hint: ")
    hints = table.page.locator("noughts-board .hint")
    expect(hints).to_have_count(1)
    name = why.locator(".ref").first
    hover(name)
    lit(table, *name.get_attribute("data-cells").split())
    expect(hints).to_have_count(1)
    hover(
        table.page.get_by_role("heading", name="You against Weights", exact=True)
        .or_(why.locator(".label"))
        .last
    )
    lit(table)
    expect(hints).to_have_count(1)


@pytest.mark.long
def test_an_explanation_points_out_its_cells(visit: Visit):
    """A name in words, a row, a number and a cell of a small board light the same cells on every other board."""
    table, card = inside(visit, "weights", "XX./.../O..")
    hover(card.get_by_text("the top row").first)
    lit(table, "a1", "b1", "c1")
    expect(card.locator("td.referred")).to_have_count(3)
    hover(card.locator("td[data-cell=b3]"))
    lit(table, "b3")
    unfold(card, "Where each weight comes from")
    row = card.get_by_role("table", name="The lines behind the weight").get_by_role("row").nth(2)
    hover(row.get_by_role("cell").nth(1))
    lit(table, "c1", "b2", "a3")
    hover(card.locator(".brain-card-row svg"))
    lit(table, "b2")
    expect(card.locator(".brain-card-row .referred [data-cell=b2]")).to_have_count(1)
    hover(card.get_by_role("heading", name="Weights", exact=True))
    lit(table)


@pytest.mark.long
def test_the_tree_beside_the_board_opens_by_keyboard(visit: Visit):
    """The tree of the position opens and closes node by node, and Home and End lead to its ends.

    The focused move is lit on the board; best play ends the game.
    """
    table = visit("/analyse?board=3x3x3&position=XO./XO./...&tab=analysis")
    side = table.page.get_by_role("tabpanel", name="Analysis")
    unfold(side, "The tree from here")
    items = side.get_by_role("treeitem")
    expect(items).to_have_count(6)
    items.first.focus()
    lit(table)
    table.press("ArrowRight")
    assert re.match("c1.*MIN; \u22121, O wins in 1 move; window: alpha ", table.focused)
    lit(table, "c1")
    table.press("ArrowRight")
    expect(side.get_by_role("treeitem", name=re.compile("^b3; end; \u22121, O has won"))).to_have_count(1)
    table.press("ArrowRight", "End")
    assert re.match("c3.*MIN", table.focused)
    table.press("Home", "ArrowRight", "ArrowLeft")
    expect(items.nth(1)).to_have_attribute("aria-expanded", "false")
    table.press("Home")
    assert table.focused.startswith("root")
    side.get_by_role("checkbox", name="symmetric moves together").uncheck()
    expect(side).to_contain_text(re.compile("The whole tree: "))
    side.get_by_role("button", name="Open best play").click()
    expect(side.get_by_role("treeitem", name=re.compile("^a3; end; .1, X has won"))).to_be_focused()
    expect(side.locator(".block-tree-preview strong")).to_have_text("a3")


BLOCKS = [
    {"block": "heading", "words": "Every block"},
    {
        "block": "beside",
        "blocks": [
            {"block": "figure", "board": "3x3x3", "position": "X../.../...", "words": "[b2](b2) is -1."},
            {
                "block": "steps",
                "steps": [
                    {"number": "1", "name": "the centre, [b2](b2)", "meaning": "it's free", "state": "fired"},
                    {"number": "", "name": "nothing", "state": "unreached"},
                ],
            },
        ],
    },
    {
        "block": "table",
        "caption": "Results",
        "head": ["line", "X", "O", "share"],
        "groups": [["", 1], ["wins", 2], ["", 1]],
        "align": "<>>",
        "rows": [
            {
                "texts": [
                    "[row1](a1 b1 c1)",
                    "1",
                    {"text": "-2", "strong": True},
                    {"text": "50%", "share": 0.5},
                ],
                "chosen": True,
            }
        ],
    },
    {
        "block": "beside",
        "ordered": True,
        "blocks": [
            {
                "block": "figure",
                "board": "3x3x3",
                "position": "X../.../...",
                "notes": {"b2": {"text": "1/8", "heat": 1}, "c3": {"text": "-1"}},
                "rings": ["b2"],
                "words": {"precise": "in 3 plies", "simple": "in 2 moves"},
            },
            {
                "block": "figure",
                "board": "3x3x3",
                "position": "X../.../...",
                "numbers": True,
                "words": "Numbers",
            },
        ],
    },
    {
        "block": "frames",
        "caption": "Games",
        "figure": {"block": "figure", "board": "3x3x3", "position": "X../.../..."},
        "frames": [
            {"words": "first", "notes": {"b2": {"text": "7", "added": "+7"}}},
            {"words": "second", "notes": {"c3": {"text": "8"}}},
            {"words": "third", "board": "3x3x3", "position": "XO./.../...", "last": "b1"},
        ],
    },
]


@pytest.fixture
def every_block(visit: Visit) -> tuple[Table, Locator]:
    """The brain of `random` with an explanation that has every kind of block."""
    table = visit(None)

    def answer(route: Route) -> None:
        response = route.fetch()
        route.fulfill(response=response, json={**response.json(), "blocks": BLOCKS})

    table.page.route(re.compile(r"/api/explain\?.*player=random"), answer)
    table.goto("/brains?board=3x3x3&position=X../.../...")
    card = table.brain("Random")
    expect(card.get_by_role("heading", name="Every block")).to_be_visible()
    return table, card


@pytest.mark.one_host("answers are changed on their way")
def test_every_block_is_shown(every_block: tuple[Table, Locator]):
    """Steps say what became of them, groups of columns have heads, notes stay from frame to frame."""
    table, card = every_block
    expect(card.locator(".block-steps .fired")).to_have_attribute("aria-current", "step")
    expect(card.locator(".block-steps .fired")).to_contain_text("the centre, b2: it\u2019s free")
    expect(card.locator(".block-steps .unreached")).to_contain_text("not reached")
    hover(card.locator(".block-step-state").first)
    lit(table, "b2")
    expect(card.get_by_role("columnheader", name="wins")).to_have_attribute("colspan", "2")
    expect(card.get_by_role("cell", name="\u22122").locator("strong")).to_have_count(1)
    expect(card).to_contain_text("b2 is \u22121.")
    expect(card.locator(".block-figures.ordered > li")).to_have_count(2)
    expect(card).to_contain_text("in 2 moves")
    expect(card.get_by_role("table", name="Numbers").get_by_role("row")).to_have_count(4)
    frames = card.locator(".block-frames")
    notes = frames.locator("text.text")
    expect(frames).to_contain_text("1 of 3. first")
    expect(notes).to_have_text(["7"])
    frames.get_by_role("button", name="Next").click()
    expect(notes).to_have_text(["7", "8"])
    frames.get_by_role("button", name="Next").click()
    expect(notes).to_have_count(0)
    expect(frames.locator(".box.last")).to_have_attribute("data-cell", "b1")


@pytest.mark.long
@pytest.mark.one_host("answers are changed on their way")
def test_every_block_is_accessible_at_every_width(every_block: tuple[Table, Locator]):
    """axe-core finds nothing in any kind of block, and none is wider than the page."""
    table, _ = every_block
    check(table)
