"""The permits of addresses in memory that several processes share, so that a limit is one limit for all of them.

A file that is mapped into each of them holds a table for each kind: sets of four places, each with what it is for (a
hash), the permits left, and when that was. A new one takes the place in its set that was longest untouched. Whoever
reads or writes holds the file's lock, which the system lets go of when a process is killed.
"""

from __future__ import annotations

import mmap
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from struct import Struct

if sys.platform != "win32":
    import fcntl

_PLACE = Struct("=Qdd")
_WAYS, _SETS = 4, 4_096
"""16,384 places of each kind, 24 bytes each."""

_TABLE = _PLACE.size * _WAYS * _SETS


class SharedBuckets:
    """The tables by kind. The file is made by the first who names it, and is removed by whoever made it."""

    def __init__(self, path: Path, kinds: Iterable[str]) -> None:
        names = list(kinds)
        self._file = path.open("a+b")
        self._file.truncate(_TABLE * len(names))  # as long as it is already, for all but the first
        self._memory = mmap.mmap(self._file.fileno(), _TABLE * len(names))
        self._tables = {
            name: _SharedTable(self._memory, number * _TABLE) for number, name in enumerate(names)
        }

    def __getitem__(self, kind: str) -> _SharedTable:
        return self._tables[kind]

    @contextmanager
    def locked(self) -> Iterator[None]:
        """While nobody else reads or writes. Not to be nested."""
        if sys.platform != "win32":  # where there is but one process
            fcntl.lockf(self._file, fcntl.LOCK_EX)
        try:
            yield
        finally:
            if sys.platform != "win32":
                fcntl.lockf(self._file, fcntl.LOCK_UN)

    def close(self) -> None:
        """Lets go of it."""
        self._memory.close()
        self._file.close()


class _SharedTable:
    """Permits left, and when that was, by who has them."""

    def __init__(self, memory: mmap.mmap, begin: int) -> None:
        self._memory = memory
        self._begin = begin

    def get(self, who: str, otherwise: tuple[float, float]) -> tuple[float, float]:
        """What was put there, unless others have taken its place."""
        tag, places = self._places(who)
        for place in places:
            found, left, then = _PLACE.unpack_from(self._memory, place)
            if found == tag:
                return left, then
        return otherwise

    def __setitem__(self, who: str, bucket: tuple[float, float]) -> None:
        tag, places = self._places(who)
        kept = {place: _PLACE.unpack_from(self._memory, place) for place in places}
        own = [place for place, (found, _, _) in kept.items() if found == tag]
        place = own[0] if own else min(kept, key=lambda each: float(kept[each][2]))
        _PLACE.pack_into(self._memory, place, tag, *bucket)

    def _places(self, who: str) -> tuple[int, range]:
        tag = int.from_bytes(blake2b(who.encode(), digest_size=8).digest(), "big") | 1  # 0 is an empty place
        begin = self._begin + (tag >> 1) % _SETS * _WAYS * _PLACE.size
        return tag, range(begin, begin + _WAYS * _PLACE.size, _PLACE.size)
