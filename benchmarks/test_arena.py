"""How fast contests are; every benchmark asserts its answer. Run by `make bench`."""

import subprocess
import sys
from fractions import Fraction

from pytest_benchmark.fixture import BenchmarkFixture
from research.documents.results import ExactResults
from tests.paths import DOCS

from noughts import Board, exploit, match, player, sample, tournament
from noughts.players.registry import house_variants

TABLE = """
from noughts.contests.tournament import tournament
table = tournament().table
print(len(table), sum(map(len, table)), table[-1][-1].win)
"""


def test_full_table_in_a_fresh_process(benchmark: BenchmarkFixture) -> None:
    """All players and options, all pairs, as a whole process (aim: 3 s)."""

    def run() -> list[str]:
        done = subprocess.run([sys.executable, "-c", TABLE], capture_output=True, text=True, check=True)
        return done.stdout.split()

    variants, matches, random_wins = benchmark.pedantic(run, rounds=3)
    count = len(house_variants())
    assert (int(variants), int(matches)) == (count, count**2)
    assert Fraction(random_wins) == Fraction(737, 1260)


def test_full_table(benchmark: BenchmarkFixture) -> None:
    """The same within a process that has imported everything."""
    result = benchmark.pedantic(tournament, rounds=3)
    assert all(r.win + r.draw + r.loss == 1 for r in result.results)
    assert result.ranking()[-1].player == "random"


def test_random_against_random(benchmark: BenchmarkFixture) -> None:
    """The match that reaches every position."""
    result = benchmark(match, player("random"), player("random"))
    assert (result.win, result.draw, result.loss) == (
        Fraction(737, 1260),
        Fraction(8, 63),
        Fraction(121, 420),
    )


def test_exploit_random(benchmark: BenchmarkFixture) -> None:
    """The player that reaches every position, against its best replies."""
    result = benchmark(exploit, player("random"))
    assert (result.x.score, result.o.score) == (Fraction(-874, 945), Fraction(-191, 192))


def test_match_on_twelve_cells(benchmark: BenchmarkFixture) -> None:
    """All 111,973 positions of 4x3x3."""
    result = benchmark.pedantic(match, (player("random"), player("random"), Board.mnk(4, 3, 3)), rounds=1)
    assert round(float(result.win), 6) == 0.58709


def test_sampled_weights_on_15x15x5(benchmark: BenchmarkFixture) -> None:
    """A hundred games of the weight grid against itself, on all cores."""
    weights = player("weights")
    result = benchmark.pedantic(sample, (weights, weights, Board.mnk(15, 15, 5), 100, 7), rounds=3)
    assert result.tally.games == 100
    assert 0.3 < result.win.share < 0.7


def test_results_page(benchmark: BenchmarkFixture) -> None:
    """The whole page of results."""
    page = (DOCS / "results.md").read_text(encoding="utf-8")
    assert benchmark.pedantic(lambda: ExactResults().text(page), rounds=1) == page
