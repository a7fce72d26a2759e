"""Every page of the table: light, still, accessible, as narrow as the screen, and dark on light on paper."""

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Host, Visit
from tests.page.guard import Guard
from tests.page.pages import PAGES, SHIFTS, Page, begun, check, fits, is_light, printed, problems, weigh
from tests.page.pair import alternate, pair
from tests.page.table import Table
from tests.server.service import Service

OFTEN = {"game"}
"""What is looked at in every run; axe needs seconds for a page."""


def rows(names) -> list[object]:
    """Return parameters for pages, most of them for long runs only."""
    return [pytest.param(name, marks=[] if name in OFTEN else pytest.mark.long) for name in names]


def tab_for(visit: Visit, page: Page, guard: Guard) -> Table:
    """Return a tab in which the page is not loaded yet."""
    if page.error:
        guard.expects(page.error)
    return visit(None)


@pytest.mark.parametrize("name", rows(name for name, page in PAGES.items() if page.kilobytes))
def test_a_page_is_light_and_still(visit: Visit, host: Host, guard: Guard, name: str):
    """With an empty cache it takes at most its bytes; on any screen nothing shifts while it loads or scrolls sideways.

    What the site without a server sends is counted in tests/page/test_alone.py: Python is among it.
    """
    page = PAGES[name]
    table = tab_for(visit, page, guard)
    table.page.add_init_script(SHIFTS)
    sizes = weigh(table)
    for width in (1440, 360, 768):
        table.page.set_viewport_size({"width": width, "height": 900})
        page.reach(table.goto(page.path))
        table.page.wait_for_load_state("networkidle")
        if width == 1440 and isinstance(host, Service):
            assert len(sizes) > 10
            assert sum(sizes.values()) < 1000 * page.kilobytes
        assert page.shifts or table.page.evaluate("window.shifted") == 0, width
        fits(table, width)


@pytest.mark.parametrize("name", rows(PAGES))
def test_a_page_is_accessible_at_every_width(visit: Visit, guard: Guard, name: str):
    """In both wordings axe-core finds nothing and nothing scrolls sideways.

    Printed at night it is dark on light, without header and footer, and nothing is cut at the side.
    """
    page = PAGES[name]
    table = tab_for(visit, page, guard)
    page.reach(table.goto(page.path))
    table.page.wait_for_load_state("networkidle")
    check(table)
    table.page.emulate_media(color_scheme="dark")
    assert all(map(is_light, printed(table)))
    size = table.page.viewport_size
    table.page.set_viewport_size({"width": 700, "height": 990})
    table.page.emulate_media(media="print")
    expect(table.page.get_by_role("navigation", name="Pages")).to_be_hidden()
    expect(table.page.get_by_role("contentinfo")).to_be_hidden()
    fits(table, 700)
    table.page.emulate_media(media="screen")
    table.page.set_viewport_size(size)
    if name not in OFTEN and not table.page.get_by_role("dialog").count():
        table.page.get_by_role("button", name="Words: ").click()
        check(table)


@pytest.mark.long
@pytest.mark.one_host("a friend comes by a link")
def test_two_people_and_who_looks_on(visit: Visit):
    """The same for a game by link, with an offer on the table, and for its spectator."""
    host, friend = pair(visit)
    alternate(host, friend, "b2", "a1")
    third = visit(host.page.url.removeprefix(host.address)).holds(2)
    host.button("Offer a draw").click()
    friend.shows("offers a draw")
    third.shows("offers a draw")
    check(friend)
    check(third)


@pytest.mark.long
def test_reduced_motion_is_honoured(visit: Visit):
    """Who wants no motion sees none: in a whole game and its end no animation runs; others see some."""
    running = """() => new Promise((done) => {
        let most = 0;
        const look = (left) => {
            most = Math.max(most, document.getAnimations().filter((one) => one.playState === "running"
                && one.effect.getComputedTiming().activeDuration > 10).length);
            left ? requestAnimationFrame(() => look(left - 1)) : done(most);
        };
        look(30);
    })"""
    counts = {}
    for motion in ("reduce", "no-preference"):
        table = visit(reduced_motion=motion).against("core").play("a1").holds(2).play("c1").holds(4)
        table.play("a3").holds(6)
        table.cell("b2").click()
        counts[motion] = table.page.evaluate(running)
    assert counts["reduce"] == 0
    assert counts["no-preference"] > 0


@pytest.mark.long
def test_forced_colours(visit: Visit):
    """With the system's own few colours the marks, the grid and the buttons are still there to see."""
    table = begun(visit(forced_colors="active"))
    assert problems(table, rules={"color-contrast": {"enabled": False}}) == []
    mark = table.page.locator("noughts-board .mark").first
    expect(mark).to_be_visible()
    ink, paper = table.page.evaluate(
        """() => [getComputedStyle(document.querySelector("noughts-board .mark")).color,
                  getComputedStyle(document.body).backgroundColor]"""
    )
    assert ink != paper
