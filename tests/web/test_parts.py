"""What the laboratory in a browser is made of."""

import asyncio
import re
import struct

import httpx
import pytest

from noughts.server.app import create_app
from noughts.server.services import Setting
from noughts.server.tables import Store
from noughts.server.workers import Inline
from web import folder, icons, prepared, python


def test_every_package_is_pinned():
    """The packages come at the versions of constraints.txt."""
    pinned = {line.partition("==")[0] for line in (python.HOUSE / "constraints.txt").read_text().splitlines()}
    names = [name.lower().replace("_", "-") for name in python.PARTS["packages"]]
    assert [name for name in names if name not in {each.lower().replace("_", "-") for each in pinned}] == []


@pytest.mark.parametrize("pattern", [p for p in python.PARTS["left_out_of_house"] if "*" not in p])
def test_what_is_left_out_of_the_house_is_there(pattern):
    """A room that was renamed is left out by its new name."""
    assert list((python.HOUSE / "src/noughts").glob(pattern))


@pytest.mark.long
def test_prepared_responses_are_the_servers(tmp_path):
    """The responses that the site has as files are those of a server."""

    async def answered():
        store = Store(f"sqlite:///{tmp_path / 'games.db'}")
        app = create_app(store, Setting(host=Inline()))
        async with app.router.lifespan_context(app):
            transport = httpx.ASGITransport(app, client=("127.0.0.1", 1))
            async with httpx.AsyncClient(transport=transport, base_url="http://here") as client:
                return {target: (await client.get(target)).content for target in made}

    made = prepared.responses((*prepared.CONSTANT, *prepared.FIRST))
    assert asyncio.run(answered()) == made
    assert made["/api/position?board=3x3x3"].count(b'"a1"') == 1
    assert "/api/lessons/fork" in made


def test_responses_are_prepared_for_the_boards_that_the_page_offers():
    """The boards of the prepared responses are those of every choice of a board."""
    notation = (folder._STATIC / "core/notation.js").read_text()
    usual = re.search(r"export const USUAL = \[(.*?)\];\n", notation, re.DOTALL)
    assert tuple(re.findall(r'"(\w+)"', usual[1])) == prepared.BOARDS


def test_the_page_of_the_site_finds_its_files_wherever_it_lies():
    """No address of the page begins at a server's root, its host comes before its modules, and nothing inline runs."""
    page = folder._page((folder._STATIC / "index.html").read_text())
    assert not re.search(r'(?:href|src)="/', page)
    assert page.index("host/boot.js") < page.index("pages/main.js")
    assert re.findall(r"<script(?![^>]*\ssrc=)", page) == []
    assert "default-src 'none'" in page


@pytest.mark.long
def test_the_icons_of_the_app_are_as_large_as_it_says():
    """Each PNG of the manifest is there in its size, and those with a mask are drawn for it."""
    pytest.importorskip("resvg_py")
    pictures = icons.pictures()
    for icon in folder._MANIFEST["icons"]:
        if icon["type"] != "image/png":
            assert (folder._STATIC / icon["src"].removeprefix("static/")).is_file()
            continue
        width, height = struct.unpack(">II", pictures[icon["src"]][16:24])
        assert f"{width}x{height}" == icon["sizes"]
    whole = (folder._STATIC / "icon.svg").read_text()
    assert icons._CORNERS in whole
    assert icons._MARKS in whole
    assert pictures["mask-192.png"] != pictures["icon-192.png"]
