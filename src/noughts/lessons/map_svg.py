"""A complete strategy on one sheet: boards within the cells of boards.

The large board shows the side's first move. Each free cell is one of the opponent's replies and holds, smaller, the
board after it with the side's next move, and so on to the end of every game. (The manner is that of Randall Munroe's
"Tic-Tac-Toe", xkcd 832, 2010, https://xkcd.com/832/; the moves and the drawing are this house's.) In the drawing:

    svg.map
      g.board                    one board, 300 units a side
        use.grid
        use.mark.x | .mark.o     what was there before
        use.mark.move            the move to play
        g.reply[data-cell]       the opponent's reply, in its cell: a g.board again
        g.end                    the line that wins, or the sign of a draw
"""

from __future__ import annotations

import xml.etree.ElementTree as ET

from noughts.explain.svg import COLOURS, NAMESPACE, numbers
from noughts.game.board import Cell, cells_of
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.lessons.strategy import MAP_BOARD, CompleteStrategy, strategy

_CELL = 100
_INSET = 7
"""How far a board stays within its cell, in units of the cell's hundred."""

_QUIET = "#8a948f"
_INK = "#18222c"
_PAPER = "#fbfcf9"


def side_map(side: str) -> str:
    """The sheet of a side, by its letter. Raises as ``strategy`` does."""
    return map_svg(strategy(side))


def map_svg(followed: CompleteStrategy) -> str:
    """The sheet as an SVG that stands alone: it brings its ground and colours, and is read as it is printed."""
    side = followed.side
    root = ET.Element(
        "svg",
        {
            "xmlns": NAMESPACE,
            "class": "map",
            "viewBox": "-12 -12 324 324",
            **numbers(width=1080, height=1080),
            "fill": "none",
            "stroke": "currentColor",
            "stroke-linecap": "round",
            "role": "img",
            "aria-label": f"The complete strategy of {side}: boards within boards.",
        },
    )
    ET.SubElement(root, "title").text = f"What {side} plays, whatever the other side does"
    ground = numbers(x=-12, y=-12, width=324, height=324)
    ET.SubElement(root, "rect", {**ground, "fill": _PAPER, "stroke": "none"})
    _shapes(root)
    _Sheets(followed).board(root, Position.start(MAP_BOARD), None)
    return ET.tostring(root, encoding="unicode")


def _shapes(root: ET.Element) -> None:
    shapes = ET.SubElement(root, "defs")
    lines = "M100 4V296M200 4V296M4 100H296M4 200H296"
    ET.SubElement(shapes, "path", {"id": "map-grid", "d": lines, "stroke-width": "2.5"})
    ET.SubElement(shapes, "path", {"id": "map-x", "d": "M26 26 74 74M74 26 26 74"})
    ET.SubElement(shapes, "circle", {"id": "map-o", "cx": "50", "cy": "50", "r": "27"})


class _Sheets:
    """Draws the boards of one strategy, the outer before the inner ones."""

    def __init__(self, followed: CompleteStrategy) -> None:
        self.strategy = followed
        self.side = followed.side

    def board(self, parent: ET.Element, position: Position, reply: Cell | None) -> None:
        """A board with the side to move, or the empty one, and in its free cells what follows."""
        group = ET.SubElement(parent, "g", {"class": "board", **_place(reply)})
        ET.SubElement(group, "use", {"class": "grid", "href": "#map-grid", "color": _QUIET})
        mine = position.to_move is self.side
        move = self.strategy.moves[position] if mine else None
        for cell in cells_of(position.x | position.o):
            mark = position.at(cell)
            assert mark
            self._mark(group, cell, mark, "", "8")
        if move is not None:
            self._mark(group, move, self.side, " move", "14")
            position = position.play_unchecked(move)
        if position.outcome:
            self._end(group, position)
            return
        for cell in position.moves:
            after = position.play_unchecked(cell)
            below = ET.SubElement(group, "g", {"class": "reply", "data-cell": MAP_BOARD.cell_name(cell)})
            if after.outcome:
                self._mark(below, cell, self.side.other, "", "8")
                self._end(below, after)
            else:
                self.board(below, after, cell)

    def _mark(self, group: ET.Element, cell: Cell, mark: Mark, kind: str, width: str) -> None:
        row, column = divmod(cell, 3)
        name = str(mark).lower()
        place = {"data-cell": MAP_BOARD.cell_name(cell), **numbers(x=column * _CELL, y=row * _CELL)}
        look = {"color": COLOURS[mark]} if kind else {"color": _INK, "opacity": "0.55"}
        use = {"class": f"mark {name}{kind}", "href": f"#map-{name}", **place, "stroke-width": width, **look}
        ET.SubElement(group, "use", use)

    def _end(self, group: ET.Element, position: Position) -> None:
        """The line that wins, struck through; a draw needs no sign: the board is full."""
        assert position.outcome
        end = ET.SubElement(group, "g", {"class": "end"})
        stroke = {"color": COLOURS[self.side], "stroke-width": "7", "opacity": "0.75"}
        for line in position.outcome.lines:
            (y1, x1), (y2, x2) = ([_CELL * at + 50 for at in divmod(cell, 3)] for cell in (line[0], line[-1]))
            dx, dy = 42 * ((x2 > x1) - (x2 < x1)), 42 * ((y2 > y1) - (y2 < y1))
            places = numbers(x1=x1 - dx, y1=y1 - dy, x2=x2 + dx, y2=y2 + dy)
            ET.SubElement(end, "line", {**places, **stroke})


def _place(reply: Cell | None) -> dict[str, str]:
    """Where a board lies: the outermost where it is, every other one in the cell of the reply."""
    if reply is None:
        return {}
    row, column = divmod(reply, 3)
    scale = (_CELL - 2 * _INSET) / (3 * _CELL)
    return {"transform": f"translate({column * _CELL + _INSET} {row * _CELL + _INSET}) scale({scale:.4f})"}
