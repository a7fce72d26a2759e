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

from noughts import InputTypeError, NoughtsError, WorkError
from noughts.jobs import in_order, results
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
        yield executor


def check_squares(number, *arguments, workers):
    """Check that each of so many jobs is done once; return the number of jobs that its worker had done after each."""
    squares, done = zip(*in_order(results(range(number), Squares, *arguments, workers=workers)), strict=True)
    assert [*squares] == [n * n for n in range(number)]
    return done


def test_any_executor_does_it(threads):
    """Each of its workers makes once what does the jobs, threads too."""
    assert check_squares(100, workers=threads).count(1) <= 2
    with pytest.raises(ZeroDivisionError, match="the third"):
        list(results(range(10), Fails, workers=threads))


def test_a_given_executor_that_breaks_is_told(tmp_path):
    """Whoever made it may make another: here nobody can."""
    (tmp_path / "-").touch()
    with (
        ProcessPoolExecutor(1, get_context("spawn")) as executor,
        pytest.raises(WorkError, match="the executor is broken"),
    ):
        list(results([5, 6], Squares, tmp_path, workers=executor))


@pytest.mark.parametrize("ahead", [0, 1])
def test_the_next_job_is_requested_when_a_worker_is_free(threads, ahead):
    """One process has one job at a time, and two threads have two; None is asked again once a result has come."""
    done = []

    def jobs():
        for number in range(6):
            while number > len(done) + ahead:
                yield None
            yield number

    for number, _ in results(jobs(), Squares, workers=threads if ahead else 1):
        done.append(number)
    assert sorted(done) == [*range(6)]


@pytest.mark.parametrize("workers", [None, 1, 3])
def test_every_job_is_done_once(workers):
    """Any number of processes does each job once, and the result has the job's number."""
    check_squares(10, workers=workers)


@pytest.mark.parametrize(
    ("workers", "error", "words"),
    [
        (0, NoughtsError, "workers must be at least 1, got 0"),
        ("2", InputTypeError, "workers='2' is no whole number"),
        (True, InputTypeError, "workers='True' is no whole number"),
    ],
)
def test_what_is_no_number_of_workers_is_rejected(workers, error, words):
    """The message says what was given."""
    with pytest.raises(error, match=words):
        next(results([1, 2], Squares, workers=workers))


def test_a_worker_stays_and_keeps_what_it_knows():
    """Of twenty jobs two workers have done ten each, or one more and the other fewer: nobody begins anew."""
    assert len(set(check_squares(20, workers=2))) >= 10


def test_what_a_lost_worker_did_is_done_again(tmp_path):
    """Workers that are killed in the middle of the third and the seventh job change no result."""
    for number in (3, 7):
        (tmp_path / str(number)).touch()
    check_squares(10, tmp_path, workers=2)
    assert 2 < len(list(tmp_path.glob("by *"))) <= 6, "each time a worker is lost, two others begin"


def test_a_job_that_costs_worker_after_worker_is_given_up(tmp_path):
    """It is told, and not tried for ever."""
    (tmp_path / "-").touch()
    with pytest.raises(WorkError, match="3 workers were lost with one piece of work"):
        list(results([5, 6], Squares, tmp_path, workers=2))


@pytest.mark.parametrize("workers", [1, 2])
def test_what_a_job_raises_is_raised(workers):
    """As it would be without workers."""
    with pytest.raises(ZeroDivisionError, match="the third"):
        list(results(range(10), Fails, workers=workers))


def test_who_no_longer_wants_results_leaves_no_process(tmp_path):
    """Closed after the first result, the workers end in the middle of what they do."""
    with closing(results(range(5), Sleeps, tmp_path, workers=2)) as closed:
        next(closed)
        wait_until(lambda: len(list(tmp_path.iterdir())) >= 2)
    assert not any(map(runs, pids(tmp_path)))


def test_workers_end_with_whoever_leads(tmp_path):
    """A leader that is killed leaves no process either."""
    call = "list(results([1, 2], Sleeps, Path(sys.argv[1]), workers=2))"
    text = f"import sys; from tests.test_jobs import *; {call}"
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

    def unordered():
        yield from [(2, "c"), (0, "a"), (3, "d"), (1, "b")]

    assert list(in_order(unordered())) == ["a", "b", "c", "d"]
