"""A table in Markdown, and a page whose computed parts are filled in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from noughts.errors import NoughtsError, quote

_PART = re.compile(r"<!-- (\w+) -->\n.*?<!-- / -->", re.DOTALL)


def table(head: Sequence[str], rows: Iterable[Sequence[str]], numbers: int = 0) -> str:
    """A Markdown table whose last ``numbers`` columns are aligned to the right."""
    words = len(head) - numbers
    rule = ["---"] * words + ["---:"] * numbers
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, rule, *rows))


def fill(page: str, parts: Mapping[str, str]) -> str:
    """The page with its computed parts made anew, each between ``<!-- its name -->`` and ``<!-- / -->``.

    What else a page says is written there, by hand, and parts that are not given stay as they are. Raises NoughtsError
    where the page has no place for one.
    """
    for name in parts:
        if name not in _PART.findall(page):
            raise NoughtsError(f"the page has no place for its part {quote(name)}")
    made = {name: f"<!-- {name} -->\n\n{text}\n\n<!-- / -->" for name, text in parts.items()}
    return _PART.sub(lambda part: made.get(part[1], part[0]), page)
