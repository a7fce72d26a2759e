"""A picture as PNG, drawn by resvg (the extra ``png``): the same on every machine, with or without fonts."""

from __future__ import annotations

from noughts.errors import NoughtsError

HOW_TO_GET = "needs the extra 'png': pip install 'noughts[png]'"
"""Ends the sentence that says why there is no PNG."""


def png(svg: str, size: int) -> bytes:
    """An SVG as PNG whose longer side is ``size`` pixels; draw it with ``strokes`` where fonts may be missing.

    Raises NoughtsError without resvg.
    """
    try:
        import resvg_py
    except ImportError:
        raise NoughtsError(f"a PNG {HOW_TO_GET}") from None
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
