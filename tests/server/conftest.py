"""One real server for the tests of a module, and two people who visit it."""

import os

import pytest

from .people import Running, Visitor


@pytest.fixture(scope="session")
def empty(request, tmp_path_factory):
    """Makes an empty database, and names its address: SQLite, or with NOUGHTS_DATABASE=postgres PostgreSQL."""
    if os.environ.get("NOUGHTS_DATABASE") == "postgres":
        return request.getfixturevalue("cluster").database
    return lambda: f"sqlite:///{tmp_path_factory.mktemp('served') / 'games.db'}"


@pytest.fixture(scope="module")
def server(empty):
    """One server for the tests of a module: their games do not touch each other."""
    with Running(empty()) as running:
        yield running


@pytest.fixture
def visitor(server):
    with Visitor(server.address) as someone:
        yield someone


@pytest.fixture
def friend(server):
    with Visitor(server.address) as someone:
        yield someone


@pytest.fixture
def own_server(empty):
    """A server of one test's own."""
    with Running(empty()) as running:
        yield running


@pytest.fixture
def own_visitor(own_server):
    """The visitor of that server."""
    with Visitor(own_server.address) as someone:
        yield someone


@pytest.fixture
def two_servers(cluster):
    """Two servers of one PostgreSQL."""
    url = cluster.database()
    with Running(url) as here, Running(url) as there:
        yield here, there


@pytest.fixture
def near_and_far(two_servers):
    """A visitor of each."""
    here, there = two_servers
    with Visitor(here.address) as near, Visitor(there.address) as far:
        yield near, far
