"""The network's weights, learnt of recorded games by gradient descent; of every fifth game nothing is learnt.

The same examples and seed give the same weights: sums are in one order, and the rest comes from the seed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from noughts.engine.network_weights import CHANNELS, HIDDEN, MOST, MOST_DENSE, ROWS, Network, Policy
from research.training.descent import Descent
from research.training.network_games import Example
from research.training.network_view import DENSE, UNITS, geometry, is_learnt, jit, see, stones, whole

EPOCHS = 5
RATE = 0.003
"""Of learning, at first; it falls to 0 as half a cosine."""

STRETCH = 1.35
"""How much larger a value is made than it was learnt: what is learnt is a mean of what may come, too near to even."""

SIZES = (ROWS * CHANNELS, ROWS * CHANNELS, CHANNELS, HIDDEN * 2 * CHANNELS, HIDDEN, HIDDEN, 2 * CHANNELS, 1)
"""Of T, U, the channels' bias, hidden weights and constants, what each adds, the sums' own weights, a constant."""

ENDS = tuple(int(end) for end in np.cumsum(SIZES))
SPREAD = (0.05, 0.05, 0.0, 0.1, 0.0, 0.1, 0.02, 0.0)
"""How far from their middle they begin, and where that is:"""
MIDDLE = (0.0, 0.0, -0.05, 0.0, 0.1, 0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Examples:
    """Positions in arrays: whose stone is where, who is to move, which rows of weights arms have, worths, results."""

    held: Any
    turn: Any
    worth: Any
    result: Any
    game: Any

    @property
    def is_learnt(self) -> Any:
        """Of which is learnt."""
        return is_learnt(np.where(self.game < 0, -1 - self.game, self.game))


def arrays(examples: Iterable[Example]) -> Examples:
    """Examples as arrays."""
    some = list(examples)
    numbers = (("worth", np.float32), ("result", np.float32), ("game", np.int64))
    columns = [np.array([getattr(each, name) for each in some], kind) for name, kind in numbers]
    return Examples(*stones([each.moves for each in some]), *columns)


@jit  # type: ignore[untyped-decorator]
def _parts(flat: Any, ends: Any) -> Any:
    """The weights by their names, of a row of all."""
    own, other = flat[: ends[0]].reshape(-1, CHANNELS), flat[ends[0] : ends[1]].reshape(-1, CHANNELS)
    inner = flat[ends[2] : ends[3]].reshape(-1, 2 * CHANNELS)
    dense = flat[ends[3] : ends[4]], flat[ends[4] : ends[5]], flat[ends[5] : ends[6]], flat[ends[6] :]
    return own, other, flat[ends[1] : ends[2]], inner, *dense


@jit  # type: ignore[untyped-decorator]
def _forward(seen: Any, parts: Any, cells: Any, sums: Any, places: Any) -> float:
    """The logit of a position; what the cells, the sums and the hidden places came to is kept."""
    own, other, bias, inner, ground, outer, direct, free = parts
    sums[:] = 0
    for c in range(seen.shape[0]):
        if seen[c, 0] < 0:
            continue
        for k in range(CHANNELS):
            cells[c, 0, k] = cells[c, 1, k] = bias[k]
        for d in range(4):
            m, w = seen[c, d], seen[c, 4 + d]
            for k in range(CHANNELS):
                cells[c, 0, k] += own[m, k] + other[w, k]
                cells[c, 1, k] += own[w, k] + other[m, k]
        for k in range(CHANNELS):
            for a in range(2):
                cells[c, a, k] = max(cells[c, a, k], np.float32(0))
                sums[a * CHANNELS + k] += cells[c, a, k]
    y = free[0]
    for i in range(2 * CHANNELS):
        y += direct[i] * sums[i]
    for j in range(HIDDEN):
        z = ground[j]
        for i in range(2 * CHANNELS):
            z += inner[j, i] * sums[i]
        places[j] = max(z, np.float32(0))
        y += outer[j] * places[j]
    return float(y)


@jit  # type: ignore[untyped-decorator]
def _back_dense(by: Any, parts: Any, gradient: Any, sums: Any, places: Any) -> Any:
    """Adds the gradient of the dense weights; that of the sums."""
    inner, ground, outer, direct, free = gradient[3], gradient[4], gradient[5], gradient[6], gradient[7]
    of_sums = by * parts[6]
    free[0] += by
    for i in range(2 * CHANNELS):
        direct[i] += by * sums[i]
    for j in range(HIDDEN):
        outer[j] += by * places[j]
        if places[j] > 0:
            of_place = by * parts[5][j]
            ground[j] += of_place
            for i in range(2 * CHANNELS):
                inner[j, i] += of_place * sums[i]
                of_sums[i] += of_place * parts[3][j, i]
    return of_sums


@jit  # type: ignore[untyped-decorator]
def _back_cells(seen: Any, cells: Any, of_sums: Any, gradient: Any) -> None:
    """Adds the gradient of the tables."""
    own, other, bias = gradient[0], gradient[1], gradient[2]
    of = np.empty((2, CHANNELS), np.float32)
    for c in range(seen.shape[0]):
        if seen[c, 0] < 0:
            continue
        for a in range(2):
            for k in range(CHANNELS):
                of[a, k] = of_sums[a * CHANNELS + k] if cells[c, a, k] > 0 else np.float32(0)
                bias[k] += of[a, k]
        for d in range(4):
            m, w = seen[c, d], seen[c, 4 + d]
            for k in range(CHANNELS):
                own[m, k] += of[0, k]
                other[w, k] += of[0, k]
                own[w, k] += of[1, k]
                other[m, k] += of[1, k]


@jit  # type: ignore[untyped-decorator]
def _run(data: Any, some: Any, flat: Any, gradient: Any, logits: Any, geometry: Any) -> None:
    """The logits of some examples; and the gradient of their mean loss, where there is room for it."""
    held, turn, worth, ends = data
    size = held.shape[1]
    seen, cells = np.empty((size, 8), np.int64), np.empty((size, 2, CHANNELS), np.float32)
    sums, places = np.empty(2 * CHANNELS, np.float32), np.empty(HIDDEN, np.float32)
    parts = _parts(flat, ends)
    for n in range(some.shape[0]):
        i = some[n]
        see(held[i], turn[i], seen, geometry)
        logits[n] = _forward(seen, parts, cells, sums, places)
        if gradient.shape[0] > 0:
            by = np.float32((1 / (1 + np.exp(-logits[n])) - worth[i]) / some.shape[0])
            parts_of = _parts(gradient, ends)
            of_sums = _back_dense(by, parts, parts_of, sums, places)
            _back_cells(seen, cells, of_sums, parts_of)


class Fit:
    """Weights on their way from a seed's chance to what the examples say."""

    def __init__(self, examples: Examples, seed: int) -> None:
        self.examples, self._geometry = examples, geometry()
        self._descent = Descent(np.random.default_rng(seed), SIZES, MIDDLE, SPREAD)

    def learn(self, say: Callable[[str], None], epochs: int = EPOCHS) -> None:
        """Goes through the examples so many times; says the loss on those that are held out after each."""
        learnt = np.flatnonzero(self.examples.is_learnt)
        for epoch in self._descent.epochs(learnt, epochs, RATE, self._run):
            say(f"epoch {epoch} of {epochs}: loss held out {self.loss():.4f}")

    def loss(self) -> float:
        """The mean loss of the results of games that are held out."""
        some = np.flatnonzero(~self.examples.is_learnt & (self.examples.game >= 0))
        sure = np.clip(1 / (1 + np.exp(-self.logits(some))), 1e-9, 1 - 1e-9)
        result = self.examples.result[some]
        return float(-(result * np.log(sure) + (1 - result) * np.log(1 - sure)).mean())

    def logits(self, some: Any) -> Any:
        """What some examples are worth."""
        return self._run(some, np.zeros(0, np.float32))

    def _run(self, some: Any, gradient: Any) -> Any:
        logits = np.empty(len(some), np.float32)
        data = (self.examples.held, self.examples.turn, self.examples.worth, ENDS)
        _run(data, some, self._descent.flat, gradient, logits, self._geometry)
        return logits

    def network(self, policy: Policy) -> Network:
        """The weights as whole numbers, with those of a policy."""
        own, other, bias, inner, ground, outer, direct, free = np.split(
            self._descent.flat.astype(np.float64), ENDS[:-1]
        )
        return Network(
            whole(own.reshape(-1, CHANNELS) + bias / 4, UNITS, MOST),
            whole(other.reshape(-1, CHANNELS), UNITS, MOST),
            whole(inner.reshape(HIDDEN, -1), DENSE, MOST_DENSE),
            whole(ground, UNITS * DENSE, 1 << 30),
            whole(outer * STRETCH, DENSE, MOST_DENSE),
            whole(direct * STRETCH, DENSE, MOST_DENSE),
            whole(free * STRETCH, UNITS * DENSE, 1 << 30)[0],
            policy,
        )
