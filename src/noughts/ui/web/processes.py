"""The processes that compute. They import neither the server nor the store, so that they are soon there."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from multiprocessing.connection import Connection

_PROCESSES = 2


class Processes(ProcessPoolExecutor):
    """A pool that begins when there is something to compute, and ends when it is shut down or its parent is gone.

    Each process holds one end of a pipe on which nothing is ever sent: it closes when the parent does, or dies.
    """

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._theirs, self._ours = context.Pipe(duplex=False)
        super().__init__(_PROCESSES, context, _begin, (self._theirs,))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Ends all, whatever they compute."""
        self._ours.close()
        super().shutdown(wait, cancel_futures=cancel_futures)
        self._theirs.close()


def _begin(alive: Connection) -> None:
    """A process begins: it leaves Ctrl-C to its parent, gives way to games, and ends with its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(5)
    threading.Thread(target=_end_with, args=(alive,), daemon=True).start()


def _end_with(alive: Connection) -> None:
    alive.poll(None)
    os._exit(1)
