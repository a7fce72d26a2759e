"""The network, the server or the page goes away in the middle of a game, and nothing is lost."""

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Visit
from tests.page.guard import Guard
from tests.page.pair import alternate, pair
from tests.server.service import Service


@pytest.mark.long
@pytest.mark.one_host("the server is killed")
def test_the_server_is_killed_and_started_again(visit: Visit, own_server: Service, guard: Guard):
    """Both pages say that the connection is lost, one takes a move all the same, and both resume by themselves."""
    guard.expects("net::ERR_")
    host, friend = pair(visit, on=own_server)
    alternate(host, friend, "b2", "a1")
    own_server.kill()
    host.shows("Connection lost").says("Connection lost")
    friend.shows("Connection lost")
    host.cell("c3").click()
    own_server.start()
    for table in (host, friend):
        expect(table.page.get_by_text("Connection lost").filter(visible=True)).to_have_count(0)
    again = host.button("Try again")
    if again.is_visible():  # the server took longer to start than the page sent the move again by itself
        again.click()
    host.holds(3)
    friend.holds(3)
    alternate(host, friend, "a3")


@pytest.mark.long
@pytest.mark.one_host("the server cannot be reached")
def test_offline_and_online(visit: Visit, guard: Guard):
    """A move made without network is shown, kept, and played when the network is back."""
    guard.expects("ERR_INTERNET_DISCONNECTED")
    table = visit().against("minimax").play("b2").holds(2)
    table.page.context.set_offline(True)
    table.cell("c3").click()
    table.says("Connection lost")
    table.page.context.set_offline(False)
    table.holds(4).says("Connected again")
    table.page.reload()
    table.holds(4)


@pytest.mark.long
@pytest.mark.one_host("the server is killed")
def test_a_page_that_cannot_be_reached_at_first(visit: Visit, own_server: Service, guard: Guard):
    """With the server gone a click on another page says so with a way to try again, which works when it is back."""
    guard.expects("net::ERR_")
    table = visit(on=own_server).against("minimax").play("b2").holds(2)
    own_server.kill()
    table.button("Hint").click()
    table.says("cannot be reached", hurry=True)
    own_server.start()
    table.button("Try again").click()
    table.says("Hint:")
