"""Random games in bulk, from Python, beside OpenSpiel's in the same run; each benchmark asserts its chances.

Ours move by move (`play`), as whole games (`playout`) and as arrays (`batch`); OpenSpiel's state in C++ is asked for
its legal actions and told one of them, move by move. Run by `make bench`, which shows the ratios.
"""

import random
from collections.abc import Callable, Iterator
from time import process_time

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from noughts import Board, Mark, Position, batch, playout

pyspiel = pytest.importorskip("pyspiel", reason="not installed: the group peers")

GAMES = {"3x3x3": ("tic_tac_toe", 20_000, 1_000_000), "15x15x5": ("mnk(m=15,n=15,k=5)", 100, 5_000)}
"""OpenSpiel's name of a board, and how many games: one by one, and at once."""

Winners = Callable[[int], Iterator[int]]


def moves(board: Board, dice: random.Random) -> Winners:
    """Move by move: the legal moves, one of them, the next position."""

    def play(games: int) -> Iterator[int]:
        start = Position.start(board)
        for _ in range(games):
            position = start
            while legal := position.moves:
                position = position.play(dice.choice(legal))
            outcome = position.outcome
            yield batch.SIGNS[outcome.winner if outcome else None]

    return play


def games(board: Board, dice: random.Random) -> Winners:
    """Whole games."""
    start = Position.start(board)
    return lambda number: (batch.SIGNS[playout(start, dice)[0]] for _ in range(number))


def peer(name: str, dice: random.Random) -> Winners:
    """OpenSpiel, move by move."""
    game = pyspiel.load_game(name)

    def play(number: int) -> Iterator[int]:
        for _ in range(number):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(dice.choice(state.legal_actions()))
            yield int(state.returns()[0])

    return play


def rate(play: Winners, number: int) -> tuple[float, float]:
    """Games a second of this process's time, the best of three; and what part X won."""
    best, won = 0.0, 0
    for _ in range(3):
        began = process_time()
        won = sum(winner == 1 for winner in play(number))
        best = max(best, number / (process_time() - began))
    return best, won / number


@pytest.mark.parametrize("name", GAMES)
def test_random_games_beside_openspiel(benchmark: BenchmarkFixture, name: str) -> None:
    """Games a second, and how many times OpenSpiel's rate (aims: 0.5 on 3x3x3, 1 on 15x15x5)."""
    spiel, few, _ = GAMES[name]
    board = Board.parse(name)
    rates = {
        "openspiel": rate(peer(spiel, random.Random(1)), few),
        "play": rate(moves(board, random.Random(1)), few),
    }
    start = games(board, random.Random(1))
    rates["playout"] = benchmark.pedantic(rate, (start, few), rounds=1)
    for how, (games_a_second, won) in rates.items():
        benchmark.extra_info[how] = round(games_a_second)
        benchmark.extra_info[f"{how}/openspiel"] = round(games_a_second / rates["openspiel"][0], 2)
        assert name != "3x3x3" or abs(won - 737 / 1260) < 0.02


@pytest.mark.parametrize("name", GAMES)
def test_random_games_as_arrays(benchmark: BenchmarkFixture, name: str) -> None:
    """Many games at once (aim: a million a second on 3x3x3)."""
    *_, many = GAMES[name]
    board = Board.parse(name)
    played = benchmark.pedantic(batch.playouts, (board, many, np.random.default_rng(1)), rounds=3)
    if benchmark.enabled:
        benchmark.extra_info["games_a_second"] = round(many / benchmark.stats["min"])
    won = (played.winners == batch.SIGNS[Mark.X]).mean()
    assert name != "3x3x3" or abs(won - 737 / 1260) < 0.005
