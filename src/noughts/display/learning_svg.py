"""A learning curve as SVG: two panels, as X and as O, each with three lines, told apart by their dashes.

Only presentation attributes, as in ``explain.svg``. The points are exact; a pixel is as good as it gets.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from xml.etree import ElementTree as ET

from noughts.contests.learning_curve import LearningPoint, LearntSide
from noughts.explain.svg import INK, NAMESPACE, PAPER, numbers

_WIDTH, _HEIGHT = 300, 200
_LEFT, _TOP, _GAP, _FOOT = 56, 46, 30, 74
_FAINT = "#9aa3ab"
_LINES: tuple[tuple[str, str, Callable[[LearntSide], Fraction]], ...] = (
    ("against random play", "", lambda side: side.random),
    ("against perfect play", "9 5", lambda side: side.perfect),
    ("against who knows it best", "2 4", lambda side: side.worst),
)


def learning_svg(name: str, points: Sequence[LearningPoint]) -> str:
    """The curve of a training, one point or more, as one ``<svg>`` element."""
    width, height = 2 * (_WIDTH + _GAP) + _LEFT, _TOP + _HEIGHT + _FOOT
    label = f"Learning curve of {name}, as X and as O, up to {points[-1].games:,} games on each side."
    root = ET.Element("svg", {"xmlns": NAMESPACE, "viewBox": f"0 0 {width} {height}"})
    root.attrib.update({"role": "img", "aria-label": label, "width": f"{width}", "height": f"{height}"})
    root.attrib.update({"font-family": "system-ui, sans-serif", "font-size": "12", "fill": INK})
    ET.SubElement(root, "rect", numbers(width=width, height=height, rx=12) | {"fill": PAPER})
    _text(root, _LEFT, 22, name, {"font-weight": "600", "font-size": "14"})
    sides: tuple[tuple[str, Callable[[LearningPoint], LearntSide]], ...] = (
        ("as X", lambda point: point.x),
        ("as O", lambda point: point.o),
    )
    for number, (title, side) in enumerate(sides):
        _panel(root, _LEFT + number * (_WIDTH + _GAP), title, [(p.games, side(p)) for p in points])
    _legend(root, _TOP + _HEIGHT + 56)
    return ET.tostring(root, encoding="unicode")


def _panel(root: ET.Element, left: float, title: str, points: Sequence[tuple[int, LearntSide]]) -> None:
    """One side: levels from -1 to 1, the games below, and the three lines."""
    most = max(points[-1][0], 1)
    _text(root, left, _TOP - 6, title, {})
    for level in (-1, 0, 1):
        y = _height(level)
        ET.SubElement(root, "line", numbers(x1=left, x2=left + _WIDTH, y1=y, y2=y) | {"stroke": _FAINT})
        if left == _LEFT:
            _text(root, left - 8, y + 4, ("loss", "draw", "win")[level + 1], {"text-anchor": "end"})
    for games, anchor in ((0, "start"), (most, "end")):
        _text(root, left + _WIDTH * games / most, _TOP + _HEIGHT + 18, f"{games:,}", {"text-anchor": anchor})
    _text(root, left + _WIDTH / 2, _TOP + _HEIGHT + 18, "games on each side", {"text-anchor": "middle"})
    for _, dashes, score in _LINES:
        places = ((left + _WIDTH * games / most, _height(float(score(side)))) for games, side in points)
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        ET.SubElement(root, "polyline", {"points": path, **_stroke(dashes)})


def _legend(root: ET.Element, y: float) -> None:
    for number, (words, dashes, _) in enumerate(_LINES):
        x = _LEFT + number * 205
        ET.SubElement(root, "line", numbers(x1=x, x2=x + 34, y1=y - 4, y2=y - 4) | _stroke(dashes))
        _text(root, x + 42, y, words, {})


def _stroke(dashes: str) -> dict[str, str]:
    dashed = {"stroke-dasharray": dashes} if dashes else {}
    return {"fill": "none", "stroke": INK, "stroke-width": "2", **dashed}


def _height(score: float) -> float:
    return _TOP + _HEIGHT * (1 - score) / 2


def _text(root: ET.Element, x: float, y: float, text: str, more: dict[str, str]) -> None:
    ET.SubElement(root, "text", numbers(x=x, y=y) | more).text = text
