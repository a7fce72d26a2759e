"""Names of people, as they are shown to others."""

from __future__ import annotations

import re

from noughts.errors import NotationError, quote

_IGNORABLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f"
    "\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"""Default_Ignorable_Code_Point (Unicode 16.0, DerivedCoreProperties.txt): they show nothing by themselves."""

_VISIBLE = rf"[^\s{_IGNORABLE}\u2800]"
"""A character that shows something; U+2800 is the Braille pattern without dots."""

_SELECTORS = r"[\ufe00-\ufe0f]"
"""Variation selectors: they choose the shape of the character before them."""

_JOINERS = "\u200c\u200d"
"""Zero-width non-joiner and joiner, which Persian, Hindi and emoji need."""

_JOINED = re.compile(rf"(?<={_VISIBLE})({_SELECTORS}?)[{_JOINERS}](?={_VISIBLE})")
"""A joiner between two visible characters."""


def person_name(text: str) -> str:
    """Return a name on one line, without surrounding space.

    A name has a visible character. It has joiners only between visible characters, and no other character that Python
    does not call printable, such as controls of the direction of text. Raises NotationError for anything else.
    """
    name = " ".join(text.split())
    if not re.search(_VISIBLE, name) or not _JOINED.sub(r"\1", name).isprintable():
        raise NotationError(
            f"not a name: {quote(text)} (1 to 30 characters, of which at least one can be seen)"
        )
    return name
