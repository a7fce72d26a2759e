"""The pictures in the documents: made anew where NOUGHTS_PICTURES is set, and else only gone through."""

import os

import pytest
from playwright.sync_api import expect

from noughts import player_names
from noughts.explain.wording import player_words
from tests.page.conftest import Visit
from tests.page.pair import alternate, pair
from tests.page.table import Table
from tests.page.test_class import joined, opened, sides, won
from tests.paths import DOCS

pytestmark = [pytest.mark.long, pytest.mark.one_host("the pictures of the documents are taken once")]

FOLDER = DOCS / "pictures"
WIDE = {"width": 1200, "height": 860}
PHONE = {"width": 390, "height": 844}


def played(table: Table) -> Table:
    """A game against `core`, which plays no dice here, with the values of every move."""
    table.against("core").play("a1").holds(2).play("c1").holds(4)
    table.button("Values").click()
    return table.says("Values shown").tab("Brain").shows("It plays b1")


def keep(table: Table, name: str, **options: object) -> None:
    """Takes the picture, and writes it where that is asked for."""
    table.page.mouse.move(0, 0)
    table.page.evaluate("document.activeElement.blur()")
    table.page.wait_for_timeout(200)
    picture = table.page.screenshot(animations="disabled", **options)
    assert picture.startswith(b"\x89PNG")
    if os.environ.get("NOUGHTS_PICTURES"):
        FOLDER.mkdir(exist_ok=True)
        (FOLDER / f"{name}.png").write_bytes(picture)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_play(visit: Visit, scheme: str):
    """A game, with the values of the moves on the board and the brain beside it."""
    keep(played(visit(viewport=WIDE, color_scheme=scheme)), f"play-{scheme}")


@pytest.mark.parametrize(
    ("player", "position", "until"),
    [("weights", "XX./.../O..", "Where each weight comes from"), ("rules", "..X/.O./X..", "Potential forks")],
)
def test_brain(visit: Visit, player: str, position: str, until: str):
    """The brain of one player in the position that its document works out."""
    table = visit(f"/brains?board=3x3x3&position={position}", viewport={"width": 900, "height": 1600})
    card = table.brain(player_words(player))
    expect(card.get_by_role("heading", name="What it plays")).to_be_visible()
    card.evaluate("card => card.scrollIntoView()")
    box = card.bounding_box()
    below = card.get_by_text(until, exact=True).bounding_box()
    keep(table, f"brain-{player}", clip={**box, "height": below["y"] - box["y"] - 12})


def test_brains(visit: Visit):
    """All brains side by side on one position."""
    table = visit("/brains?board=3x3x3&position=XX./.../O..", viewport={"width": 1440, "height": 1000})
    expect(table.page.get_by_role("article")).to_have_count(len(player_names()))
    keep(table, "brains")


def test_analyse(visit: Visit):
    """A game of five in a row with a variation and a note, its moves numbered, and what the engine thinks of it."""
    moves = "h8i9h9(g7h7{Too slow: X takes the diagonal.}i8)h7g8i8i10(g9)f7"
    table = visit(f"/analyse?board=15x15x5&moves={moves}&show=numbers", viewport=WIDE)
    table.shows("estimate").shows("Too slow")
    table.page.wait_for_load_state("networkidle")
    keep(table, "analyse")


def test_compare(visit: Visit):
    """The exact table, and beside it a player that can lose."""
    table = visit("/compare", viewport=WIDE)
    table.button("Core, easy").click()
    table.shows("Show a game it loses")
    keep(table, "compare")


def test_two_people(visit: Visit):
    """A game by link, with a draw offered."""
    host, friend = pair(visit, viewport=WIDE)
    alternate(host, friend, "b2", "a1", "c3", "a3", "a2", "c2")
    host.button("Offer a draw").click()
    friend.shows("offers a draw")
    keep(friend, "two-people")


def test_class(visit: Visit):
    """A class of six, as it is projected: one game won, two going on."""
    teacher, path = opened(visit, viewport=WIDE)
    pupils = [joined(visit, path, name) for name in ("Ada", "Ben", "Cleo", "Dan", "Emil", "Frida")]
    won(pupils[0], pupils[1], "Ben")
    for one, other, name, cells in ((2, 3, "Dan", ("b2", "a1", "c3")), (4, 5, "Frida", ("b2", "c1"))):
        pair = sides(pupils[one], pupils[other], name)
        for ply, cell in enumerate(cells):
            pair[ply % 2].play(cell)
    boards = teacher.page.get_by_role("list", name="All boards")
    for end in ("won against", "to move"):
        expect(boards.get_by_role("img", name=end).first).to_be_visible()
    keep(teacher, "class")


def test_phone(visit: Visit):
    """The same page on a phone."""
    table = visit(viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2)
    table.against("core").play("a1").holds(2).play("c1").holds(4)
    keep(table, "phone")
