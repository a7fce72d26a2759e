"""The transposition table that a search at play leaves for the next one on the same board.

What it says of a position is counted from that position, so it is as true in the next move, and in another game.
"""

from __future__ import annotations

from math import inf
from threading import Lock
from typing import Any

from noughts.engine import encode_board
from noughts.game.board import Board


class KeptTable:
    """One table at most: that of the last board. Whoever takes it has it alone; another gets an empty one."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._left: tuple[Board, int, Any] | None = None

    def take(self, board: Board, memory: int) -> Any:
        """The table that was left for this board and memory, else an empty one."""
        with self._lock:
            left, self._left = self._left, None
        if left and left[:2] == (board, memory):
            return left[2]
        return encode_board.table(memory, inf)

    def leave(self, board: Board, memory: int, table: Any) -> None:
        """Leaves a table in the place of the one before."""
        with self._lock:
            self._left = board, memory, table


KEPT = KeptTable()
"""That of this process."""
