"""How many frames a second the graph of all positions is drawn at, while a browser moves and enlarges it."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page
from pytest_benchmark.fixture import BenchmarkFixture
from tests.server.service import Service

from noughts import count

pytestmark = pytest.mark.long

GOAL = 30
"""Frames a second that the project aims for; shown beside the measurement, never asserted."""

FRAMES = 90

MOVED = """async ([kind, frames]) => {
    const view = document.querySelector(".learn-graph");
    const box = view.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const at = (type, dx, dy) => view.dispatchEvent(new PointerEvent(type, {
        pointerId: 1, clientX: x + dx, clientY: y + dy, bubbles: true }));
    const turn = (step) => view.dispatchEvent(new WheelEvent("wheel", {
        deltaY: step % 60 < 30 ? -40 : 40, clientX: x + 40, clientY: y, bubbles: true, cancelable: true }));
    const frame = () => new Promise(requestAnimationFrame);
    const told = [];
    if (kind === "drag") at("pointerdown", 0, 0);
    await frame();
    for (let step = 1; step <= frames; step++) {
        if (kind === "drag") at("pointermove", 60 * Math.sin(step / 8), 60 * Math.cos(step / 8));
        else turn(step);
        told.push(await frame());
    }
    if (kind === "drag") at("pointerup", 0, 0);
    return told;
}"""

DRAWN = """() => {
    const canvas = document.querySelector(".learn-graph canvas");
    const box = canvas.getBoundingClientRect();
    const dots = canvas.width / box.width;
    const context = canvas.getContext("2d");
    return [...document.querySelectorAll(".learn-graph-links a")].filter((link) => {
        const { left, top, width, height } = link.getBoundingClientRect();
        const [x, y] = [left + width / 2 - box.left, top + height / 2 - box.top];
        return context.getImageData(Math.round(x * dots), Math.round(y * dots), 1, 1).data[3] === 255;
    }).length;
}"""


@pytest.fixture(scope="module")
def graph(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """The page of the graph in a browser, once it is drawn."""
    folder: Path = tmp_path_factory.mktemp("graph")
    service = Service(folder / "games.db").start()
    page = chromium.new_page(viewport={"width": 1440, "height": 900})
    page.goto(f"{service.address}/learn/positions")
    page.locator(".learn-graph-links a").first.wait_for(state="attached")
    yield page
    page.close()
    service.kill()


@pytest.mark.parametrize("kind", ["drag", "wheel"])
def test_the_graph_of_all_positions_moves(graph: Page, benchmark: BenchmarkFixture, kind: str) -> None:
    """Ninety frames in which it is dragged or enlarged; at rest each of the 765 positions is drawn."""
    intervals: list[float] = []

    def moved() -> None:
        graph.get_by_role("button", name="All of it").click()
        times = graph.evaluate(MOVED, [kind, FRAMES])
        intervals.extend(later - sooner for sooner, later in pairwise(times))

    benchmark.pedantic(moved, rounds=3, warmup_rounds=1)
    graph.get_by_role("button", name="All of it").click()
    graph.wait_for_function(f"() => ({DRAWN})() === {count('3x3x3').canonical}")
    intervals.sort()
    benchmark.extra_info |= {
        "goal": GOAL,
        "frames_per_second": round(1000 * len(intervals) / sum(intervals), 1),
        "slowest_in_20": round(1000 / intervals[int(0.95 * len(intervals))], 1),
    }
