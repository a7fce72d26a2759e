"""A plan for whoever teaches: found under Learn, no step of the path, with its sheet, printed and on a whole screen."""

import re

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Visit
from tests.page.pages import check, printed

pytestmark = [pytest.mark.long, pytest.mark.one_host("a class needs a server that all of it reach")]


def test_a_plan_for_a_lesson(visit: Visit):
    """It leads to the class and to its sheet, fills the screen, and is printed with its trees on few pages."""
    table = visit("/learn")
    expect(
        table.page.get_by_role("listitem")
        .filter(has_text="Forty-five minutes")
        .get_by_text(re.compile(r"^\d+$"))
    ).to_have_count(0)
    table.page.get_by_role("link", name=re.compile("Forty-five minutes on game trees")).click()
    table.shows("Forty-five minutes on game trees").shows("The lesson at a glance")
    expect(table.page.get_by_role("link", name="a class", exact=True)).to_have_attribute("href", "/class")
    check(table)
    table.button("Whole screen").click()
    table.page.wait_for_function("() => document.fullscreenElement?.tagName === 'ARTICLE'")
    table.page.evaluate("document.exitFullscreen()")
    pages = [sheet.get_textpage().get_text_range() for sheet in printed(table)]
    assert 2 <= len(pages) <= 6
    table.page.emulate_media(media="screen")
    assert "What need not be looked at" in "".join(pages)
    table.page.get_by_role("link", name="sheet", exact=True).first.click()
    table.shows("Worksheet")
