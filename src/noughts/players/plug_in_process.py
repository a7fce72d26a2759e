"""Other people's players, loaded first by a process of their own, which may hang, crash or take any memory.

What lists players lists the others, too, whatever a single one does: its process is killed when it passes a limit.
``python -c`` starts the process, which imports nothing of the program that asks.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pkgutil import resolve_name
from queue import Empty, SimpleQueue
from typing import Any

from noughts import process_tree
from noughts.errors import PlayerError, quote
from noughts.game.board import Board
from noughts.players.registry import player_type

LOAD_SECONDS = 15.0
"""Maximum time for loading a player and asking it about itself. Waiting for a processor does not count."""

_MEMORY = 1_000_000_000
"""Maximum memory of the process, in bytes."""

_TICK_SECONDS = 0.05
"""Time between two measurements of the process."""

_AT_ONCE = 4
"""Number of players that are loaded at the same time."""

_CODE = """
import json, sys
sys.path[:] = json.loads(sys.argv[1])
from noughts.players.plug_in_process import main
main(*sys.argv[2:])
"""


@dataclass
class PlugInResult:
    """The values that a process has returned about a player, and in one sentence why there are no more."""

    values: list[Any] = field(default_factory=list)
    problem: str = ""


def run_plug_ins(
    work: str, names: Iterable[str], deadlines: Sequence[float], memory: int = _MEMORY
) -> Mapping[str, PlugInResult]:
    """Call a generator function for each player, in a process for each, and return what it yields.

    ``work``, like ``package.module:function``, is called with the name and yields JSON. There is a deadline in seconds
    for each value; the last one is also that for the end.
    """
    names, stop = tuple(names), threading.Event()

    def run(name: str) -> PlugInResult:
        return _run([work, name], name, deadlines, memory, stop)

    with ThreadPoolExecutor(_AT_ONCE) as threads:
        try:
            return dict(zip(names, threads.map(run, names), strict=True))
        finally:
            stop.set()  # after Ctrl-C the processes are killed


def check_plug_ins(names: Iterable[str], memory: int = _MEMORY) -> Mapping[str, str]:
    """Return the players that cannot be loaded, each with one sentence that names it and says why."""
    results = run_plug_ins(f"{__name__}:loaded", names, (LOAD_SECONDS,), memory)
    return {name: result.problem for name, result in results.items() if result.problem}


def loaded(name: str) -> Iterator[None]:
    """Load a player and do all that a list of players needs. Raises PlayerError if it cannot be loaded."""
    board, player = Board.mnk(3, 3, 3), player_type(name)()
    str(player)
    if player.plays(board):
        player.takes_time(board)
    yield None


def main(work: str, name: str) -> None:
    """Write what ``work`` yields to stdout, a line of JSON for each, and end the process.

    What the player prints goes to stderr. The process also ends when its stdin is closed, as when its parent is killed.
    """
    out, parent = os.fdopen(os.dup(1), "w"), os.dup(0)
    os.dup2(2, 1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    process_tree.adopt_orphans()
    owner = os.getpid()

    def end_with_parent() -> None:
        os.read(parent, 1)
        process_tree.kill_descendants(owner)
        process_tree.kill_group(owner)
        os._exit(1)

    threading.Thread(target=end_with_parent, daemon=True).start()
    last: dict[str, Any] = {}
    try:
        for value in resolve_name(work)(name):
            print(json.dumps({"value": value}), file=out, flush=True)
    except PlayerError as error:
        last = {"problem": str(error)}
    except BaseException as error:  # noqa: BLE001 - whatever it raises, it must be named
        last = {"problem": f"the plug-in player {quote(name)} fails: {type(error).__name__}: {error}"}
    if os.getpid() == owner:
        print(json.dumps(last), file=out, flush=True)
    os._exit(0)  # whatever threads it has left behind


def _run(
    args: Sequence[str], name: str, deadlines: Sequence[float], memory: int, stop: threading.Event
) -> PlugInResult:
    result = PlugInResult()
    try:
        process = subprocess.Popen(  # noqa: S603 - this Python
            [sys.executable, "-c", _CODE, json.dumps(sys.path), *args],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,  # Ctrl-C is for the parent, which kills it
        )
    except OSError as error:
        result.problem = (
            f"the plug-in player {quote(name)} cannot be used: no process can be started: {error}"
        )
        return result
    lines: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_read, args=(process, lines.put), daemon=True).start()
    clock = partial(_clock, process.pid)
    begun = clock()
    try:
        while not stop.is_set():
            deadline = deadlines[min(len(result.values), len(deadlines) - 1)]
            try:
                line = lines.get(timeout=_TICK_SECONDS)
            except Empty:
                if problem := _problem(process.pid, clock() - begun, deadline, memory):
                    result.problem = f"the plug-in player {quote(name)} was stopped: {problem}"
                    break
                continue
            message = json.loads(line) if line else {"problem": _ended(name)}
            if "value" not in message:
                result.problem = message.get("problem", "")
                break
            result.values.append(message["value"])
            begun = clock()
    finally:
        process_tree.kill_tree(process.pid)
        process.wait()
        process_tree.kill_group(process.pid)
        with suppress(OSError):
            process.stdin.close()  # type: ignore[union-attr]
    return result


def _read(process: subprocess.Popen[bytes], put: Callable[[bytes], None]) -> None:
    """Pass on each line of the process, and an empty one at its end."""
    with process.stdout:  # type: ignore[union-attr]
        for line in process.stdout:  # type: ignore[union-attr]
            put(line)
    put(b"")


def _clock(process: int) -> float:
    """Return the time without that in which a process was ready to run, and others had the processors."""
    return time.monotonic() - (process_tree.seconds_without_processor(process) or 0)


def _ended(name: str) -> str:
    return f"the plug-in player {quote(name)} cannot be used: it ends the process that loads it"


def _problem(process: int, spent: float, deadline: float, memory: int) -> str:
    """Return which limit a process has passed; nothing if none."""
    if spent > deadline:
        return f"it takes more than {deadline:g} seconds"
    processes = [process, *process_tree.descendants(process)]
    if (process_tree.memory_bytes(processes) or 0) > memory:
        return f"it takes more than {memory // 1_000_000:,} MB of memory"
    return ""
