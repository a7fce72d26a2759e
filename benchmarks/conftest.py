"""The benchmarks use the tests' databases, and one browser."""

import os
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright
from tests.records.fixtures import cluster, database  # noqa: F401 - fixtures
from tests.ui.browser.conftest import QUIET


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """A browser that is already running: its own start is not ours."""
    path = os.environ.get("NOUGHTS_CHROMIUM") or shutil.which("chromium")
    if not path:
        pytest.skip("no Chromium: name one in NOUGHTS_CHROMIUM")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=QUIET)
        browser.new_page().goto("about:blank")
        yield browser
        browser.close()
