"""Exact values of small boards in plain Python: minimax that remembers every position.

Positions are pairs of bit sets (own, other) of the side to move and the side that moved last.
A score packs a value into one integer, so that the best move is the largest score:

    win in p plies   limit - p        draw   0        loss in p plies   p - limit

with limit = cells + 1, larger than any distance. The slow reference is ``tests/reference.py``.
"""

from __future__ import annotations

from functools import cache, lru_cache

from noughts.errors import TooLargeError, quote
from noughts.game.board import Board, Cell
from noughts.game.position import Position
from noughts.game.rule import GameRule
from noughts.kernels.library import available, missing_kernels
from noughts.solver.value import ExactValue, Result

MAX_EMPTY = 12
"""The most empty cells that are searched: 3 ** 12 positions at the worst, some seconds."""

Pair = tuple[int, int]


@cache
def _value(score: int, empties: int, limit: int) -> ExactValue:
    if score == 0:
        return ExactValue(Result.DRAW, empties)
    return ExactValue(Result(_sign(score)), limit - abs(score))


class Exact:
    """The values of one board, filled as they are asked for. Get one by ``exact(board)``."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.limit = board.size + 1
        self._line_score = self.limit if board.rule is GameRule.MISERE else -self.limit
        self._full_score = -self.limit if board.rule is GameRule.LAST else 0
        self._scores: dict[Pair, int] = {}
        self._sizes: dict[Pair, tuple[int, int]] = {}
        self._win_table = _win_table(board) if board.size <= MAX_EMPTY else None

    def value(self, position: Position) -> ExactValue:
        """The value for the side to move; TooLargeError beyond 12 empty cells."""
        return self.decode(self.score(position), len(position.empty))

    def values(self, position: Position) -> dict[Cell, ExactValue]:
        """The value of every legal move for the player who makes it, in reading order."""
        self.check(position)
        own, other, empties = position.own, position.other, len(position.empty)
        scores = {c: self._score(other, own | 1 << c) for c in position.moves}
        return {c: self.decode(_sign(score) - score, empties) for c, score in scores.items()}

    def results(self, position: Position) -> dict[Cell, int]:
        """Every legal move's result without its distance: +1 wins, 0 draws, -1 loses."""
        self.check(position)
        own, other = position.own, position.other
        return {c: _sign(-self._score(other, own | 1 << c)) for c in position.moves}

    def score(self, position: Position) -> int:
        """The packed value of a position: see the module."""
        self.check(position)
        return self._score(position.own, position.other)

    def tree_size(self, position: Position) -> tuple[int, int]:
        """Nodes of the whole game tree with this position as its root, and its leaves: complete games."""
        self.check(position)
        return self._size(position.own, position.other)

    def decode(self, score: int, empties: int) -> ExactValue:
        """The value that a score packs, for a position with that many empty cells."""
        return _value(score, empties, self.limit)

    def has_line(self, cells: int) -> bool:
        """Whether a set of cells contains a line."""
        if self._win_table is not None:
            return bool(self._win_table[cells])
        return any(cells & m == m for m in self.board.masks)

    def ending(self, own: int, other: int) -> int | None:
        """The result for the side to move where the game is over, +1, 0 or -1; else None."""
        if self.has_line(other):
            return _sign(self._line_score)
        return None if self.board.full & ~(own | other) else _sign(self._full_score)

    def all_scores(self) -> dict[Pair, int]:
        """The scores of all reachable positions, finished ones too, as (own, other) pairs."""
        self.score(Position.start(self.board))
        return self._scores

    def _score(self, own: int, other: int) -> int:
        score = self._scores.get((own, other))
        if score is not None:
            return score
        score = self._line_score if self.has_line(other) else self._best(own, other)
        self._scores[own, other] = score
        return score

    def _best(self, own: int, other: int) -> int:
        free = self.board.full & ~(own | other)
        if not free:
            return self._full_score
        best = -self.limit
        while free:
            low = free & -free
            free ^= low
            score = self._score(other, own | low)
            score = (score > 0) - (score < 0) - score  # the mover's, one ply further from the end
            best = max(best, score)
        return best

    def _size(self, own: int, other: int) -> tuple[int, int]:
        size = self._sizes.get((own, other))
        if size is not None:
            return size
        nodes, games = 1, 0
        free = 0 if self.has_line(other) else self.board.full & ~(own | other)
        if not free:
            games = 1
        while free:
            low = free & -free
            free ^= low
            below = self._size(other, own | low)
            nodes += below[0]
            games += below[1]
        self._sizes[own, other] = nodes, games
        return nodes, games

    def reaches(self, position: Position) -> bool:
        """Whether the position has few enough empty cells to be searched."""
        return position.free.bit_count() <= MAX_EMPTY

    def check(self, position: Position) -> None:
        """Raises TooLargeError where it has too many empty cells."""
        if not self.reaches(position):
            empties = position.free.bit_count()
            what = f"{empties} empty cells on {position.board}, at most {MAX_EMPTY}"
            more = "" if available() or position.board.size > 16 else f"; {missing_kernels('more')}"
            raise TooLargeError(f"too many positions to search from {quote(position)}: {what}{more}")


@lru_cache(maxsize=32)
def exact(board: Board) -> Exact:
    """The one solver of a board; what it has found is kept while the board is in use."""
    return Exact(board)


def _win_table(board: Board) -> bytes:
    """For every set of cells, 1 if it contains a line."""
    return bytes(any(cells & m == m for m in board.masks) for cells in range(1 << board.size))


def _sign(score: int) -> int:
    return (score > 0) - (score < 0)
