"""What is known of some cells of a board, asked for by a cell or by its name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from noughts.game.board import Board, Cell

Held = TypeVar("Held")

ByCell = Mapping[Cell, Held] | Mapping[int, Held] | Mapping[str, Held] | Mapping[int | str, Held]
"""What is given of cells, each by its name or its index."""


class CellMap(dict[Cell, Held]):
    """What cells of a board have, by the cells; asked for by their names, too: ``moves["b2"]``, ``"b2" in moves``."""

    def __init__(self, board: Board, held: Mapping[Cell, Held]) -> None:
        super().__init__(held)
        self.board = board

    def __getitem__(self, cell: int | str) -> Held:
        return super().__getitem__(self._index(cell))

    def __contains__(self, cell: object) -> bool:
        return super().__contains__(self._index(cell))

    def get(self, cell: int | str, default: Any = None) -> Any:
        """What a cell has, or ``default``."""
        return super().get(self._index(cell), default)

    def _index(self, cell: Any) -> Cell:
        return self.board.cell(cell) if isinstance(cell, str) else cell
