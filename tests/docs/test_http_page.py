"""docs/http.md is made of the server's table of routes."""

import re

from research.documents.http import http_page

from noughts.server.routes import ROUTES
from tests.paths import DOCS

PAGE = (DOCS / "http.md").read_text(encoding="utf-8")


def test_the_page_is_up_to_date():
    """The page is what the routes, docstrings and descriptions say; if this fails, run `make schema`."""
    assert http_page() == PAGE, "run `make schema`"


def test_every_documented_route_is_on_the_page():
    """Each route with a tag has one heading, and no other request has one."""
    headings = re.findall(r"^### `([A-Z]+ .+)`$", PAGE, re.MULTILINE)
    assert sorted(headings) == sorted(route.name for route in ROUTES if route.tag)


def test_every_event_of_a_stream_is_on_the_page():
    """A stream's section names each of its events with its shapes."""
    sections = {part.partition("`\n")[0]: part for part in PAGE.split("\n### `")[1:]}
    for route in ROUTES:
        for name, shapes in route.shapes.items():
            written = " or ".join(f"`{shape.__name__}`" for shape in shapes)
            assert f"`{name}` is {written}" in sections[route.name]


def test_links_lead_to_sections_of_the_page():
    """Links to http.md and within it lead to headings that exist."""
    headings = {
        re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")
        for title in re.findall(r"^#+ (.+)$", PAGE, re.MULTILINE)
    }
    pages = "".join(path.read_text(encoding="utf-8") for path in DOCS.glob("*.md"))
    targets = {*re.findall(r"\(http\.md#([^)]+)\)", pages), *re.findall(r"\(#([^)]+)\)", PAGE)}
    assert targets
    assert targets <= headings
