"""The network's weights, learnt of recorded games by gradient descent; of every fifth game nothing is learnt.

The same examples and seed give the same weights: whatever is drawn comes from the seed, and sums are in one order.
Source: D. P. Kingma, J. Ba, Adam: A Method for Stochastic Optimization, 2015.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import njit

from noughts.engine import network_weights as weights
from noughts.engine.network_weights import CHANNELS, HIDDEN, MOST, MOST_DENSE, ROWS, Network
from noughts.game.board import Board
from noughts.pages.network_games import BOARD, Example

EPOCHS = 5
BATCH = 256
RATE = 0.003
"""Of learning, at first; it falls to 0 as half a cosine."""

HELD = 5
"""One game in so many is not learnt of."""

STRETCH = 1.35
"""How much larger a value is made than it was learnt: what is learnt is a mean of what may come, too near to even."""

UNITS, DENSE = 1 << 8, 1 << 12
"""One, in the whole numbers of channels and of dense weights."""

SIZES = (ROWS * CHANNELS, ROWS * CHANNELS, CHANNELS, HIDDEN * 2 * CHANNELS, HIDDEN, HIDDEN, 2 * CHANNELS, 1)
"""Of T, U, the channels' bias, hidden weights and constants, what each adds, the sums' own weights, a constant."""

ENDS = tuple(int(end) for end in np.cumsum(SIZES))
SPREAD = (0.05, 0.05, 0.0, 0.1, 0.0, 0.1, 0.02, 0.0)
"""How far from their middle they begin, and where that is:"""
MIDDLE = (0.0, 0.0, -0.05, 0.0, 0.1, 0.0, 0.0, 0.0)

_jit: Any = njit


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
        return np.where(self.game < 0, -1 - self.game, self.game) % HELD != 0


def arrays(examples: Iterable[Example]) -> Examples:
    """Examples as arrays."""
    some = list(examples)
    held = np.full((len(some), Board.parse(BOARD).size), -1, np.int8)
    for i, each in enumerate(some):
        held[i, list(each.moves[::2])], held[i, list(each.moves[1::2])] = 0, 1
    numbers = (("worth", np.float32), ("result", np.float32), ("game", np.int64))
    columns = [np.array([getattr(each, name) for each in some], kind) for name, kind in numbers]
    return Examples(held, np.array([len(each.moves) % 2 for each in some]), *columns)


def _geometry() -> tuple[Any, Any]:
    """The cells of all arms, -1 beyond the edge; and the row of two arms."""
    board = Board.parse(BOARD)
    cells = np.full((board.size, 4, 2, weights.REACH), -1)
    for cell in board.cells:
        for d, ends in enumerate(weights.arms_of(board, cell)):
            for end, arm in enumerate(ends):
                cells[cell, d, end, : len(arm)] = arm
    return cells, np.array(weights.rows())


@_jit  # type: ignore[untyped-decorator]
def _arm(held: Any, cells: Any, side: int) -> int:
    """The number of an arm, as in the kernels."""
    length, bits = 0, 0
    for cell in cells:
        if cell < 0 or held[cell] == 1 - side:
            break
        bits |= (held[cell] == side) << length
        length += 1
    return int((1 << length) - 1 + bits)


@_jit  # type: ignore[untyped-decorator]
def _see(held: Any, turn: int, seen: Any, geometry: Any) -> None:
    """The rows of every empty cell's lines, the mover's and the waiter's; -1 where a cell is held."""
    cells, rows = geometry
    for c in range(held.shape[0]):
        seen[c, 0] = -1
        for d in range(4 if held[c] < 0 else 0):
            for a in range(2):
                side = turn if a == 0 else 1 - turn
                seen[c, 4 * a + d] = rows[_arm(held, cells[c, d, 0], side), _arm(held, cells[c, d, 1], side)]


@_jit  # type: ignore[untyped-decorator]
def _parts(flat: Any, ends: Any) -> Any:
    """The weights by their names, of a row of all."""
    own, other = flat[: ends[0]].reshape(-1, CHANNELS), flat[ends[0] : ends[1]].reshape(-1, CHANNELS)
    inner = flat[ends[2] : ends[3]].reshape(-1, 2 * CHANNELS)
    dense = flat[ends[3] : ends[4]], flat[ends[4] : ends[5]], flat[ends[5] : ends[6]], flat[ends[6] :]
    return own, other, flat[ends[1] : ends[2]], inner, *dense


@_jit  # type: ignore[untyped-decorator]
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


@_jit  # type: ignore[untyped-decorator]
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


@_jit  # type: ignore[untyped-decorator]
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


@_jit  # type: ignore[untyped-decorator]
def _run(data: Any, some: Any, flat: Any, gradient: Any, logits: Any, geometry: Any) -> None:
    """The logits of some examples; and the gradient of their mean loss, where there is room for it."""
    held, turn, worth, ends = data
    size = held.shape[1]
    seen, cells = np.empty((size, 8), np.int64), np.empty((size, 2, CHANNELS), np.float32)
    sums, places = np.empty(2 * CHANNELS, np.float32), np.empty(HIDDEN, np.float32)
    parts = _parts(flat, ends)
    for n in range(some.shape[0]):
        i = some[n]
        _see(held[i], turn[i], seen, geometry)
        logits[n] = _forward(seen, parts, cells, sums, places)
        if gradient.shape[0] > 0:
            by = np.float32((1 / (1 + np.exp(-logits[n])) - worth[i]) / some.shape[0])
            parts_of = _parts(gradient, ends)
            of_sums = _back_dense(by, parts, parts_of, sums, places)
            _back_cells(seen, cells, of_sums, parts_of)


class Fit:
    """Weights on their way from a seed's chance to what the examples say."""

    def __init__(self, examples: Examples, seed: int) -> None:
        self.examples, self._dice, self._geometry = examples, np.random.default_rng(seed), _geometry()
        drawn = [
            self._dice.normal(middle, spread, size)
            for middle, spread, size in zip(MIDDLE, SPREAD, SIZES, strict=True)
        ]
        self.flat = np.concatenate(drawn).astype(np.float32)
        self._first, self._second = np.zeros_like(self.flat), np.zeros_like(self.flat)
        self._steps = 0

    def learn(self, say: Callable[[str], None], epochs: int = EPOCHS) -> None:
        """Goes through the examples so many times; says the loss on those that are held out after each."""
        learnt = np.flatnonzero(self.examples.is_learnt)
        whole = epochs * (len(learnt) // BATCH)
        for epoch in range(epochs):
            order = self._dice.permutation(learnt)
            for at in range(0, len(order) - BATCH + 1, BATCH):
                rate = RATE * (1 + np.cos(np.pi * self._steps / whole)) / 2
                self._step(order[at : at + BATCH], np.float32(rate))
            say(f"epoch {epoch + 1} of {epochs}: loss held out {self.loss():.4f}")

    def loss(self) -> float:
        """The mean loss of the results of games that are held out."""
        some = np.flatnonzero(~self.examples.is_learnt & (self.examples.game >= 0))
        sure = np.clip(1 / (1 + np.exp(-self.logits(some))), 1e-9, 1 - 1e-9)
        result = self.examples.result[some]
        return float(-(result * np.log(sure) + (1 - result) * np.log(1 - sure)).mean())

    def logits(self, some: Any) -> Any:
        """What some examples are worth."""
        return self._run(some, np.zeros(0, np.float32))

    def _step(self, some: Any, rate: Any) -> None:
        gradient = np.zeros_like(self.flat)
        self._run(some, gradient)
        self._steps += 1
        self._first += np.float32(0.1) * (gradient - self._first)
        self._second += np.float32(0.001) * (gradient * gradient - self._second)
        first = self._first / np.float32(1 - 0.9**self._steps)
        second = self._second / np.float32(1 - 0.999**self._steps)
        self.flat -= rate * first / (np.sqrt(second) + np.float32(1e-8))

    def _run(self, some: Any, gradient: Any) -> Any:
        logits = np.empty(len(some), np.float32)
        data = (self.examples.held, self.examples.turn, self.examples.worth, ENDS)
        _run(data, some, self.flat, gradient, logits, self._geometry)
        return logits

    def network(self) -> Network:
        """The weights as whole numbers."""
        own, other, bias, inner, ground, outer, direct, free = np.split(
            self.flat.astype(np.float64), ENDS[:-1]
        )
        return Network(
            _whole(own.reshape(-1, CHANNELS) + bias / 4, UNITS, MOST),
            _whole(other.reshape(-1, CHANNELS), UNITS, MOST),
            _whole(inner.reshape(HIDDEN, -1), DENSE, MOST_DENSE),
            _whole(ground, UNITS * DENSE, 1 << 30),
            _whole(outer * STRETCH, DENSE, MOST_DENSE),
            _whole(direct * STRETCH, DENSE, MOST_DENSE),
            _whole(free * STRETCH, UNITS * DENSE, 1 << 30)[0],
        )


def _whole(numbers: Any, unit: int, most: int) -> Any:
    """Numbers in units, none further from 0 than the most."""
    rounded = np.clip(np.round(numbers * unit), -most, most).astype(np.int64).tolist()
    return tuple(map(tuple, rounded)) if isinstance(rounded[0], list) else tuple(rounded)
