"""Shared by all tests: profiles of Hypothesis, a cache, databases, their order."""

import gc
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import astuple, dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

# Before anybody imports them: asserts in them are told in full, too.
pytest.register_assert_rewrite("tests.server.service", "tests.server.crowd")

from noughts.kernels import library  # noqa: E402
from tests import inner_kernels  # noqa: E402
from tests import inside as here  # noqa: E402
from tests.inside import Answer, Call  # noqa: E402
from tests.reach import distances  # noqa: E402
from tests.records.fixtures import cluster, database  # noqa: E402, F401 - fixtures for all tests

# The same examples every time: few in each run, and many where property tests are asked for (`make test-long`).
settings.register_profile("short", deadline=None, derandomize=True, max_examples=20, database=None)
settings.register_profile("thorough", settings.get_profile("short"), max_examples=200)
settings.load_profile("short")


@pytest.fixture(autouse=True, scope="session")
def _cache(tmp_path_factory):
    """Use a cache folder of this run, with the user's compiled kernels, so that no test sees or leaves other files."""
    folder = tmp_path_factory.mktemp("cache")
    inner_kernels.share(folder)
    library.unavailable_reason()  # it loads the libraries, which tests with a cache folder of their own would not find
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NOUGHTS_CACHE", str(folder))
        yield


@pytest.fixture(scope="session")
def inside() -> Call:
    """Calls the console script in this process, for answers that need no process of their own."""
    return here.inside


@pytest.fixture(scope="session")
def noughts() -> Call:
    """Calls ``python -m noughts`` with arguments and text on stdin."""

    def call(*arguments: str, stdin: str | bytes = "") -> Answer:
        given = stdin.encode() if isinstance(stdin, str) else stdin
        command = [sys.executable, "-m", "noughts", *arguments]
        done = subprocess.run(command, input=given, capture_output=True, timeout=900, check=False)
        return Answer(done.returncode, done.stdout.decode(), done.stderr.decode())

    return call


# `make test` gives one worker one file after another, in this order. What takes long comes early, so that nobody waits
# for the last file.
HERE = Path(__file__).parent
ORDER = [
    HERE / path
    for path in (
        "page",
        "server",
        "adapters",
        "players",
        "explain",
        "contests",
        "solver",
        "engine",
        "lessons",
        "cli",
        "notebook",
        "protocols",
        "terminal",
        "docs",
        "test_extras.py",
        "test_package.py",
    )
]


MADE_UP = HERE / "server/test_schema.py"


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Schemathesis makes its requests up while tests are collected, for eight seconds: only for the long ones."""
    return True if collection_path == MADE_UP and config.option.markexpr == "not long" else None


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--reached MINUTES``: the tests that a change reaches, the nearest first, as many as there is time for."""
    parser.addoption(
        "--reached", metavar="MINUTES", type=float, help="only what the change reaches, while there is time"
    )


@dataclass(frozen=True)
class Share:
    """Each file of tests that a change reaches, by how many steps; whether others, too; when the last test begins."""

    steps: dict[str, int]
    others: bool
    until: float


SHARE = pytest.StashKey[Share]()
NAMES = pytest.StashKey[Counter[str]]()


def pytest_configure(config: pytest.Config) -> None:
    """Find out once, for all workers, what the change reaches, and choose the examples of property tests."""
    if "hypothesis" in config.option.markexpr:
        settings.load_profile("thorough")
    minutes = config.getoption("reached")
    if minutes is not None:
        told = getattr(config, "workerinput", {}).get("share")
        config.stash[SHARE] = Share(*(told or (*distances(), time.time() + 60 * minutes)))


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tells a worker of pytest-xdist."""
    if share := node.config.stash.get(SHARE, None):
        node.workerinput["share"] = astuple(share)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Puts the files in their order; within a file nothing changes. Of a change the nearest come first.

    Tests of the page that come once more, on the site that has no server, are left to `make check-all`.
    """
    config.stash[NAMES] = Counter(item.nodeid for item in items)

    @cache
    def rank(file: Path) -> int:
        return next((n for n, path in enumerate(ORDER) if file.is_relative_to(path)), len(ORDER))

    items.sort(key=lambda item: rank(item.path))
    order = {item: n for n, item in enumerate(items)}
    share = config.stash.get(SHARE, None)
    if share is not None:
        steps = {item: share.steps.get(str(item.path), len(share.steps)) for item in items}
        far = {item for item in items if not share.others and str(item.path) not in share.steps}
        far |= {item for item in items if item.name.partition("[")[2].startswith("site")}
        config.hook.pytest_deselected(items=[*far])
        items[:] = sorted(set(items) - far, key=lambda item: (steps[item], order[item]))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Collect no garbage while tests are collected, which takes half as long, and later not among what that made."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(10_000, 10, 10)
        gc.enable()


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Begins nothing more when the time is over; fails where tests share a name, of which a worker is sent but one."""
    if (tests := item.config.stash.get(NAMES, Counter())[item.nodeid]) > 1:
        pytest.fail(f"{tests} tests have this name")
    share = item.config.stash.get(SHARE, None)
    if share is not None and time.time() > share.until:
        pytest.skip("no time left: `make check-all` runs it")
