"""The policy's weights, learnt of the moves of recorded games by gradient descent; of every fifth game nothing.

What is learnt is how likely the move was that a search chose: the softmax, over the empty cells, of a number of each
(``engine/kernels/policy.py``). The same moves and seed give the same weights.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from noughts.engine.kernels.policy import relation
from noughts.engine.network_weights import MOST, MOST_DENSE, PLACES, RELATIONS, ROWS, Policy
from noughts.game.board import Board
from research.training.descent import Descent
from research.training.network_games import BOARD, RecordedMove
from research.training.network_view import DENSE, UNITS, geometry, is_learnt, jit, see, stones, whole

EPOCHS = 3
RATE = 0.006
"""Of learning, at first."""

SIZES = (ROWS * PLACES, ROWS * PLACES, PLACES, PLACES, 2 * RELATIONS)
"""Of T, U, the places' bias, what each is worth (the first 1, always), the relations to the last two stones."""

ENDS = tuple(int(end) for end in np.cumsum(SIZES))
SPREAD = (0.05, 0.05, 0.0, 0.3, 0.0)
MIDDLE = (0.0, 0.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True)
class RecordedMoves:
    """Positions in arrays: whose stone is where, who is to move, the last two stones, the move that was chosen."""

    held: Any
    turn: Any
    last: Any
    cell: Any
    game: Any


def arrays(moves: Iterable[RecordedMove]) -> RecordedMoves:
    """Moves as arrays."""
    some = list(moves)
    last = np.array([each.moves[:-3:-1] for each in some])
    cells, games = (np.array([getattr(each, name) for each in some]) for name in ("cell", "game"))
    return RecordedMoves(*stones([each.moves for each in some]), last, cells, games)


def _relations() -> Any:
    """How each two cells of the board lie to each other."""
    board = Board.parse(BOARD)
    places = [divmod(cell, board.columns) for cell in board.cells]
    return np.array([[relation(abs(x - v), abs(y - w)) for v, w in places] for x, y in places])


@jit  # type: ignore[untyped-decorator]
def _parts(flat: Any, ends: Any) -> Any:
    """The weights by their names, of a row of all."""
    own, other = flat[: ends[0]].reshape(-1, PLACES), flat[ends[0] : ends[1]].reshape(-1, PLACES)
    return own, other, flat[ends[1] : ends[2]], flat[ends[2] : ends[3]], flat[ends[3] :].reshape(2, -1)


@jit  # type: ignore[untyped-decorator]
def _score(seen: Any, near: Any, parts: Any, places: Any) -> float:
    """The number of a cell; what its places came to is kept."""
    own, other, bias, outer, relations = parts
    for k in range(PLACES):
        places[k] = bias[k]
    for d in range(4):
        m, w = seen[d], seen[4 + d]
        for k in range(PLACES):
            places[k] += own[m, k] + other[w, k]
    n = places[0] + relations[0, near[0]] + relations[1, near[1]]
    for k in range(1, PLACES):
        places[k] = max(places[k], np.float32(0))
        n += outer[k] * places[k]
    return float(n)


@jit  # type: ignore[untyped-decorator]
def _back(by: Any, seen: Any, near: Any, parts: Any, places: Any, gradient: Any) -> None:
    """Adds the gradient of a cell's number."""
    own, other, bias, outer, relations = gradient
    relations[0, near[0]] += by
    relations[1, near[1]] += by
    for k in range(PLACES):
        of = by
        if k > 0:
            outer[k] += by * places[k]
            of = by * parts[3][k] if places[k] > 0 else np.float32(0)
        bias[k] += of
        for d in range(4):
            own[seen[d], k] += of
            other[seen[4 + d], k] += of


@jit  # type: ignore[untyped-decorator]
def _run(data: Any, some: Any, flat: Any, gradient: Any, ranks: Any, tables: Any) -> float:
    """The mean loss of some moves, and how many cells each came after; the gradient, where there is room for it."""
    held, turn, last, cell, ends = data
    geometry, relations = tables
    size, parts, loss = held.shape[1], _parts(flat, ends), 0.0
    seen, near = np.empty((size, 8), np.int64), np.empty((size, 2), np.int64)
    places, scores = np.empty((size, PLACES), np.float32), np.empty(size, np.float32)
    for n in range(some.shape[0]):
        i = some[n]
        see(held[i], turn[i], seen, geometry)
        empty = np.flatnonzero(seen[:, 0] >= 0)
        for c in empty:
            near[c, 0], near[c, 1] = relations[c, last[i, 0]], relations[c, last[i, 1]]
            scores[c] = _score(seen[c], near[c], parts, places[c])
        chosen = scores[cell[i]]
        shares = np.exp(scores[empty] - scores[empty].max())
        shares /= shares.sum()
        ranks[n] = (scores[empty] > chosen).sum()
        loss -= np.log(shares[np.searchsorted(empty, cell[i])])
        if gradient.shape[0] > 0:
            of = _parts(gradient, ends)
            for j in range(empty.shape[0]):
                c = empty[j]
                by = np.float32((shares[j] - (c == cell[i])) / some.shape[0])
                _back(by, seen[c], near[c], parts, places[c], of)
    return float(loss / some.shape[0])


class PolicyFit:
    """Weights on their way from a seed's chance to what the moves say."""

    def __init__(self, moves: RecordedMoves, seed: int) -> None:
        self.moves, self._tables = moves, (geometry(), _relations())
        self._descent = Descent(np.random.default_rng(seed), SIZES, MIDDLE, SPREAD)

    def learn(self, say: Callable[[str], None], epochs: int = EPOCHS) -> None:
        """Goes through the moves so many times; says how well those that are held out are foreseen after each."""
        learnt = is_learnt(self.moves.game)
        for epoch in self._descent.epochs(np.flatnonzero(learnt), epochs, RATE, self._run):
            loss, ranks = self.foreseen(np.flatnonzero(~learnt))
            first, eight = (float((ranks < number).mean()) for number in (1, 8))
            say(
                f"policy, epoch {epoch} of {epochs}: loss held out {loss:.4f}, "
                f"first {first:.3f}, of the first eight {eight:.3f}"
            )

    def foreseen(self, some: Any) -> tuple[float, Any]:
        """The mean loss of some moves, and how many cells are held to be likelier than each."""
        return self._run(some, np.zeros(0, np.float32))

    def _run(self, some: Any, gradient: Any) -> tuple[float, Any]:
        moves, ranks = self.moves, np.empty(len(some), np.int64)
        data = (moves.held, moves.turn, moves.last, moves.cell, ENDS)
        return float(_run(data, some, self._descent.flat, gradient, ranks, self._tables)), ranks

    def policy(self) -> Policy:
        """The weights as whole numbers."""
        own, other, bias, outer, relations = np.split(self._descent.flat.astype(np.float64), ENDS[:-1])
        return Policy(
            whole(own.reshape(-1, PLACES) + bias / 4, UNITS, MOST),
            whole(other.reshape(-1, PLACES), UNITS, MOST),
            whole(outer[1:], DENSE, MOST_DENSE),
            whole(relations.reshape(2, -1), UNITS, MOST_DENSE),
        )
