"""The table of pages and their states, and the checks that hold for all of them."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import pypdfium2 as pdfium
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from noughts import player_names
from tests.page.table import Table

Reach = Callable[[Table], object]


@dataclass(frozen=True)
class Page:
    """An address, and what its page shows before it is checked.

    Attributes:
        path: The address that is opened.
        reach: Bring the page to the state that is checked, or wait until all of it is there.
        kilobytes: The most that loading the page takes on the wire with an empty cache, headers included; None for a
            state that people bring about by clicks.
        error: An error that the console reports.
        shifts: True if choices or results that come later move what is below them.
    """

    path: str = "/"
    reach: Reach = lambda table: table
    kilobytes: float | None = None
    error: str = ""
    shifts: bool = False


def shows(text: str) -> Reach:
    """Return a function that waits for a text."""
    return lambda table: table.shows(text)


def begun(table: Table) -> Table:
    return table.against("tic").play("b2").holds(2).shows("Why ")


def tab(name: str, table: Table) -> Table:
    return begun(table).tab(name)


def over(table: Table) -> Table:
    table.against("core").play("a1").holds(2).play("c1").holds(4).play("a3").holds(6).play("b2")
    return table.shows("You win").shows("One move gave something away")


def helped(table: Table) -> Table:
    return table.press("v", "t", "h").says("Hint")


def large(table: Table) -> Table:
    return table.against("weights").play("h8").holds(2).shows("Why ")


def listed(table: Table) -> Table:
    begun(table)
    return table.goto("/games").shows("O: Tic")


def brains(table: Table) -> None:
    cards = table.page.get_by_role("article")
    expect(cards).to_have_count(len(player_names()))
    for card in cards.all():
        card.get_by_text(re.compile("^Look inside ")).first.click()
        expect(card.get_by_role("heading", name="What it plays")).to_be_visible()


def tree(table: Table) -> None:
    table.page.get_by_text("The tree from here", exact=True).click()
    table.page.get_by_role("treeitem").last.click()
    expect(table.page.locator(".block-cut").first).to_be_visible()


def computers(table: Table) -> Table:
    table.choose("X, first", "minimax").choose("O, second", "rules").shows("minimax against rules")
    table.button("Step").click()
    return table.holds(1)


def keys(table: Table) -> None:
    table.press("?")
    expect(table.page.get_by_role("dialog")).to_be_visible()


def seats(table: Table) -> None:
    expect(table.seats()).to_be_visible()


def precise(table: Table) -> Table:
    table.button("Words: simple").click()
    return helped(table).tab("Analysis").shows("Exact: every continuation")


def phone(table: Table) -> None:
    table.page.set_viewport_size({"width": 320, "height": 640})
    table.page.get_by_role("tab", name="Game").click()
    expect(table.page.get_by_role("tabpanel", name="Game")).to_be_visible()


def analysed(table: Table) -> Table:
    expect(table.page.locator(".evaluation .chip")).to_be_visible()
    return table


LINE = "/analyse?board=3x3x3&moves=b2b1(a1c3{The corner holds.}b3)a1c3"
THREES = "/".join(["." * 10] * 4 + ["....XXX...", "....OOO..."] + ["." * 10] * 4)
ANSWERED = f"{LINE}&show=values,numbers&question=Who wins%3F&answer=shown&tab="
HELP = "/?board=3x3x3&position=X.O/.../O.X"

PAGES = {
    "game": Page("/", lambda table: table.holds(0), 150),
    "begun": Page("/", begun),
    "brain": Page("/", partial(tab, "Brain")),
    "share": Page("/", partial(tab, "Share")),
    "seats": Page("/", seats),
    "precise": Page(HELP, precise),
    "phone": Page("/", phone),
    "over": Page("/", over),
    "all help": Page(HELP, helped),
    "15x15": Page("/?board=15x15x5", large),
    "computers": Page("/", computers),
    "keys": Page("/", keys),
    "my games": Page("/", listed),
    "no games": Page("/games", shows("No games yet"), 136),
    "no such game": Page("/game/no-such-game-is-here", shows("no-such-game-is-here"), error="404"),
    "no such page": Page("/nothing", kilobytes=150, error="404"),
    "brains": Page("/brains", kilobytes=181),
    "open brains": Page("/brains?board=3x3x3&position=X../.O./..X", brains),
    "analyse": Page("/analyse?board=3x3x3&moves=b2a1", analysed, 201),
    "a game of five": Page(
        "/analyse?board=15x15x5&moves=h8i9h9(g7h7)h7&tab=analysis&show=values",
        lambda table: table.holds(4).shows("Best play").shows("estimate"),
        207,
        shifts=True,
    ),
    "threes": Page(f"/analyse?board=10x10x5&position={THREES}&tab=analysis", analysed, 207),
    "a tree from here": Page("/analyse?board=3x3x3&position=XO./XO./...&tab=analysis", tree),
    "set up": Page("/analyse?tab=setup", analysed, 201),
    **{
        f"analyse: {name}": Page(ANSWERED + name, lambda table: table.holds(4).shows("exact"), 207)
        for name in ("moves", "analysis", "share")
    },
    "learn": Page("/learn", kilobytes=152),
    "a lesson": Page("/learn/fork", kilobytes=168),
    "rules": Page("/learn/rules", kilobytes=175),
    "threats": Page("/learn/threats", kilobytes=175),
    "pairing": Page("/learn/pairing", kilobytes=175),
    "alpha-beta": Page("/learn/alpha-beta", kilobytes=174),
    "puzzles": Page("/learn/puzzles?kind=fork", kilobytes=165),
    "most puzzles": Page("/learn/puzzles?board=6x6x4&kind=plan", kilobytes=165),
    "daily puzzle": Page("/learn/daily", kilobytes=165),
    "a run": Page("/learn/run", kilobytes=165),
    "again": Page("/learn/again", kilobytes=165),
    "worksheet": Page("/learn/worksheet?kind=only", kilobytes=144),
    "ladder": Page("/learn/ladder", kilobytes=165),
    "map": Page("/learn/map?side=X", kilobytes=165),
    "tree": Page("/learn/tree", kilobytes=165),
    "positions": Page("/learn/positions", kilobytes=167),
    "compare": Page("/compare", kilobytes=171),
    "match": Page("/compare/match?x=tic&o=weights", kilobytes=165, shifts=True),
    "weakness": Page("/compare/weakness?player=core", kilobytes=165, shifts=True),
    "strength": Page("/compare/strength", kilobytes=148),
    "a solved board": Page("/compare/boards?board=9x4x4", kilobytes=169),
    "a torus": Page("/compare/boards?board=torus5x5x4", kilobytes=169),
    "class": Page("/class", kilobytes=140, shifts=True),
}
"""Each page. The weights are those of 19ff503 and a tenth more."""


def problems(table: Table, **options: object) -> list[str]:
    """Return what axe-core finds: the rule, and where."""
    found = Axe().run(table.page, options={"resultTypes": ["violations"], **options}).response["violations"]
    return [f"{one['id']}: {node['target']}" for one in found for node in one["nodes"]]


def check(table: Table) -> None:
    """Hold a page to axe-core, narrow and dark, wide and light, and to the width of the screen.

    The narrow and the wide page differ in their layout; between them nothing else is shown.
    """
    before = table.page.viewport_size
    for width, scheme in ((320, "dark"), (768, None), (1440, "light"), (1920, None)):
        table.page.set_viewport_size({"width": width, "height": 900})
        if scheme:
            table.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            assert problems(table) == [], f"at {width}, {scheme}"
        fits(table, width)
    table.page.set_viewport_size(before)


def fits(table: Table, width: int) -> None:
    """Check that nothing scrolls sideways at a width."""
    wide = table.page.evaluate("document.scrollingElement.scrollWidth")
    assert wide <= width, f"at {width} the page is {wide} wide"


SHIFTS = """
window.shifted = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
}).observe({ type: "layout-shift", buffered: true });
"""


def weigh(table: Table) -> dict[str, float]:
    """Let a page load without a cache, and count its bytes on the wire from now on: by response."""
    session = table.page.context.new_cdp_session(table.page)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    sizes: dict[str, float] = {}
    session.on(
        "Network.loadingFinished",
        lambda event: sizes.update({event["requestId"]: event["encodedDataLength"]}),
    )
    return sizes


def printed(table: Table, size: str = "A4", **more: Any) -> pdfium.PdfDocument:
    """Return the page as it is printed."""
    table.page.emulate_media(media="null")
    return pdfium.PdfDocument(table.page.pdf(format=size, print_background=True, **more))


def is_light(sheet: pdfium.PdfPage) -> bool:
    """Return whether a sheet is dark on light: white at its corners, and by far the most of it."""
    pixels = sheet.render(scale=0.5).to_numpy().min(axis=2)
    corners = pixels[:: len(pixels) - 1, :: pixels.shape[1] - 1]
    return bool((corners == 255).all()) and float((pixels > 200).mean()) > 0.6
