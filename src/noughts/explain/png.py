"""A picture as PNG, drawn by resvg (the extra ``png``): the same on every machine, with or without fonts."""

from __future__ import annotations

from noughts.explain.svg import with_strokes
from noughts.extras import needed_by


def png(svg: str, size: int) -> bytes:
    """An SVG as PNG whose longer side is ``size`` pixels; what a board's picture says needs no font.

    Raises MissingError without resvg.
    """
    with needed_by("a PNG"):
        import resvg_py
    svg = with_strokes(svg)
    width, height = _box(svg)
    wide = width >= height
    return resvg_py.svg_to_bytes(
        svg_string=svg,
        width=size if wide else None,
        height=None if wide else size,
        skip_system_fonts="<text" not in svg,
    )


def _box(svg: str) -> tuple[float, float]:
    """Width and height of the drawing, from its viewBox."""
    width, height = svg.split('viewBox="', 1)[1].split('"', 1)[0].split()[2:]
    return float(width), float(height)
