"""What is in sight: the board always, on a phone nothing else but who plays; large boards, cubes and the torus."""

import re
import zlib

import pytest
from playwright.sync_api import expect

from noughts import analyse
from tests.page.conftest import Visit
from tests.page.pages import fits
from tests.page.table import Table

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def inside(table: Table, *selectors: str) -> None:
    """What the selectors name is within the window, whole."""
    size = table.page.viewport_size
    for selector in selectors:
        box = table.page.locator(selector).first.bounding_box()
        assert box["x"] >= -1, selector
        assert box["y"] >= -1, selector
        assert box["x"] + box["width"] <= size["width"] + 1, selector
        assert box["y"] + box["height"] <= size["height"] + 1, selector


def test_the_board_stays_and_the_panel_scrolls_alone(visit: Visit):
    """On a wide screen board, strips and tabs are in sight, however long the panel is; the brain waits for a move."""
    table = visit().against("minimax").tab("Brain").shows("When Minimax has moved, this shows what it saw")
    table.play("b2").holds(2).shows("How it chose")
    panel = table.page.locator(".panels")
    longer = "panel => panel.scrollHeight > panel.clientHeight + 200"
    table.page.wait_for_function(longer, arg=panel.element_handle())
    panel.evaluate("panel => panel.scrollTo(0, panel.scrollHeight)")
    assert table.page.evaluate("document.scrollingElement.scrollHeight <= innerHeight")
    inside(table, "noughts-board", ".strip.x", ".strip.o", ".tabbar")
    assert table.page.locator("noughts-board").bounding_box()["width"] > 560


def test_a_phone_shows_the_board_and_opens_what_is_asked(visit: Visit):
    """Strip, board, strip and tabs; a tab opens its panel over the page, closes it, and so does what is done in it."""
    table = visit(**PHONE)
    expect(table.page.get_by_role("tabpanel")).to_have_count(0)
    inside(table, ".strip.o", "noughts-board", ".strip.x", ".tabbar")
    game = table.page.get_by_role("tab", name="Game")
    game.tap()
    expect(table.page.get_by_role("tabpanel", name="Game")).to_be_visible()
    table.button("Hint").tap()
    expect(table.page.get_by_role("tabpanel")).to_have_count(0)
    table.says("Hint: ").shows("Hint: ")
    game.tap()
    game.tap()
    expect(table.page.get_by_role("tabpanel")).to_have_count(0)


@pytest.mark.long
def test_a_finger_aims_on_a_large_board_and_makes_it_larger(visit: Visit):
    """On a phone 15x15 is whole in sight with equal columns; a first touch aims, a second plays; rulers stay."""
    table = visit("/?board=15x15x5", **PHONE).shows("Medium")
    widths = {round(table.cell(f"{letter}8").bounding_box()["width"], 1) for letter in "abcdefghijklmno"}
    assert max(widths) - min(widths) < 0.5
    inside(table, "button[data-cell=a1]", "button[data-cell=o15]")
    table.cell("h8").tap()
    table.says("h8: touch it again to play there").holds(0)
    table.cell("i9").tap()
    table.cell("i9").tap()
    table.holds(2)
    table.button("Make the board larger").tap()
    table.button("Make the board larger").tap()
    assert table.cell("i9").bounding_box()["width"] >= 40
    scroller = table.page.locator("noughts-board .scroller")
    scroller.evaluate("scroller => scroller.scrollTo(9999, 9999)")
    for ruler in (".letters", ".numbers"):
        frame, box = scroller.bounding_box(), table.page.locator(f"noughts-board {ruler}").bounding_box()
        near = box["y"] - frame["y"] if ruler == ".letters" else box["x"] - frame["x"]
        assert abs(near) < 3, ruler
    fits(table, 360)


@pytest.mark.long
def test_two_fingers_make_a_large_board_larger(visit: Visit):
    """On a phone a pinch enlarges the cells of 15x15, plays nothing, and the page stays as wide as it is."""
    table = visit("/?board=15x15x5", **PHONE).shows("Medium")
    box, width = table.cell("h8").bounding_box(), table.cell("h8").bounding_box()["width"]
    x, y = box["x"] + width / 2, box["y"] + width / 2
    table.fingers([(x - 20, y), (x + 20, y)], [(x - 50, y), (x + 50, y)], [(x - 80, y), (x + 80, y)])
    table.page.wait_for_function(
        f"() => document.querySelector('[data-cell=h8]').getBoundingClientRect().width > {1.5 * width}"
    )
    table.holds(0)
    fits(table, 360)


@pytest.mark.long
@pytest.mark.parametrize("size", [(320, 256), (360, 225)], ids=str)
def test_every_cell_is_hit_at_400_percent(visit: Visit, size: tuple[int, int]):
    """In the window that a zoom of 400 % leaves, small and large boards are played on, each cell where it is seen."""
    table = visit(viewport=dict(zip(("width", "height"), size, strict=True))).against("core")
    table.play("b2").holds(2)
    assert table.cell("a1").bounding_box()["width"] > 44
    table.goto("/?board=15x15x5").against("weights").play("h8").holds(2)


@pytest.mark.long
def test_a_cube_is_seen_whole_with_its_lines(visit: Visit):
    """The layers of the cube stand two by two, all in sight; a cell shows its lines, and a won line is seen whole."""
    table = visit("/?board=cube4").choose("O, second", "person")
    inside(table, *(f"button[data-cell={cell}]" for cell in ("a1", "d4", "a5", "a9", "d16")))
    left, right, below = (table.cell(cell).bounding_box() for cell in ("a1", "a5", "a9"))
    assert abs(left["y"] - right["y"]) < 1 < right["x"] - left["x"]
    assert abs(left["x"] - below["x"]) < 1 < below["y"] - left["y"]
    table.cell("a1").focus()
    expect(table.page.locator("noughts-board .hinted")).to_have_count(7)
    table.play("a1", "a2", "b6", "a3", "c11", "a4", "d16").says("X wins")
    expect(table.page.locator("noughts-board .wins circle")).to_have_count(4)
    expect(table.page.locator("noughts-board .thread")).to_have_count(1)


@pytest.mark.long
@pytest.mark.parametrize("options", [{}, PHONE], ids=["wide", "phone"])
def test_nothing_covers_or_moves_the_board(visit: Visit, options: dict[str, object]):
    """A score, a notice and a refused cell leave the board where it is; a notice lies beside it or below it."""
    table = visit("/", **options).holds(0)
    board = table.page.locator("noughts-board")
    before = board.bounding_box()
    table.against("random").game(lambda position: position.board.cell_name(analyse(position).best[0]))
    table.page.get_by_role("button", name="Rematch").filter(visible=True).first.click()
    table.holds(0)
    expect(table.page.locator(".strip").first).to_contain_text("won by")
    assert board.bounding_box() == before
    table.page.evaluate(
        """async (host) => {
            const { notice } = await import(`${host}/static/core/announce.js`);
            notice("The connection is lost: what you play is kept, and sent when it is back.", [["Again", () => 0]]);
        }""",
        table.address,
    )
    told = table.page.locator(".notice")
    expect(told).to_be_visible()
    assert board.bounding_box() == before
    box = told.bounding_box()
    beside = box["x"] >= before["x"] + before["width"] or box["y"] >= before["y"] + before["height"]
    assert beside, (box, before)


@pytest.mark.long
def test_two_registers_of_words(visit: Visit):
    """Simple words count moves; one switch makes them plies and the library's names, and stays after a reload."""
    table = visit("/?board=3x3x3&position=X.O/.../O.X").choose("O, second", "core(easy=True)")
    table.shows("Core, easy").press("v")
    expect(table.cell("a2")).to_have_accessible_name(re.compile("loses in 1 move$"))
    table.button("Words: simple").click()
    table.shows("core(easy=True)")
    expect(table.cell("a2")).to_have_accessible_name(re.compile("loses in 2 plies$"))
    table.page.reload()
    expect(table.button("Words: precise")).to_be_visible()


@pytest.mark.long
def test_the_board_can_be_chosen_on_a_phone(visit: Visit):
    """In a game of two people the choice of the board is as wide as a word or two, beside that of the clock."""
    table = (
        visit(viewport={"width": 390, "height": 844})
        .choose("O, second", "person")
        .play("b2", "a1")
        .tab("Game")
    )
    for name in ("Board", "Clock"):
        box = table.page.get_by_role("combobox", name=name, exact=True).bounding_box()
        assert box
        assert box["width"] > 120


@pytest.mark.long
def test_the_map_has_the_ground_of_the_page(visit: Visit):
    """The sheet of a strategy is dark by night and light by day, whether the system says so or the reader."""
    table = visit("/learn/map?side=X")
    sheet = table.page.get_by_role("img", name="The map for X")
    expect(sheet).to_have_js_property("complete", True)
    box = sheet.bounding_box()
    corner = {"x": int(box["x"]) + 4, "y": int(box["y"]) + 4, "width": 1, "height": 1}
    for system, chosen in (("light", None), ("dark", None), ("dark", "light"), ("light", "dark")):
        table.page.emulate_media(color_scheme=system)
        if chosen:
            table.page.evaluate("theme => document.documentElement.dataset.theme = theme", chosen)
        colour = pixel(table.page.screenshot(clip=corner))
        assert max(colour) < 80 if (chosen or system) == "dark" else min(colour) > 200, (system, chosen)


def pixel(picture: bytes) -> bytes:
    """Red, green and blue of a PNG's first pixel."""
    at, data = 8, b""
    while at < len(picture):
        size, kind = int.from_bytes(picture[at : at + 4]), picture[at + 4 : at + 8]
        data += picture[at + 8 : at + 8 + size] if kind == b"IDAT" else b""
        at += 12 + size
    return zlib.decompress(data)[1:4]


@pytest.mark.long
def test_the_navigation_is_whole(visit: Visit):
    """All its links, to Compare, lie within the window of a phone or of half a screen."""
    table = visit()
    links = table.page.get_by_role("navigation", name="Pages").get_by_role("link").all()
    assert links[-1].inner_text() == "Compare"
    for width in (360, 390, 720):
        table.page.set_viewport_size({"width": width, "height": 844})
        for link in links:
            box = link.bounding_box()
            assert 0 <= box["x"] <= box["x"] + box["width"] <= width


@pytest.mark.long
@pytest.mark.parametrize("board", ["3x3x3", "15x15x5"])
def test_no_sheet_and_no_button_lies_on_a_cell(visit: Visit, board: str):
    """At 390 pixels each tab opens below the last row, and so do the buttons that make a large board larger."""
    table = visit(f"/?board={board}", viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    last = table.cell("a3" if board == "3x3x3" else "a15")
    for name in ("Game", "Brain", "Analysis", "Share"):
        table.tab(name)
        box, sheet = last.bounding_box(), table.page.get_by_role("tabpanel", name=name).bounding_box()
        assert box["height"] > 0
        assert box["y"] + box["height"] <= sheet["y"]
    for button in table.page.get_by_role("button", name=re.compile("^Make the board")).all():
        assert last.bounding_box()["y"] + last.bounding_box()["height"] <= button.bounding_box()["y"] + 1
