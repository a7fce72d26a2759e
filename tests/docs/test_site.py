"""The documents as a site: strict, whole, and without a request to anywhere else."""

import re
import subprocess
import sys
from urllib.parse import unquote

import pytest

import noughts
from tests.paths import DOCS, RESEARCH, ROOT

LOADED = re.compile(
    r"""<(?:script|img|iframe|source|audio|video|embed)\b[^>]*\bsrc="([^"]*)"|<link\b[^>]*>"""
)
STYLED = re.compile(r"""(?:@import\s+|url\()\s*["']?((?:https?:)?//[^"')]+)""")


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The site, built as `make site` builds it."""
    pytest.importorskip("sphinx", reason="needs the dependency group 'site'")
    folder = tmp_path_factory.mktemp("site")
    strict = ["-m", "sphinx", "--quiet", "--fail-on-warning", "--conf-dir", "docs/site"]
    done = subprocess.run(
        [sys.executable, *strict, "--doctree-dir", folder / "trees", ".", folder / "site"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return folder / "site"


def test_the_first_page_names_every_document():
    """No document is written that the site's first page does not lead to."""
    named = set(
        re.findall(r"(?m)\.\./([a-z][\w/-]*)>?$", (DOCS / "site" / "index.md").read_text(encoding="utf-8"))
    )
    documents = [*DOCS.glob("*.md"), *DOCS.glob("reference/*.md"), *DOCS.glob("notebooks/*.ipynb")]
    named_of_research = {name for name in named if name.startswith("research/")}
    assert named - named_of_research == {str(path.relative_to(DOCS).with_suffix("")) for path in documents}
    assert named_of_research == {f"research/{path.stem}" for path in RESEARCH.glob("*.md")}


@pytest.mark.long
def test_every_document_is_on_the_site(site):
    """Every document and every notebook is a page, and the first page leads to each of them."""
    documents = [
        *ROOT.glob("*.md"),
        *DOCS.glob("*.md"),
        *(DOCS / "reference").glob("*.md"),
        *(DOCS / "notebooks").glob("*.ipynb"),
    ]
    first = (site / "docs" / "site" / "index.html").read_text(encoding="utf-8")
    for document in documents:
        page = document.relative_to(ROOT).with_suffix(".html")
        assert (site / page).is_file(), page
        assert page.name in first, page
    assert "docs/site/index.html" in (site / "index.html").read_text(encoding="utf-8")


@pytest.mark.long
def test_the_reference_is_found_by_other_projects(site):
    """Every public name is in the inventory, where it is public, and in the index; and there is a search."""
    from sphinx.util.inventory import InventoryFile

    inventory = InventoryFile.loads((site / "objects.inv").read_bytes(), uri="").data
    names = {
        name: item.uri
        for kind in inventory
        if kind.startswith("py:")
        for name, item in inventory[kind].items()
    }
    index = (site / "genindex.html").read_text(encoding="utf-8")
    for name in set(noughts.__all__) - {"__version__"}:
        page, _, _ = names[f"noughts.{name}"].partition("#")
        assert page.startswith("docs/reference/")
        assert f'href="{page}#noughts.{name}"' in index
    assert (site / "search.html").is_file()


@pytest.mark.long
def test_the_site_asks_for_nothing_from_elsewhere(site):
    """No page loads a script, picture, font or style from another place."""
    pages = list(site.rglob("*.html"))
    assert len(pages) > 15
    for page in pages:
        for found in LOADED.finditer(page.read_text(encoding="utf-8")):
            whole = found[0]
            if whole.startswith("<link") and 'rel="canonical"' in whole:
                continue
            assert not re.search(r"""(?:src|href)="(?:https?:)?//""", whole), f"{page}: {whole}"
    for sheet in [*site.rglob("*.css"), *site.rglob("*.html")]:
        assert not STYLED.search(sheet.read_text(encoding="utf-8")), sheet


@pytest.mark.long
def test_links_within_the_site_lead_somewhere(site):
    """Every link of a page to another page, or to a place on one, finds it."""
    ids = {
        page: set(re.findall(r'id="([^"]+)"', page.read_text(encoding="utf-8")))
        for page in site.rglob("*.html")
    }
    for page in ids:
        for target in re.findall(r'<a [^>]*href="([^"]+)"', page.read_text(encoding="utf-8")):
            if "://" in target or target.startswith("mailto:"):
                continue
            name, _, place = target.partition("#")
            other = (page.parent / unquote(name)).resolve() if name else page
            assert other.is_file(), f"{page}: {target}"
            assert not place or other not in ids or place in ids[other], f"{page}: {target}"
