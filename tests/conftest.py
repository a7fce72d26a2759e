"""What all tests share: one hypothesis profile with the same examples every time, and a cache folder."""

import pytest
from hypothesis import settings

settings.register_profile("noughts", deadline=None, derandomize=True, max_examples=60, database=None)
settings.load_profile("noughts")


@pytest.fixture(autouse=True, scope="session")
def _cache(tmp_path_factory):
    """Keeps solved tables in a folder of this run, so that no test sees or leaves anything in the user's."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NOUGHTS_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield
