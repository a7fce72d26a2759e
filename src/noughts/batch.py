"""Many positions at once, as NumPy arrays: for those who train and for those who count.

Positions of one board are an array ``marks`` of shape (n, cells), a row a position, a column a cell in reading order: 1
is X, -1 is O, 0 is empty. X moves where there are as many of both. What comes back has a row, or a number, for each.
Positions are taken to be such as games reach; only their shape is checked.

>>> import numpy as np
>>> from noughts import Board, batch
>>> board = Board.mnk(3, 3, 3)
>>> games = batch.playouts(board, 1000, np.random.default_rng(1))
>>> games.winners.shape, int(games.plies.max())
((1000,), 9)
>>> batch.values(board, np.zeros((1, 9), np.int8))
(array([0], dtype=int8), array([9], dtype=int16))
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from noughts.errors import ImpossibleError, TooLargeError
from noughts.extras import needed_by
from noughts.game.board import Board, cells_of
from noughts.game.outcome import Mark, winner
from noughts.game.position import Position
from noughts.players.player import Player
from noughts.solver.small.exact import MAX_EMPTY, exact

with needed_by("noughts.batch"):
    import numpy as np
    from numpy.typing import NDArray

Marks = NDArray[np.int8]
Bools = NDArray[np.bool_]

SIGNS = {Mark.X: 1, Mark.O: -1, None: 0}
"""Winners in arrays: 1 is X, -1 is O, 0 is nobody."""


def marks_of(positions: Iterable[Position]) -> Marks:
    """The array of positions of one board."""
    rows = [
        [(position.x >> cell & 1) - (position.o >> cell & 1) for cell in position.board.cells]
        for position in positions
    ]
    return np.array(rows, np.int8)


def positions_of(board: Board, marks: Marks) -> list[Position]:
    """The positions of an array; ImpossibleError for one that no game reaches."""
    rows = _check(board, marks).tolist()
    return [
        Position(
            board, *(sum(1 << cell for cell, mark in enumerate(row) if mark == side) for side in (1, -1))
        )
        for row in rows
    ]


def to_move(board: Board, marks: Marks) -> Marks:
    """Who moves next, by the counts alone: 1 is X, -1 is O."""
    return np.where(_check(board, marks).sum(axis=1, dtype=np.int64) == 0, 1, -1).astype(np.int8)


def outcomes(board: Board, marks: Marks) -> tuple[Bools, Marks]:
    """Whether each game is over, and who has won it: 1 is X, -1 is O, 0 is nobody."""
    marks = _check(board, marks)
    lines = {side: _holds(board, marks == side) for side in (1, -1)}
    won = np.zeros(len(marks), np.int8)
    full = (marks != 0).all(axis=1)
    last = SIGNS[winner(board.rule, Mark.X if board.size % 2 else Mark.O, line=False)]
    won[full] = last
    for mark in Mark:
        won[lines[SIGNS[mark]]] = SIGNS[winner(board.rule, mark, line=True)]
    return lines[1] | lines[-1] | full, won


def legal(board: Board, marks: Marks) -> Bools:
    """The legal moves, shape (n, cells): the empty cells, or none after the end."""
    over, _ = outcomes(board, marks)
    free: Bools = (marks == 0) & ~over[:, None]
    return free


def play(board: Board, marks: Marks, cells: NDArray[Any]) -> Marks:
    """The positions after the sides to move have taken one cell each; ImpossibleError where a move is not legal."""
    rows = np.arange(len(marks))
    if np.shape(cells) != (len(marks),) or not legal(board, marks)[rows, cells].all():
        raise ImpossibleError("not one legal move for each position")
    after = marks.copy()
    after[rows, cells] = to_move(board, marks)
    return after


def values(board: Board, marks: Marks) -> tuple[NDArray[np.int8], NDArray[np.int16]]:
    """Exact values for the side to move: 1 win, 0 draw, -1 loss; and the plies to the end with best play.

    Raises TooLargeError for boards of more than 12 cells.
    """
    packed = _scores(board)[_places(board, _check(board, marks))].astype(np.int16)
    empties = (marks == 0).sum(axis=1, dtype=np.int16)
    plies = np.where(packed == 0, empties, board.size + 1 - np.abs(packed))
    return np.sign(packed).astype(np.int8), plies.astype(np.int16)


def distributions(player: Player, board: Board, marks: Marks) -> NDArray[np.float64]:
    """What a player plays, shape (n, cells): the probability of every move, 0 in every row whose game is over.

    Each different position is asked about once. Raises what the player raises.
    """
    different, which = np.unique(_check(board, marks), axis=0, return_inverse=True)
    shares = np.zeros(different.shape, np.float64)
    over, _ = outcomes(board, different)
    for row, position in enumerate(positions_of(board, different)):
        if not over[row]:
            for cell, share in player.decide(position).moves.items():
                shares[row, cell] = float(share)
    return shares[which.reshape(-1)]


@dataclass(frozen=True)
class Playouts:
    """Random games from one position: who won each (1, -1, 0), and how many plies were played to its end.

    ``times`` has for every cell the ply at which it would be taken if the game went on to a full board, counted from
    the position; below 0 for cells taken before.
    """

    winners: NDArray[np.int8]
    plies: NDArray[np.int16]
    times: NDArray[np.int16]

    @property
    def moves(self) -> NDArray[np.int16]:
        """The cells taken, shape (n, empty cells), in order; -1 after the end."""
        order = np.argsort(self.times, axis=1, kind="stable").astype(np.int16)
        taken = int((self.times[:1] < 0).sum())
        moves = order[:, taken:]
        moves[np.arange(moves.shape[1]) >= self.plies[:, None]] = -1
        return moves


def playouts(start: Board | Position, games: int, dice: np.random.Generator) -> Playouts:
    """So many random games from a position, or an empty board, every legal move as likely as any other.

    Every game takes the empty cells in a random order until it is over. A line is complete when its last cell is taken,
    if all its cells are of one side, that is, were taken at plies of one parity. Raises ImpossibleError for a finished
    position.
    """
    position = Position.start(start) if isinstance(start, Board) else start
    if position.is_over:
        raise ImpossibleError("no games from a position that is over")
    board, empty = position.board, list(position.empty)
    before = position.ply % 2  # X moves at even times from an even start
    times = np.empty((board.size, games), np.int16)
    for cells, at in ((position.own, -2), (position.other, -1)):
        times[list(cells_of(cells))] = at
    times[empty] = np.argsort(dice.random((len(empty), games)), axis=0)
    full = len(empty)
    ends = np.full(
        games, 2 * full + 1, np.int16
    )  # twice the time of the first line, and 1 for the second side
    odd = (times & 1).astype(np.bool_)
    for line in board.lines:
        last, some, all_ = times[line[0]], odd[line[0]], odd[line[0]]
        for cell in line[1:]:
            last = np.maximum(last, times[cell])
            some = some | odd[cell]
            all_ = all_ & odd[cell]
        np.minimum(ends, np.where(some == all_, 2 * last, 2 * full + 1), out=ends)
    lined = ends <= 2 * (full - 1)
    plies = np.where(lined, ends // 2 + 1, full).astype(np.int16)
    mover_is_x = (plies + before) % 2 == 1
    by_line, by_full = (
        np.where(mover_is_x, *(SIGNS[winner(board.rule, mark, line=line)] for mark in (Mark.X, Mark.O)))
        for line in (True, False)
    )
    winners = np.where(lined, by_line, by_full).astype(np.int8)
    return Playouts(winners, plies, np.ascontiguousarray(times.T))


def _check(board: Board, marks: Marks) -> Marks:
    """ImpossibleError unless the array has a column for every cell."""
    if np.ndim(marks) != 2 or marks.shape[1] != board.size:
        raise ImpossibleError(
            f"marks of {board} have the shape (n, {board.size}), not {tuple(np.shape(marks))}"
        )
    return marks


def _holds(board: Board, held: Bools) -> Bools:
    """Of each row, whether the cells in it hold a line."""
    columns = np.ascontiguousarray(held.T)
    found = np.zeros(held.shape[0], np.bool_)
    for line in board.lines:
        found |= np.logical_and.reduce(columns[list(line)])
    return found


def _places(board: Board, marks: Marks) -> NDArray[np.int64]:
    """Each position's place among all ways to fill the board: a number to the base 3."""
    return (marks.astype(np.int64) % 3) @ (3 ** np.arange(board.size, dtype=np.int64))


@lru_cache(maxsize=8)
def _scores(board: Board) -> NDArray[np.int8]:
    """The packed value (``solver.small.exact``) of every reachable position, by its place."""
    if board.size > MAX_EMPTY:
        raise TooLargeError(f"no values of {board} at once: {board.size} cells, at most {MAX_EMPTY}")
    scores = exact(board).all_scores()
    sides = np.array(list(scores), np.int64)
    cells = np.arange(board.size)
    own, other = ((sides[:, i, None] >> cells & 1).astype(np.int8) for i in (0, 1))
    x_moves = (own.sum(axis=1) == other.sum(axis=1))[:, None]
    table = np.zeros(3**board.size, np.int8)
    table[_places(board, np.where(x_moves, own - other, other - own))] = list(scores.values())
    return table
