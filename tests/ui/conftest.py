"""How the tests of the commands call the program: as a process, the way everyone else does."""

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from io import StringIO
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


@pytest.fixture
def inside(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Call:
    """Calls the console script in this process, for answers that need no process of their own: a fifth of the time."""
    from noughts.ui.cli.main import run

    def call(*arguments: str) -> Answer:
        monkeypatch.setattr(sys, "argv", ["noughts", *arguments])
        monkeypatch.setattr(sys, "stdin", StringIO())
        with pytest.raises(SystemExit) as ended:
            run()
        said = capsys.readouterr()
        return Answer(int(ended.value.code or 0), said.out, said.err)

    return call


@pytest.fixture(scope="session")
def noughts() -> Call:
    """Calls ``python -m noughts`` with arguments and text on stdin."""

    def call(*arguments: str, stdin: str | bytes = "") -> Answer:
        given = stdin.encode() if isinstance(stdin, str) else stdin
        command = [sys.executable, "-m", "noughts", *arguments]
        done = subprocess.run(command, input=given, capture_output=True, timeout=900, check=False)
        return Answer(done.returncode, done.stdout.decode(), done.stderr.decode())

    return call
