"""Count the files of noughts that a reader walks through to follow common tasks.

`python -m tests.walks` prints every walk, its count now and its bound. `python -m tests.walks WALK` prints the files of
one walk.

Each task runs in a process of its own, so that imports and caches of one do not change the count of another; only the
moves on a server share one. A file is counted when one of its functions is called; importing a module calls none of
them. A switch is a call of a function in another file than the call before.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import io
import json
import os
import subprocess
import sys
import tempfile
import threading
from collections import ChainMap
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from types import CodeType, FrameType
from typing import NamedTuple
from unittest import mock

from tests.paths import CERTIFICATES, ROOT


class Count(NamedTuple):
    """A number of files or modules, and of switches between files; None where threads make switches vary."""

    files: int
    switches: int | None = None

    def __str__(self) -> str:
        return str(self.files) if self.switches is None else f"{self.files}, {self.switches} switches"


class Walk(NamedTuple):
    """A task, its bound, and what is counted of it: files or modules, of the whole package or of a folder in it."""

    task: str
    bound: Count
    unit: str = "files"
    folder: str = ""


WALKS = {
    "noughts decide weights: files": Walk("decide", Count(23, 435)),
    "import noughts.errors: modules": Walk("errors", Count(2), "modules"),
    "noughts decide weights: modules": Walk("decide", Count(59), "modules"),
    "a move between two people: files": Walk("move", Count(18)),
    "a move between two people: files of the server": Walk("move", Count(11), folder="server/"),
    "a move against medium: files": Walk("medium", Count(27)),
    "noughts verify cube2: modules": Walk("verify", Count(38), "modules"),
    "a lesson (fork): files": Walk("lesson", Count(20, 537)),
}
"""Every walk. A bound may only fall; switches are counted where it has some."""

POSTGRES_BOUNDS = {"a move between two people: files of the server": Count(16)}
"""Bounds if the games are in PostgreSQL. Counts vary below them: a thread may read the game again if the notice of a
move arrives before the move is in the server's memory."""

SWITCHES_VERSION = (3, 11)
"""The version of Python that bounds of switches are for. Another standard library may call noughts in another order."""

DATABASE = "NOUGHTS_WALKS_DATABASE"
"""The environment variable that names an empty database for the server; without it the server has a SQLite file."""

_SPEC = find_spec("noughts")  # imports nothing
assert _SPEC
assert _SPEC.origin
PACKAGE = str(Path(_SPEC.origin).parent) + os.sep
"""The folder of noughts."""

_INLINED = frozenset(("<listcomp>", "<setcomp>", "<dictcomp>"))
"""Calls that only Python 3.11 makes."""


class Recorder:
    """The files of noughts whose functions are called while `is_on`, one entry for each call."""

    def __init__(self) -> None:
        self.calls: list[str] = []
        self.is_on = True
        self._imports = threading.local()

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        """Record a call, as a profile function."""
        code = frame.f_code
        if code.co_name == "<module>" and event in {"call", "return"}:
            self._depth += 1 if event == "call" else -1
        elif event == "call" and self._counts(code):
            self.calls.append(code.co_filename.removeprefix(PACKAGE).replace(os.sep, "/"))

    def _counts(self, code: CodeType) -> bool:
        """Return whether a call of this code counts: in noughts, and not part of an import."""
        is_counted = self.is_on and not self._depth and code.co_name not in _INLINED
        return is_counted and code.co_filename.startswith(PACKAGE)

    @property
    def _depth(self) -> int:
        """The number of modules that this thread is importing."""
        depth: int = getattr(self._imports, "depth", 0)
        return depth

    @_depth.setter
    def _depth(self, depth: int) -> None:
        self._imports.depth = depth

    @contextlib.contextmanager
    def recording(self) -> Iterator[None]:
        """Record the calls of this thread."""
        sys.setprofile(self)
        try:
            yield
        finally:
            sys.setprofile(None)


def _command(recorder: Recorder, *arguments: str) -> None:
    """Run the console script."""
    from noughts.__main__ import run

    output = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    with mock.patch.object(sys, "argv", ["noughts", *arguments]), contextlib.redirect_stdout(output):
        try:
            with recorder.recording():
                run()
        except SystemExit as end:
            if end.code:
                raise
    output.flush()
    assert output.buffer.tell(), arguments


def _decide(recorder: Recorder) -> None:
    _command(recorder, "decide", "weights", "XX./.../O..")


def _verify(recorder: Recorder) -> None:
    _command(recorder, "verify", str(CERTIFICATES / "cube2.gz"))


def _errors(recorder: Recorder) -> None:
    with recorder.recording():
        import noughts.errors  # noqa: F401


def _lesson(recorder: Recorder) -> None:
    """Build the blocks of a lesson from its file.

    They are built once before, so that solving the boards of the lesson is not part of the walk.
    """
    from noughts.lessons.catalogue import FOLDER, Lesson, lesson_files
    from noughts.lessons.lesson_file import read_lesson

    path = lesson_files(FOLDER)["fork"]
    assert Lesson("fork", read_lesson(path)).blocks
    with recorder.recording():
        assert Lesson("fork", read_lesson(path)).blocks


def _move(recorder: Recorder, opponent: str = "friend", moves: int = 1) -> None:
    """Play a move on a server until its events have arrived at a watcher's connection.

    The threads of the server are recorded, and the clients' thread is not.
    """
    from noughts.server import app, services
    from tests.server.people import Running, Visitor

    recorder.is_on = False
    with contextlib.ExitStack() as stack:
        # Work of the server that no move causes.
        stack.enter_context(mock.patch.object(services, "_CHECK_IN_SECONDS", 3600.0))
        stack.enter_context(mock.patch.object(services, "_TIME_SECONDS", 3600.0))
        stack.enter_context(mock.patch.object(app, "think_ahead", return_value=None))
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        threading.setprofile(recorder)
        stack.callback(threading.setprofile, None)  # threads that write start with the first write
        server = Running(os.environ.get(DATABASE) or f"sqlite:///{folder}/games.db")
        stack.callback(server.stop)
        player, watcher = Visitor(server.address), Visitor(server.address)
        stack.callback(player.close)
        stack.callback(watcher.close)
        version = player.make(o=opponent)["version"]
        if opponent == "friend":
            watcher.join(player)
            version = player.game()["version"]
        watcher.id = player.id
        events = stack.enter_context(watcher.stream())
        assert next(events)[0] == version
        recorder.is_on = True
        answer = player.send("moves", version=version, ply=0, cell="b2")
        assert answer.status_code == 200, answer.text
        while len(next(events)[1]["moves"]) < moves:
            pass
        recorder.is_on = False


def _medium(recorder: Recorder) -> None:
    _move(recorder, "medium", 2)


TASKS: dict[str, Callable[[Recorder], None]] = {
    "decide": _decide,
    "errors": _errors,
    "move": _move,
    "medium": _medium,
    "verify": _verify,
    "lesson": _lesson,
}
ON_A_SERVER = ("move", "medium")
"""Tasks of one process: its modules take seconds to import."""


class Trace(NamedTuple):
    """The calls of a task, as files in order, and the modules of noughts that its process has imported."""

    calls: list[str]
    modules: list[str]

    def found(self, walk: Walk) -> list[str]:
        """Return the files or modules of a walk, in the order of their first calls or of their imports."""
        names = dict.fromkeys(self.calls if walk.unit == "files" else self.modules)
        return [name for name in names if name.startswith(walk.folder)]

    def measure(self, walk: Walk) -> Count:
        """Return the count of a walk."""
        if walk.bound.switches is None or sys.version_info[:2] != SWITCHES_VERSION:
            return Count(len(self.found(walk)))
        return Count(len(self.found(walk)), sum(one != other for one, other in pairwise(self.calls)))


def record(task: str) -> Trace:
    """Run a task in this process, which must not have imported noughts, except for another task on a server."""
    gc.disable()  # a collection may call functions at any time
    recorder = Recorder()
    TASKS[task](recorder)
    names = [name for name in sys.modules if name.partition(".")[0] == "noughts"]
    return Trace(recorder.calls, [name for name in names if name != "noughts.__main__"])  # it is not imported


def trace(*tasks: str, database: str = "") -> dict[str, Trace]:
    """Run tasks in a process of their own."""
    with tempfile.TemporaryDirectory() as cache:
        env = {**os.environ, "PYTHONHASHSEED": "0", "NOUGHTS_CACHE": cache, DATABASE: database}
        command = [sys.executable, "-m", "tests.walks", "--task", *tasks]
        done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{tasks} failed:\n{done.stderr}")
    return {task: Trace(**found) for task, found in json.loads(done.stdout).items()}


def table() -> str:
    """Return every walk with its count and its bound."""
    others = [trace(task) for task in TASKS if task not in ON_A_SERVER]
    traces = dict(ChainMap(trace(*ON_A_SERVER), *others))
    rows = [("Walk", "Now", "Bound")]
    rows += [(name, str(traces[walk.task].measure(walk)), str(walk.bound)) for name, walk in WALKS.items()]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join("  ".join(map(str.ljust, row, widths)).rstrip() for row in rows)


def main() -> None:
    """Print the table, or the files of one walk."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.walks", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("walk", nargs="?", choices=WALKS, metavar="WALK", help="print the files of this walk")
    parser.add_argument("--task", nargs="+", choices=TASKS, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.task:
        text = json.dumps({task: record(task)._asdict() for task in options.task})
    elif options.walk:
        walk = WALKS[options.walk]
        text = "\n".join(trace(walk.task)[walk.task].found(walk))
    else:
        text = table()
    sys.stdout.write(f"{text}\n")


if __name__ == "__main__":
    main()
