"""Other people's players on the page: installed beside the house's own, compared, played against, and told as text."""

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.page.conftest import Visit
from tests.page.pages import problems
from tests.page.table import Table
from tests.players.plug import install
from tests.server.service import Service

pytestmark = [pytest.mark.long, pytest.mark.one_host("players are installed beside the server")]

MARKUP = "<b>bold</b> & <img src=x onerror=\"document.title='broken in'\"><script>document.title='broken in'</script>"
MODULE = f'''
"""Plug-in players: the last empty cell, told in markup, and one that is never there."""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from noughts import Choice, Facts, Player
from noughts.explain import say
from noughts.explain.blocks import plain_text
from noughts.explain.explain import explains
from noughts.explain.steps import rule_blocks
from noughts.players.evidence import Rule
from noughts.players.evidence import PlayerStep

MARKUP = {MARKUP!r}
LAST = PlayerStep(1, "last <i>cell</i>", "take it " + MARKUP)


class LastRule(Rule):
    """The step of this player."""


def why(decision, rule, cell):
    return "Takes " + say.cell(decision.position.board, cell) + ": " + plain_text(MARKUP) + "."


explains(LastRule, why, rule_blocks)


@dataclass(frozen=True)
class Last(Player):
    """The last empty cell, or with an option the first."""

    first: bool = False

    name: ClassVar[str] = "last-cell"
    facts: ClassVar[Facts] = Facts(
        "Last " + MARKUP, "a test " + MARKUP, "small boards " + MARKUP, True, "the last", called="Mr <i>Last</i>"
    )

    def plays(self, board):
        return board.size < 30

    def choose(self, position):
        return Choice({{position.moves[0 if self.first else -1]: Fraction(1)}}, LastRule.of(LAST))
'''
ENTRIES = "last-cell = noughts_plug:Last\nbroken = noughts_plug:Nobody"


@pytest.fixture
def beside(own_server: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Service]:
    """Starts a server beside which a distribution with players is installed."""

    def start(module: str, entries: str) -> Service:
        install(tmp_path, module, entries)
        monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
        own_server.stop()
        return own_server.start()

    return start


@pytest.fixture
def plugged(beside: Callable[..., Service]) -> Service:
    """A server with two players, one of which cannot be loaded."""
    return beside(MODULE, ENTRIES)


EXPLAINED = f'''
"""A plug-in player that plays next to the centre, with a kind of evidence of its own."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from noughts import Choice, Facts, Player
from noughts.explain import say
from noughts.explain.blocks import Details, Figure, Heading, Note, Paragraph, Row, Table, plain_text
from noughts.explain.explain import explains

FOREIGN = "`code` [home](/learn) [b2](b2) " + {MARKUP!r}


@dataclass(frozen=True)
class Distances:
    """Steps from the centre, by cell."""

    steps: Mapping[int, int]

    kind: ClassVar[str] = "distances"


def why(decision, distances, cell):
    board = decision.position.board
    cells = tuple(decision.moves) if cell is None else (cell,)
    return f"Plays {{say.cells(board, cells, 'or')}}, nearest to the centre. {{plain_text(FOREIGN)}}"


def blocks(decision, distances):
    board = decision.position.board
    names = {{cell: board.cell_name(cell) for cell in distances.steps}}
    notes = {{names[cell]: Note(str(steps), heat=1 / (1 + steps)) for cell, steps in distances.steps.items()}}
    yield Heading("Steps from the centre")
    yield Figure(decision.position, plain_text(FOREIGN), notes)
    rows = (Row((say.cell(board, cell), plain_text(FOREIGN))) for cell in distances.steps)
    yield Table("Distances", ("cell", "remark"), tuple(rows))
    yield Details(plain_text(FOREIGN), (Paragraph("Opened."),))


explains(Distances, why, blocks)


@dataclass(frozen=True)
class Near(Player):
    """The empty cell next to the centre."""

    name: ClassVar[str] = "near"
    facts: ClassVar[Facts] = Facts("Near", "a test", "small boards", True, "the first", called="Near")

    def choose(self, position):
        steps = {{cell: abs(cell % 3 - 1) + abs(cell // 3 - 1) for cell in position.moves}}
        return Choice({{min(steps, key=steps.get): Fraction(1)}}, Distances(steps))
'''


def as_text(table: Table, place: Locator) -> None:
    """What the plug-in says of itself is there to be read, and is nothing but text."""
    expect(place).to_contain_text(re.compile(re.escape(MARKUP).replace("'", "['\u2019]")))
    markup = "b, i, script, img[onerror]"
    assert place.locator(markup).count() == 0
    assert "broken in" not in table.page.title()


def test_a_plug_in_is_compared_beside_the_house(visit: Visit, plugged: Service):
    """It is named and put into the exact table first, can be beaten along a lost game, and runs in any pairing."""
    table = visit("/compare", on=plugged)
    table.shows("Installed here: Mr <i>Last</i>.")
    expect(table.page.get_by_label("Player", exact=True)).to_have_value("last-cell")
    table.button("Put into the table").click()
    table.shows("Mr <i>Last</i> has met all")
    region = table.page.get_by_role("region", name="Mr <i>Last</i> as O")
    region.get_by_role("button", name="Show a game it loses").click()
    table.says("X wins")
    assert table.page.locator(".compare i").count() == 0
    table.goto("/compare/match?x=last-cell&o=last-cell(first%3DTrue)").button("Run the match").click()
    table.says("Done: this is exact.").shows("Mr <i>Last</i> (X) against Mr <i>Last</i>, first (O)")
    table.goto("/compare/weakness?player=last-cell").button("Find its weakness").click()
    table.shows("Mr <i>Last</i> can lose as X and O.")
    assert problems(table) == []


def test_a_plug_in_takes_a_seat_and_plays(visit: Visit, plugged: Service):
    """It stands under a heading of its own where a seat is chosen, plays, and tells in its words why, as text."""
    table = visit("/", on=plugged)
    dialog = table.seats()
    expect(dialog.get_by_role("heading", name="Installed here")).to_be_visible()
    as_text(table, dialog.locator("[data-who='last-cell']"))
    expect(dialog.locator("[data-who='broken']")).to_contain_text("cannot be used")
    expect(dialog.locator("[data-who='broken']")).to_have_attribute("aria-disabled", "true")
    assert problems(table) == []
    dialog.locator("[data-who='last-cell']").click()
    expect(table.page.get_by_role("heading", level=1)).to_have_text("You against Mr <i>Last</i>")
    as_text(table, table.page.get_by_role("button", name="Choose who plays O"))
    table.play("a1").holds(2)
    expect(table.cell("c3")).to_have_accessible_name(re.compile(", O"))
    table.tab("Brain")
    as_text(table, table.page.get_by_role("tabpanel", name="Brain"))
    table.play("b1").holds(4).play("c1").shows("You win")
    table.goto("/games").shows("O: Mr <i>Last</i>")
    refused = table.goto("/?board=7x7x5").seats().locator("[data-who='last-cell']")
    expect(refused).to_contain_text("Not on this board: only small boards")
    as_text(table, refused)


def test_a_plug_in_thinks_beside_the_others(visit: Visit, plugged: Service):
    """Among all brains it has its card, in both registers; whoever cannot be loaded is absent with the reason."""
    table = visit("/brains", on=plugged)
    card = table.page.get_by_role("article").filter(has_text="Mr <i>Last</i>")
    as_text(table, card)
    expect(table.page.get_by_role("listitem").filter(has_text="the plug-in player 'broken'")).to_have_count(1)
    card.get_by_text("Look inside").click()
    expect(card.get_by_text("this one fired")).to_be_visible()
    table.button("Words: simple").click()
    expect(table.card("last-cell").get_by_text("this one fired")).to_be_visible()
    expect(table.page.get_by_role("heading", name="Newell and Simon")).to_have_count(0)


def test_evidence_of_a_plug_in_is_shown_in_its_blocks(visit: Visit, beside: Callable[..., Service]):
    """A new kind of evidence is explained by its own functions; marks and markup in foreign text stay text."""
    server = beside(EXPLAINED, "near = noughts_plug:Near")
    table = visit("/brains?board=3x3x3&position=X../.../...", on=server)
    card = table.brain("Near")
    expect(card.get_by_role("heading", name="Steps from the centre")).to_be_visible()
    expect(card.locator(".block-figure text.text")).to_have_count(8)
    expect(card.locator(".block-figure .box.heat[data-cell=b2]")).to_have_count(1)
    expect(card.get_by_role("table", name="Distances").get_by_role("row")).to_have_count(9)
    as_text(table, card)
    expect(card).to_contain_text("[home] (/learn) [b2] (b2)")
    assert card.locator("code, a").count() == 0
    card.get_by_role("table", name="Distances").get_by_role("rowheader", name="c3").hover()
    expect(table.page.locator("noughts-board .referred [data-cell]")).to_have_attribute("data-cell", "c3")
    table.goto("/").against("near").play("a1").holds(2)
    as_text(table, table.page.locator(".why"))
    table.tab("Brain").shows("Steps from the centre")
    expect(table.page.locator(".block-figure .box.ring")).to_have_attribute("data-cell", "b2")
