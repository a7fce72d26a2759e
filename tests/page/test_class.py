"""A class: a teacher, pupils who come by one link, and all boards beside each other."""

import re
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.page.conftest import Visit
from tests.page.guard import Guard
from tests.page.pages import check, problems
from tests.page.table import Table

pytestmark = pytest.mark.one_host("a class meets on a server")


def opened(visit: Visit, **options: Any) -> tuple[Table, str]:
    """A teacher who has just made a class, and its path."""
    teacher = visit("/class", **options)
    teacher.button("Open a class").click()
    expect(teacher.page).to_have_url(re.compile("/class/.+"))
    expect(teacher.page.get_by_role("img", name="A QR code of the link")).to_be_visible()
    return teacher, teacher.page.url.removeprefix(teacher.address)


def joined(visit: Visit, path: str, name: str, **options: Any) -> Table:
    """A pupil who has said a name."""
    return join(visit(path, **options), name)


def join(pupil: Table, name: str) -> Table:
    """Say a name, and ask to be let in."""
    pupil.page.get_by_role("textbox", name="Your name").fill(name)
    pupil.button("Join").click()
    return pupil


def couple(visit: Visit, **options: Any) -> tuple[Table, str, Table, Table]:
    """A teacher, the path of the class, and Ada and Ben, who play each other."""
    teacher, path = opened(visit, **options)
    ada, ben = joined(visit, path, "Ada"), joined(visit, path, "Ben")
    return teacher, path, ada, ben


def sides(one: Table, other: Table, name: str) -> list[Table]:
    """Who is X and who is O, of somebody and another of this name."""
    bar = one.page.get_by_role("complementary", name="Your class")
    expect(bar.get_by_text(f"you play {name}")).to_be_visible()
    return [one, other] if "you are X" in bar.inner_text() else [other, one]


def won(one: Table, other: Table, name: str) -> Table:
    """Somebody and another of this name play until X has won; X."""
    x, o = sides(one, other, name)
    for table, cell in ((x, "a1"), (o, "b1"), (x, "a2"), (o, "b2"), (x, "a3")):
        table.play(cell)
    return x


def test_a_class_plays_on_any_board(visit: Visit):
    """A teacher opens a class on a board of any size; two who come by its link play there, and the teacher sees it."""
    teacher = visit("/class").choose("Board", "other")
    teacher.page.get_by_role("spinbutton", name="Columns").fill("7")
    teacher.press("Tab").button("Open a class").click()
    teacher.shows("Class: round 1").shows(re.compile(r"7 \S 3, three in a row"))
    path = teacher.page.url.removeprefix(teacher.address)
    ada, ben = joined(visit, path, "Ada"), joined(visit, path, "Ben")
    x, o = sides(ada, ben, "Ben")
    x.on("7x3x3").play("g3")
    o.holds(1)
    tile = teacher.page.get_by_role("list", name="All boards").get_by_role("listitem")
    expect(tile.get_by_role("img").last).to_have_accessible_name(re.compile(r"X.* to move\.$"))


@pytest.mark.long
def test_a_class_plays_two_rounds(visit: Visit):
    """Four come by one link, each pair plays, the teacher sees all and begins a round of new pairs, and ends it."""
    teacher, path = opened(visit)
    check(teacher)
    ada = joined(visit, path, "Ada").shows("You are waiting")
    check(ada)
    ben = joined(visit, path, "Ben")
    for pupil, other in ((ada, "Ben"), (ben, "Ada")):
        expect(pupil.page).to_have_url(re.compile("/game/"))
        pupil.shows(re.compile(f"round 1: you play {other}"))
    teacher.says("Ben has come")
    cleo, dan = joined(visit, path, "Cleo"), joined(visit, path, "Dan")
    dan.shows(re.compile("round 1: you play Cleo"))
    wall = teacher.page.get_by_role("list", name="All boards")
    expect(wall.get_by_role("listitem")).to_have_count(2)
    teacher.page.set_viewport_size({"width": 1920, "height": 1080})
    check(teacher)
    winner = won(ada, ben, "Ben")
    teacher.says("(Ada|Ben) won against")
    expect(wall.get_by_role("img", name=re.compile("won against"))).to_have_count(1)
    winner.shows("The next round begins when your teacher says so")
    check(winner)
    teacher.button("Next round (1 still plays)").click()
    teacher.confirm("Next round")
    for pupil, others in ((ada, "Cleo|Dan"), (ben, "Cleo|Dan"), (cleo, "Ada|Ben"), (dan, "Ada|Ben")):
        pupil.shows(re.compile(f"round 2: you play ({others})")).holds(0)
        pupil.says(f"Round 2: you play ({others})")
    row = teacher.page.get_by_role("row", name=re.compile("^1 (Ada|Ben) 1 "))
    expect(row).to_be_visible()
    teacher.button("Close the class").click()
    teacher.confirm("Close")
    teacher.shows("over after 2 rounds")
    check(teacher)
    dan.shows("The class is over").button("Done").click()
    expect(dan.page.get_by_role("complementary", name="Your class")).to_have_count(0)


@pytest.mark.long
def test_whoever_waits_plays_meanwhile(visit: Visit):
    """An odd one plays a house player, and is led to the pair's game as soon as somebody comes."""
    _, path = opened(visit)
    ada = joined(visit, path, "Ada").shows("You are waiting")
    ada.button("Play Medium meanwhile").click()
    ada.play("b2").holds(2)
    ben = joined(visit, path, "Ben")
    ada.shows("round 1: you play Ben").holds(0)
    ben.button("Leave the class").click()
    ben.confirm("Leave")
    ada.shows("you play the next who comes")
    cleo = joined(visit, path, "Cleo")
    won(ada, cleo, "Cleo")
    expect(ben.page.get_by_role("complementary", name="Your class")).to_have_count(0)


@pytest.mark.long
def test_a_name_is_kept_whoever_comes_while_it_is_typed(visit: Visit):
    """What is being typed stays in its field when another pupil comes, and when the list of players does."""
    _, path = opened(visit)
    ada = visit("/class")
    held = ada.hold("**/api/players*", times=None)
    ada.goto(path)
    field = ada.page.get_by_role("textbox", name="Your name")
    field.press_sequentially("Ad")
    joined(visit, path, "Ben").shows("You are waiting")
    joined(visit, path, "Cleo").shows("round 1: you play Ben")
    with ada.page.expect_response("**/api/players*") as heard:
        for route in held:
            route.continue_()
    heard.value.finished()
    ada.page.evaluate("new Promise((done) => setTimeout(done, 100))")  # what follows from the answer is done
    field.press_sequentially("a")
    ada.page.keyboard.press("Enter")
    ada.shows("You are waiting")
    joined(visit, path, "Dan").shows("round 1: you play Ada")


@pytest.mark.long
def test_a_pupil_who_reloads_goes_on(visit: Visit, guard: Guard):
    """The link leads somebody who is in the class back to their game, and a stranger may look at all boards."""
    guard.expects("404")
    teacher, path, ada, ben = couple(visit)
    x, _ = sides(ada, ben, "Ben")
    x.cell("b2").click()
    x.holds(1)
    x.goto(path).shows("Your game waits for you")
    x.page.get_by_role("link", name="To your game").click()
    x.holds(1)
    stranger = visit(f"{path}?look=1")
    expect(
        stranger.page.get_by_role("img", name=re.compile("Ada as .* against Ben|Ben as .* against Ada"))
    ).to_be_visible()
    expect(stranger.button("Next round", exact=False)).to_have_count(0)
    teacher.button("Close the class").click()
    teacher.confirm("Close")
    teacher.button("Delete the class").click()
    teacher.confirm("Delete")
    expect(teacher.page).to_have_url(re.compile("/class$"))
    stranger.says("There is no class")


@pytest.mark.long
def test_an_answer_that_comes_late(visit: Visit):
    """Whoever is paired before the answer to coming in has arrived is led to the game all the same."""
    _, path = opened(visit)
    ada, held = visit(path), []

    def hold(route: Route) -> None:
        held.append((route, route.fetch()))

    ada.page.context.route("**/pupils", hold, times=1)
    join(ada, "Ada").until(lambda: held)
    joined(visit, path, "Ben").shows("round 1: you play Ada")
    route, answer = held[0]
    route.fulfill(response=answer)
    ada.shows("round 1: you play Ben")


@pytest.mark.long
def test_the_wall_follows_a_pair_that_plays_on(visit: Visit):
    """Once a timed game is over its two play on: the wall shows that board and its clocks, and what counts."""
    teacher = visit("/class")
    teacher.choose("Clock", "300+5").button("Open a class").click()
    expect(teacher.page).to_have_url(re.compile("/class/.+"))
    path = teacher.page.url.removeprefix(teacher.address)
    ada, ben = joined(visit, path, "Ada"), joined(visit, path, "Ben")
    x = won(ada, ben, "Ben")
    o, name = (ben, "Ada") if x is ada else (ada, "Ben")
    tile = teacher.page.get_by_role("list", name="All boards").get_by_role("listitem")
    expect(tile.get_by_role("timer")).to_have_text([re.compile(r"^[45]:\d\d$")] * 2)
    check(teacher)
    x.button("Rematch").first.click()
    o.button("Agree").first.click()
    o.holds(0)
    x.holds(0).play("b2")
    expect(tile).to_contain_text(f"Counted: {name} won. They play on.")
    expect(tile.get_by_role("img").last).to_have_accessible_name(re.compile(r"/ \.X\. / .* to move\.$"))
    expect(tile.get_by_role("timer")).to_have_text([re.compile(r"^[45]:\d\d$")] * 2)
    before = tile.get_by_role("timer").all_inner_texts()
    teacher.page.wait_for_function(
        "before => [...document.querySelectorAll('.tile-clock')].some((one, i) => one.textContent !== before[i])",
        arg=before,
    )
    check(teacher)
    expect(tile.get_by_role("link")).to_have_attribute("href", re.compile(x.page.url.rpartition("/")[2]))
    teacher.says("won against")
    expect(teacher.page.get_by_role("row", name=re.compile(f"^1 {name} 1 "))).to_be_visible()


FORBIDDEN = """
Object.defineProperty(window, "localStorage", {
  get() { throw new DOMException("Access is denied for this document.", "SecurityError"); },
});
"""
"""As in a private window in which a page may keep nothing."""


@pytest.mark.long
def test_a_browser_that_keeps_nothing_is_reloaded(visit: Visit):
    """Teacher and pupil whose browsers keep nothing are told so, and go on after a reload and the way back."""
    tables = [visit(None, viewport={"width": 1280, "height": 900}) for _ in range(3)]
    for table in tables:
        table.page.context.add_init_script(FORBIDDEN)
    teacher, ada, ben = tables
    teacher.goto("/class").button("Open a class").click()
    expect(teacher.page).to_have_url(re.compile("/class/.+"))
    path = teacher.page.url.removeprefix(teacher.address)
    teacher.shows("if you close it, nobody directs this class")
    for pupil, name in ((ada, "Ada"), (ben, "Ben")):
        pupil.goto(path).shows("if you close it, you come in as somebody new")
        join(pupil, name).button("Join").wait_for(state="detached")
    ada.shows("round 1: you play Ben")
    for table in tables:
        table.page.reload()
    x, o = sides(ada, ben, "Ben")
    x.play("b2")
    o.holds(1)
    x.page.reload()
    x.holds(1)
    o.play("a1")
    o.page.go_back()
    o.shows("Your game waits for you")
    o.page.reload()
    o.page.get_by_role("link", name="To your game").click()
    o.holds(2)
    teacher.button("Next round (1 still plays)").click()
    teacher.confirm("Next round")
    for pupil in (ada, ben):
        pupil.shows("round 2: you play").holds(0)
    expect(teacher.page.get_by_role("region", name="Points").get_by_role("row")).to_have_count(3)
    assert not any(re.search("[#?]", table.page.url) for table in tables)
    check(teacher)


@pytest.mark.long
def test_the_teacher_removes_several_pupils(visit: Visit):
    """The teacher selects pupils by address and by who has not moved, with the keyboard and on a phone, and sends them
    away at once.
    """
    teacher, path = opened(visit, viewport={"width": 390, "height": 844})
    for number in range(1, 7):
        body = {"name": f"Bot {number}", "nonce": f"a nonce of bot {number}, random"}
        assert teacher.page.request.post(
            f"{teacher.address}/api{path.replace('class', 'classes')}/pupils", data=body
        ).ok
    teacher.shows("6 pupils")
    ada, ben = joined(visit, path, "Ada"), joined(visit, path, "Ben")
    won(ada, ben, "Ben")
    teacher.button("Send several away").click()
    dialog = teacher.page.get_by_role("dialog", name="Send several away")
    expect(dialog.get_by_role("status")).to_have_text("0 of 8 pupils selected.")
    expect(dialog.get_by_role("checkbox", name="Bot 3 (address A, has not moved)")).not_to_be_checked()
    assert problems(teacher) == []
    assert teacher.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    dialog.get_by_role("button", name="Select 8 from address A").click()
    expect(dialog.get_by_role("status")).to_have_text("8 of 8 pupils selected.")
    dialog.get_by_role("button", name="Select none").click()
    dialog.get_by_role("button", name="Select 6 who have not moved").click()
    dialog.get_by_role("checkbox", name="Bot 6").focus()
    teacher.press("Space")
    expect(dialog.get_by_role("status")).to_have_text("5 of 8 pupils selected.")
    dialog.get_by_role("button", name="Send away").focus()
    teacher.press("Enter")
    expect(dialog).to_have_count(0)
    teacher.shows("3 pupils")
    expect(teacher.page.get_by_role("button", name="Send Bot 6 away")).to_be_visible()
    expect(teacher.page.get_by_role("button", name="Send Bot 5 away")).to_have_count(0)


@pytest.mark.long
def test_streams_say_whose_they_are(visit: Visit):
    """The streams of the teacher, the pupils and the players have places of their own, so each has a sign."""
    watched: list[str] = []
    teacher, path = opened(visit)
    teacher.page.context.on("request", lambda request: watched.append(request.url))
    teacher.page.reload()
    teacher.shows("Class: round 1")
    teacher.page.wait_for_function(
        "() => performance.getEntriesByType('resource').some(({name}) => /sign$/.test(name))"
    )
    ada, ben = joined(visit, path, "Ada"), visit(path)
    for pupil in (ada, ben):
        pupil.page.context.on("request", lambda request: watched.append(request.url))
    won(ada, join(ben, "Ben"), "Ben")
    streams = [url for url in watched if "/events" in url]
    assert any("/classes/" in url for url in streams)
    assert any("/games/" in url for url in streams)
    assert [url for url in streams if "/games/" in url and "as=" not in url] == []
    assert any("boards=true" in url and "as=0." in url for url in streams)
    assert any("/classes/" in url and "as=2." in url for url in streams)
