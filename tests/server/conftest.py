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
    running = Running(empty())
    yield running
    running.stop()


@pytest.fixture
def visitor(server):
    someone = Visitor(server.address)
    yield someone
    someone.close()


@pytest.fixture
def friend(server):
    someone = Visitor(server.address)
    yield someone
    someone.close()


@pytest.fixture
def own_server(empty):
    """A server of one test's own."""
    running = Running(empty())
    yield running
    running.stop()
