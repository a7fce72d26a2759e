import multiprocessing
import os
import random
import signal
import subprocess
import sys
import threading
from fractions import Fraction

import pytest

from noughts import Board, NoughtsError, Position, UnsupportedBoardError, match, player, sample
from noughts.contests.sampled import growing_match, wilson
from tests.processes import HEARS_CTRL_C, PATIENCE

THREE = Board.mnk(3, 3, 3)
CHANCE, WEIGHTS = player("random"), player("weights")

ENDLESS = """
from noughts import Board, player
from noughts.contests.sampled import growing_match
if __name__ == "__main__":
    random, board = player("random"), Board.mnk(15, 15, 5)
    for result in growing_match(random, random, board, 10**5, workers=2):
        print(result.tally.games, flush=True)
"""


def test_the_seed_is_the_match() -> None:
    """The same seed gives the same games, another seed others."""
    first, again, other = (sample(CHANCE, WEIGHTS, THREE, 200, s, 1) for s in (7, 7, 8))
    assert first == again
    assert first.tally != other.tally


@pytest.mark.long
def test_processes_do_not_change_the_result() -> None:
    """One process, two, or one more than the games: the same tally."""
    one, two, many = (sample(CHANCE, CHANCE, THREE, 90, 3, n) for n in (1, 2, 5))
    assert one == two == many


def test_threads_are_not_forked() -> None:
    """With other threads about, processes are started afresh, and the result is the same."""
    release = threading.Event()
    other = threading.Thread(target=release.wait)
    other.start()
    try:
        spawned = sample(CHANCE, CHANCE, THREE, 30, 3, 2)
    finally:
        release.set()
        other.join()
    assert spawned == sample(CHANCE, CHANCE, THREE, 30, 3, 1)


def test_games_are_drawn_as_decisions_say() -> None:
    """A game is the one that the players' own ``pick`` gives with the generator of its seed and number."""
    seed, winners = 11, []
    for number in range(20):
        rng, position = random.Random(f"{seed}/{number}"), Position.start(THREE)
        while not position.is_over:
            decision = CHANCE.decide(position)
            only = next(iter(decision.moves)) if len(decision.moves) == 1 else None
            position = position.play(decision.pick(rng) if only is None else only)
        assert position.outcome is not None
        winners.append(str(position.outcome.winner))
    tally = sample(CHANCE, CHANCE, THREE, 20, seed, 1).tally
    assert (tally.wins, tally.losses) == (winners.count("X"), winners.count("O"))


def test_intervals_hold_the_exact_value() -> None:
    """On 3x3x3, where the truth is known, the sample's intervals hold it."""
    exact = match(WEIGHTS, CHANCE)
    sampled = sample(WEIGHTS, CHANCE, THREE, 2000, 1, 1)
    assert exact.win in sampled.win
    assert exact.draw in sampled.draw
    assert exact.loss in sampled.loss
    assert abs(sampled.plies - exact.plies) < 0.1


def test_large_boards() -> None:
    """The weight grid beats chance on 15x15x5, and the board is left to it by every process."""
    result = sample(WEIGHTS, CHANCE, Board.mnk(15, 15, 5), 12, 5)
    assert result.tally.wins == result.tally.games == 12
    assert result.win.low > 0.75


def test_a_match_grows_to_all_its_games() -> None:
    """Of one process every game is told in its order, of several as they come; the last is the whole match."""
    asked = (CHANCE, CHANCE, THREE, 50, 4)
    *_, whole = alone = list(growing_match(*asked, workers=1))
    assert [result.tally.games for result in alone] == list(range(1, 51))
    shared = [result.tally.games for result in growing_match(*asked, workers=2)]
    assert shared == sorted(shared)
    assert shared[-1] == 50
    assert whole == sample(*asked)


@pytest.mark.skipif(os.name != "posix", reason="sends signals to a process group")
def test_ctrl_c_stops_all_processes() -> None:
    """An interrupt ends the match and every process of it within seconds, not when all is played."""
    with subprocess.Popen(
        [*HEARS_CTRL_C, sys.executable, "-c", ENDLESS],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as running:
        assert running.stdout is not None
        assert running.stdout.readline()
        os.killpg(running.pid, signal.SIGINT)
        _, errors = running.communicate(timeout=PATIENCE)
        assert running.returncode != 0
        assert errors.rstrip().endswith("KeyboardInterrupt")
        with pytest.raises(ProcessLookupError):
            os.killpg(running.pid, 0)


def test_whoever_looks_on_may_stop_the_match() -> None:
    """A match that is left before its end leaves no process behind."""
    growing = growing_match(CHANCE, CHANCE, THREE, 100, workers=2)
    next(growing)
    assert multiprocessing.active_children()
    growing.close()
    assert not multiprocessing.active_children()


@pytest.mark.parametrize("games", [0, -1])
def test_numbers_out_of_range_are_refused(games: int) -> None:
    """No games, no processes, or a level that is none, are refused."""
    with pytest.raises(NoughtsError, match=f"games='{games}'"):
        sample(CHANCE, CHANCE, THREE, games)
    with pytest.raises(NoughtsError, match="workers must be at least 1, got 0"):
        sample(CHANCE, CHANCE, THREE, 10, workers=0)
    with pytest.raises(NoughtsError, match=r"between 0 and 1: '1\.0'"):
        wilson(1, 2, 1.0)


def test_boards_are_checked_first() -> None:
    """A player who does not play the board is refused before the first game."""
    with pytest.raises(UnsupportedBoardError):
        sample(CHANCE, player("core"), Board.mnk(4, 4, 4), 10)


@pytest.mark.parametrize(
    ("successes", "games", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_published_intervals(successes: int, games: int, low: float, high: float) -> None:
    """Newcombe's worked examples (Statistics in Medicine 17, 1998, table I) come out as printed."""
    interval = wilson(successes, games)
    assert (round(interval.low, 4), round(interval.high, 4)) == (low, high)


def test_the_interval_is_wilsons() -> None:
    """Both bounds solve (share - p)^2 = z^2 p (1 - p) / n, which defines them; more confidence is wider."""
    z = 1.959963984540054
    interval = wilson(30, 100)
    for bound in (interval.low, interval.high):
        assert (interval.share - bound) ** 2 == pytest.approx(z * z * bound * (1 - bound) / 100)
    wider = wilson(30, 100, 0.99)
    assert wider.low < interval.low < Fraction(30, 100) < interval.high < wider.high
    assert 1 in wilson(5, 5)
    assert 0 in wilson(0, 5)
