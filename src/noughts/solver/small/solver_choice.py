"""Which solver answers for a board: plain Python for the small ones, the table where there can be one.

Nothing heavy is imported before a board of more than 12 cells is asked about.
"""

from __future__ import annotations

from collections.abc import Callable

from noughts.game.board import Board
from noughts.game.count import Progress
from noughts.game.rule import GameRule
from noughts.kernels.library import available
from noughts.solver.small.exact import MAX_EMPTY, Exact, exact

BOARDS = f"boards of at most {MAX_EMPTY} cells (16 with compiled kernels)"
"""For players that need exact values: what they play."""


def solver_for(
    board: Board, progress: Progress | None = None, say: Callable[[str], None] | None = None
) -> Exact:
    """The table for 13 to 16 cells with compiled kernels, and for up to 20 if it is kept on disk already;
    else ``exact(board)``, which answers for up to 12 empty cells.
    """
    if board.size <= MAX_EMPTY or not can_solve(board):
        return exact(board)
    from noughts.solver.small.table import table

    return table(board, progress, say)


def can_solve(board: Board) -> bool:
    """Whether ``solver_for(board)`` answers from the empty board on."""
    if board.size <= MAX_EMPTY:
        return True
    if board.rule is not GameRule.LINE:
        return False
    from noughts.solver.small.table import QUICK_CELLS, is_kept

    return (board.size <= QUICK_CELLS and available()) or is_kept(board)
