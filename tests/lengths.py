"""How much of a long check `make test` makes, and how much `make test-long`."""

from collections.abc import Iterable
from typing import Any

import pytest


def short_and_long(rows: Iterable[tuple[Any, ...]], share: int = 20) -> list[Any]:
    """Return rows whose last parameter is a number of cases: with part of them, and with all of them, marked long."""
    rows = list(rows)
    short = [(*row[:-1], max(row[-1] // share, min(row[-1], 10))) for row in rows]
    rest = [row for row, part in zip(rows, short, strict=True) if row != part]
    return [*short, *(pytest.param(*row, marks=pytest.mark.long) for row in rest)]
