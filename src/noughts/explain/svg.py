"""A board as SVG, or as PNG: the same picture for the page, for notebooks and for files.

Only presentation attributes, no style and no script, so that it may stand in a page with a strict
Content-Security-Policy; all strokes are ``currentColor``, so that it takes on the page's colour, light or dark.
One cell is 100 units a side. Marks differ by shape, never by colour alone:

    svg.noughts-board
      defs      symbols #noughts-x and #noughts-o
      .grid     the lines between the cells
      .cells    rect.cell       one a cell, as dark as its heat
      .rings    rect.ring       around the last move
      .marks    use.mark.x|.o   one a mark; .last for the last move
      .wins     line | circle   through the completed lines
      .texts    text.text       what is written in empty cells; text.name for coordinates

Whatever belongs to one cell names it: ``data-cell="b2"``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from xml.etree import ElementTree as ET

from noughts.errors import ImpossibleError, NotationError, quote, whole
from noughts.explain import glyphs
from noughts.explain.blocks import Figure, Note, bare
from noughts.explain.board_text import column_name
from noughts.explain.say import cells_words
from noughts.explain.sentences import outcome_sentence
from noughts.extras import needed_by
from noughts.game.board import Board, ByCell, Cell, Line, cells_of
from noughts.game.outcome import Mark
from noughts.game.position import Position

UNIT = 100
"""The side of a cell."""

_LARGEST = 20_000
"""Maximum size of a PNG, in pixels."""

_MARGIN = 50
_GAP = 12
_DARKEST = 0.36
_LONGEST = 640
_CROSS = "M26 26 74 74M74 26 26 74"
PAPER, INK, COLOURS = "#fdfcf8", "#2b3440", {Mark.X: "#ab2f28", Mark.O: "#1d4f9e"}
NAMESPACE = "http://www.w3.org/2000/svg"
_STROKE = {"fill": "none", "stroke": "currentColor", "stroke-linecap": "round"}


def board_svg(
    position: Position | str,
    *,
    last: int | str | None = None,
    coordinates: bool = True,
    overlay: ByCell[str] | None = None,
    heat: ByCell[float] | None = None,
    paper: bool = False,
) -> str:
    """The picture of a position, or of its text, as one ``<svg>`` element, without an XML declaration.

    ``last`` is ringed. ``overlay`` is written in empty cells. ``heat``, from 0 to 1, darkens cells. Cells go by name or
    index. Completed lines are struck through. ``paper`` adds a size, a background and fixed
    colours, for files and wherever the surroundings are unknown. The layers of a cube stand side by side.
    """
    position = Position.of(position)
    place, name = position.board.place, position.board.cell_name
    texts = {place(cell): text for cell, text in (overlay or {}).items()}
    warmth = {place(cell): share for cell, share in (heat or {}).items()}
    notes = {name(cell): Note(heat=share) for cell, share in warmth.items()}
    ringed = "" if last is None else name(place(last))
    return _drawn(Figure(position, notes=notes, last=ringed), texts, coordinates, paper)


def figure_svg(figure: Figure, *, coordinates: bool = True, paper: bool = False) -> str:
    """Return the picture of a figure, without its words, as `board_svg` does."""
    texts = {
        figure.position.board.cell_of(name): bare(note.text)
        for name, note in figure.notes.items()
        if note.text
    }
    return _drawn(figure, texts, coordinates, paper)


def _drawn(figure: Figure, written: Mapping[Cell, str], coordinates: bool, paper: bool) -> str:
    """Return the picture of a figure with other texts than its own."""
    position, cell_of = figure.position, figure.position.board.cell_of
    sheet = _Sheet(position.board, _MARGIN if coordinates else _GAP)
    root = _root(sheet, position, paper)
    _grid(root, sheet)
    notes = {cell_of(name): note for name, note in figure.notes.items()}
    _cells(root, sheet, {cell: note.heat for cell, note in notes.items() if note.heat})
    last = cell_of(figure.last) if figure.last else None
    for cell in dict.fromkeys([*map(cell_of, figure.rings), *([] if last is None else [last])]):
        _ring(root, sheet, cell)
    _marks(root, sheet, position, last, paper)
    struck = [tuple(map(cell_of, line)) for line in figure.lines]
    _wins(root, sheet, [*(position.outcome.lines if position.outcome else ()), *struck])
    texts = ET.SubElement(root, "g", {"class": "texts", "fill": "currentColor", "text-anchor": "middle"})
    texts.set("font-family", "system-ui, sans-serif")
    _overlay(texts, sheet, {cell: text for cell, text in written.items() if position.at(cell) is None})
    if coordinates:
        _names(texts, sheet)
    return ET.tostring(root, encoding="unicode")


def with_strokes(svg: str) -> str:
    """The same picture with its letters drawn as paths, as far as they are known: for renderers that find no font."""
    root = ET.fromstring(svg)  # noqa: S314 - a picture made by this module
    for texts in root.iterfind(f".//{{{NAMESPACE}}}g[@class='texts']"):
        _strokes(texts)
    ET.register_namespace("", NAMESPACE)
    return ET.tostring(root, encoding="unicode")


class _Sheet:
    """Where the cells of a board lie on the drawing: in one panel, or one a layer, left to right."""

    def __init__(self, board: Board, margin: int) -> None:
        self.board, self.margin = board, margin
        self.panels = _layers(board)
        self.columns, self.rows = board.columns, board.rows // self.panels
        self.step = self.columns * UNIT + margin + _GAP
        self.width = self.panels * self.step
        self.height = self.rows * UNIT + margin + _GAP

    def panel(self, cell: Cell) -> int:
        """Which panel a cell lies in."""
        return cell // (self.columns * self.rows)

    def corner(self, cell: Cell) -> tuple[int, int]:
        """The top left corner of a cell."""
        row, column = divmod(cell, self.columns)
        x = self.margin + self.panel(cell) * self.step + column * UNIT
        return x, self.margin + row % self.rows * UNIT

    def centre(self, cell: Cell) -> tuple[int, int]:
        """The middle of a cell."""
        x, y = self.corner(cell)
        return x + UNIT // 2, y + UNIT // 2


def _layers(board: Board) -> int:
    """How many layers of a board in space lie one under the other in its layout."""
    if len(board.points[0]) != 3:
        return 1
    heights = [point[0] for point in board.points]
    layers = len(set(heights))
    size = board.size // layers
    whole = all(height == heights[i - i % size] for i, height in enumerate(heights))
    return layers if whole and board.rows % layers == 0 else 1


def _root(sheet: _Sheet, position: Position, paper: bool) -> ET.Element:
    box = f"0 0 {sheet.width} {sheet.height}"
    name = {"class": "noughts-board", "role": "img", "aria-label": _label(position)}
    root = ET.Element("svg", {"xmlns": NAMESPACE, "viewBox": box, **name})
    defs = ET.SubElement(root, "defs")
    shapes = {
        "noughts-x": ("path", {"d": _CROSS}),
        "noughts-o": ("circle", {"cx": "50", "cy": "50", "r": "26"}),
    }
    for identity, (tag, shape) in shapes.items():
        symbol = ET.SubElement(defs, "symbol", {"id": identity, "viewBox": f"0 0 {UNIT} {UNIT}"})
        ET.SubElement(symbol, tag, {**shape, **_STROKE, "stroke-width": "11"})
    if paper:
        size = numbers(width=sheet.width, height=sheet.height)
        scale = min(1.0, _LONGEST / max(sheet.width, sheet.height))
        root.attrib.update({"width": f"{sheet.width * scale:g}", "height": f"{sheet.height * scale:g}"})
        root.set("color", INK)
        ET.SubElement(root, "rect", {"class": "paper", **size, "rx": "16", "fill": PAPER})
    return root


def _grid(root: ET.Element, sheet: _Sheet) -> None:
    """The lines between the cells of every panel, or its frame where a single cell has none."""
    group = ET.SubElement(root, "g", {"class": "grid", **_STROKE, "stroke-width": "3", "opacity": "0.45"})
    width, height = sheet.columns * UNIT, sheet.rows * UNIT
    for panel in range(sheet.panels):
        left, top = sheet.margin + panel * sheet.step, sheet.margin
        for x in range(left + UNIT, left + width, UNIT):
            ET.SubElement(group, "line", numbers(x1=x, y1=top, x2=x, y2=top + height))
        for y in range(top + UNIT, top + height, UNIT):
            ET.SubElement(group, "line", numbers(x1=left, y1=y, x2=left + width, y2=y))
        if sheet.columns == sheet.rows == 1:
            ET.SubElement(group, "rect", numbers(x=left, y=top, width=UNIT, height=UNIT, rx=6))


def _cells(root: ET.Element, sheet: _Sheet, heat: Mapping[Cell, float]) -> None:
    group = ET.SubElement(root, "g", {"class": "cells", "fill": "currentColor"})
    for cell in sheet.board.cells:
        x, y = sheet.corner(cell)
        share = f"{_DARKEST * min(max(heat.get(cell, 0), 0), 1):.3g}"
        place = {"class": "cell", "data-cell": sheet.board.cell_name(cell), "fill-opacity": share}
        ET.SubElement(group, "rect", {**place, **numbers(x=x, y=y, width=UNIT, height=UNIT)})


def _ring(root: ET.Element, sheet: _Sheet, cell: Cell) -> None:
    group = ET.SubElement(root, "g", {"class": "rings", **_STROKE, "stroke-width": "3", "opacity": "0.6"})
    x, y = sheet.corner(cell)
    place = {"class": "ring", "data-cell": sheet.board.cell_name(cell)}
    ET.SubElement(group, "rect", {**place, **numbers(x=x + 8, y=y + 8, width=84, height=84, rx=14)})


def _marks(root: ET.Element, sheet: _Sheet, position: Position, last: Cell | None, paper: bool) -> None:
    group = ET.SubElement(root, "g", {"class": "marks"})
    for cell in cells_of(position.x | position.o):
        mark = position.at(cell)
        assert mark is not None
        name = str(mark).lower()
        x, y = sheet.corner(cell)
        kind = f"mark {name} last" if cell == last else f"mark {name}"
        place = {"class": kind, "data-cell": sheet.board.cell_name(cell), "href": f"#noughts-{name}"}
        colour = {"color": COLOURS[mark]} if paper else {}
        ET.SubElement(group, "use", {**place, **numbers(x=x, y=y, width=UNIT, height=UNIT), **colour})


def _wins(root: ET.Element, sheet: _Sheet, lines: Sequence[Line]) -> None:
    """A stroke along each run of neighbours; a circle around each cell of a line that cannot be drawn straight."""
    group = ET.SubElement(root, "g", {"class": "wins", **_STROKE, "stroke-width": "7", "opacity": "0.75"})
    for line in lines:
        step = _direction(sheet, line)
        if step is None:
            for cell in line:
                x, y = sheet.centre(cell)
                ET.SubElement(group, "circle", numbers(cx=x, cy=y, r=43))
            continue
        dx, dy = step[0] * 42, step[1] * 42
        for run in _runs(sheet, line, step):
            (x1, y1), (x2, y2) = sheet.centre(run[0]), sheet.centre(run[-1])
            ET.SubElement(group, "line", numbers(x1=x1 - dx, y1=y1 - dy, x2=x2 + dx, y2=y2 + dy))


def _direction(sheet: _Sheet, line: Line) -> tuple[int, int] | None:
    """The step, right and down, from each cell of a line to the next; None if it is not one straight line.

    On a torus a step may leave on one side and come back on the other.
    """
    if len({sheet.panel(cell) for cell in line}) > 1:
        return None
    places = [divmod(cell, sheet.columns) for cell in line]
    steps = {
        (_single(b[1] - a[1], sheet.columns), _single(b[0] - a[0], sheet.rows)) for a, b in pairwise(places)
    } or {(1, 0)}
    step = steps.pop()
    return None if steps or not -1 <= step[0] <= 1 or not -1 <= step[1] <= 1 else step


def _single(distance: int, side: int) -> int:
    """A distance along one axis, the short way round where that is a single step."""
    return distance if abs(distance) <= 1 else (distance + 1) % side - 1


def _runs(sheet: _Sheet, line: Line, step: tuple[int, int]) -> list[list[Cell]]:
    """The line cut where it leaves the drawing."""
    runs = [[line[0]]]
    for cell in line[1:]:
        (x1, y1), (x2, y2) = sheet.corner(runs[-1][-1]), sheet.corner(cell)
        if (x2 - x1, y2 - y1) == (step[0] * UNIT, step[1] * UNIT):
            runs[-1].append(cell)
        else:
            runs.append([cell])
    return runs


def _overlay(texts: ET.Element, sheet: _Sheet, overlay: Mapping[Cell, str]) -> None:
    """One size of letters for all of them, so that large numbers do not look small."""
    longest = max((len(text) for text in overlay.values()), default=1)
    size = min(36, 140 // max(longest, 1))
    for cell, text in overlay.items():
        place = {"class": "text", "data-cell": sheet.board.cell_name(cell)}
        _text(texts, sheet.centre(cell), size, text, place)


def _names(texts: ET.Element, sheet: _Sheet) -> None:
    """Column letters above and row numbers to the left of every panel."""
    away, place = (sheet.margin + UNIT) // 2, {"class": "name", "opacity": "0.7"}
    for panel in range(sheet.panels):
        top = panel * sheet.rows * sheet.columns
        for column in range(sheet.columns):
            x, y = sheet.centre(Cell(top + column))
            _text(texts, (x, y - away), 26, column_name(sheet.board, column), place)
        for cell in range(top, top + sheet.rows * sheet.columns, sheet.columns):
            x, y = sheet.centre(Cell(cell))
            _text(texts, (x - away, y), 26, str(cell // sheet.columns + 1), place)


def _text(texts: ET.Element, centre: tuple[int, int], size: int, text: str, place: dict[str, str]) -> None:
    """A text around its middle. The baseline is set by hand: not every viewer knows `dominant-baseline`."""
    x, y = centre
    at = {"x": f"{x}", "y": f"{y + size * 0.36:g}", "font-size": f"{size}"}
    ET.SubElement(texts, "text", {**place, **at}).text = text


def _strokes(texts: ET.Element) -> None:
    """Turns every text whose letters are all known into a group of paths."""
    for element in texts:
        text = element.text or ""
        if glyphs.LETTERS.keys() >= set(text):
            x, baseline, size = (float(element.attrib.pop(name)) for name in ("x", "y", "font-size"))
            element.tag, element.text = f"{{{NAMESPACE}}}g", None
            element.attrib.update({**_STROKE, "stroke-linejoin": "round"})
            for path, transform in glyphs.strokes(text, x, baseline, size):
                ET.SubElement(element, f"{{{NAMESPACE}}}path", {"d": path, "transform": transform})


def _label(position: Position) -> str:
    """The picture in words."""
    board = position.board
    held = [
        f"{mark}: {cells_words(board, list(cells_of(bits)), limit=board.size)}"
        for mark, bits in ((Mark.X, position.x), (Mark.O, position.o))
        if bits
    ]
    outcome = position.outcome
    end = outcome_sentence(outcome, board) if outcome else f"{position.to_move} to move."
    return " ".join([f"Board {board}.", *(f"{words}." for words in held or ["Empty"]), end])


def numbers(**values: float) -> dict[str, str]:
    """Return numbers formatted as attribute values."""
    return {name: f"{value:g}" for name, value in values.items()}


def png(svg: str, size: int) -> bytes:
    """Return an SVG as PNG, drawn by resvg, whose longer side is ``size`` pixels.

    The picture of a board needs no font, and is the same on every machine. Raises MissingError without resvg (the
    extra ``png``), NotationError for what is no SVG, ImpossibleError for sizes outside 1 to 20,000.
    """
    if not 1 <= whole("size", size) <= _LARGEST:
        raise ImpossibleError(f"no picture of {quote(size)} pixels: 1 to {_LARGEST:,}")
    with needed_by("a PNG"):
        import resvg_py
    try:
        drawn = with_strokes(svg)
        width, height = map(float, ET.fromstring(drawn).attrib["viewBox"].split()[2:])  # noqa: S314
    except (ET.ParseError, TypeError, LookupError, ValueError):
        raise NotationError(f"not an SVG with a viewBox: {quote(svg)}") from None
    wide = width >= height
    return resvg_py.svg_to_bytes(
        svg_string=drawn,
        width=size if wide else None,
        height=None if wide else size,
        skip_system_fonts="<text" not in drawn,
    )
