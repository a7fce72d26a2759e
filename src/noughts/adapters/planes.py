"""A position as arrays, as those want it who train."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from noughts.game.board import Board
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.game.threats import stones_of


def planes(position: Position, side: Mark) -> NDArray[np.int8]:
    """The cells of a side, then those of the other, as 0 and 1: an array of rows, columns, 2."""
    board = position.board
    flat = np.stack([bits(cells, board) for cells in stones_of(position, side)], axis=-1)
    return flat.reshape(board.rows, board.columns, 2)


def mask(position: Position) -> NDArray[np.int8]:
    """1 for every legal move, 0 for every other cell, in reading order; all 0 after the end."""
    return bits(0 if position.is_over else position.free, position.board)


def bits(cells: int, board: Board) -> NDArray[np.int8]:
    """A bit set of cells as an array of 0 and 1, in reading order."""
    raw: NDArray[Any] = np.frombuffer(cells.to_bytes(-(-board.size // 8), "little"), np.uint8)
    return np.unpackbits(raw, bitorder="little")[: board.size].astype(np.int8)
