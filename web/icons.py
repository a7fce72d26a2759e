"""The site's picture in pixels, for devices that put it among their apps: drawn of the page's own icon."""

from __future__ import annotations

from pathlib import Path

from noughts.explain.svg import png

_ICON = Path(__file__).parents[1] / "src/noughts/page/icon.svg"
_CORNERS, _MARKS = ' rx="12"', '<g fill="none"'
_INSIDE = ' transform="translate(32 32) scale(.8) translate(-32 -32)"'
"""A mask may cut off whatever is more than two fifths of the width from the middle."""

SIZES = (192, 512)
"""Pixels that browsers ask for before they install a site."""

APPLE = 180
"""Pixels of Apple's, which rounds the corners itself."""


def pictures() -> dict[str, bytes]:
    """The files, by name: ``icon-192.png`` and the like; those with a mask fill their square."""
    plain = _ICON.read_text()
    whole = plain.replace(_CORNERS, "", 1).replace(_MARKS, _MARKS + _INSIDE, 1)
    files = {f"icon-{size}.png": png(plain, size) for size in SIZES}
    files |= {f"mask-{size}.png": png(whole, size) for size in SIZES}
    return {**files, "apple-touch-icon.png": png(whole, APPLE)}


def declared() -> list[dict[str, str]]:
    """The icons as a manifest names them (https://www.w3.org/TR/appmanifest/#icons-member)."""
    kinds = {"icon": "any", "mask": "maskable"}
    pixels = [
        {"src": f"{name}-{size}.png", "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
        for name, purpose in kinds.items()
        for size in SIZES
    ]
    drawn = {"src": "static/icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"}
    return [drawn, *pixels]
