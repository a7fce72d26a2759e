"""The cache of indexes: files in the user's cache folder, so that a long certificate is verified only once.

An index is trusted, so this installation must have made it. ``certificate`` alone stores one, after it has verified the
bytes that it indexed. The name of an entry is a digest of all that the verdict depends on: these bytes, the cells and
lines of the board, the layout of the index, and the source of the verifier. Nothing beside a certificate is read.

An entry is a SQLite database. SQLite leaves four bytes of its header to applications (the "user version"). They have
the CRC-32 of all other bytes, which is tested when the entry is opened. A damaged entry, or one of another key, counts
as missing. The checksum detects accidents, not forgery: other users must not be able to write to the cache folder.
"""

from __future__ import annotations

import hashlib
import os
import zlib
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from noughts.files import cache_folder, replacing
from noughts.game.board import Board
from noughts.solver.strategy.index import LAYOUT, UNREADABLE_INDEX, Index

MAX_BYTES = 2_000_000_000
"""Maximum size of all entries together. The least recently used are removed first; a larger index is not stored."""

_FOLDER = "indexes"
_CHECKSUM = slice(60, 64)
"""The place of the "user version" in the header of a SQLite database (https://www.sqlite.org/fileformat.html)."""
_BLOCK = 1 << 18


def _source_digest(package: Path) -> str | None:
    """Return a digest of the source of the verifier and of the rules; None without source, as in a browser."""
    folders = ("game", "kernels", "solver", "solver/certificate", "solver/strategy")
    sources = [path for folder in folders for path in sorted(package.joinpath(folder).glob("*.py"))]
    digest = hashlib.sha256()
    for path in sources:
        digest.update(path.read_bytes())
    return digest.hexdigest() if sources else None


VERIFIER = _source_digest(Path(__file__).parents[2])
"""The version of the verifier, computed on import: a process that still runs after an update has the old one."""


def index_key(sha256: str, board: Board) -> str:
    """Return the key of the index of a certificate whose bytes have this digest, about a board of these lines."""
    about = (LAYOUT, VERIFIER, sha256, board.columns, board.rows, sorted(board.masks))
    return hashlib.sha256(repr(about).encode()).hexdigest()


def load_index(key: str) -> Index | None:
    """Return the stored index of a key; None if there is none, or if it is damaged."""
    if (path := _path(key)) is None:
        return None
    try:
        if not path.is_file():
            return None
        with path.open("rb") as file:
            if not _is_intact(file):
                return None
        index = Index.open(path)
    except (OSError, *UNREADABLE_INDEX):
        return None
    if index.key != key:
        return None
    with suppress(OSError):
        os.utime(path)  # now the most recently used
    return index


def store_index(index: Index) -> None:
    """Store an index under its key. Without a cache folder, or if the index is larger than the cache, do nothing.

    Raises OSError if the file cannot be written.
    """
    path, content = _path(index.key), memoryview(index.as_bytes())
    if path is None or len(content) > MAX_BYTES:
        return
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    _make_room(path, len(content))
    before, after = content[: _CHECKSUM.start], content[_CHECKSUM.stop :]
    with replacing(path) as file:
        file.write(before)
        file.write(_checksum(zlib.crc32(after, zlib.crc32(before))))
        file.write(after)


def _path(key: str) -> Path | None:
    """Return the place of an entry; None without a cache folder, or if the verifier's version is unknown."""
    folder = cache_folder()
    return None if folder is None or VERIFIER is None else folder / _FOLDER / f"{key}.index"


def _checksum(crc: int) -> bytes:
    return crc.to_bytes(4, "big")


def _is_intact(file: BinaryIO) -> bool:
    """Whether the checksum of an entry is right."""
    head = file.read(_CHECKSUM.stop)
    crc = zlib.crc32(head[: _CHECKSUM.start])
    while block := file.read(_BLOCK):
        crc = zlib.crc32(block, crc)
    return head[_CHECKSUM] == _checksum(crc)


def _make_room(path: Path, size: int) -> None:
    """Remove the least recently used entries until one more of this size fits.

    Unfinished files, which other writers have begun or killed ones have left, count as entries.
    """
    entries = list[tuple[int, int, Path]]()
    for other in set(path.parent.glob("*.index*")) - {path}:
        with suppress(OSError):  # another process may remove them, too
            stat = other.lstat()
            entries.append((stat.st_mtime_ns, stat.st_size, other))
    taken = size + sum(length for _, length, _ in entries)
    for _, length, other in sorted(entries):
        if taken <= MAX_BYTES:
            return
        with suppress(OSError):
            other.unlink()
            taken -= length
