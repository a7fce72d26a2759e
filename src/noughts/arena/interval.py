"""How far a sampled share may be from the true one: the score interval of Wilson.

E. B. Wilson, Probable inference, the law of succession, and statistical inference, Journal of the
American Statistical Association 22 (1927) 209-212.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from noughts.errors import NoughtsError, quote


@dataclass(frozen=True, slots=True)
class Estimate:
    """A share seen in a sample, and the interval that holds the true one with the probability ``level``."""

    share: Fraction
    low: float
    high: float
    level: float

    def __contains__(self, value: float | Fraction) -> bool:
        return self.low <= value <= self.high


def wilson(successes: int, games: int, level: float = 0.95) -> Estimate:
    """The interval for a share of which ``successes`` in ``games`` were seen.

    >>> estimate = wilson(81, 263)
    >>> f"{estimate.low:.4f} to {estimate.high:.4f}"
    '0.2553 to 0.3662'

    Raises NoughtsError unless the level lies between 0 and 1, both excluded.
    """
    from statistics import NormalDist  # only now: it is slow to import

    if not 0 < level < 1:
        raise NoughtsError(f"a level of confidence lies between 0 and 1: {quote(level)}")
    z = NormalDist().inv_cdf((1 + level) / 2)
    share = Fraction(successes, games)
    shrink = 1 + z * z / games
    centre = (share + z * z / (2 * games)) / shrink
    half = z / shrink * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    low = 0.0 if successes == 0 else centre - half  # the formula says the same, but for rounding
    high = 1.0 if successes == games else centre + half
    return Estimate(share, low, high, level)
