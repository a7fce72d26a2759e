"""Openings for fair games: random moves after which the engine finds neither side ahead."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

from noughts.engine.limits import Budget
from noughts.engine.search import search
from noughts.game.board import Board, Cell
from noughts.game.position import Position
from noughts.solver.value import SURE

PLIES = (2, 5)
"""How many moves an opening has, from and to."""

EVEN = 300
"""An opening is balanced where the engine's score, in thousandths of a logit, is no further from 0: 57 in 100."""

NODES = 1_000
"""Positions that the engine looks at to say so, unless others are asked for."""

TRIES = 40
"""So many are tried; where none is balanced the most balanced is taken."""


@dataclass(frozen=True, slots=True)
class Opening:
    """The first moves of a game, and how they are found again: by the board, a seed and a number."""

    board: Board
    seed: int
    number: int
    moves: tuple[Cell, ...]


@lru_cache(maxsize=64)
def opening(board: Board, seed: int, number: int, nodes: int = NODES) -> Opening:
    """The opening of a number, the same for the same seed and the same nodes; the game goes on after it."""
    rng = random.Random(f"{seed}/{board}/{number}")
    best: tuple[int, tuple[Cell, ...]] = (SURE + 1, ())
    for _ in range(TRIES):
        plies = min(rng.randint(*PLIES), board.size - 1)
        moves = tuple(rng.sample(board.cells, plies))
        best = min(best, (_imbalance(board, moves, nodes), moves))
        if best[0] <= EVEN:
            break
    return Opening(board, seed, number, best[1])


def _imbalance(board: Board, moves: tuple[Cell, ...], nodes: int) -> int:
    """How far from even the engine's score is; further than any score where the game is over, or was before."""
    positions = [*accumulate(moves, Position.play_unchecked, initial=Position.start(board))]
    over = any(position.is_over for position in positions)
    return SURE + 1 if over else abs(search(positions[-1], Budget(nodes=nodes)).score)
