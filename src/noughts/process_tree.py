"""A process and its descendants: how much memory and CPU time they use, and how to kill all of them.

Linux lists all of this in ``/proc``. Other systems list neither descendants nor the memory of another process: there
the functions return only the process itself and None, and what is killed is the process with its process group.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

_SET_CHILD_SUBREAPER = 36
"""The operation of prctl(2) by which orphaned descendants become children of this process."""

_MAX_ROUNDS = 100
"""How often descendants are killed before those that keep starting others are given up."""

_GONE = (OSError, IndexError, ValueError)
"""Errors raised by reading about a process that has ended."""


def descendants(process: int) -> list[int]:
    """Return the descendants of a process, zombies included, and no more than those that ``/proc`` lists."""
    found: list[int] = []
    parents = [process]
    while parents:
        parent = parents.pop()
        with suppress(*_GONE):
            for task in os.scandir(f"/proc/{parent}/task"):
                with suppress(*_GONE):
                    children = [int(each) for each in Path(task.path, "children").read_bytes().split()]
                    found += children
                    parents += children
    return found


def memory_bytes(processes: Iterable[int]) -> int | None:
    """Return the memory that processes hold together, resident or swapped out. Pages that they share count for each.

    Return None where the system does not say.
    """
    return _total(processes, "status", b"VmRSS:", b"VmSwap:")


def shared_memory_bytes(processes: Iterable[int]) -> int | None:
    """Return the same with each shared page counted once. This takes milliseconds for large processes."""
    return _total(processes, "smaps_rollup", b"Pss:", b"SwapPss:")


def cpu_seconds(processes: Iterable[int]) -> float | None:
    """Return the CPU time of processes and of their children that have ended; None where the system does not say."""
    if sys.platform == "win32":
        return None
    ticks, is_known = 0, False
    for process in processes:
        with suppress(*_GONE):
            fields = Path(f"/proc/{process}/stat").read_bytes().rpartition(b")")[2].split()
            ticks += sum(map(int, fields[11:15]))
            is_known = True
    return ticks / os.sysconf("SC_CLK_TCK") if is_known else None


def seconds_without_processor(process: int) -> float | None:
    """Return for how long the main thread of a process was ready to run while others used the processors.

    Return None where the system does not say.
    """
    try:
        return int(Path(f"/proc/{process}/schedstat").read_bytes().split()[1]) / 1e9
    except _GONE:
        return None


def has_ended(process: int) -> bool:
    """Return whether a process has ended, also one that its parent has not waited for. Linux only."""
    try:
        return Path(f"/proc/{process}/stat").read_bytes().rpartition(b")")[2].split()[0] in (b"Z", b"X")
    except _GONE:
        return True


def adopt_orphans() -> None:
    """Make orphaned descendants children of this process, so that they are still found below it. Linux only."""
    if sys.platform == "linux":
        import ctypes

        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def kill_descendants(process: int) -> None:
    """Kill the descendants of a process, and those that they start meanwhile."""
    if sys.platform == "win32":
        return
    for _ in range(_MAX_ROUNDS):
        running = [each for each in descendants(process) if not has_ended(each)]
        if not running:
            return
        kill(running)


def kill(processes: Iterable[int]) -> None:
    """Kill these processes, as far as they still run."""
    if sys.platform != "win32":
        for process in processes:
            _send(process, signal.SIGKILL)


def kill_tree(process: int) -> None:
    """Kill a process that leads a process group, its descendants and its group."""
    if sys.platform == "win32":
        with suppress(OSError):
            os.kill(process, signal.SIGTERM)
        return
    _send(process, signal.SIGSTOP)  # so that it starts no other
    kill_descendants(process)
    kill_group(process)
    _send(process, signal.SIGKILL)


def kill_group(leader: int) -> None:
    """Kill a process group, whose leader may have ended."""
    if sys.platform != "win32":
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(leader, signal.SIGKILL)


def _send(process: int, number: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.kill(process, number)


def _total(processes: Iterable[int], file: str, *keys: bytes) -> int | None:
    """Return the sum of these lines, in bytes, of a file that ``/proc`` has for each process."""
    total, is_known = 0, False
    for process in processes:
        with suppress(*_GONE):
            for line in Path(f"/proc/{process}/{file}").read_bytes().splitlines():
                if line.startswith(keys):
                    total += int(line.split()[1]) * 1024
                    is_known = True
    return total if is_known else None
