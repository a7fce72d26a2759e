"""Databases for whichever tests need one; the benchmarks, too."""

import pytest

from tests.processes import not_here


@pytest.fixture(scope="session")
def cluster():
    """A PostgreSQL, one for all; skipped where it is not installed."""
    pytest.importorskip("psycopg")
    from tests.records.cluster import Cluster, programs

    folder = programs()
    if folder is None:
        not_here("no PostgreSQL here: apt-get install postgresql")
    running = Cluster(folder)
    yield running
    running.remove()


@pytest.fixture(params=["sqlite", "postgres"])
def database(request, tmp_path):
    """The address of an empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'games.db'}"
    return request.getfixturevalue("cluster").database()
