"""Plain text laid out: columns of a table, blocks beside each other, indented blocks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest


def text_table(rows: Sequence[Sequence[str]], align: str = "") -> str:
    """Rows in columns two spaces apart; ``align`` has ``<`` or ``>`` for each column, ``>`` by default.

    The first row is the heading. All rows have the same length.
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    sides = align.ljust(len(widths), ">")
    lines = (
        "  ".join(f"{text:{side}{width}}" for text, side, width in zip(row, sides, widths, strict=True))
        for row in rows
    )
    return "\n".join(line.rstrip() for line in lines)


def beside(left: str, right: str) -> str:
    """Two blocks of text beside each other; the shorter one is filled up below."""
    ours, theirs = left.split("\n"), right.split("\n")
    width = max(map(len, ours)) + 4
    return "\n".join(f"{a:{width}}{b}".rstrip() for a, b in zip_longest(ours, theirs, fillvalue=""))


def indent(text: str) -> str:
    """Every line of the text moved right."""
    return "\n".join(f"  {line}".rstrip() for line in text.split("\n"))


def paragraphs(parts: Iterable[str]) -> str:
    """The parts that are not empty, an empty line between them."""
    return "\n\n".join(part for part in parts if part)
