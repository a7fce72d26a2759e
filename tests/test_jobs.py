"""Work that is shared out comes to the same whoever does it, and whoever of them is lost."""

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import closing
from multiprocessing import get_context
from pathlib import Path

import pytest

from noughts import ExecutorTeam, Processes, WorkError
from noughts.jobs import Alone, in_order
from tests.paths import ROOT
from tests.processes import runs, wait_until


class Squares:
    """Squares numbers; a file of a number's name makes the first who takes it up die, and one of `-` all of them."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self.done = 0

    def __call__(self, number: int) -> tuple[int, int]:
        if self._folder:
            (self._folder / f"by {os.getpid()}").touch()
            if (self._folder / "-").exists():
                os.kill(os.getpid(), signal.SIGKILL)
            trap = self._folder / str(number)
            if trap.exists():
                trap.unlink()
                os.kill(os.getpid(), signal.SIGKILL)
        self.done += 1
        return number * number, self.done


class Fails:
    """Cannot do the third."""

    def __call__(self, number: int) -> int:
        if number == 3:
            raise ZeroDivisionError("the third")
        return number


class Sleeps:
    """Says that it is there, and does nothing for an hour."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __call__(self, number: int) -> None:
        (self._folder / f"{number} {os.getpid()}").touch()
        time.sleep(3600 if number else 0)


def pids(folder: Path) -> list[int]:
    """The processes that took up a job of ``Sleeps``."""
    return [int(file.name.split()[1]) for file in folder.iterdir()]


@pytest.fixture
def threads():
    """An executor of Python's own, of two threads."""
    with ThreadPoolExecutor(2) as executor:
        yield ExecutorTeam(executor, 2)


def test_any_executor_does_it(threads):
    """Each of its workers makes once what does the jobs, threads too."""
    results = list(in_order(threads.each(range(100), Squares)))
    assert [square for square, _ in results] == [n * n for n in range(100)]
    assert sum(done == 1 for _, done in results) <= 2
    with pytest.raises(ZeroDivisionError, match="the third"):
        list(threads.each(range(10), Fails))


def test_a_given_executor_that_breaks_is_told(tmp_path):
    """Whoever made it may make another: here nobody can."""
    (tmp_path / "-").touch()
    with (
        ProcessPoolExecutor(1, get_context("spawn")) as executor,
        pytest.raises(WorkError, match="the executor is broken"),
    ):
        list(ExecutorTeam(executor, 1).each([5, 6], Squares, tmp_path))


def test_the_next_job_is_asked_for_when_somebody_is_free(threads):
    """Never more are begun than there are workers, and None is asked again once a result has come."""
    results = []

    def jobs():
        for number in range(6):
            while number > len(results) + 1:
                yield None
            yield number

    for number, _ in threads.each(jobs(), Squares):
        results.append(number)
    assert sorted(results) == [*range(6)]


def test_one_process_is_asked_for_its_next_job_when_it_has_done_one():
    """A job that stands only once the one before has come is not missed."""
    results = []

    def jobs():
        for number in range(4):
            while number > len(results):
                yield None
            yield number

    for number, _ in Processes(1).each(jobs(), Squares):
        results.append(number)
    assert results == [*range(4)]


@pytest.mark.parametrize("team", [Alone(), Processes(1), Processes(3)])
def test_every_job_is_done_once_and_told_by_its_number(team):
    """Whoever does them, and in whatever order they are done."""
    results = dict(team.each(range(10), Squares))
    assert {number: square for number, (square, _) in results.items()} == {n: n * n for n in range(10)}


def test_a_worker_stays_and_keeps_what_it_knows():
    """Of twenty jobs two workers have done ten each, or one more and the other fewer: nobody begins anew."""
    done = [count for _, (_, count) in Processes(2).each(range(20), Squares)]
    assert len(set(done)) >= 10


def test_what_a_lost_worker_did_is_done_again(tmp_path):
    """ExecutorTeam that are killed in the middle of the third and the seventh job change no result."""
    for number in (3, 7):
        (tmp_path / str(number)).touch()
    results = list(in_order(Processes(2).each(range(10), Squares, tmp_path)))
    assert [square for square, _ in results] == [n * n for n in range(10)]
    assert 2 < len(list(tmp_path.glob("by *"))) <= 6, "each time a worker is lost, two others begin"


def test_a_job_that_costs_worker_after_worker_is_given_up(tmp_path):
    """It is told, and not tried for ever."""
    (tmp_path / "-").touch()
    with pytest.raises(WorkError, match="3 workers were lost with one piece of work"):
        list(Processes(2).each([5, 6], Squares, tmp_path))


@pytest.mark.parametrize("team", [Alone(), Processes(2)])
def test_what_a_job_raises_is_raised(team):
    """As it would be without workers."""
    with pytest.raises(ZeroDivisionError, match="the third"):
        list(team.each(range(10), Fails))


def test_who_no_longer_wants_results_leaves_no_process(tmp_path):
    """Closed after the first result, the workers end in the middle of what they do."""
    with closing(Processes(2).each(range(5), Sleeps, tmp_path)) as results:
        next(results)
        wait_until(lambda: len(list(tmp_path.iterdir())) >= 2)
    assert not any(map(runs, pids(tmp_path)))


def test_workers_end_with_whoever_leads(tmp_path):
    """A leader that is killed leaves no process either."""
    text = "import sys; from tests.test_jobs import *; list(Processes(2).each([1, 2], Sleeps, Path(sys.argv[1])))"
    leader = subprocess.Popen([sys.executable, "-c", text, str(tmp_path)], cwd=ROOT)
    try:
        wait_until(lambda: len(list(tmp_path.iterdir())) >= 2)
    finally:
        leader.kill()
        leader.wait()
    workers = pids(tmp_path)
    assert len(workers) == 2
    wait_until(lambda: not any(map(runs, workers)))


def test_in_order_gives_the_jobs_order():
    """Whatever is done first, and nothing is lost in between."""

    def results():
        yield from [(2, "c"), (0, "a"), (3, "d"), (1, "b")]

    assert list(in_order(results())) == ["a", "b", "c", "d"]
