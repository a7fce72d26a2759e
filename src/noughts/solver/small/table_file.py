"""A table on disk: one file a board in the user's cache folder, checked and memory-mapped when it is opened.

    bytes 0 to 4095    the header, text that `head -5` shows, then zeros:
                           noughts table 1                      magic and version
                           cells 16
                           lines 10 blake2b 6c0f…               of all lines as bit sets: which board it is
                           bytes 1 16 240 …                     of the sections, ply 0 first
                           crc32 89abcdef                       of all that follows the header
    bytes 4096 to end  the sections: see ``solver.small.layout``

Everything but the checksum is known before the file is opened, so a header is right when it is, byte for
byte, what we would write today: foreign, older and damaged files fail alike, and nothing in them is trusted.
The checksum finds accidents (every single flipped byte, every burst of up to 32 bits), not malice.
Files are replaced whole (``files.replacing``), so that nobody ever reads half of one.
"""

from __future__ import annotations

import mmap
import os
import re
import zlib
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from pathlib import Path

from noughts.files import replacing
from noughts.game.board import Board
from noughts.solver.small.layout import Layout

VERSION = 1
"""Raised whenever the layout or the meaning of a byte changes; files of other versions are made anew."""

HEADER = 4096
"""Bytes of the header: a whole page, so that the sections begin on one."""

KEPT_BYTES = 500_000_000
"""How much the tables of at most 16 cells may take on disk; the least used go. They are made anew in a fraction of a
second, and a server is asked for as many as there are boards. Larger ones are made on purpose, and stay."""

_QUICK_BYTES = 12_000_000
"""No table of at most 16 cells is larger."""


class BadFileError(Exception):
    """The file is no table of this board: damaged, cut short, foreign or of another version."""


@dataclass(frozen=True)
class TableFile:
    """The file of one board in a folder."""

    board: Board
    folder: Path

    @property
    def path(self) -> Path:
        """The file: named by the size and the lines, which are what the values depend on."""
        return self.folder / f"{self.board.columns}x{self.board.rows}-{self._digest[:16]}.table"

    def read(self) -> memoryview:
        """The sections, memory-mapped and checked.

        Raises FileNotFoundError if there is no file, BadFileError if it is not a table of this board,
        OSError if it cannot be read.
        """
        if self.path.exists() and not self.path.is_file():
            raise BadFileError("not a file")
        with open(self.path, "rb") as file:
            size, expected = os.fstat(file.fileno()).st_size, HEADER + self._layout.size
            if size != expected:
                raise BadFileError(f"{size} bytes, not {expected}")
            head = file.read(HEADER)
            mapped = memoryview(mmap.mmap(file.fileno(), size, access=mmap.ACCESS_READ))[HEADER:]
        stated = re.search(rb"^crc32 ([0-9a-f]{8})$", head, re.MULTILINE)
        checksum = int(stated[1], 16) if stated else 0
        if head != self._header(checksum):
            raise BadFileError("its header is that of another board or version")
        if zlib.crc32(mapped) != checksum:
            raise BadFileError("its checksum is wrong")
        with suppress(OSError):
            os.utime(self.path)  # it was used now
        return mapped

    def write(self, body: memoryview) -> None:
        """Puts the sections into the file, whole or not at all; OSError if that cannot be done."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with replacing(self.path) as file:
            file.write(self._header(zlib.crc32(body)))
            file.write(body)
        with suppress(OSError):  # another process may remove them, too
            self._make_room()

    def _make_room(self) -> None:
        """Removes the tables longest unused, but for this one, while they take too much."""
        files = [(path.stat(), path) for path in self.folder.glob("*.table")]
        quick = [(stat.st_mtime, stat.st_size, path) for stat, path in files if stat.st_size <= _QUICK_BYTES]
        taken = sum(size for _, size, _ in quick)
        for _, size, path in sorted(quick):
            if taken <= KEPT_BYTES:
                return
            if path != self.path:
                path.unlink(missing_ok=True)
                taken -= size

    @cached_property
    def _layout(self) -> Layout:
        return Layout(self.board.size)

    @cached_property
    def _digest(self) -> str:
        masks = ",".join(map(str, sorted(self.board.masks)))
        return blake2b(f"{self.board.size}:{masks}".encode(), digest_size=16).hexdigest()

    def _header(self, checksum: int) -> bytes:
        lines = (
            f"noughts table {VERSION}",
            f"cells {self.board.size}",
            f"lines {len(self.board.masks)} blake2b {self._digest}",
            f"bytes {' '.join(map(str, self._layout.sizes))}",
            f"crc32 {checksum:08x}",
        )
        return "".join(f"{line}\n" for line in lines).encode().ljust(HEADER, b"\0")
