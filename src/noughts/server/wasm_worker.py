"""What another worker of the page does: one computation after the other, which may be ended with the worker."""

from __future__ import annotations

import gc
import pickle
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from noughts.server.jobs import InterruptedWorkError, Job, reply_of

_TOOL = 5
"""Of ``sys.monitoring``: none of those that have a name."""

_CALLS = 256
"""Function calls between two looks at the clock."""


def reply_to(job: bytes, tell: Callable[[bytes], object]) -> bytes:
    """What comes of a job; all of this goes by pickle, as does what it tells meanwhile."""
    gc.enable()
    work: Job = pickle.loads(job)  # noqa: S301 - from our own page

    def hear(news: object) -> None:
        tell(pickle.dumps(news))

    return pickle.dumps(reply_of(work, hear, _deadline(work.seconds)))


@contextmanager
def _deadline(seconds: float) -> Iterator[None]:
    """Ends what Python computes by an exception once its time is spent: a worker has no signals.

    It looks at the clock as functions are called (PEP 669).
    """
    if sys.version_info < (3, 12):  # no browser's
        yield
        return
    until, calls = time.process_time() + seconds, 0
    watching = sys.monitoring

    def look(*_: object) -> None:
        nonlocal calls
        calls += 1
        if calls % _CALLS == 0 and time.process_time() > until:
            watching.set_events(_TOOL, 0)
            raise InterruptedWorkError

    watching.use_tool_id(_TOOL, "noughts")
    watching.register_callback(_TOOL, watching.events.PY_START, look)
    watching.set_events(_TOOL, watching.events.PY_START)
    try:
        yield
    finally:
        watching.set_events(_TOOL, 0)
        watching.free_tool_id(_TOOL)
