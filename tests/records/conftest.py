"""A PostgreSQL for the tests that need one."""

import pytest


@pytest.fixture(scope="session")
def cluster():
    """One for all; skipped where PostgreSQL is not installed."""
    pytest.importorskip("psycopg")
    from tests.records.cluster import Cluster, programs

    folder = programs()
    if folder is None:
        pytest.skip("no PostgreSQL here: apt-get install postgresql")
    running = Cluster(folder)
    yield running
    running.remove()
