"""What a process, or another worker, is asked to compute, and what it replies."""

from __future__ import annotations

import pickle
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, TypeAlias

from noughts.errors import TooLargeError
from noughts.server.api_errors import OutOfTimeError

EVERY = 0.25
"""Seconds between two pieces of news."""

GRACE_SECONDS = 2.0
"""Time after an interruption, by the clock, until a process that ignores it is killed."""


Tell: TypeAlias = Callable[[object], object]
"""A function by which work reports its progress."""


class InterruptedWorkError(BaseException):
    """Raised in the middle of a computation; no player's own `except Exception` stops it."""


@dataclass(frozen=True)
class Job:
    """What to compute, within how many CPU seconds; work that ``tells`` is first given what it tells its news by."""

    work: Callable[..., Any]
    args: tuple[Any, ...]
    seconds: float
    tells: bool = False


@dataclass(frozen=True)
class Reply:
    """What came of a job: a value or an error; the CPU seconds it took, and whether the process ends now."""

    value: Any = None
    error: Exception | None = None
    seconds: float = 0.0
    ends: bool = False


def reply_of(job: Job, tell: Tell, within: AbstractContextManager[None]) -> Reply:
    """What comes of a job that is done here, ``within`` whatever ends it by InterruptedWorkError."""
    value: Any = None
    error: Exception | None = None
    begun = time.process_time()
    try:
        with within:
            value = job.work(*((tell,) if job.tells else ()), *job.args)
    except InterruptedWorkError:
        error = OutOfTimeError(f"it takes more than {job.seconds:g} seconds")
    except Exception as raised:  # noqa: BLE001 - it is raised again where it was asked for
        error = sendable(raised)
    return Reply(value, error, time.process_time() - begun)


def sendable(error: Exception) -> Exception:
    """The error, or where it cannot go by pickle one that says the same; of used up memory it tells in a sentence."""
    if isinstance(error, MemoryError):
        return TooLargeError("this is too large to compute here: it takes more memory than there is")
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301 - our own
    except Exception:  # noqa: BLE001 - whatever its class does
        return RuntimeError(repr(error))
    return error
