"""Worker processes: limits of time and memory that hold whatever an installed player does."""

import asyncio
import os
import signal
import sys
import time
from dataclasses import replace

import pytest

from noughts import process_tree
from noughts.errors import NoughtsError, TooLargeError
from noughts.server import worker_processes
from noughts.server.api_errors import OutOfTimeError, Refusal, WorkerEndedRefusal, refusal_of
from noughts.server.this_machine import Machine
from noughts.server.worker_processes import WorkerLimits
from tests.processes import below, runs, wait_until
from tests.server import worker_jobs as jobs
from tests.server.test_worker_queue import in_lane

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="other systems do not list the memory of processes"
)

LIMITS = WorkerLimits(seconds=0.7, memory=300_000_000)
PATIENT = replace(LIMITS, seconds=600.0)


def compute(*work, then=jobs.number, limits=LIMITS):
    """Return the error of a task in a queue with one place, or its value; and the value of the next task there.

    Only memory is limited if the limits are PATIENT.
    """

    async def ask(lane):
        assert await lane.compute("a", jobs.number)
        try:
            first = await lane.compute("a", *work)
        except (NoughtsError, Refusal) as error:
            first = error
        return first, await lane.compute("b", then)

    return in_lane(ask, Machine(limits), seconds=600.0 if limits is PATIENT else 0.3)[0]


@pytest.mark.parametrize(
    "work",
    [
        jobs.wait,
        jobs.wait_and_ignore_signals,
        jobs.wait_and_swallow_interruptions,
        jobs.wait_for_a_socket,
        jobs.wait_in_c,
        jobs.stop,
    ],
)
def test_a_task_that_waits_ends_by_the_clock(monkeypatch, work):
    """It gets the error of a task that takes too long (422), and the next task is computed."""
    monkeypatch.setattr(worker_processes, "GRACE_SECONDS", 0.2)
    error, _ = compute(work)
    assert isinstance(error, OutOfTimeError)
    assert refusal_of(error).status == 422


@pytest.mark.parametrize(
    "work",
    [
        jobs.allocate,
        jobs.allocate_in_a_thread,
        jobs.allocate_in_a_fork,
        jobs.allocate_in_an_orphan,
        jobs.allocate_in_a_program,
    ],
)
def test_a_task_that_allocates_ends(work):
    """The memory of its threads and descendants counts, and all of them are killed (422)."""
    before = below_us()
    error, _ = compute(work, limits=PATIENT)
    assert isinstance(error, TooLargeError)
    assert str(error) == "this is too large to compute here: it takes more than 300 MB of memory"
    assert refusal_of(error).status == 422
    wait_until(lambda: below_us() <= before)


def below_us():
    """Return the processes below this one that have not ended."""
    return {each for each in below(os.getpid()) if runs(each)}


def test_a_task_that_starts_processes_without_end_ends():
    """At most 64 processes run below a worker, and all of them end with it."""
    error, _ = compute(jobs.fork_without_end, limits=PATIENT)
    assert str(error).endswith("it starts more than 64 processes")


def test_a_forked_child_does_not_reply():
    """A copy of the worker process sends no second reply, which the next task would get."""
    first, second = compute(jobs.reply_twice, then=jobs.number)
    assert first == "parent"
    assert isinstance(second, int)


@pytest.mark.parametrize("work", [jobs.crash, jobs.close_pipes])
def test_a_worker_that_ends_by_itself_is_replaced(work):
    """Its task gets 503 although a forked child keeps its pipe open, and the next task is computed."""
    error, _ = compute(work)
    assert isinstance(error, WorkerEndedRefusal)
    assert error.status == 503


@pytest.mark.parametrize("work", ["allocate", "spin"])
def test_a_worker_that_goes_on_after_its_task_ends(monkeypatch, work):
    """A thread that a task leaves behind is killed with its process, also when no other task comes."""
    monkeypatch.setattr(worker_processes, "_MAX_IDLE_CPU", 0.2)
    monkeypatch.setattr(worker_processes, "_IDLE_TICKS", 1)

    async def ask(lane):
        await lane.compute("a", jobs.leave_a_thread, work)
        (computer,) = lane._idle or (None,)
        if computer:
            await computer.wait_until_ended()
        assert await lane.compute("a", jobs.number)

    in_lane(ask, Machine(LIMITS))


def test_what_a_task_has_started_ends_with_its_worker():
    """A program that a player has left running in a session of its own is killed with the worker process."""
    started, _ = compute(jobs.leave_a_program)
    wait_until(lambda: not runs(started))


def test_what_a_task_has_started_ends_although_its_worker_crashes(tmp_path):
    """A worker process that ends by itself leaves no program behind."""
    error, _ = compute(jobs.leave_a_program_and_crash, tmp_path / "process", limits=PATIENT)
    assert isinstance(error, WorkerEndedRefusal)
    started = int((tmp_path / "process").read_text())
    wait_until(lambda: not runs(started))


def test_what_a_task_has_started_ends_although_its_worker_ends_while_it_is_measured(tmp_path, monkeypatch):
    """Once the process has ended nothing is listed below it: what was listed before that is killed."""
    path = tmp_path / "process"
    descendants = process_tree.descendants
    seen = {}

    def end_and_list(process):
        if seen.get(process) and path.read_text():
            os.kill(process, signal.SIGKILL)
            wait_until(lambda: not runs(process))
        seen[process] = descendants(process) or seen.get(process)
        return descendants(process)

    monkeypatch.setattr(process_tree, "descendants", end_and_list)
    error, _ = compute(jobs.leave_a_program_and_crash, path, limits=PATIENT)
    assert isinstance(error, WorkerEndedRefusal)
    assert any(seen.values())
    wait_until(lambda: not runs(int(path.read_text())))


def test_many_short_tasks_are_no_computing_without_a_task(monkeypatch):
    """The CPU time of tasks does not count as time that a process computes after its task."""
    monkeypatch.setattr(worker_processes, "_MAX_IDLE_CPU", 0.2)
    monkeypatch.setattr(worker_processes, "_IDLE_TICKS", 1)

    async def ask(lane):
        numbers = {await lane.compute("a", jobs.number)}
        for _ in range(20):
            await lane.compute("a", jobs.spin_for, 0.02)
            await asyncio.sleep(0.03)
        return numbers | {await lane.compute("a", jobs.number)}

    assert len(in_lane(ask, Machine(LIMITS))[0]) == 1


def test_reserved_memory_does_not_count():
    """A task may reserve any address space, as NumPy and PyTorch do, if it does not use it."""
    size = 100 * LIMITS.memory
    assert compute(jobs.reserve, size)[0] == size


def test_shared_memory_counts_once():
    """Forked children share the memory of their parent, which counts only once."""
    size = 150_000_000
    assert compute(jobs.fork_many, 6, size, limits=PATIENT)[0] == size


def test_time_without_a_processor_does_not_count(monkeypatch):
    """A task that others keep from the processors is not killed, as on a machine that is too busy."""
    begun = time.monotonic()
    monkeypatch.setattr(
        worker_processes.process_tree, "seconds_without_processor", lambda _: time.monotonic() - begun
    )
    assert isinstance(compute(time.sleep, 1.6)[0], type(None))


def test_a_worker_is_in_the_session_of_the_server():
    """With autogroups niceness counts only within a session, so a session of its own would take half a processor."""
    (group, session), _ = compute(jobs.group_and_session)
    assert session == os.getsid(0)
    assert group != os.getpgrp()
