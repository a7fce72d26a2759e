"""The laboratory in a browser alone: the folder that `make web` makes, on any web space, with no server behind it."""

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, expect

from tests.page import site as sites
from tests.page.conftest import Visit
from tests.page.pages import check
from tests.page.site import Files, Space, web_space
from tests.page.table import Table

LARGEST = 11_000_000
"""Bytes with gzip."""

pytestmark = [pytest.mark.long, pytest.mark.one_host("it is about the site")]


@pytest.fixture
def space(folder: Path, tmp_path: Path) -> Iterator[Space]:
    """A web space with the folder, of one test's own."""
    with web_space(folder, Files, tmp_path / "log") as space:
        yield space


@pytest.fixture
def host(space: Space) -> Space:
    """Nobody but the site has the page."""
    return space


def in_worker(table: Table, script: str) -> None:
    """The worker that has the games runs this first."""
    table.page.route(
        "**/host/worker.js",
        lambda route: route.fulfill(body=script + route.fetch().text(), content_type="text/javascript"),
    )


def kept_offline(table: Table) -> None:
    """Waits until the site is kept for use without a network."""
    table.until(lambda: table.page.evaluate("Boolean(navigator.serviceWorker.controller)"))


def test_it_is_as_large_as_was_promised(folder: Path, tmp_path: Path):
    """Everything together, as a host sends it with gzip, is at most 11 MB."""
    from web.__main__ import sizes

    told = sizes(sites.folder(tmp_path, level=22))
    assert sum(told.values()) <= LARGEST, sorted(told.items(), key=lambda pair: -pair[1])[:6]


def test_a_game_is_played_and_kept_without_a_network(visit: Visit, space: Space):
    """Python answers in the tab; without a network the page comes again, the game is there and goes on."""
    table = visit("/", on=space).against("tic").play("b2").holds(2)
    game = table.page.url
    assert re.fullmatch(rf"{space.address}/game/[\w-]+", game)
    kept_offline(table)
    space.close()
    table.page.reload()
    table.holds(2)
    table.play_on().holds(4)
    table.goto("/games").shows("You")
    expect(table.page.get_by_role("heading", level=2)).to_have_count(1)


def test_the_engine_answers_on_15x15(visit: Visit, space: Space):
    """Hard moves on 15x15x5 with the kernels, and an analysis in another worker tells of every move."""
    table = visit("/?board=15x15x5", on=space).on("15x15x5").against("hard").play("h8").holds(2)
    ask = "path => fetch(path).then(answer => answer.json())"
    told = table.page.evaluate(ask, "/api/analyse?board=15x15x5&nodes=500")
    assert len(told["moves"]) == 225


def test_contests_are_told_of_while_the_board_answers(visit: Visit, space: Space):
    """A match between levels on a large board goes on in a worker of its own, and ends when nobody wants it."""
    table = visit("/", on=space)
    seen = table.page.evaluate(
        """async () => {
          const stop = new AbortController();
          const answer = await fetch("/api/match/events?x=easy&o=medium&board=7x7x5&games=10000", stop);
          const reader = answer.body.getReader();
          let text = "";
          while (!text.includes("event: news")) text += new TextDecoder().decode((await reader.read()).value);
          const position = await fetch("/api/position?position=X../.../...").then((facts) => facts.json());
          stop.abort();
          const next = await fetch("/api/match/events?x=weights&o=random").then((exact) => exact.text());
          return [position.to_move, next];
        }"""
    )
    assert seen[0] == "O"
    assert '"win":"3389/3456"' in seen[1]


def test_a_deep_address_leads_to_its_page(visit: Visit, space: Space, guard):
    """404.html leads a link into the site to its page, below whatever folder the site lies."""
    guard.addresses.add(
        f"{space.address.removesuffix('/noughts')}/lost.js"
    )  # it is looked for in each folder above
    guard.expects("404 (")
    table = visit("/learn/fork", on=space)
    assert table.page.url == f"{space.address}/learn/fork"
    expect(table.page.get_by_role("heading", level=1)).to_have_text("What a fork is")


def test_another_tab_has_the_same_games(visit: Visit, space: Space):
    """A second tab is answered by the first; when that is closed the second has the games itself.

    Answers that are kept at the same time are kept one after another, without a word in the console.
    """
    table = visit("/", on=space).against("tic").play("b2").holds(2)
    begun = table.page.evaluate(
        """() => Promise.all(Array.from({ length: 8 }, async () => {
            const body = JSON.stringify({ board: "3x3x3", x: "person", o: "person" });
            const headers = { "content-type": "application/json" };
            return (await fetch("/api/games", { method: "POST", headers, body })).status;
        }))"""
    )
    assert begun == [201] * 8
    other = table.beside()
    other.page.goto(table.page.url)
    other.holds(2)
    table.page.close()
    other.play_on().holds(4)


@pytest.mark.parametrize(
    ("part", "words"),
    [
        ("WebAssembly", "This browser has no WebAssembly"),
        ("Worker", "This browser has no workers"),
        ("BroadcastChannel", "This browser has no channels"),
    ],
)
def test_what_a_browser_lacks_is_named(visit: Visit, space: Space, part: str, words: str):
    """Without a part that is needed one sentence says so and what to use; the board is there."""
    table = visit(None, on=space)
    table.page.add_init_script(f"delete globalThis.{part}")
    table.goto("/").shows(words).shows("use a current Firefox")


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("indexedDB.open = () => { throw new DOMException('refused') };\n", "keeps no games for this page"),
        (
            "IDBObjectStore.prototype.put = () => { throw new DOMException('no room', 'QuotaExceededError') };\n",
            "no room",
        ),
    ],
    ids=["refused", "full"],
)
def test_without_storage_nothing_is_lost_while_the_page_is_open(
    visit: Visit, space: Space, script: str, words: str
):
    """The game goes on, the page says that it will be lost and why, and My games saves it in a file."""
    table = visit(None, on=space)
    in_worker(table, script)
    table.goto("/").against("tic").play("b2").holds(2).shows("keeps no games for this page").shows(words)
    table.button("Close").click()
    table.page.get_by_role("link", name="My games").first.click()
    (saved,) = json.loads(table.saved(table.button("Save all in one file")).read_text())["games"]
    assert len(saved["moves"]) == 2


def test_the_licences_fit_and_are_accessible(visit: Visit, space: Space):
    """The page that no server has is as the others are, which tests/page/test_every_page.py visits on the site, too."""
    check(visit("/licences.html", on=space))


def test_what_tells_of_python_coming_stays_in_its_place(visit: Visit, space: Space):
    """On the narrowest page the words take one line, whatever has come: nothing moves when they change."""
    table = visit("/", on=space, viewport={"width": 320, "height": 800})
    places = table.page.evaluate(
        """async (address) => {
          const { Bar } = await import(address);
          const shown = { trouble: null, ready: false, waiting: true, loaded: { got: 0, of: 0 } };
          const bar = new Bar(() => shown);
          const own = document.body.lastElementChild;
          bar.look();
          await new Promise((done) => new MutationObserver(done).observe(own, { attributeFilter: ["hidden"] }));
          const places = [];
          for (const of of [9_900_000, 20_000_000]) for (let got = 0; got <= of; got += 100_000) {
            shown.loaded = { got, of };
            bar.look();
            places.push([own, ...own.children].map((part) => Math.round(part.getBoundingClientRect().top)).join());
          }
          return places;
        }""",
        f"{space.address}/host/bar.js",
    )
    assert len(places) == 301
    assert len(set(places)) == 1, set(places)


def test_a_page_opened_as_a_file_says_what_it_needs(chromium: Browser, folder: Path):
    """Nothing runs there but the words that say so."""
    page = chromium.new_page()
    page.goto(f"file://{folder}/index.html")
    expect(page.get_by_role("main")).to_contain_text("put its folder on a web server")
    page.close()


def test_memory_is_told(visit: Visit, space: Space):
    """Whoever asks is told what Python holds of what it may, in how many workers, and what the browser keeps."""
    table = visit("/", on=space)
    table.page.get_by_role("link", name="My games").first.click()
    table.page.evaluate("path => fetch(path)", "/api/position?position=X../.../...")
    details = table.page.locator("#memory")
    details.locator("summary").click()
    expect(details).to_contain_text("in one worker of 537 MB at most")
    held, most, kept, there = map(float, re.findall(r"([\d.]+) MB", details.inner_text()))
    assert 30 < held < most
    assert 0 < kept < there
    table.page.evaluate("path => fetch(path).then(answer => answer.text())", "/api/solve/events?board=3x3x3")
    expect(details).to_contain_text("in 2 workers of 537 MB at most")


def test_what_takes_more_memory_than_a_worker_may_hold_is_refused(visit: Visit, folder: Path, tmp_path: Path):
    """A proof for which there is no room is too large, in a sentence; the tab plays on, smaller ones are computed."""
    little = Path(shutil.copytree(folder, tmp_path / "noughts"))
    host = little / "host/python.js"
    before = host.read_text()
    host.write_text(before.replace("512 * 2 ** 20", "128 * 2 ** 20"))
    assert host.read_text() != before
    ask = "path => fetch(path).then(answer => answer.text())"
    with web_space(little, Files, tmp_path / "log") as space:
        table = visit("/", on=space).against("tic").play("b2").holds(2)
        told = table.page.evaluate(ask, "/api/solve/events?board=8x8x5")
        assert "this is too large to compute here: it takes more memory than there is" in told
        assert '"code":"too-large-board"' in told
        assert "event: done" in table.page.evaluate(ask, "/api/solve/events?board=3x3x3")
        table.play_on().holds(4)


def test_a_newer_site_is_offered_and_the_older_goes_on(visit: Visit, folder: Path, tmp_path: Path):
    """Whoever has the old one plays on in it, is told of the new one, and has the same games when he takes it."""
    from web.folder import _list

    newer = Path(shutil.copytree(folder, tmp_path / "noughts"))
    with web_space(newer, Files, tmp_path / "log") as space:
        old = visit("/", on=space).against("tic").play("b2").holds(2)
        game = old.page.url
        kept_offline(old)
        page = newer / "licences.html"
        page.write_text(page.read_text().replace("</h1>", ", anew</h1>"))
        _list(newer)
        table = old.beside().goto("/licences.html")
        expect(table.page.get_by_role("heading", level=1)).to_have_text("What this site is made of")
        table.page.goto(game)
        table.holds(2).shows("A newer noughts is here.").button("Reload with it").click()
        old.shows("A newer noughts was taken in another tab.")
        old.play_on().holds(4)
        table.holds(4)
        table.goto("/licences.html")
        expect(table.page.get_by_role("heading", level=1)).to_have_text("What this site is made of, anew")


def test_other_pages_of_the_origin_are_left_alone(visit: Visit, folder: Path, tmp_path: Path):
    """Once the service worker runs, another page below the site's folder comes from the network, as it did before."""
    wiki = folder / "wiki" / "index.html"
    wiki.parent.mkdir()
    wiki.write_text("<!doctype html><title>wiki</title><h1>Another page</h1>")
    try:
        with web_space(folder, Files, tmp_path / "log") as space:
            table = visit("/", on=space)
            kept_offline(table)
            table.page.goto(f"{space.address}/wiki/")
            expect(table.page.get_by_role("heading")).to_have_text("Another page")
            table.page.goto(f"{space.address}/learn/fork")
            expect(table.page.get_by_role("heading", level=1)).to_have_text("What a fork is")
    finally:
        shutil.rmtree(wiki.parent)


@pytest.mark.parametrize("at", ["//evil.example/x", "/\\evil.example/x", "/nowhere", "https://evil.example/"])
def test_only_addresses_of_the_page_are_followed(visit: Visit, space: Space, at: str):
    """A link with any other address shows the game."""
    table = visit(f"/?at={quote(at, safe='')}", on=space)
    expect(table.page.get_by_role("grid")).to_be_visible()
    table.against("tic").play("b2").holds(2)
