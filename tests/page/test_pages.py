"""Every page, light and dark, at three widths: accessible, never wider than the screen, quiet where wanted."""

from functools import partial

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.page.conftest import Visit
from tests.page.guard import Guard
from tests.page.pair import alternate, pair
from tests.page.table import Table, in_turn


def begun(table: Table) -> Table:
    return table.against("tic").play("b2").holds(2).shows("Why ")


def over(table: Table) -> Table:
    table.against("core").game(in_turn(("a1", "c1", "a3", "b2")))
    return table.shows("You win").shows("One move gave something away")


def helped(table: Table) -> Table:
    table.goto("/?board=3x3x3&position=X.O/.../O.X").press("v", "t", "h")
    return table.says("Hint")


def large(table: Table) -> Table:
    return table.goto("/?board=15x15x5").against("weights").play("h8").holds(2).shows("Why ")


def listed(table: Table) -> Table:
    begun(table)
    return table.goto("/games").shows("O: Tic")


def brains(table: Table) -> Table:
    table.goto("/brains")
    for name in ("tic", "weights", "core", "rules", "minimax"):
        table.page.get_by_text(f"Look inside {name.capitalize()}", exact=True).click()
    expect(table.page.get_by_role("heading", name="What it plays")).to_have_count(5)
    return table


def computers(table: Table) -> Table:
    table.choose("X, first", "minimax").choose("O, second", "rules").shows("minimax against rules")
    table.button("Step").click()
    return table.holds(1)


def invited(table: Table) -> Table:
    table.choose("O, second", "friend")
    return table.shows("Send this link")


def keys(table: Table) -> Table:
    table.press("?")
    expect(table.page.get_by_role("dialog")).to_be_visible()
    return table


def tab(name: str, table: Table) -> Table:
    return begun(table).tab(name)


def seats(table: Table) -> Table:
    table.page.get_by_role("button", name="Choose who plays O").click()
    expect(table.page.get_by_role("dialog", name="Who plays O?")).to_be_visible()
    return table


def precise(table: Table) -> Table:
    table.button("Words: simple").click()
    return helped(table).tab("Analysis").shows("Exact: every continuation")


def phone(table: Table) -> Table:
    table.page.set_viewport_size({"width": 320, "height": 640})
    table.page.get_by_role("tab", name="Game").click()
    expect(table.page.get_by_role("tabpanel", name="Game")).to_be_visible()
    return table


PAGES = {
    "new game": lambda table: table.holds(0),
    "begun": begun,
    "brain": partial(tab, "Brain"),
    "share": partial(tab, "Share"),
    "seats": seats,
    "precise": precise,
    "phone": phone,
    "over": over,
    "all help": helped,
    "15x15": large,
    "computers": computers,
    "keys": keys,
    "my games": listed,
    "no games": lambda table: table.goto("/games").shows("No games yet"),
    "brains": brains,
}


def problems(table: Table, **options: object) -> list[str]:
    """What axe-core finds: the rule, and where."""
    found = Axe().run(table.page, options={"resultTypes": ["violations"], **options}).response["violations"]
    return [f"{one['id']}: {node['target']}" for one in found for node in one["nodes"]]


def check(table: Table) -> None:
    """Accessible narrow and dark, wide and light, and never wider than the screen, nor at a width between.

    The narrow and the wide page differ in their layout; between them nothing else is shown.
    """
    for width, scheme in ((320, "dark"), (768, None), (1440, "light")):
        table.page.set_viewport_size({"width": width, "height": 900})
        if scheme:
            table.page.emulate_media(color_scheme=scheme)
            assert problems(table) == [], f"at {width}, {scheme}"
        wide = table.page.evaluate("document.scrollingElement.scrollWidth")
        assert wide <= width, f"at {width} the page is {wide} wide"


OFTEN = {"new game"}
"""What is looked at in every run; axe needs seconds for a page."""


@pytest.mark.parametrize(
    "page", [pytest.param(page, marks=[] if page in OFTEN else pytest.mark.long) for page in PAGES]
)
def test_every_page_is_accessible_at_every_width(visit: Visit, page: str):
    """axe-core finds nothing, narrow and dark, wide and light; nothing scrolls sideways at 320, 768 and 1440 pixels."""
    check(PAGES[page](visit()))


@pytest.mark.long
@pytest.mark.one_host("a friend comes by a link")
def test_an_invitation_is_accessible_at_every_width(visit: Visit):
    """The same for the link that is sent to a friend."""
    check(invited(visit()))


def test_a_page_that_is_not_there(visit: Visit, guard: Guard):
    """The page for an unknown game is held to the same."""
    guard.expects("404")
    check(visit("/game/no-such-game-is-here").shows("no-such-game-is-here"))


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
