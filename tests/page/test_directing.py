"""What a teacher does with a class: help, another board, who is kept out and who is away, mistakes, games large."""

import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Visit
from tests.page.guard import Guard
from tests.page.pages import check
from tests.page.table import Table
from tests.page.test_class import couple, joined, opened, sides, won
from tests.page.test_layout import inside
from tests.server.people import Running

pytestmark = [pytest.mark.long, pytest.mark.one_host("a class needs a server that all of it reach")]


def test_help_is_switched_off_and_on(visit: Visit):
    """With help off no hint, value or review is found at the table; once the round is over all is there again."""
    teacher, _, ada, ben = couple(visit)
    x, o = sides(ada, ben, "Ben")
    expect(x.button("Hint")).to_be_attached()
    teacher.button("Switch help off").click()
    teacher.says("Help is off")
    x.shows("This round is played without help")
    for name in ("Hint", "Values", "Threats", "Show help"):
        expect(x.button(name)).to_be_hidden()
    expect(x.page.get_by_role("tab", name="Analysis")).to_be_hidden()
    won(ada, ben, "Ben")
    for pupil in (x, o):
        expect(pupil.page.get_by_role("tab", name="Analysis")).to_be_visible()
        expect(pupil.button("Find the better move")).to_be_visible()
    teacher.button("Next round").click()
    ada.shows("round 2").shows("This round is played without help")
    teacher.button("Switch help on").click()
    expect(ada.button("Hint")).to_be_attached()
    expect(ada.page.get_by_role("tab", name="Analysis")).to_be_visible()


def test_somebody_is_kept_out_and_let_in_again(visit: Visit, guard: Guard):
    """A locked class rejects a pupil, who can join as soon as it is open.

    After a ban the pupil's browser and name are both rejected until the teacher lifts it.
    """
    guard.expects("409")
    guard.expects("403")
    teacher, path = opened(visit)
    teacher.button("Lock the door").click()
    expect(teacher.button("Open the door")).to_be_visible()
    ada = joined(visit, path, "Ada").says("locked")
    teacher.button("Open the door").click()
    expect(teacher.button("Lock the door")).to_be_visible()
    ada.button("Join").click()
    ada.shows("You are waiting")
    teacher.button("Send Ada away").click()
    check(teacher)
    teacher.confirm("Keep out").says("Ada has gone")
    ada.shows("Join the class").button("Join").click()
    ada.says("has sent you away")
    joined(visit, path, "ada").says("is not let into this class")
    teacher.button("Let Ada in again").click()
    expect(teacher.button("Let Ada in again")).to_have_count(0)
    ada.button("Join").click()
    ada.shows("You are waiting")


@pytest.fixture
def impatient(tmp_path: Path) -> Iterator[SimpleNamespace]:
    """A server for which no while is short enough: whoever has no stream is away at once.

    It is asked for before ``visit``, so that the browsers are closed before it ends.
    """
    running = Running(f"sqlite:///{tmp_path / 'games.db'}")
    presence = running.app.state.services.streams.presence
    by_the_loop = presence.later
    presence.later = lambda _seconds, then: by_the_loop(0, then)
    log = tmp_path / "server.log"
    log.touch()
    yield SimpleNamespace(address=running.address, log=log)
    running.stop()


def test_whoever_closes_the_browser_is_away(impatient: SimpleNamespace, visit: Visit):
    """Teacher and partner see it, nobody is paired with them, and the game goes on when they are back."""
    teacher, path = opened(visit, on=impatient)
    ada, ben, cleo = (joined(visit, path, name, on=impatient) for name in ("Ada", "Ben", "Cleo"))
    ben.shows("you play Ada")
    address = ada.page.url
    context = ada.page.context
    ada.page.close()
    teacher.says("Ada is away").shows("away: Ada")
    ben.shows("Ada is away: your game waits")
    expect(teacher.page.get_by_role("row", name=re.compile("Ada .away."))).to_be_visible()
    back = Table(context.new_page(), impatient.address).goto(address.removeprefix(impatient.address))
    teacher.says("Ada is back")
    ben.until(lambda: "away" not in ben.page.get_by_role("complementary", name="Your class").inner_text())
    back.page.close()
    teacher.shows("away: Ada")
    teacher.button("Next round (1 still plays)").click()
    teacher.confirm("Next round")
    for pupil, name in ((ben, "Cleo"), (cleo, "Ben")):
        pupil.shows(f"round 2: you play {name}")


def test_after_a_round(visit: Visit):
    """The cards of both players say why the game was lost, and the teacher sees the mistakes by kind, with boards.

    One click shows a game large, move by move, and back. The next round is on the board that the teacher chooses.
    """
    teacher, _, ada, ben = couple(visit)
    won(ada, ben, "Ben")
    for pupil in (ada, ben):
        card = pupil.page.get_by_role("region", name="How it ended")
        expect(card.get_by_role("button", name="Find the better move")).to_be_visible()
        expect(card).to_contain_text(re.compile("threat|line|win", re.IGNORECASE))
    teacher.button("The mistakes").click()
    mistakes = teacher.page.get_by_role("region", name="The mistakes of round 1")
    expect(mistakes.get_by_role("region").first).to_be_visible()
    expect(mistakes.get_by_role("img").first).to_have_accessible_name(re.compile("played"))
    check(teacher)
    mistakes.get_by_role("button", name=re.compile("Show the game of")).first.click()
    large = teacher.page.get_by_role("region", name=re.compile("as X against"))
    expect(large).to_contain_text(re.compile("Move [1-5] of 5"))
    for button, words in (
        ("First position", "The start."),
        ("One move on", "Move 1 of 5"),
        ("Last position", "X wins"),
    ):
        teacher.button(button).click()
        expect(large).to_contain_text(words)
    check(teacher)
    teacher.button("All boards").click()
    teacher.page.get_by_role("list", name="All boards").get_by_role("link").click()
    expect(large).to_contain_text("Move 5 of 5")
    teacher.button("All boards").click()
    teacher.choose("Board of the next round", "4x4x4").button("Next round").click()
    for pupil in (ada, ben):
        pupil.shows("round 2: you play").on("4x4x4").holds(0)
    teacher.shows("Class: round 2").shows("four in a row")


def test_a_class_that_nobody_could_enter_is_told_before(visit: Visit):
    """Where only its own machine reaches the server that is told before; else the first address is the others'."""
    teacher = visit("/class")
    expect(teacher.page.get_by_role("note", name="Who can come")).to_contain_text("No pupil could come")
    check(teacher)
    other = visit(None)
    answer = {"schema": 3, "addresses": ["http://192.168.1.5:8000"]}
    other.page.context.route("**/api/addresses", lambda route: route.fulfill(json=answer))
    asked: list[str] = []
    other.page.on(
        "request", lambda request: asked.append(request.post_data or "") if "/api/qr" in request.url else None
    )
    other.goto("/class").button("Open a class").click()
    expect(other.page.get_by_role("img", name="A QR code of the link")).to_be_visible()
    assert [text for text in asked if "127.0.0.1" in text] == []
    expect(other.page.get_by_role("note", name="Who can come")).to_have_count(0)


def test_the_boards_fill_the_screen(visit: Visit):
    """On a full screen three boards take more than half of its height, and the address stays in sight."""
    teacher, path = opened(visit, viewport={"width": 1920, "height": 1080})
    for name in ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn"):
        joined(visit, path, name)
    tiles = teacher.page.get_by_role("list", name="All boards").get_by_role("listitem")
    expect(tiles).to_have_count(3)
    teacher.button("Whole screen").click()
    teacher.page.wait_for_function("() => document.fullscreenElement")
    teacher.until(lambda: tiles.first.get_by_role("link").bounding_box()["height"] > 540)
    expect(teacher.page.get_by_role("region", name="Class: round 1")).to_contain_text(
        path.removeprefix("/class/")
    )


def test_a_pupil_has_the_board_whole_below_the_bar(visit: Visit):
    """On 1440 x 900 the bar of the class leaves both strips and the whole board in sight."""
    *_, ben = couple(visit)
    ben.shows("round 1: you play Ada").page.set_viewport_size({"width": 1440, "height": 900})
    inside(ben, ".strip.o", "noughts-board", ".strip.x")
