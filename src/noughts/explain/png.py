"""A picture as PNG, drawn by resvg (the extra ``png``): the same on every machine, with or without fonts."""

from __future__ import annotations

from xml.etree import ElementTree

from noughts.errors import ImpossibleError, NotationError, quote, whole
from noughts.explain.svg import with_strokes
from noughts.extras import needed_by

_LARGEST = 20_000


def png(svg: str, size: int) -> bytes:
    """An SVG as PNG whose longer side is ``size`` pixels; what a board's picture says needs no font.

    Raises MissingError without resvg, NotationError for what is no SVG, ImpossibleError for sizes outside 1 to 20,000.
    """
    if not 1 <= whole("size", size) <= _LARGEST:
        raise ImpossibleError(f"no picture of {quote(size)} pixels: 1 to {_LARGEST:,}")
    with needed_by("a PNG"):
        import resvg_py
    try:
        drawn = with_strokes(svg)
        width, height = map(float, ElementTree.fromstring(drawn).attrib["viewBox"].split()[2:])  # noqa: S314
    except (ElementTree.ParseError, TypeError, LookupError, ValueError):
        raise NotationError(f"not an SVG with a viewBox: {quote(svg)}") from None
    wide = width >= height
    return resvg_py.svg_to_bytes(
        svg_string=drawn,
        width=size if wide else None,
        height=None if wide else size,
        skip_system_fonts="<text" not in drawn,
    )
