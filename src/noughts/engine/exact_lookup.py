"""Positions whose value is known before anything is searched: small boards, and the first moves of kept strategies."""

from __future__ import annotations

from noughts.engine.search_info import Candidate, Thought
from noughts.engine.strategies import strategy
from noughts.game.board import Board
from noughts.game.position import Position
from noughts.kernels.library import available
from noughts.solver.analysis import best_play
from noughts.solver.small.exact import Exact
from noughts.solver.small.solver_choice import can_solve, solver_for
from noughts.solver.value import SURE, ProvedValue, Result

CELLS = 9
"""Plain Python knows every value of such a board sooner than kernels could be loaded."""

TABLE_CELLS = 16
"""With compiled kernels every board of so many cells has a table, made in a fraction of a second."""


def is_known(board: Board) -> bool:
    """Whether every value of the board is known."""
    return board.size <= CELLS or (board.size <= TABLE_CELLS and available() and can_solve(board))


def engine_plays(board: Board) -> bool:
    """Whether the engine answers on a board: by heart, or because its search has room for it."""
    if is_known(board):
        return True
    if not available():
        return False
    from noughts.engine.encode_board import too_much

    return too_much(board) is None


def known_thought(position: Position) -> Thought | None:
    """What the exact values say, or the strategy that is kept; None where neither knows the position."""
    if is_known(position.board):
        return _exact(position, solver_for(position.board))
    kept = strategy(position.board)
    found = kept.win(position) if kept else None
    if kept is None or found is None:
        return None
    cell, plies = found
    value = ProvedValue(Result.WIN, plies)
    return Thought(SURE, 0, kept.line(position), (Candidate(cell, SURE, True, value),), value, nodes=1)


def _exact(position: Position, exact: Exact) -> Thought:
    """The quickest win, else the draw to which the fewest replies hold, else the slowest loss; the first of equals."""
    values = dict(sorted(exact.values(position).items(), key=lambda move: move[1], reverse=True))
    if next(iter(values.values())).result is Result.DRAW:
        draws = [cell for cell, value in values.items() if value.result is Result.DRAW]
        holding = {cell: _holding(position.play(cell), exact) for cell in draws}
        values = {cell: values[cell] for cell in sorted(draws, key=holding.__getitem__)} | values
    best = next(iter(values))
    value, line = values[best], (best, *best_play(position.play(best)))
    candidates = tuple(Candidate(cell, each.score, True, each) for cell, each in values.items())
    threat = line if value.result is Result.WIN else ()
    depth, number = len(position.moves), len(values)
    return Thought(value.score, depth, line, candidates, value, threat, nodes=number)


def _holding(position: Position, exact: Exact) -> float:
    """The share of the moves that keep a draw; 0 on a full board."""
    results = exact.results(position).values()
    return sum(result == 0 for result in results) / max(1, len(results))
