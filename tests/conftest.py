"""What all tests share: one hypothesis profile with the same examples every time, a cache, databases, their order."""

from pathlib import Path

import pytest
from hypothesis import settings

pytest.register_assert_rewrite(
    "tests.ui.web.service"
)  # before anybody imports it: asserts in it are told in full, too

from tests.records.fixtures import cluster, database  # noqa: E402, F401 - fixtures for all tests

settings.register_profile("noughts", deadline=None, derandomize=True, max_examples=60, database=None)
settings.load_profile("noughts")


@pytest.fixture(autouse=True, scope="session")
def _cache(tmp_path_factory):
    """Keeps solved tables in a folder of this run, so that no test sees or leaves anything in the user's."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NOUGHTS_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


# `make test` gives one worker one file after another, in this order. The tests that need no kernels come first, until
# `tests/kernels.py` has compiled them; what takes long comes early, so that nobody waits for the last file.
HERE = Path(__file__).parent
ORDER = [
    HERE / path
    for path in (
        "ui/browser",
        "ui/web",
        "adapters",
        "players",
        "explain",
        "pages",
        "arena",
        "solver",
        "engine",
        "ui",
        "docs",
    )
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Puts the files in their order; within a file nothing changes."""

    def rank(item: pytest.Item) -> int:
        return next((n for n, path in enumerate(ORDER) if item.path.is_relative_to(path)), len(ORDER))

    items.sort(key=rank)
