"""Fake brains for the tests, and what became of their processes."""

import shlex
import sys
import time
from fractions import Fraction
from pathlib import Path

from noughts.adapters.programs.gomocup_program import GomocupProgram
from tests.processes import PATIENCE

BRAIN = Path(__file__).with_name("fake_brain.py")
SHORT = Fraction(1, 100)
"""A move's time for brains that will not keep it; a second more is granted."""


class Brain:
    """A program of this manner, and its diary."""

    def __init__(self, folder, manner="honest", **options):
        self.diary = folder / f"{manner}.txt"
        command = [sys.executable, "-IS", str(BRAIN), manner, str(self.diary)]
        self.player = GomocupProgram(command=shlex.join(command), **{"seconds": Fraction(20), **options})

    def notes(self, kind):
        written = self.diary.read_text() if self.diary.exists() else ""
        lines = (line.split(" ", 2) for line in written.splitlines())
        return [words[1:] for words in lines if words[0] == kind]

    @property
    def heard(self):
        """The commands that it was sent, but for the limits."""
        commands = [words[1] for words in self.notes("heard")]
        return [command for command in commands if not command.startswith("INFO")]

    @property
    def left(self):
        """Those of its processes that still run."""
        deadline = time.monotonic() + PATIENCE
        pids = [int(pid) for (pid,) in self.notes("pid")]
        while any(map(runs, pids)) and time.monotonic() < deadline:
            time.sleep(0.01)
        return [pid for pid in pids if runs(pid)]


def runs(pid):
    """Whether a process is there and not merely waiting for its parent to look."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except FileNotFoundError:
        return False
