"""The picture of a board: what is drawn where, in a page, in a notebook and as PNG."""

import re
import struct
import sys
from itertools import combinations, pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
import resvg_py
from hypothesis import given
from hypothesis import strategies as st

import noughts
from noughts import Board, NotationError, NoughtsError, Position, board_svg, png
from noughts.explain import glyphs
from noughts.explain.svg import UNIT, with_strokes
from tests.positions import SMALL_BOARDS, mnk_boards, positions, small_boards

SVG = "{http://www.w3.org/2000/svg}"
XX_O = Position.parse("XX./.../O..")


def drawn(position, **options):
    """The drawing as elements."""
    return ET.fromstring(board_svg(position, **options))  # noqa: S314 - our own drawing


def of_class(root, name):
    """The elements of a class."""
    return [element for element in root.iter() if name in element.get("class", "").split()]


def box(element):
    """Left, top, right and bottom of a rectangle or a use."""
    x, y, width, height = (float(element.get(name)) for name in ("x", "y", "width", "height"))
    return x, y, x + width, y + height


def everywhere():
    """Positions on every sort of board."""
    return positions(mnk_boards() | small_boards())


@given(everywhere())
def test_the_marks_are_the_position(position):
    """Every mark lies exactly on the rectangle of its cell, and the marks of the drawing are the position's."""
    root, board = drawn(position), position.board
    cells = {element.get("data-cell"): box(element) for element in of_class(root, "cell")}
    assert list(cells) == [board.cell_name(cell) for cell in board.cells]
    held = {"x": 0, "o": 0}
    for mark in of_class(root, "mark"):
        name = mark.get("data-cell")
        kind = mark.get("class").split()[1]
        assert mark.get("href") == f"#noughts-{kind}"
        assert box(mark) == cells[name]
        held[kind] |= 1 << board.cell(name)
    assert (held["x"], held["o"]) == (position.x, position.o)


@given(everywhere())
def test_the_cells_lie_apart_within_the_sheet(position):
    """Cells are squares of one unit, none overlaps another, all are within the view."""
    root = drawn(position)
    boxes = [box(element) for element in of_class(root, "cell")]
    _, _, width, height = map(float, root.get("viewBox").split())
    assert len({(left, top) for left, top, _, _ in boxes}) == position.board.size
    for left, top, right, bottom in boxes:
        assert (right - left, bottom - top) == (UNIT, UNIT)
        assert left >= 0 <= top
        assert right <= width
        assert bottom <= height
    columns = sorted({left for left, _, _, _ in boxes})
    assert all(b - a >= UNIT for a, b in pairwise(columns))


@given(everywhere(), st.booleans(), st.booleans())
def test_the_page_may_show_it_under_a_strict_policy(position, coordinates, paper):
    """There is no style, no script, no handler and no address outside in a drawing."""
    root = drawn(position, coordinates=coordinates, paper=paper)
    for element in root.iter():
        assert element.tag.removeprefix(SVG) in {
            *("svg", "defs", "symbol", "g", "rect", "line", "path", "circle", "use", "text"),
        }
        for name, value in element.attrib.items():
            assert name != "style"
            assert not name.startswith("on")
            assert name != "href" or value.startswith("#")


@given(everywhere())
def test_without_paper_it_takes_the_pages_colour(position):
    """Everything is drawn in currentColor, so that it can be read on light and on dark."""
    for element in drawn(position, last=next(iter(position.board.cells))).iter():
        assert element.get("fill", "none") in {"none", "currentColor"}
        assert element.get("stroke", "none") in {"none", "currentColor"}
        assert element.get("color") is None


@pytest.mark.parametrize("board", SMALL_BOARDS, ids=str)
def test_every_line_is_struck_through(board):
    """Whatever line is completed, on a torus and in a cube too, a stroke or a circle meets each of its cells."""
    for line, mask in zip(board.lines, board.masks, strict=True):
        root = drawn(Position.unchecked(board, mask, 0))
        boxes = {element.get("data-cell"): box(element) for element in of_class(root, "cell")}
        met = {name for name, square in boxes.items() if _is_met(square, of_class(root, "wins")[0])}
        assert met == {board.cell_name(cell) for cell in line}


def _is_met(square, wins):
    """Whether a circle is drawn about the middle of a cell or a stroke runs through it."""
    x, y = (square[0] + square[2]) / 2, (square[1] + square[3]) / 2
    for shape in wins:
        if shape.tag == f"{SVG}circle":
            if (float(shape.get("cx")), float(shape.get("cy"))) == (x, y):
                return True
            continue
        x1, y1, x2, y2 = (float(shape.get(name)) for name in ("x1", "y1", "x2", "y2"))
        straight = (x2 - x1) * (y - y1) == (y2 - y1) * (x - x1)
        if straight and min(x1, x2) <= x <= max(x1, x2) and min(y1, y2) <= y <= max(y1, y2):
            return True
    return False


def test_a_win_is_struck_through_by_itself():
    """A completed line is drawn, and nothing where none is."""
    won = Position.parse("XXX/OO./...")
    assert len(of_class(drawn(won), "wins")[0]) == 1
    assert len(of_class(drawn(XX_O), "wins")[0]) == 0


def test_the_last_move_is_ringed():
    """The last move has its class and a ring on its cell; no other mark has."""
    root = drawn(XX_O, last=XX_O.board.cell("a3"))
    assert [element.get("data-cell") for element in of_class(root, "last")] == ["a3"]
    assert [element.get("data-cell") for element in of_class(root, "ring")] == ["a3"]


@given(everywhere(), st.text(alphabet=st.characters(categories=["L", "N", "P", "S"]), min_size=1))
def test_texts_are_written_in_empty_cells(position, text):
    """A text, whatever is in it, stands whole in each empty cell it is given for and in no other."""
    root = drawn(position, overlay=dict.fromkeys(position.board.cells, text))
    written = {element.get("data-cell"): element.text for element in of_class(root, "text")}
    assert written == {position.board.cell_name(cell): text for cell in position.empty}


@given(everywhere())
def test_coordinates_stand_by_their_rows_and_columns(position):
    """Each cell has its letter above its middle and its number at its own height, or nothing is written."""
    root, board = drawn(position), position.board
    names = {(element.text, float(element.get("x"))) for element in of_class(root, "name")}
    heights = {element.text: float(element.get("y")) for element in of_class(root, "name")}
    for element in of_class(root, "cell"):
        left, top, right, bottom = box(element)
        name = element.get("data-cell")
        assert (name[0], (left + right) / 2) in names
        assert top < heights[name[1:]] < bottom
    assert board.size == len(of_class(root, "cell"))
    assert of_class(drawn(position, coordinates=False), "name") == []


def test_heat_darkens_in_the_order_of_the_weights():
    """A cell of more heat is darker, and a cell without heat is not darkened."""
    weights = dict(zip(XX_O.board.cells, (0, 1, 2, 3, 10, 11, 100, 100, 5), strict=True))
    heat = {cell: weight / 100 for cell, weight in weights.items()}
    shades = {
        XX_O.board.cell(element.get("data-cell")): float(element.get("fill-opacity"))
        for element in of_class(drawn(XX_O, heat=heat), "cell")
    }
    assert shades[XX_O.board.cells[0]] == 0
    for one, other in combinations(weights, 2):
        assert (weights[one] < weights[other]) == (shades[one] < shades[other])


def test_it_says_what_it_shows():
    """The picture has a label with the board, every mark's cell and whose turn it is, or how it ended."""
    assert drawn(XX_O).get("aria-label") == "Board 3x3x3. X: a1 and b1. O: a3. O to move."
    assert drawn(XX_O).get("role") == "img"
    assert "X wins along the top row" in drawn(Position.parse("XXX/OO./...")).get("aria-label")
    assert drawn(Position.start()).get("aria-label") == "Board 3x3x3. Empty. X to move."


def test_the_layers_of_a_cube_stand_side_by_side():
    """Cells of one column of a cube's layer have the same left edge; the next layer lies further right."""
    board = Board.cube(3)
    left = {
        element.get("data-cell"): box(element)[0]
        for element in of_class(drawn(Position.start(board)), "cell")
    }
    assert left["a1"] == left["a3"]
    assert left["c3"] + UNIT < left["a4"]
    assert left["c6"] + UNIT < left["a7"]


def test_a_notebook_shows_the_picture():
    """A position shows itself as the picture on paper."""
    assert XX_O._repr_svg_() == board_svg(XX_O, paper=True)


def test_the_house_can_write_its_numbers_without_fonts():
    """There are strokes for every column, row, weight and value, so that a PNG needs no font."""
    largest = Board.mnk(20, 20, 5)
    written = "".join(largest.cell_names(largest.cells)) + "W400 L0 D -1/3 +2.5"
    assert set(written) <= glyphs.LETTERS.keys()
    texts = dict.fromkeys(XX_O.empty, "W12")
    assert "<text" not in with_strokes(board_svg(XX_O, overlay=texts))
    assert "<text" in with_strokes(board_svg(XX_O, overlay={XX_O.empty[0]: "é"}))


def test_strokes_are_centred():
    """A row of equal letters lies about the same middle as one of them, from left to right."""
    for letter in "am1W":
        (alone,), row = (_starts(text) for text in (letter, letter * 3))
        assert row == sorted(row)
        assert sum(row) / 3 == pytest.approx(alone)


def _starts(text):
    """Where the letters of a text begin."""
    return [float(at.split("(")[1].split()[0]) for _, at in glyphs.strokes(text, 50, 60, 30)]


def picture(position, size=120, **options):
    return png(board_svg(position, paper=True, **options), size)


def test_a_png_shows_numbers_without_any_font():
    """Other numbers give another PNG with no font loaded; with plain texts they would be lost."""
    one, other = ({XX_O.empty[0]: text} for text in ("W3", "W4"))
    assert picture(XX_O, overlay=one) != picture(XX_O, overlay=other)
    assert picture(XX_O) != picture(XX_O, coordinates=False)
    plain = [board_svg(XX_O, overlay=overlay) for overlay in (one, other)]
    lost = [resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True) for svg in plain]
    assert lost[0] == lost[1]


def test_the_two_marks_have_the_colours_of_the_page():
    """On paper X and O are coloured as on the page by day: whoever saves a picture knows them again."""
    style = (Path(noughts.__file__).parent / "page" / "style.css").read_text()
    root = drawn(XX_O, paper=True)
    for mark in "xo":
        (page,) = re.findall(rf"--{mark}: light-dark\((#[0-9a-f]+),", style)
        uses = [use for use in of_class(root, "mark") if mark in use.get("class").split()]
        assert {use.get("color") for use in uses} == {page}


@pytest.mark.parametrize("name", ["3x3x3", "6x2x3", "2x6x3", "cube2"])
def test_the_longer_side_of_a_png_is_the_size(name):
    """A PNG has so many pixels on its longer side, and the proportions of its drawing."""
    position = Position.start(Board.parse(name))
    width, height = struct.unpack(">II", picture(position, 300)[16:24])
    _, _, wide, high = map(float, drawn(position).get("viewBox").split())
    assert max(width, height) == 300
    assert width / height == pytest.approx(wide / high, rel=0.01)


def test_without_resvg_it_says_how_to_get_it(monkeypatch):
    """Where resvg is not installed, the error names the extra that brings it."""
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(NoughtsError, match=r"noughts\[png\]"):
        picture(XX_O)


def test_cells_go_by_name_or_by_index():
    """A picture is the same, whether its cells are named or numbered."""
    named = board_svg(".../.O./X..", last="b2", heat={"c1": 0.5}, overlay={"a1": "7"})
    assert named == board_svg(".../.O./X..", last=4, heat={2: 0.5}, overlay={0: "7"})
    with pytest.raises(NotationError, match="no such cell: 'd1'"):
        board_svg(".../.O./X..", heat={"d1": 0.5})
