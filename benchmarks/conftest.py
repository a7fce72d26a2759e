"""The benchmarks use the tests' databases, and one browser."""

import os
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright
from tests.page.conftest import QUIET
from tests.records.fixtures import cluster, database  # noqa: F401 - fixtures

FIGURES = pytest.StashKey[list[str]]()
"""Lines that are printed after the table of times."""


@pytest.fixture
def figures(pytestconfig: pytest.Config) -> list[str]:
    """What a benchmark adds here is printed at the end: figures that are no times."""
    return pytestconfig.stash.setdefault(FIGURES, [])


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Prints the figures."""
    for line in config.stash.get(FIGURES, []):
        terminalreporter.write_line(line)


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
