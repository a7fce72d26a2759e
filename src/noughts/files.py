"""Files that are there whole or not at all."""

from __future__ import annotations

import errno
import fcntl
import glob
import os
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import BinaryIO


def replace_file(path: str | os.PathLike[str], content: bytes | str) -> None:
    """Writes a file beside its place, then renames it, so that nobody finds half of it; text is UTF-8.

    Raises OSError where it cannot; what was there before is left then, and nothing lies beside it.
    """
    place = Path(path)
    beside = place.with_name(f".{place.name}.{os.getpid()}.new")
    try:
        beside.write_bytes(content.encode() if isinstance(content, str) else content)
        beside.replace(place)
    finally:
        beside.unlink(missing_ok=True)


class PartFile:
    """A file written bit by bit to a part beside its place, which it takes when it is complete, else it is gone.

    Parts of processes that were killed before are swept away. Raises OSError where it cannot be
    written; what was there before is left then.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.place = Path(path)
        if self.place.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(self.place))
        self._sweep()
        self.part = self.place.with_name(f"{self.place.name}.{os.getpid()}.part")
        self.file = self._locked()
        if not self.part.exists():  # swept by another process just before it was locked
            self.file.close()
            self.file = self._locked()

    def complete(self) -> None:
        """All is written: it takes its place."""
        self.file.flush()
        os.fsync(self.file.fileno())
        self.part.replace(self.place)

    def __enter__(self) -> PartFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self.file.close()
        finally:  # also where closing it fills the disk
            self.part.unlink(missing_ok=True)

    def _locked(self) -> BinaryIO:
        file = self.part.open("xb")  # not "wb": what another thread is writing is not ours to cut
        fcntl.flock(file, fcntl.LOCK_EX)
        return file

    def _sweep(self) -> None:
        """Removes the parts that no process holds any more: a lock ends with the process that had it."""
        for part in self.place.parent.glob(f"{glob.escape(self.place.name)}.*.part"):
            number = part.name[len(self.place.name) + 1 : -len(".part")]
            if not number.isdecimal():
                continue
            with suppress(OSError), part.open("rb") as file:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                part.unlink()
