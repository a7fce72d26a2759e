"""What the page costs on the wire."""

import pytest

from tests.page.conftest import Visit
from tests.page.table import Table

LIMIT = 150_000
BEFORE = {
    "/": 122.0,
    "/games": 123.6,
    "/analyse?board=3x3x3&moves=b2a1": 183.3,
    "/brains": 164.9,
    "/compare": 155.8,
    "/compare/strength": 135.0,
    "/compare/boards?board=9x4x4": 153.6,
    "/learn": 138.6,
    "/learn/fork": 153.2,
    "/learn/alpha-beta": 158.4,
    "/learn/worksheet?kind=fork": 131.4,
    "/learn/positions": 152.6,
    "/class": 128.0,
}
"""Kilobytes of some pages, before there were puzzles on every board."""


def loaded(visit: Visit, path: str) -> tuple[Table, dict[str, float]]:
    """A page that is loaded cold, and what each answer weighs, as they come."""
    table = visit(None)
    session = table.page.context.new_cdp_session(table.page)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    sizes: dict[str, float] = {}
    session.on(
        "Network.loadingFinished",
        lambda event: sizes.update({event["requestId"]: event["encodedDataLength"]}),
    )
    return table.goto(path), sizes


def check(sizes: dict[str, float], limit: int) -> None:
    """The parts of the page were counted, and are light together."""
    assert len(sizes) > 10
    total = sum(sizes.values())
    assert total < limit, f"{total:,.0f} bytes in {len(sizes)} answers"


@pytest.mark.one_host("tests/page/test_alone.py counts what the site sends")
def test_the_page_is_light(visit: Visit):
    """A cold load of `/` to a board that can be played takes less than 150,000 bytes, headers included."""
    table, sizes = loaded(visit, "/")
    table.play("b2").holds(2)
    check(sizes, LIMIT)


@pytest.mark.long
@pytest.mark.one_host("tests/page/test_alone.py counts what the site sends")
def test_analyse_is_light(visit: Visit):
    """A cold load of a game of five in a row with its analysis takes less than 207,000 bytes (188,600 before)."""
    table, sizes = loaded(visit, "/analyse?board=15x15x5&moves=h8i9h9(g7h7)h7&tab=analysis&show=values")
    table.holds(4).shows("Best play").shows("estimate").page.wait_for_load_state("networkidle")
    check(sizes, 207_000)


@pytest.mark.long
@pytest.mark.one_host("tests/page/test_alone.py counts what the site sends")
@pytest.mark.parametrize("path", BEFORE)
def test_no_page_grows_by_more_than_a_tenth(visit: Visit, path: str):
    """Loaded cold a page weighs at most a tenth more than before there were puzzles on every board."""
    table, sizes = loaded(visit, path)
    table.page.wait_for_load_state("networkidle")
    check(sizes, BEFORE[path] * 1100)


@pytest.mark.long
@pytest.mark.one_host("tests/page/test_alone.py counts what the site sends")
def test_puzzles_are_light(visit: Visit):
    """A cold load of the largest theme of a board, and of a run, takes less than 165,000 bytes each."""
    for path in ("/learn/puzzles?board=6x6x4&kind=plan", "/learn/run"):
        table, sizes = loaded(visit, path)
        table.page.wait_for_load_state("networkidle")
        check(sizes, 165_000)
