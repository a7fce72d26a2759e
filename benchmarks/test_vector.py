"""Many games of 3x3x3 at once, a move in each at a time, beside Pgx in the same run; each asserts X's chances.

Pgx (S. Koyamada et al., Pgx: hardware-accelerated parallel game simulators for reinforcement learning, NeurIPS 2023,
arXiv:2303.17503) is made for accelerators; here both have the processor. It is in no group: `pip install pgx` beside.
Moves are uniformly random, and games begin anew as they end; what is compiled is compiled before the clock begins.
"""

from collections.abc import Callable
from time import perf_counter

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from noughts import Board, batch

MOVES = 200
CHANCE = 737 / 1260
"""That X wins a game of random moves."""

Run = Callable[[], float]
"""Plays so many moves in every game; what part of those that ended X has won."""


def ours(games: int) -> Run:
    """`batch`: legal moves, a move in each, and who has won."""
    board, dice = Board.mnk(3, 3, 3), np.random.default_rng(1)

    def run() -> float:
        marks, ended, won = np.zeros((games, board.size), np.int8), 0, 0
        for _ in range(MOVES):
            chances = dice.random((games, board.size), np.float32) * (marks == 0)
            marks = batch.play(board, marks, chances.argmax(axis=1))
            over, winners = batch.outcomes(board, marks)
            ended, won = ended + int(over.sum()), won + int((winners == 1).sum())
            marks[over] = 0
        return won / ended

    return run


def pgx(games: int) -> Run:
    """Pgx: all moves in one loop that XLA has compiled."""
    module = pytest.importorskip("pgx", reason="not installed: pip install pgx")
    jax = pytest.importorskip("jax")
    env = module.make("tic_tac_toe")
    begin, step = jax.vmap(env.init), jax.vmap(env.step)

    def move(state, key):
        chances = jax.random.uniform(key, (games, 9)) * state.legal_action_mask
        after = step(state, chances.argmax(axis=1))
        x_won = (after.rewards.max(axis=1) > 0) & (after._step_count % 2 == 1)
        fresh = begin(jax.random.split(key, games))

        def chosen(one, other):
            over = after.terminated.reshape((games,) + (1,) * (one.ndim - 1))
            return jax.numpy.where(over, one, other)

        return jax.tree_util.tree_map(chosen, fresh, after), (after.terminated.sum(), x_won.sum())

    @jax.jit
    def moves(key):
        first, rest = jax.random.split(key)
        state = begin(jax.random.split(first, games))
        _, (ended, won) = jax.lax.scan(move, state, jax.random.split(rest, MOVES))
        return won.sum() / ended.sum()

    return lambda: float(moves(jax.random.PRNGKey(1)))


@pytest.mark.parametrize("games", [1_000, 10_000])
@pytest.mark.parametrize("how", [ours, pgx], ids=["batch", "pgx"])
def test_many_games_move_by_move(benchmark: BenchmarkFixture, how: Callable[[int], Run], games: int) -> None:
    """Moves a second in all games together."""
    run = how(games)
    run()
    began = perf_counter()
    share = benchmark.pedantic(run, rounds=1)
    benchmark.extra_info["moves_a_second"] = round(MOVES * games / (perf_counter() - began))
    assert abs(share - CHANCE) < 0.02
