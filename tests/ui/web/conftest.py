"""One real server for the tests of a module, and two people who visit it."""

import pytest

from .people import Running, Visitor


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """One server for the tests of a module: their games do not touch each other."""
    running = Running(f"sqlite:///{tmp_path_factory.mktemp('served') / 'games.db'}")
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
def own_server(tmp_path):
    """A server of one test's own."""
    running = Running(f"sqlite:///{tmp_path / 'games.db'}")
    yield running
    running.stop()
