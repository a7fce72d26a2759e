"""A program in a process of its own, asked and answered line by line, each answer by a deadline.

It gets a session (on Windows a process group) of its own, so that whatever it starts ends with it, and Ctrl-C is the
house's to handle. On Linux what left that session ends too, unless it was given another environment: each program has a
mark in its own, which all that it starts inherit (so Jenkins ends the processes of a build). Elsewhere it goes on.
A line ends with LF, CR LF or CR alone, at once: whoever writes CR alone writes nothing after it.
"""

from __future__ import annotations

import os
import re
import secrets
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from queue import Empty, Full, Queue
from typing import Any

_LONGEST = 4096
"""More characters of a line than this are not read."""

_WAITING = 1000
"""So many lines wait to be read; a program that says more waits too."""

_FAREWELL_SECONDS = 1.0
"""How long a program may take to end by itself, as in Gomocup."""

_ENDS = re.compile(rb"[\r\n]")


class LostError(Exception):
    """The program answers no more; the message says why, as a part of a sentence."""


class Pipe:
    """A running program. ``end`` is what the lines sent to it end with."""

    def __init__(self, command: tuple[str, ...], end: str = "\n") -> None:
        self._line_end = end
        self._until = 0.0
        self._killing = threading.Lock()
        self._heard = 0.0
        self._lines: Queue[str | None] = Queue(_WAITING)
        self._closed = False
        self._mark = f"NOUGHTS_PROGRAM={secrets.token_hex(16)}"
        name, _, value = self._mark.partition("=")
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the owner's own program, and no shell
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env={**os.environ, name: value},
                **_apart(),
            )
        except OSError as error:
            raise LostError(f"could not be started ({error.strerror or error})") from None
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def send(self, *lines: str) -> None:
        """Sends lines; LostError if the program has ended."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write("".join(f"{line}{self._line_end}" for line in lines).encode())
            self._process.stdin.flush()
        except OSError:
            raise LostError("ended") from None

    def rest(self, seconds: float) -> list[str]:
        """Waits until so long after the last line that was heard; what has been said since, and nobody has read."""
        time.sleep(max(0.0, self._heard + seconds - time.monotonic()))
        unread = []
        with suppress(Empty):
            while (line := self._lines.get_nowait()) is not None:
                unread.append(line)
            self._lines.put(None)
        return unread

    def line(self, deadline: float) -> str:
        """The next line that is not empty, by ``time.monotonic()``'s ``deadline``.

        Raises TimeoutError when there is none by then, LostError when there will be none.
        """
        try:
            line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
        except Empty:
            raise TimeoutError from None
        if line is None:
            self._lines.put(None)
            raise LostError("ended")
        self._heard = time.monotonic()
        return line

    def dismiss(self, farewell: str) -> None:
        """Says farewell: it has a second from now on to end by itself."""
        self._until = time.monotonic() + _FAREWELL_SECONDS
        with suppress(LostError, OSError):
            self.send(farewell)
            assert self._process.stdin is not None
            self._process.stdin.close()

    def close(self) -> None:
        """Waits for the end of its second, or its own, and ends what is left of it and of what it started."""
        self._reader.join(max(0.0, self._until - time.monotonic()))
        self.kill()

    def kill(self) -> None:
        """Ends it at once, with all that it started. May be called in any thread, and again."""
        with self._killing:
            if not self._closed:
                self._closed = True
                self._end()

    def _end(self) -> None:
        _kill(self._process, self._mark)
        self._process.wait()
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with suppress(OSError):  # what was still to be sent to it
            self._process.stdin.close()
        self._reader.join(_FAREWELL_SECONDS)
        if not self._reader.is_alive():  # else something that is out of reach still holds the other end
            self._process.stdout.close()
        with suppress(Full):  # then nobody waits
            self._lines.put_nowait(None)

    def _read(self) -> None:
        """In a thread: puts the program's lines in the queue, and None when there are no more."""
        assert self._process.stdout is not None
        rest = b""
        while not self._closed:
            try:
                more = os.read(self._process.stdout.fileno(), 4096)
            except (OSError, ValueError):
                break
            if not more:
                break
            *lines, rest = _ENDS.split(rest + more)
            rest = rest[:_LONGEST]
            for line in filter(None, (line.strip() for line in lines)):
                self._put(line[:_LONGEST].decode(errors="replace"))
        self._put(None)

    def _put(self, line: str | None) -> None:
        while not self._closed:
            with suppress(Full):
                self._lines.put(line, timeout=0.1)
                return


if sys.platform == "win32":

    def _apart() -> dict[str, Any]:
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}

    def _kill(process: subprocess.Popen[bytes], _: str) -> None:
        tree = ["taskkill", "/PID", str(process.pid), "/T", "/F"]
        subprocess.run(tree, capture_output=True, check=False)  # noqa: S603 - the system's own

else:

    def _apart() -> dict[str, Any]:
        return {"start_new_session": True}

    def _kill(process: subprocess.Popen[bytes], mark: str) -> None:
        """Kills the group before the program itself is waited for: until then nothing else can bear its number.

        Then what has its mark, until there is nothing new: some may begin others meanwhile.
        """
        with suppress(ProcessLookupError, PermissionError):  # nothing of it runs any more
            os.killpg(process.pid, signal.SIGKILL)
        killed: set[int] = set()
        while more := set(_processes_of(mark)) - killed:
            for number in more:
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(number, signal.SIGKILL)
            killed |= more

    def _processes_of(mark: str) -> Iterator[int]:
        """The processes with this mark, as Linux tells them; none elsewhere."""
        for environment in Path("/proc").glob("[0-9]*/environ"):
            with suppress(OSError):  # somebody else's, or ended just now
                if mark.encode() in environment.read_bytes().split(b"\0"):
                    yield int(environment.parent.name)
