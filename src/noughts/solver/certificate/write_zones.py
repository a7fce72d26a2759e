"""Writes wins with zones: a header, and the tree's numbers in arrays (format: docs/certificates.md)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice
from pathlib import Path

from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.solver.certificate.write_file import header, writing

ZONE_FORMAT = "noughts-certificate-2"
SLACK, SEVERAL, ALIKE, END = -2, -3, -4, -5
"""Marks in a tree of zones, beside ``PASS``."""

_NUMBERS = 8192
"""In an array: at most four characters each, far below the longest line."""


def write_zones(
    path: str | Path,
    position: Position,
    attacker: Mark,
    tree: Iterable[int],
    more: Mapping[str, object] | None = None,
) -> None:
    """Writes a certificate of one claim, that the attacker wins the position, by this tree.

    The tree is not checked; only a list is asked whether it needs the symmetries. ``more`` are fields of the header
    that no checker looks at. Raises OSError where the file cannot be written; nothing is left half-written then.
    """
    needs = ALIKE in tree if isinstance(tree, list) else True
    first = header(position, attacker, "win")
    first |= {
        "format": ZONE_FORMAT,
        "symmetries": first["symmetries"][:1024] if needs else [],
        **(more or {}),
    }
    with writing(path) as writer:
        writer.begin(first)
        numbers = iter(tree)
        writer.line(
            list(islice(numbers, _NUMBERS))
        )  # of two threats when the defender is to move there is none
        while part := list(islice(numbers, _NUMBERS)):
            writer.line(part)
