"""What the server refuses or cannot do, as one error with a status, a word for programs and a sentence for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from noughts.errors import (
    NoughtsError,
    TooLargeError,
    UnknownPlayerError,
    UnsupportedBoardError,
    WhichBoardError,
)
from noughts.records.log import RefusedError
from noughts.solver.certificate.format import RejectedError

STATUS = {
    "foreign-host": 400,
    "bad-request": 400,
    "no-token": 401,
    "wrong-token": 403,
    "foreign-origin": 403,
    "unknown-game": 404,
    "unknown-class": 404,
    "unknown-pupil": 404,
    "unknown-lesson": 404,
    "unknown-certificate": 404,
    "unknown-page": 404,
    "wrong-method": 405,
    "wrong-turn": 409,
    "taken-cell": 409,
    "stale": 409,
    "game-over": 409,
    "seat-taken": 409,
    "nothing-to-undo": 409,
    "timed": 409,
    "still-time": 409,
    "not-yours": 409,
    "no-offer": 409,
    "too-long": 409,
    "still-played": 409,
    "class-full": 409,
    "class-closed": 409,
    "class-locked": 409,
    "banned": 403,
    "no-help": 409,
    "too-few": 409,
    "too-slow": 408,
    "too-large": 413,
    "not-json": 415,
    "malformed": 422,
    "which-board": 422,
    "unknown-player": 422,
    "unsupported-board": 422,
    "too-large-board": 422,
    "rejected": 422,
    "too-many": 429,
    "too-large-head": 431,
    "broken": 500,
    "gone": 499,
    "not-implemented": 501,
    "busy": 503,
    "database": 503,
    "http-version": 505,
    "disk-full": 507,
    "store-full": 507,
}
"""The HTTP status of every code."""


class StoreError(NoughtsError):
    """The database cannot do what was asked; the message is for the person who runs the server."""


class BusyError(StoreError):
    """Another program keeps the database locked."""


class FullError(StoreError):
    """There is no room left on the disk."""


class OutOfTimeError(NoughtsError):
    """It took longer than this server lets anything take."""


_CODES: tuple[tuple[type[NoughtsError], str], ...] = (
    (UnknownPlayerError, "unknown-player"),
    (UnsupportedBoardError, "unsupported-board"),
    (TooLargeError, "too-large-board"),
    (RejectedError, "rejected"),
    (WhichBoardError, "which-board"),
    (BusyError, "busy"),
    (FullError, "disk-full"),
    (StoreError, "database"),
)


class Refusal(Exception):  # noqa: N818 - an answer, not a fault
    """The answer to a request that is not done; with the game's ``Record`` as it stands, where there is one.

    ``boards`` are those that a record may be on, if it does not name its own.
    """

    def __init__(
        self,
        code: str,
        message: str,
        record: Any = None,
        retry_after: int | None = None,
        boards: Sequence[str] = (),
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.record = record
        self.retry_after = retry_after
        self.boards = boards

    @property
    def status(self) -> int:
        """Its HTTP status."""
        return STATUS[self.code]


class WorkerEndedRefusal(Refusal):
    """The process of a computation has ended by itself, as it does when a player crashes."""

    def __init__(self) -> None:
        super().__init__("busy", "the process that computed this has ended: please ask again", retry_after=1)


def refusal_of(error: NoughtsError, record: Any = None) -> Refusal:
    """The refusal that an error of the house means."""
    if isinstance(error, RefusedError):
        return Refusal(error.code, str(error), record)
    if isinstance(error, OutOfTimeError):
        return Refusal("too-large-board", f"this is too large to compute here: {error}", record)
    code = next((code for kind, code in _CODES if isinstance(error, kind)), "malformed")
    boards = error.boards if isinstance(error, WhichBoardError) else ()
    return Refusal(code, str(error), record, retry_after=1 if code == "busy" else None, boards=boards)
