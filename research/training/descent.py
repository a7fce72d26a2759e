"""Gradient descent: weights on their way from a seed's chance to where the mean loss of the examples is small.

The same examples, dice and gradient give the same weights: whatever is drawn comes from the dice.
Source: D. P. Kingma, J. Ba, Adam: A Method for Stochastic Optimization, 2015.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

BATCH = 256


class Descent:
    """Weights in one row, at first drawn around the middle of each part by its spread; ``sizes`` are the parts'."""

    def __init__(
        self, dice: Any, sizes: Sequence[int], middles: Sequence[float], spreads: Sequence[float]
    ) -> None:
        self._dice = dice
        drawn = [dice.normal(*each) for each in zip(middles, spreads, sizes, strict=True)]
        self.flat = np.concatenate(drawn).astype(np.float32)
        self._first, self._second = np.zeros_like(self.flat), np.zeros_like(self.flat)
        self._steps = 0

    def epochs(
        self, learnt: Any, number: int, rate: float, gradient: Callable[[Any, Any], object]
    ) -> Iterator[int]:
        """Goes through the examples ``learnt`` so many times, their order drawn anew; yields after each.

        ``gradient`` adds that of some examples' mean loss to a row of zeros; the rate falls to 0 as half a cosine.
        """
        whole = number * (len(learnt) // BATCH)
        for epoch in range(number):
            order = self._dice.permutation(learnt)
            for at in range(0, len(order) - BATCH + 1, BATCH):
                now = rate * (1 + np.cos(np.pi * self._steps / whole)) / 2
                of = np.zeros_like(self.flat)
                gradient(order[at : at + BATCH], of)
                self._step(of, np.float32(now))
            yield epoch + 1

    def _step(self, gradient: Any, rate: Any) -> None:
        self._steps += 1
        self._first += np.float32(0.1) * (gradient - self._first)
        self._second += np.float32(0.001) * (gradient * gradient - self._second)
        first = self._first / np.float32(1 - 0.9**self._steps)
        second = self._second / np.float32(1 - 0.999**self._steps)
        self.flat -= rate * first / (np.sqrt(second) + np.float32(1e-8))
