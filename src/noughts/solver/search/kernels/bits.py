"""Sets of cells or lines as words of 64 bits, and the numbers that kernels count in."""

from __future__ import annotations

from typing import Any

from noughts.kernels import memory
from noughts.kernels.declare import Word, intrinsic, kernel

U: Any = memory.U64
I64: Any = memory.I64
ZERO = U(0)
ONE = U(1)
ALL = U(0xFFFFFFFFFFFFFFFF)


@intrinsic("ctpop")
def popcount(x: Word) -> int:
    """Number of set bits."""
    return int(x).bit_count()


@intrinsic("cttz")
def lowest(x: Word) -> int:
    """Index of the lowest set bit of a word that is not 0."""
    return (int(x) & -int(x)).bit_length() - 1


@kernel
def bit(c: int) -> Word:
    """Cell or line c as a bit of its word."""
    return ONE << U(c & 63)


@kernel
def has(z0: Word, z1: Word, c: int) -> bool:
    """Whether cell c is in the set."""
    return bool(((z0 if c < 64 else z1) >> U(c & 63)) & ONE != ZERO)


@kernel
def first_cell(z0: Word, z1: Word) -> int:
    """The lowest cell of a set that is not empty."""
    return lowest(z0) if z0 != ZERO else lowest(z1) + 64


@kernel
def without_first(z0: Word, z1: Word) -> tuple[Word, Word]:
    """The set less its lowest cell."""
    if z0 != ZERO:
        return z0 & (z0 - ONE), z1
    return z0, z1 & (z1 - ONE)


@kernel
def with_cell(z0: Word, z1: Word, c: int) -> tuple[Word, Word]:
    """The set and cell c."""
    if c < 64:
        return z0 | bit(c), z1
    return z0, z1 | bit(c)


@kernel
def without(z0: Word, z1: Word, c: int) -> tuple[Word, Word]:
    """The set less cell c."""
    if c < 64:
        return z0 & ~bit(c), z1
    return z0, z1 & ~bit(c)


@kernel
def with_both(z0: Word, z1: Word, a: int, b: int) -> tuple[Word, Word]:
    """The set and two cells."""
    z0, z1 = with_cell(z0, z1, a)
    return with_cell(z0, z1, b)


@kernel
def without_both(z0: Word, z1: Word, a: int, b: int) -> tuple[Word, Word]:
    """The set less two cells."""
    z0, z1 = without(z0, z1, a)
    return without(z0, z1, b)
