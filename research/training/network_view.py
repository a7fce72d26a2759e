"""What the network sees of recorded positions, in arrays, and its weights as whole numbers: for those who fit them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numba import njit

from noughts.engine import network_weights as weights
from noughts.game.board import Board
from research.training.network_games import BOARD

HELD = 5
"""One game in so many is not learnt of."""

UNITS, DENSE = 1 << 8, 1 << 12
"""One, in the whole numbers of channels and of dense weights."""

jit: Any = njit


def is_learnt(games: Any) -> Any:
    """Of which games is learnt, by their numbers."""
    return games % HELD != 0


def stones(positions: Sequence[tuple[int, ...]]) -> tuple[Any, Any]:
    """Of positions by their moves: whose stone is where, -1 where none is; and who is to move."""
    held = np.full((len(positions), Board.parse(BOARD).size), -1, np.int8)
    for i, moves in enumerate(positions):
        held[i, list(moves[::2])], held[i, list(moves[1::2])] = 0, 1
    return held, np.array([len(moves) % 2 for moves in positions])


def geometry() -> tuple[Any, Any]:
    """The cells of all arms, -1 beyond the edge; and the row of two arms."""
    board = Board.parse(BOARD)
    cells = np.full((board.size, 4, 2, weights.REACH), -1)
    for cell in board.cells:
        for d, ends in enumerate(weights.arms_of(board, cell)):
            for end, arm in enumerate(ends):
                cells[cell, d, end, : len(arm)] = arm
    return cells, np.array(weights.rows())


@jit  # type: ignore[untyped-decorator]
def _arm(held: Any, cells: Any, side: int) -> int:
    """The number of an arm, as in the kernels."""
    length, bits = 0, 0
    for cell in cells:
        if cell < 0 or held[cell] == 1 - side:
            break
        bits |= (held[cell] == side) << length
        length += 1
    return int((1 << length) - 1 + bits)


@jit  # type: ignore[untyped-decorator]
def see(held: Any, turn: int, seen: Any, geometry: Any) -> None:
    """The rows of every empty cell's lines, the mover's and the waiter's; -1 where a cell is held."""
    cells, rows = geometry
    for c in range(held.shape[0]):
        seen[c, 0] = -1
        for d in range(4 if held[c] < 0 else 0):
            for a in range(2):
                side = turn if a == 0 else 1 - turn
                seen[c, 4 * a + d] = rows[_arm(held, cells[c, d, 0], side), _arm(held, cells[c, d, 1], side)]


def whole(numbers: Any, unit: int, most: int) -> Any:
    """Numbers in units, none further from 0 than the most."""
    rounded = np.clip(np.round(numbers * unit), -most, most).astype(np.int64).tolist()
    return tuple(map(tuple, rounded)) if isinstance(rounded[0], list) else tuple(rounded)
