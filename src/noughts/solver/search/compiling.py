"""The kernels of a search, loaded from disk, or compiled in a process of their own where they are not there yet.

That process ends with what it was for, and meanwhile this one hears Ctrl-C, the limits and what is asked of it. The
weak and the strong game have one each, side by side, and whichever is ready first begins to search. Where Numba has no
place to keep what it compiles, or no process can be begun, a kernel is compiled here when it is first called.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import subprocess
import sys
import threading
import time
from functools import cache
from typing import Any

from noughts.game.count import Progress
from noughts.kernels.compilations import tell, telling
from noughts.kernels.declare import is_compiled
from noughts.solver.search.kernels.fields import COMMON_ROOM, SEARCH, Room

LOOK = 0.05
"""Seconds between two looks at whether kernels are there."""

_KEPT = "kept "

_CHILD = "from noughts.solver.search.compiling import main; main()"


class Compiling:
    """The kernels of the weak or the strong game for boards with this room: ``compiling`` has one of each."""

    def __init__(self, kind: str, room: Room) -> None:
        self.kind, self.room = kind, room
        self.entries, self.needed = _compiled(kind, room) if is_compiled() else ({}, set())
        self.begun: set[str] = set()
        """Names of the kernels that were compiled, or are being."""
        self._loaded: set[str] = set()
        self._kept: set[str] = set()
        self._process: subprocess.Popen[str] | None = None
        self._failed = False
        self._lock = threading.Lock()

    def ready(self, *names: str, begin: bool = True) -> bool:
        """Whether these kernels can be called now, without being compiled first; if not, that has begun, or will not
        where ``begin`` is false.
        """
        with self._lock:
            missing = [name for name in names if name not in self._loaded] if self.entries else []
            if not missing:
                return True
            if self._process is None:
                self._load(missing)
                if self._loaded.issuperset(missing) or (begin and not self._begin()):
                    return True
            elif self._kept.issuperset(missing) or self._process.poll() is not None:
                self._load(missing)
                self._failed |= not self._loaded.issuperset(missing)
                self._loaded.update(
                    missing
                )  # what the process has not made is compiled here, when it is called
            return self._loaded.issuperset(missing)

    def wait(self, *names: str) -> None:
        """Waits until they are ready."""
        while not self.ready(*names):
            time.sleep(LOOK)

    def end(self) -> None:
        """Ends the process that compiles, if there is one."""
        if self._process is not None and self._process.poll() is None:
            self._process.kill()
            self._process.wait()

    def _load(self, names: list[str]) -> None:
        from noughts.kernels.linking import is_loaded

        self._loaded.update(name for name in names if is_loaded(*self.entries[name]))

    def _begin(self) -> bool:
        """Begins the process; False where that is of no use."""
        from noughts.kernels.linking import is_kept

        if self._failed or not sys.executable or not all(is_kept(k) for k, _ in self.entries.values()):
            return False
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        try:
            self._process = subprocess.Popen(  # noqa: S603 - this program itself
                [sys.executable, "-c", _CHILD, self.kind, json.dumps(self.room)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                env=environment,
            )
        except OSError:
            return False
        tell(f"{__name__}.{self.kind}")
        atexit.register(self.end)
        threading.Thread(target=self._listen, args=(self._process,), daemon=True).start()
        return True

    def _listen(self, process: subprocess.Popen[str]) -> None:
        """Hears what the process tells: the kernels that it begins with, and those that Python calls once kept."""
        assert process.stdout is not None
        with process.stdout as lines:
            for line in lines:
                name = line.rstrip("\n")
                if name.startswith(_KEPT):
                    self._kept.add(name.removeprefix(_KEPT))
                else:
                    self.begun.add(name)


compiling = cache(Compiling)


def _compiled(kind: str, room: Room) -> tuple[dict[str, Any], set[str]]:
    """The kernels that Python calls, and the names of all below them."""
    from noughts.kernels.linking import names_below
    from noughts.solver.search.entries import entries

    kernels = entries(kind, room)
    return kernels, set().union(*(names_below(kernel) for kernel, _ in kernels.values()))


def kernel_count(parts: list[Compiling]) -> tuple[int, int] | None:
    """How many kernels are compiled, and how many there are at the most; None where none is being compiled."""
    begun: set[str] = set().union(*(part.begun for part in parts))
    needed: set[str] = set().union(*(part.needed for part in parts))
    return (len(begun & needed), len(needed)) if begun else None


def warm_up(progress: Progress) -> None:
    """Compiles the kernels of both games for all boards but the largest, or finds them kept; then ends."""
    games = [compiling(kind, COMMON_ROOM) for kind in SEARCH]
    while False in [game.ready(*game.entries) for game in games]:  # both begin
        progress(*(kernel_count(games) or (0, 0)))
        time.sleep(LOOK)


def main() -> None:
    """Compiles what the command line names, and tells of it, a line each."""
    from noughts.solver.search.entries import entries

    kind, room = sys.argv[1], tuple(json.loads(sys.argv[2]))
    gc.disable()  # a process that lives for seconds and makes little but what it keeps: a tenth less work
    with telling(_tell):
        for name, (kernel, signature) in entries(kind, room).items():
            kernel.compile(signature)
            _tell(f"{_KEPT}{name}")


def _tell(line: str) -> None:
    """One line to the process that waits; where that has ended, so does this one."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
