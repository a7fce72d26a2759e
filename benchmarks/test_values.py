"""How fast positions are valued and moves are chosen. Each benchmark asserts its answer."""

from collections import Counter
from fractions import Fraction

import pytest
from pytest_benchmark.fixture import BenchmarkFixture
from tests import reference

from noughts import Board, Position, count, player
from noughts.players.registry import house_variants
from noughts.solver.small.exact import Exact, exact
from noughts.solver.small.expectimax import Expectimax

SIGNS = Counter({1: 2836, -1: 1574, 0: 1068})
"""How many positions are won, lost and drawn for the side to move, finished ones included."""


def test_all_values_of_3x3x3(benchmark: BenchmarkFixture) -> None:
    """The value and distance of all 5,478 positions, in plain Python (aim: 30 ms)."""
    scores = benchmark(lambda: Exact(Board.mnk(3, 3, 3)).all_scores())
    assert len(scores) == 5_478
    assert scores[0, 0] == 0
    assert Counter((s > 0) - (s < 0) for s in scores.values()) == SIGNS


def test_slow_reference_below_the_first_move(benchmark: BenchmarkFixture) -> None:
    """The slow reference on one of the nine first moves, for the ratio to the line above."""
    position = Position.parse("X../.../...")
    assert benchmark.pedantic(reference.tree_size, (position,), rounds=1) == (59_705, 27_732)


def test_averages_of_4x3x3(benchmark: BenchmarkFixture) -> None:
    """What X may expect of a2 where O plays at random and X its best: a thousandth less than a win."""
    position = Position.parse("..../X.../....", Board.mnk(4, 3, 3))
    exact(position.board).value(position)
    average = benchmark(lambda: Expectimax(position.board).value(position))
    assert average == Fraction(2077, 2079)


def test_weights_on_a_large_board(benchmark: BenchmarkFixture) -> None:
    """One move of ``weights`` on 15x15x5 with a few stones (aim: 5 ms)."""
    board = Board.mnk(15, 15, 5)
    position = Position.start(board)
    for name in ("h8", "i9", "h9", "i8", "h7", "i7"):
        position = position.play(board.cell(name))
    decision = benchmark(player("weights").decide, position)
    assert sum(decision.moves.values()) == 1


@pytest.mark.parametrize("name", [str(variant) for variant in house_variants()])
def test_a_decision(benchmark: BenchmarkFixture, name: str) -> None:
    """One decision in the middle of a game."""
    position = Position.parse("X../.O./..X")
    decision = benchmark(player(name).decide, position)
    assert sum(decision.moves.values()) == 1


def test_count_4x4x4(benchmark: BenchmarkFixture) -> None:
    """All 9,722,011 positions and 15 million million games of 4x4x4, by ply and result."""
    found = benchmark.pedantic(count, (Board.mnk(4, 4, 4),), rounds=1)
    assert (found.positions, found.canonical) == (9_722_011, 1_217_977)
    assert found.games.total == 15_038_733_958_272
