"""Files that are there whole or not at all.

What is to take the place of a file is written to a part beside it, ``NAME.PID-THREAD.part``, then renamed. The part is
gone when the writer ends, but for a writer that was killed: whoever next writes there removes the parts of processes
that no longer live. (Only where processes are numbered alike: two machines should not write one file at a time.)
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import re
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO

from noughts.errors import NoughtsError, quote

try:
    from threading import get_native_id
except ImportError:  # a browser's Python has one thread
    from threading import get_ident as get_native_id

UNREADABLE = (
    OSError,
    EOFError,
    zlib.error,
    ValueError,
    TypeError,
    AttributeError,
    LookupError,
    OverflowError,
    RecursionError,
)
"""What reading a packed file of JSON raises where it is damaged, or of something else."""

CACHE = "NOUGHTS_CACHE"
"""The environment variable that names another folder than the user's cache folder."""

_BLOCK = 1 << 18
"""Bytes read at a time."""

_LONGEST_LINE = 4096
"""Characters of a line of JSON."""


def natural(number: object) -> int:
    """A whole number, none below 0, as such a file has it. Raises ValueError for anything else."""
    if type(number) is not int or number < 0:
        raise ValueError(f"{quote(number)} is no whole number")
    return number


def cache_folder() -> Path | None:
    """Return NOUGHTS_CACHE or, if it is not set, the user's cache folder; None if neither is known."""
    named = os.environ.get(CACHE)
    try:
        if named:
            return Path(named).expanduser()
        from platformdirs import user_cache_path

        return user_cache_path("noughts", appauthor=False)
    except (ModuleNotFoundError, RuntimeError):  # without HOME, a user who is not listed has no folder
        return None


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """A new file, which takes the place of ``path`` when the block ends without an error.

    Raises OSError where it cannot be written; its ``filename`` says what is in the way. Whatever is raised, what was
    there before is left then, and nothing lies beside it.
    """
    check_place(path)
    place = Path(path)
    part = place.with_name(f"{place.name}.{os.getpid()}-{get_native_id()}.part")
    _sweep(place)
    try:
        with part.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        part.replace(place)
    except OSError as error:
        if error.filename is None or error.filename2 is not None:  # a full disk, or not to be renamed
            error.filename, error.filename2 = str(place), None
        raise
    finally:
        with suppress(OSError):  # renamed, or never made
            part.unlink()


def replace_file(path: str | os.PathLike[str], content: bytes | str) -> None:
    """Replaces a file as ``replacing`` does; text is UTF-8."""
    with replacing(path) as file:
        file.write(content.encode() if isinstance(content, str) else content)


def sha256_of(path: str | os.PathLike[str]) -> str:
    """The digest of a file, as ``sha256sum`` prints it."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


class DigestReader:
    """A file that is read once, from front to back, and the SHA-256 of exactly the bytes that were read.

    The file is opened when the context is entered. It cannot seek, so no byte is read twice: if the file is replaced or
    changed meanwhile, the digest is still that of what the reader's caller got.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path, self._digest = path, hashlib.sha256()
        self.size = 0
        """Number of bytes read so far."""

    def __enter__(self) -> DigestReader:
        self._file = open(self._path, "rb")
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def read(self, size: int = -1) -> bytes:
        """Return at most ``size`` of the next bytes, or all that are left if it is negative."""
        block = self._file.read(size)
        self._digest.update(block)
        self.size += len(block)
        return block

    def read_rest(self) -> None:
        """Read to the end of the file, and drop the bytes."""
        while self.read(_BLOCK):
            pass

    def tell(self) -> int:
        """Return the number of bytes read so far."""
        return self.size

    @property
    def sha256(self) -> str:
        """The digest of the bytes read so far, as ``sha256sum`` prints it."""
        return self._digest.hexdigest()


def json_lines(path: Path, what: str, *, whole: bool = False) -> Iterator[tuple[int, dict[str, Any]]]:
    """The objects of a file of JSON lines, each with the bytes that its line takes; none where there is no file.

    With ``whole`` a last line that was not finished is passed over. Raises NoughtsError for a file of something else
    than ``what``, OSError where it cannot be read.
    """
    if not path.exists():
        return
    with path.open("rb") as file:
        while line := file.readline(_LONGEST_LINE):
            if whole and not line.endswith(b"\n") and len(line) < _LONGEST_LINE:
                return
            try:
                record = json.loads(line)
            except (ValueError, RecursionError):
                record = None
            if not isinstance(record, dict):
                raise NoughtsError(f"not a file of {what}: {quote(path)} ({quote(line)})")
            yield len(line), record


def check_place(path: str | os.PathLike[str]) -> None:
    """Raises OSError where no plain file can be put, for those who would learn it only after hours of work."""
    place, folder = Path(path), Path(path).absolute().parent
    if place.is_dir():
        code = errno.EISDIR
    elif place.exists() and not place.is_file():  # /dev/null would be replaced
        code = errno.EINVAL
    elif not folder.is_dir():
        code = errno.ENOTDIR if folder.exists() else errno.ENOENT
    elif not os.access(folder, os.W_OK | os.X_OK):
        code = errno.EACCES
    else:
        return
    raise OSError(code, os.strerror(code), str(place))


def _sweep(place: Path) -> None:
    """Removes the parts that killed processes left."""
    for beside in place.parent.iterdir():
        part = re.fullmatch(re.escape(place.name) + r"\.([0-9]{1,9})(?:-[0-9]+)?\.part", beside.name)
        if part and not _lives(int(part[1])):
            with suppress(OSError):
                beside.unlink()


def _lives(process: int) -> bool:
    """Whether there is a process of this number, as far as one can ask."""
    if sys.platform == "win32":  # where asking would stop it
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        pass
    return True
