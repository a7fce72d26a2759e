"""All subsets of a few things at once: which contain a line, and how many line-free ones each contains.

A subset of n things is an index below 2 ** n, bit i standing for thing i. A *line* is given by the things
that it needs and by the cells that it is made of; a subset that lacks something of every line is *lineless*.
The counts come from the subset-sum (zeta) transform (F. Yates, The design and analysis of factorial
experiments, 1937), sizes packed as the digits of one integer, so that one addition adds all sizes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import add

NO_LINE = -1
"""Stands for "no complete line" where common cells are kept: all ones, so that ``&`` starts there."""


def common_cells(things: int, lines: Iterable[tuple[int, int]]) -> list[int]:
    """For every subset, the cells common to all lines that it contains, or NO_LINE.

    A line is (things needed, cells), both bit sets.
    """
    every_line = list(lines)
    table = [NO_LINE]
    for thing in range(things):
        new = [(needs, cells) for needs, cells in every_line if needs.bit_length() == thing + 1]
        for rest in range(1 << thing):
            common = table[rest]
            for needs, cells in new:
                if (rest | 1 << thing) & needs == needs:
                    common &= cells
            table.append(common)
    return table


def lineless_subsets(sizes: Sequence[int], common: Sequence[int], largest: int) -> list[int]:
    """For every subset, how many lineless subsets it contains, by size: see ``digit``.

    ``sizes`` gives each subset's size, at most ``largest``; ``common`` is from ``common_cells``.
    """
    width = largest + 1
    table = [1 << width * s if c == NO_LINE else 0 for s, c in zip(sizes, common, strict=True)]
    step = 1
    while step < len(table):
        for at in range(0, len(table), 2 * step):
            low, high = slice(at, at + step), slice(at + step, at + 2 * step)
            table[high] = map(add, table[high], table[low])
        step *= 2
    return table


def digit(packed: int, size: int, largest: int) -> int:
    """How many of a packed count are of one size: a digit to the base 2 ** (largest + 1)."""
    width = largest + 1
    return packed >> width * size & (1 << width) - 1
