"""One server, one site and one Chromium for all tests of the page; for each a browser that has seen nothing.

A test that visits the page meets two hosts of it: the server and, among the long tests, the site that has none. What
one of them does not have is told by ``@pytest.mark.one_host("why")``: then it is the server, or what the test names.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, sync_playwright

pytest.register_assert_rewrite("tests.page.guard", "tests.page.pages", "tests.page.table")

from tests.page import site as sites  # noqa: E402 - asserts in here are told in full, too
from tests.page.guard import HEARING, Guard  # noqa: E402
from tests.page.table import Table  # noqa: E402
from tests.server.service import Service  # noqa: E402

QUIET = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--no-first-run",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",  # nobody else can be reached by name
]
USUAL = {"reduced_motion": "reduce", "viewport": {"width": 1280, "height": 900}}

Visit = Callable[..., Table]
Host = Service | sites.Space


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Whoever visits the page visits it on both hosts."""
    if "visit" in metafunc.fixturenames and not metafunc.definition.get_closest_marker("one_host"):
        alone = pytest.param("site", marks=pytest.mark.long)
        metafunc.parametrize("host", ["server", alone], indirect=True)


# The sync interface keeps an event loop running while it is open, so it is closed after the last test in here.
@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """The Chromium that `make test` found; without one the tests are skipped, or fail in CI."""
    path = os.environ.get("NOUGHTS_CHROMIUM") or shutil.which("chromium")
    if not path:
        reason = "no Chromium: name one in NOUGHTS_CHROMIUM, or run tests/page/chromium.sh"
        pytest.fail(reason) if os.environ.get("CI") else pytest.skip(reason)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=QUIET)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A server for all tests, on a database of its own."""
    with Service(tmp_path_factory.mktemp("served") / "games.db") as service:
        yield service


@pytest.fixture(scope="package")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of the site."""
    return sites.folder(tmp_path_factory.mktemp("space"))


@pytest.fixture(scope="package")
def site(folder: Path) -> Iterator[sites.Space]:
    """The laboratory in a browser alone, for all tests."""
    with sites.web_space(folder, sites.Led, folder.with_name("log")) as space:
        yield space


@pytest.fixture
def host(request: pytest.FixtureRequest) -> Host:
    """Who has the page: the server, or the site."""
    return request.getfixturevalue(getattr(request, "param", "server"))


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Service]:
    """A server for one test, which may stop it and start it again."""
    with Service(tmp_path / "games.db") as service:
        yield service


@pytest.fixture(autouse=True)
def guard() -> Iterator[Guard]:
    """After every test: no error in a console, no request to anybody else, no token in an address."""
    watching = Guard()
    yield watching
    watching.check()


@pytest.fixture
def visit(chromium: Browser, host: Host, guard: Guard) -> Iterator[Visit]:
    """Opens a path in a browser context of its own: ``visit("/brains", viewport=...)``.

    None is used again: clocks, scripts and media that one test has set stay with a context as long as it lives.
    """
    hosts: dict[BrowserContext, Host] = {}

    def leave(ends: Host | None = None) -> None:
        for context, on in [*hosts.items()]:
            if ends in (None, on):
                del hosts[context]
                guard.leave(context)
                context.close()

    def open_page(path: str | None = "/", on: Host = host, **options: Any) -> Table:
        context = chromium.new_context(**{**USUAL, **options})
        context.add_init_script(HEARING)
        hosts[context] = on
        on.before_end = partial(leave, on)  # a page that goes on asking a host that is gone is told an error
        guard.watch(context, on)
        table = Table(context.new_page(), on.address)
        return table.goto(path) if path else table

    yield open_page
    leave()
