"""Tokens stay in the browser of who plays. That they are in no address is checked after every test (see guard.py)."""

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.page.conftest import Visit
from tests.page.guard import Guard
from tests.page.pair import alternate, invite, path_of, seated
from tests.page.test_layout import PHONE

pytestmark = pytest.mark.one_host("a friend comes by a link")


def kept(context: BrowserContext) -> str:
    """All that a browser keeps, as text."""
    return str(context.storage_state())


@pytest.mark.long
def test_tokens_are_nowhere_but_with_their_players(visit: Visit, guard: Guard):
    """Each player's browser holds one token, the spectator's none: not in its page, its storage or its answers."""
    host = visit()
    path = invite(host)
    invitation = path.rpartition("=")[2]
    friend = seated(visit, path)
    assert invitation not in friend.page.url, "the invitation leaves the address"
    third = visit(path_of(host)).shows("You are looking on")
    alternate(host, friend, "b2", "a1")
    third.holds(2)
    tokens = [guard.tokens_of(table.page.context) for table in (host, friend, third)]
    assert [len(found) for found in tokens] == [1, 1, 0]
    for secret in (*tokens[0], *tokens[1], invitation):
        assert secret not in kept(third.page.context)
        assert secret not in third.page.content()
        assert secret not in host.page.content() or secret == invitation
    assert not tokens[0] & tokens[1]
    assert not [request.url for request in guard.requests if invitation in request.url.partition("#")[0]]


@pytest.mark.long
def test_on_a_phone_the_link_to_send_is_seen_at_once(visit: Visit):
    """A friend is chosen on a phone: the link lies below the board, to be sent, and goes when the friend comes."""
    host = visit(**PHONE)
    path = invite(host)
    panel = host.page.locator(".panels")
    expect(panel).to_be_visible()
    assert panel.get_by_role("textbox").first.bounding_box()["width"] > 180
    last = host.cell("a3").bounding_box()
    assert last["y"] + last["height"] <= panel.bounding_box()["y"]
    visit(path, **PHONE).button("Play as O").click()
    expect(panel).to_be_hidden()
    host.play("b2").holds(1)


@pytest.mark.long
def test_on_a_phone_both_strips_are_there_and_a_sheet_leaves_the_board(visit: Visit):
    """Whoever took the seat sees the own strip below the board; with an offer above it no sheet covers a row."""
    host = visit("/?board=15x15x5")
    friend = visit(invite(host), viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    friend.button("Play as O").tap()
    own = friend.page.get_by_role("button", name="Choose who plays O")
    expect(own).to_be_visible()
    host.play("h8").button("Offer a draw").click()
    friend.shows("offers a draw")
    expect(own).to_be_visible()
    friend.tab("Game")
    last = friend.cell("a15").bounding_box()
    assert last["y"] + last["height"] <= friend.page.locator(".panels").bounding_box()["y"]
