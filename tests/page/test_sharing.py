"""Two people and their devices: names, QR codes, addresses in the network, and a seat that is carried elsewhere."""

import re

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Visit
from tests.page.pages import check
from tests.page.pair import alternate, invite, pair, path_of
from tests.page.table import Table


def private_link(table: Table) -> str:
    """The path, with its secret, by which another device takes over what this one holds."""
    table.tab("Share").button("Make a private link").click()
    return table.page.get_by_label("Your private link").input_value().removeprefix(table.address)


def called(table: Table, label: str, name: str) -> None:
    """Says a name in the panel of the game."""
    table.tab("Game").page.get_by_label(label, exact=True).fill(name)
    table.press("Enter")


@pytest.mark.long
@pytest.mark.one_host("a friend comes by a link")
def test_a_seat_is_carried_and_people_have_names(visit: Visit):
    """A name is seen and heard by the other; by a private link another device goes on, whose address keeps nothing."""
    host, friend = pair(visit)
    called(host, "Your name", "Ada")
    friend.says("X is called Ada").shows("Ada to move, as X")
    link = private_link(host)
    phone = visit(link)
    assert "#" not in phone.page.url
    assert phone.page.url == host.page.url
    phone.shows("Ada (you)")
    alternate(phone, friend, "b2", "a1")
    host.holds(2)
    expect(host.page.get_by_role("heading", level=1)).to_have_text("You against your friend")


@pytest.mark.long
def test_names_of_two_at_one_board(visit: Visit):
    """Both are named at one device, and a rematch keeps who is who; a name of 31 letters is not sent, and stays.

    What is wrong with it stands below the field.
    """
    table = visit().choose("O, second", "person")
    called(table, "The name of X", "A" * 31)
    table.shows("A name has at most 30 letters; this one has 31.")
    expect(table.page.get_by_label("The name of X", exact=True)).to_have_value("A" * 31)
    expect(table.page.get_by_role("heading", level=1)).not_to_contain_text("AAA")
    called(table, "The name of X", "Ada")
    table.shows("Ada to move, as X")
    called(table, "The name of O", "Bo")
    table.shows("Ada against Bo")
    table.play("a1", "a2", "b1", "b2", "c1").says("X wins")
    table.button("Rematch").first.click()
    table.holds(0).shows("Ada to move, as X")


@pytest.mark.long
@pytest.mark.one_host("answers are held or changed on their way")
def test_a_name_that_is_being_typed_is_kept(visit: Visit):
    """The answer to one side's name leaves what is typed for the other where it is."""
    table = visit().choose("O, second", "person")
    bo = table.tab("Game").page.get_by_label("The name of O", exact=True)
    with table.page.expect_response(re.compile("/name$")):
        called(table, "The name of X", "Ada")
        bo.fill("Bo")
    table.shows("Ada to move, as X")
    expect(bo).to_have_value("Bo")
    expect(bo).to_be_focused()


@pytest.mark.long
@pytest.mark.one_host("a friend comes by a link")
def test_a_friend_is_remembered_by_name(visit: Visit):
    """A name said once is in both lists of games, with who uses this browser, and in the next game with a friend."""
    host, friend = pair(visit)
    called(friend, "Your name", "Bo")
    host.says("O is called Bo").shows("You against Bo")
    for table, title in ((host, "X: you, O: Bo"), (friend, "X: a person, O: Bo (you)")):
        table.page.get_by_role("link", name="My games").click()
        expect(table.page.get_by_role("heading", name=title)).to_be_visible()
    host.goto(invite(friend.goto())).button("Play as O").click()
    host.shows("You against Bo")


@pytest.mark.long
@pytest.mark.one_host("a friend comes by a link")
def test_a_link_is_shown_as_a_qr_code(visit: Visit):
    """The invitation and the private link can be looked at as codes; both are accessible, narrow and wide."""
    table = visit().choose("O, second", "friend")
    table.button("QR code").click()
    code = table.page.get_by_role("img", name=re.compile("^A QR code of the link"))
    expect(code).to_be_visible()
    table.says("The QR code is shown")
    check(table)
    table.button("QR code").click()
    expect(code).to_have_count(0)


@pytest.mark.long
@pytest.mark.one_host("a friend comes by a link")
def test_the_address_in_the_network_is_ready_made(visit: Visit, own_server):
    """A server that listens for others gives links that others can open; a spectator is offered no link of a seat."""
    table = visit(None, on=own_server)
    answer = {"schema": 3, "addresses": ["http://192.168.1.5:8000"]}
    table.page.route("**/api/addresses", lambda route: route.fulfill(json=answer))
    table.goto().choose("O, second", "friend")
    field = table.page.get_by_role("textbox", name="Send this link")
    expect(field).to_have_value(re.compile(r"^http://192\.168\.1\.5:8000/game/[\w-]+#join="))
    other = visit(path_of(table), on=own_server)
    other.tab("Share")
    expect(other.button("Make a private link")).to_have_count(0)


@pytest.mark.long
def test_a_clock_runs_and_its_flag_falls(visit: Visit):
    """Two people play on the clock that they chose; it ticks for the side to move, and who spends all time loses."""
    table = visit().choose("O, second", "person")
    table.page.get_by_label("Clock", exact=True).select_option("60+0")
    table.play("b2")
    times = table.page.get_by_role("timer")
    expect(times).to_have_count(2)
    expect(times.filter(has_text=re.compile(r"^1:00$"))).to_have_count(1)
    expect(times.filter(has_text=re.compile(r"^0:5\d$"))).to_have_count(1)
    check(table)
    kept = "localStorage.setItem('noughts.preferences', JSON.stringify({x: 'person', o: 'person', clock: '5+0'}))"
    table.page.evaluate(kept)
    table.goto().play("b2")
    table.says("O has spent all time: X wins").shows("O has spent all time: X wins")
    expect(times.filter(has_text=re.compile(r"^0:00\.0$"))).to_have_count(1)
