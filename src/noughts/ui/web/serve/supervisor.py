"""Several processes that serve on one socket: begun together, ended together, and one that dies is replaced."""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from types import FrameType
from typing import Any

from noughts.errors import NoughtsError

_GRACE_SECONDS = 1.8
"""How long they may take to end once they are told to, before they are killed."""

_AGAIN_SECONDS = 1.0
"""How soon after its beginning a process that has died is replaced at the earliest."""

_log = logging.getLogger("noughts.server")


class WorkerError(NoughtsError):
    """A process could not begin to serve; the message is its own."""


class Told:
    """What a process tells its supervisor: that it is ready, or why it cannot begin. It is the one of a ``number``."""

    def __init__(self, line: Connection, number: int) -> None:
        self._line = line
        self.number = number

    def ready(self) -> None:
        """It serves."""
        self._tell("")

    def failed(self, error: Exception) -> None:
        """It does not."""
        self._tell(str(error) or repr(error))

    def _tell(self, words: str) -> None:
        with suppress(OSError):
            self._line.send(words)


Work = Callable[..., None]
"""Serves until SIGTERM; is given ``Told`` and the supervisor's arguments."""


class Supervisor:
    """Keeps so many processes at work. ``ready`` is called once all of them serve for the first time."""

    def __init__(self, number: int, work: Work, args: tuple[Any, ...], ready: Callable[[], None]) -> None:
        self._context = multiprocessing.get_context("spawn")
        self._work, self._args, self._ready = work, args, ready
        self._told: int | None = None
        self._number = number
        self._workers: list[_Worker] = []

    def run(self) -> None:
        """Until SIGINT or SIGTERM, which is then raised again; WorkerError where one cannot begin."""
        before = {each: signal.signal(each, self._hear) for each in (signal.SIGINT, signal.SIGTERM)}
        try:
            self._workers = list(map(self._begun, range(self._number)))
            self._wait_for_all()
            while self._told is None:
                self._replace_dead()
        finally:
            self._end()
            for number, handler in before.items():
                signal.signal(number, handler)
        if self._told is not None:
            signal.raise_signal(self._told)

    def _hear(self, number: int, _: FrameType | None) -> None:
        self._told = number

    def _begun(self, number: int) -> _Worker:
        return _Worker(self._context, number, self._work, self._args)

    def _wait_for_all(self) -> None:
        for worker in self._workers:
            while self._told is None and not worker.line.poll(0.1):
                if not worker.process.is_alive() and not worker.line.poll():
                    raise WorkerError("a process of the server ended before it served")
            if self._told is not None:
                return
            try:
                words = worker.line.recv()
            except EOFError:
                words = "a process of the server ended before it served"
            if words:
                raise WorkerError(words)
        self._ready()

    def _replace_dead(self) -> None:
        wait([worker.process.sentinel for worker in self._workers], timeout=0.2)
        for number, worker in enumerate(self._workers):
            if self._told is None and not worker.process.is_alive() and worker.is_old:
                _log.warning(
                    "a process of the server has ended (%s): another begins", worker.process.exitcode
                )
                worker.end()
                self._workers[number] = self._begun(number)

    def _end(self) -> None:
        for worker in self._workers:
            worker.process.terminate()
        until = time.monotonic() + _GRACE_SECONDS
        for worker in self._workers:
            worker.process.join(max(0.0, until - time.monotonic()))
            worker.end()


class _Worker:
    """One process, and the lines to it."""

    def __init__(self, context: Any, number: int, work: Work, args: tuple[Any, ...]) -> None:
        self.line, theirs = context.Pipe(duplex=False)
        alive, self._alive = context.Pipe(duplex=False)
        self.process = context.Process(target=_serve, args=(Told(theirs, number), alive, work, args))
        self.process.start()
        self._begun = time.monotonic()
        theirs.close()
        alive.close()

    @property
    def is_old(self) -> bool:
        """Whether it began long enough ago that another may begin."""
        return time.monotonic() > self._begun + _AGAIN_SECONDS

    def end(self) -> None:
        """Ends it, if it has not ended."""
        self.process.kill()
        self.process.join()
        self.process.close()
        self.line.close()
        self._alive.close()


def _serve(says: Told, alive: Connection, work: Work, args: tuple[Any, ...]) -> None:
    """The process; it ends with its supervisor, too."""
    threading.Thread(target=_end_with, args=(alive,), daemon=True).start()
    try:
        work(says, *args)
    except NoughtsError as error:
        says.failed(error)


def _end_with(alive: Connection) -> None:
    alive.poll(None)
    os.kill(os.getpid(), signal.SIGTERM)
