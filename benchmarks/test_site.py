"""How the laboratory in a browser alone feels, beside ``noughts serve`` in one browser; both give the same answers."""

import statistics
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from pytest_benchmark.fixture import BenchmarkFixture
from tests.page import site as sites
from tests.server.service import Service

from noughts import Position

pytestmark = pytest.mark.long

GOALS = {"first": 6.0, "again": 3.0, "3x3": 0.05, "15x15": 0.3}
"""What the project aims for, in seconds; shown beside what was found, never asserted."""

MEGABYTES = 11
"""The same for the first visit, with gzip."""

FIRST = "/api/analyse?position=X../.O./..."
ASK = """async (path) => {
  const begun = performance.now();
  const answer = await (await fetch(path)).json();
  return [answer, (performance.now() - begun) / 1000, performance.now() / 1000];
}"""
KEPT = "Boolean(navigator.serviceWorker.controller)"
AGAIN = 3
"""Visits; what the browser compiled at the first of them it has at the others."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of the site."""
    return sites.folder(tmp_path_factory.mktemp("space"), level=22)


@pytest.fixture
def site(folder: Path, tmp_path: Path) -> Iterator[sites.Space]:
    """A web space with the site."""
    with sites.web_space(folder, sites.Files, tmp_path / "log") as space:
        yield space


def first_moves(board: str, pieces: int) -> list[str]:
    """The positions after a move on each of the first cells, and an answer beside it."""
    empty = Position.start(board)
    cells = empty.moves[empty.board.size // 2 :]
    return [str(empty.play(cell).play(cells[i + 1])) for i, cell in enumerate(cells[:pieces])]


def asked(page: Page, player: str, board: str, pieces: int) -> tuple[list[Any], float]:
    """What a player does in some positions, each asked once, and the median of the seconds."""
    paths = [f"/api/decide?player={player}&board={board}&position={at}" for at in first_moves(board, pieces)]
    answers = [page.evaluate(ASK, path) for path in paths]
    return [answer["moves"] for answer, *_ in answers], statistics.median(took for _, took, _ in answers)


def visits(page: Page, address: str, kept: Callable[[], object]) -> tuple[dict[str, Any], dict[str, float]]:
    """The first computed answer, and the seconds until it was there: at the first visit, and at later ones."""
    page.goto(address)
    answer, _, first = page.evaluate(ASK, FIRST)
    kept()
    again = []
    for _ in range(AGAIN):
        page.reload()
        same, _, seconds = page.evaluate(ASK, FIRST)
        assert same == answer
        again.append(seconds)
    return answer, {"first": first, "again": min(again)}


def measured(chromium: Browser, host: Service | sites.Space) -> tuple[list[Any], dict[str, float]]:
    """What a host answers, and the seconds that it takes."""
    page = chromium.new_context().new_page()
    alone = isinstance(host, sites.Space)
    answer, took = visits(
        page, f"{host.address}/", lambda: page.wait_for_function(KEPT, timeout=60_000) if alone else None
    )
    small, took["3x3"] = asked(page, "tic", "3x3x3", 4)
    large, took["15x15"] = asked(page, "hard", "15x15x5", 5)
    page.context.close()
    return [answer, small, large], took


def test_the_site_beside_a_server(
    chromium: Browser,
    benchmark: BenchmarkFixture,
    site: sites.Space,
    folder: Path,
    tmp_path: Path,
    figures: list[str],
) -> None:
    """The first computed answer, at the first visit and again, and moves on 3x3 and by ``hard`` on 15x15."""
    from web.__main__ import sizes

    with Service(tmp_path / "games.db") as server:
        expected, there = measured(chromium, server)
        answers, here = benchmark.pedantic(lambda: measured(chromium, site), rounds=1)
    assert answers == expected
    assert answers[0]["value"] == "draw"
    told = sum(sizes(folder).values()) / 1e6
    figures.append(f"the site: {told:.2f} MB with gzip (aim: at most {MEGABYTES})")
    for name, goal in GOALS.items():
        figures.append(
            f"the site, {name}: {here[name]:.3f} s, a server {there[name]:.3f} s (aim: {goal:g} s)"
        )
