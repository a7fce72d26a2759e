"""How the tests of the commands call the program: as a process, the way everyone else does."""

import subprocess
import sys
from collections.abc import Callable

import pytest

from tests import inside as here
from tests.inside import Answer

Call = Callable[..., Answer]


@pytest.fixture(scope="session")
def inside() -> Call:
    """Calls the console script in this process, for answers that need no process of their own."""
    return here.inside


@pytest.fixture(scope="session")
def noughts() -> Call:
    """Calls ``python -m noughts`` with arguments and text on stdin."""

    def call(*arguments: str, stdin: str | bytes = "") -> Answer:
        given = stdin.encode() if isinstance(stdin, str) else stdin
        command = [sys.executable, "-m", "noughts", *arguments]
        done = subprocess.run(command, input=given, capture_output=True, timeout=900, check=False)
        return Answer(done.returncode, done.stdout.decode(), done.stderr.decode())

    return call
