"""Exact numbers of contests, which are formatted like floats, too: ``f"{result.score:.3f}"``."""

from __future__ import annotations

import sys
from fractions import Fraction


class Share(Fraction):
    """A fraction that Python 3.11 formats, as later versions format any; what is computed of it is a plain one.

    >>> share = Share(2, 3)
    >>> share, f"{share:.3f}", f"{share}", share == Fraction(2, 3)
    (Fraction(2, 3), '0.667', '2/3', True)
    """

    __slots__ = ()

    def __format__(self, spec: str, /) -> str:
        return (
            super().__format__(spec) if sys.version_info >= (3, 12) or not spec else format(float(self), spec)
        )

    def __repr__(self) -> str:
        return f"Fraction({self.numerator}, {self.denominator})"
