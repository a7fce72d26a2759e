"""A small alphabet of strokes, for pictures that must not depend on the fonts of a machine.

A letter is its width and an SVG path. One unit is a tenth of the letter size; the baseline is 0 and up is negative:
capitals and digits are 7 high, small letters 5.
"""

from __future__ import annotations

_SPACE = 1.7
"""Between two letters."""

_BOWL = "M3.8-2.5A1.9 2.5 0 1 0 0-2.5A1.9 2.5 0 1 0 3.8-2.5"
_ARCH = "M.2-5V0M.2-2.9C.2-5.7 3.7-5.7 3.7-2.9V0"

LETTERS = {
    " ": (1.5, ""),
    "+": (3.6, "M.2-3H3.4M1.8-4.6V-1.4"),
    "-": (3, "M.2-3H2.8"),
    ".": (0.6, "M.3-.1V0"),
    "/": (3, "M.1.8 2.9-7.4"),
    "0": (4, "M2-7C4.6-7 4.6 0 2 0C-.6 0-.6-7 2-7Z"),
    "1": (2.6, "M.4-5.5 2.4-7V0"),
    "2": (4, "M.2-5.2C.2-7.6 3.8-7.6 3.8-5.1C3.8-3.4 1.4-2 .2 0H4"),
    "3": (4, "M.3-7H3.7L1.7-4.2C4.7-4.4 4.7 0 1.9 0C1.1 0 .4-.4 0-1.1"),
    "4": (4, "M3 0V-7L0-2H4"),
    "5": (4, "M3.6-7H.6L.3-3.8C1.3-4.8 3.9-4.6 3.9-2.2C3.9.5.9.6 0-1"),
    "6": (4, "M3.2-7C1.4-5.6 0-4 0-2.2A2 2.2 0 1 0 4-2.2A2 2.2 0 1 0 0-2.2"),
    "7": (4, "M.1-7H3.9L1.5 0"),
    "8": (4, "M2-7A1.7 1.6 0 1 0 2-3.8A1.7 1.6 0 1 0 2-7M2-3.8A2 1.9 0 1 0 2 0A2 1.9 0 1 0 2-3.8"),
    "9": (4, "M.8 0C2.6-1.4 4-3 4-4.8A2 2.2 0 1 0 0-4.8A2 2.2 0 1 0 4-4.8"),
    "D": (4, "M.3-7V0H1.6C4.8 0 4.8-7 1.6-7Z"),
    "L": (3.6, "M.3-7V0H3.6"),
    "W": (5.6, "M0-7 1.4 0 2.8-6 4.2 0 5.6-7"),
    "a": (3.8, f"{_BOWL}M3.8-5V0"),
    "b": (3.8, f"{_BOWL}M0-7.4V0"),
    "c": (3.6, "M3.5-4.2A1.9 2.5 0 1 0 3.5-.8"),
    "d": (3.8, f"{_BOWL}M3.8-7.4V0"),
    "e": (3.8, "M0-2.6H3.8A1.9 2.5 0 1 0 3.4-.8"),
    "f": (3, "M3-7.2C1.7-7.6 1.2-7 1.2-5.6V0M0-5H2.6"),
    "g": (3.8, f"{_BOWL}M3.8-5V.3C3.8 2.6 1 2.6.3 1.5"),
    "h": (3.8, f"M.2-7.4V-2{_ARCH}"),
    "i": (1.2, "M.6-5V0M.6-7.1V-7"),
    "j": (1.8, "M1.4-5V.6C1.4 1.8.8 2.1 0 1.9M1.4-7.1V-7"),
    "k": (3.6, "M.2-7.4V0M3.3-5 .2-2.1M1.4-3.1 3.6 0"),
    "l": (1.2, "M.6-7.4V0"),
    "m": (5.6, "M.2-5V0M.2-3.2C.2-5.6 2.8-5.6 2.8-3.2V0M2.8-3.2C2.8-5.6 5.4-5.6 5.4-3.2V0"),
    "n": (3.8, _ARCH),
    "o": (3.8, _BOWL),
    "p": (3.8, f"{_BOWL}M0-5V2"),
    "q": (3.8, f"{_BOWL}M3.8-5V2"),
    "r": (2.8, "M.2-5V0M.2-2.8C.2-4.6 1.4-5.2 2.8-4.9"),
    "s": (3.6, "M3.3-4.3C2.4-5.4.3-5.2.3-3.8C.3-2 3.5-3 3.5-1.2C3.5.4.9.3.1-.8"),
    "t": (3, "M1.2-6.8V-1.4C1.2.1 2 .2 3-.2M0-5H2.8"),
}


def strokes(text: str, middle: float, baseline: float, size: float) -> list[tuple[str, str]]:
    """The path and the transform of every letter of a known text, centred about ``middle``, in order."""
    scale = size / 10
    widths = [LETTERS[letter][0] for letter in text]
    x = -(sum(widths) + _SPACE * (len(text) - 1)) / 2
    placed = []
    for letter, width in zip(text, widths, strict=True):
        at = f"translate({middle + x * scale:.2f} {baseline:g}) scale({scale:g})"
        placed.append((LETTERS[letter][1], at))
        x += width + _SPACE
    return placed
