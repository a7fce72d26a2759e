"""Two people who came to two servers on one database: they play one game."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Visit
from tests.page.guard import Guard
from tests.page.pair import alternate, invite, path_of, seated
from tests.server.service import Service

pytestmark = [pytest.mark.long, pytest.mark.one_host("it has two servers")]


@pytest.fixture
def both(cluster: Any) -> Iterator[tuple[Service, Service]]:
    """Two servers on one PostgreSQL."""
    database = cluster.database()
    with Service(database) as first, Service(database) as second:
        yield first, second


def test_friends_meet_through_two_servers(visit: Visit, both: tuple[Service, Service], guard: Guard):
    """Each sees what the other does at the other server, and a third looks on; the end of one server stops nobody."""
    guard.expects("net::ERR_")
    first, second = both
    host = visit(on=first)
    friend = seated(visit, invite(host), on=second)
    third = visit(path_of(host), on=second).shows("You are looking on")
    alternate(host, friend, "a1", "b2", "b1")
    third.holds(3)
    host.button("Offer a draw").click()
    friend.says("offers a draw").button("Decline").click()
    expect(host.button("Offer a draw")).to_be_enabled()
    first.kill()
    host.shows("Connection lost")
    friend.play("a2")
    third.holds(4)
    first.start()
    host.holds(4).play("c1")
    for table in (host, third):
        table.holds(5)
    friend.says("You lose")
    friend.button("Rematch").first.click()
    host.says("would like another game").button("Agree").click()
    for table in (host, friend):
        table.says("Another game").holds(0)
    alternate(host, friend, "b2")
