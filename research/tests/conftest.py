"""Fixtures and hooks that tests of research share with the others: a cache, a cluster, and a time limit."""

from pathlib import Path

import pytest
from tests.conftest import _cache, pytest_runtest_setup  # noqa: F401 - for all tests here
from tests.test_cluster import nodes, workers  # noqa: F401 - fixtures

HERE = Path(__file__).parent


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test here as long: it runs in `make check-all`, or where a change reaches it."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.long)
