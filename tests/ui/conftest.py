"""How the tests of the commands call the program: as a process, the way everyone else does."""

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest


@dataclass(frozen=True)
class Answer:
    """What a call of the program gave back."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def lines(self) -> list[Any]:
        return [json.loads(line) for line in self.out.splitlines()]


Call = Callable[..., Answer]


@pytest.fixture(scope="session")
def noughts() -> Call:
    """Calls ``python -m noughts`` with arguments and text on stdin."""

    def call(*arguments: str, stdin: str | bytes = "") -> Answer:
        given = stdin.encode() if isinstance(stdin, str) else stdin
        command = [sys.executable, "-m", "noughts", *arguments]
        done = subprocess.run(command, input=given, capture_output=True, timeout=900, check=False)
        return Answer(done.returncode, done.stdout.decode(), done.stderr.decode())

    return call
