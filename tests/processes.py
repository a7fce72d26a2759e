"""How tests start programs that they will interrupt, or that must not outlive them, and what they do without one."""

import contextlib
import functools
import os
import socket
import subprocess
import time
from pathlib import Path

import pytest

PATIENCE = 300.0
"""Seconds after which a test gives up: what it waits for takes a moment, on a busy machine a hundred times as long."""

HEARS_CTRL_C = ["env", "--default-signal=INT"]
"""Before a command: where the suite runs in the background Ctrl-C is off, and children inherit that."""


def wait_until(condition, explain=lambda: "the condition never held", interval=0.01):
    """Wait until a condition holds, calling it every `interval` seconds.

    The test fails once PATIENCE is over, with what `explain` returns.
    """
    until = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() >= until:
            pytest.fail(explain())
        time.sleep(interval)


def runs(process):
    """Whether a process is there and has not ended."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def below(process):
    """All processes that a process has begun, and those that they have."""
    listed = [task.read_text() for task in Path(f"/proc/{process}/task").glob("*/children")]
    children = [int(each) for each in " ".join(listed).split()]
    return {*children, *(each for child in children for each in below(child))}


@contextlib.contextmanager
def reserved_port():
    """A port of 127.0.0.1 that nobody is given until this is left, but who asks for it by its number may listen there.

    For programs that do not say which port they were given for 0.
    """
    with socket.socket() as held:
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        held.bind(("127.0.0.1", 0))
        yield held.getsockname()[1]


def not_here(reason):
    """Skips the test, or fails it in CI, where everything must be."""
    pytest.fail(reason) if os.environ.get("CI") else pytest.skip(reason)


def afterwards(script, *args):
    """Has a shell run a script once this process has ended, however it ends, or has closed the shell's ``stdin``.

    The script may read there what it is told until then; if it does not, it waits for the end by ``cat``.
    """
    return subprocess.Popen(
        ["sh", "-c", script, "sh", *map(str, args)],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,  # Ctrl-C is not for it
    )


_ENDS = """
while read -r process words; do
    told="$told$process $words
"
done
echo "$told" | while read -r process words; do
    tr "\\0" " " <"/proc/$process/cmdline" | grep -qF -e "$words" && kill "$process"
done
"""
"""Ends every process that it was told of, if that still is what those words call it."""


@functools.cache
def _undertaker():
    return afterwards(_ENDS)


def end_with_us(process, words):
    """Has a process ended once this one has, if some of its command's words are still these."""
    told = _undertaker().stdin
    told.write(f"{process} {words}\n".encode())
    told.flush()
