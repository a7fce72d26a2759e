"""A table in Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def table(head: Sequence[str], rows: Iterable[Sequence[str]], numbers: int = 0) -> str:
    """A Markdown table whose last ``numbers`` columns are aligned to the right."""
    words = len(head) - numbers
    rule = ["---"] * words + ["---:"] * numbers
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, rule, *rows))
