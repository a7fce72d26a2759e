"""On paper: every lesson, map and worksheet, printed at night on A4 and Letter, as the PDF itself says."""

import json
import math
import re
from typing import Any

import pypdfium2 as pdfium
import pytest
from playwright.sync_api import expect

from noughts.lessons.catalogue import LESSONS
from noughts.lessons.puzzles import EXERCISES as KINDS
from noughts.lessons.puzzles import boards
from tests.page.conftest import Visit
from tests.page.pages import is_light, printed
from tests.page.table import Table

pytestmark = pytest.mark.long

PAGES = [
    *(f"/learn/{name}" for name in LESSONS),
    *(f"/learn/map?side={side}" for side in "XO"),
    *(f"/learn/worksheet?kind={kind}" for kind in KINDS),
    *(f"/learn/worksheet?board={board}" for board in boards()[1:]),
]
MILLIMETRE = 72 / 25.4
MARGIN = 14 * MILLIMETRE
SLACK = 1.0
"""Points by which a line or letter may reach out of what it belongs to."""
PAPERS = {"A4": (210, 297), "Letter": (215.9, 279.4)}
NIGHT = f"localStorage.setItem('noughts.preferences', {json.dumps(json.dumps({'theme': 'dark'}))})"


def on_paper(table: Table, size: str, script: str) -> Any:
    """What a script says of the page as it is laid out for this paper."""
    wide, high = (side - 28 for side in PAPERS[size])
    table.page.set_viewport_size({"width": int(wide / 25.4 * 96), "height": int(high / 25.4 * 96)})
    table.page.emulate_media(media="print", color_scheme="dark", reduced_motion="reduce")
    table.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    return table.page.evaluate(script)


def squeezed(text: str) -> str:
    """Without spaces: lines are broken elsewhere on paper."""
    return re.sub(r"\s+", "", text)


def outside(sheet: pdfium.PdfPage) -> list[tuple[float, ...]]:
    """What reaches into the margins: it was cut off at the side, or by the end of the sheet."""
    wide, high = sheet.get_size()
    least, right, top = MARGIN - SLACK, wide - MARGIN + SLACK, high - MARGIN + SLACK
    boxes = [drawn.get_bounds() for drawn in sheet.get_objects(max_depth=1)]
    return [box for box in boxes if min(box[:2]) < least or box[2] > right or box[3] > top]


@pytest.mark.parametrize("size", PAPERS)
@pytest.mark.parametrize("path", PAGES)
def test_it_prints_well(visit: Visit, path: str, size: str):
    """All that can be read is on the sheets, nothing is cut or split, all is light, and no sheet is wasted."""
    table = visit(None, viewport={"width": 1280, "height": 900}, color_scheme="dark")
    table.page.context.add_init_script(NIGHT)
    table.goto(path).page.wait_for_load_state("networkidle")
    table.page.wait_for_function("() => [...document.images].every((image) => image.complete)")
    document = printed(table, size)
    sheets = list(document)
    assert [is_light(sheet) for sheet in sheets] == [True] * len(sheets)
    assert [outside(sheet) for sheet in sheets] == [[]] * len(sheets)
    told = squeezed("".join(sheet.get_textpage().get_text_range() for sheet in sheets))
    lines = on_paper(table, size, "document.querySelector('main').innerText").splitlines()
    assert len(lines) > 1
    assert [line for line in lines if squeezed(line) not in told] == []
    needed = math.ceil(on_paper(table, size, "document.querySelector('main').scrollHeight / innerHeight"))
    exactly = 2 if "worksheet" in path else 1 if "map" in path else None
    assert len(sheets) == exactly if exactly else needed <= len(sheets) <= needed + 1


def test_a_tree_to_be_stepped_through_is_whole_on_paper(visit: Visit):
    """A lesson's tree opens at the first step of the search, with nothing known; printed, it has all that is known."""
    table = visit("/learn/max-and-min")
    items = table.page.get_by_role("treeitem")
    expect(items).to_have_count(11)
    expect(table.page.get_by_role("treeitem", name="not known yet")).to_have_count(11)
    expect(table.page.get_by_role("slider", name="Step of the search")).to_have_value("1")
    text = "".join(sheet.get_textpage().get_text_range() for sheet in printed(table, "A4"))
    assert text.count("X wins") >= 4
    expect(table.page.get_by_role("treeitem", name="not known yet")).to_have_count(11)
