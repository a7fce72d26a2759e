"""How fast the engine looks at positions, and that it looks at the same ones. Each benchmark asserts its answer."""

from statistics import median

import pytest
from pytest_benchmark.fixture import BenchmarkFixture
from tests.engine.signature import (
    MIDDLE,
    OPENINGS,
    SIGNATURE,
    TEN,
    TEN_SIGNATURE,
    after,
    reached,
    ten_to_depth,
    to_depth,
)

from noughts import Board, Position, Result
from noughts.engine.limits import Budget
from noughts.engine.search import search
from noughts.engine.search_info import Thought
from noughts.engine.strategies import strategy


@pytest.mark.parametrize("name", OPENINGS)
def test_alpha_beta(benchmark: BenchmarkFixture, name: str) -> None:
    """Alpha-beta to a fixed depth (aim: 400,000 nodes a second on 15x15x5, forced wins looked for at every one)."""
    depth, _ = OPENINGS[name]
    nodes, probes = benchmark.pedantic(to_depth, (reached(name), depth), rounds=3)
    if benchmark.enabled:
        benchmark.extra_info["nodes_a_second"] = round(nodes / benchmark.stats["min"])
        benchmark.extra_info["positions_a_second"] = round((nodes + probes) / benchmark.stats["min"])
    assert (nodes, probes) == SIGNATURE[name]


def test_signature(benchmark: BenchmarkFixture, figures: list[str]) -> None:
    """Ten positions of 15x15x5 to a fixed depth: their signature, and nodes a second."""
    nodes, probes = benchmark.pedantic(ten_to_depth, rounds=3)
    figures.append(f"engine: signature {nodes:,} nodes, {probes:,} positions in fours")
    if benchmark.enabled:
        second = benchmark.stats["min"]
        figures.append(
            f"engine: {nodes / second:,.0f} nodes a second, {(nodes + probes) / second:,.0f} positions"
        )
    assert (nodes, probes) == TEN_SIGNATURE


def test_depth_after_a_second(benchmark: BenchmarkFixture, figures: list[str]) -> None:
    """How deep each of the ten is searched in a second; what it answers is a move of the position."""
    positions = [after("15x15x5", moves) for moves in TEN]
    thoughts = benchmark.pedantic(
        lambda: [search(position, Budget(seconds=1)) for position in positions], rounds=1
    )
    depths = [thought.depth for thought in thoughts]
    figures.append(f"engine: depth after a second {' '.join(map(str, depths))}, median {median(depths):g}")
    assert all(thought.best in position.moves for thought, position in zip(thoughts, positions, strict=True))


def test_first_answer(benchmark: BenchmarkFixture) -> None:
    """A first answer on 15x15x5 in a process that has the kernels (aim: 100 ms)."""
    thought = benchmark(search, reached("15x15x5"), Budget(nodes=1_000))
    assert thought.pv


def test_first_answer_of_a_kept_strategy(benchmark: BenchmarkFixture) -> None:
    """A first answer on 9x4x4, whose strategy is read for it (aim: 100 ms)."""
    start = Position.start(Board.parse("9x4x4"))

    def first() -> Thought:
        strategy.cache_clear()
        return search(start, Budget(nodes=1))

    thought = benchmark(first)
    assert thought.value is not None
    assert thought.value.result is Result.WIN


def test_9x4x4_after_four_moves(benchmark: BenchmarkFixture) -> None:
    """The value after four moves on 9x4x4 is proved (aim: 100 ms)."""
    position = Position.parse("....X..../....X..../...O...../....O....", Board.parse("9x4x4"))
    thought = benchmark(search, position, Budget(nodes=10**6))
    assert thought.value is not None


def test_6x5x4_is_won(benchmark: BenchmarkFixture) -> None:
    """The win of X on the empty board of 6x5x4 is proved (aim: 1 s)."""
    thought = benchmark(search, Position.start(Board.parse("6x5x4")), Budget(nodes=10**6))
    assert thought.value is not None
    assert thought.value.result is Result.WIN


def test_threats_of_the_middle_game(benchmark: BenchmarkFixture) -> None:
    """A win by threats in eleven plies on 15x15x5 is proved (aim: 100 ms)."""
    position = Position.parse(MIDDLE, Board.parse("15x15x5"))
    thought = benchmark(search, position, Budget(nodes=10**6))
    assert thought.value is not None
    assert thought.value.result is Result.WIN
