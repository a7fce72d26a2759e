"""Certificates that were written here lately: in memory or, where several processes are one server, in their folder."""

from __future__ import annotations

import re
from pathlib import Path

from cachetools import LRUCache

from noughts.files import replace_file

_BYTES = 24_000_000
"""How much is remembered of them in memory."""

_FILES = 12
"""How many are kept in a folder; the oldest goes first."""


class KeptCertificates:
    """By their SHA-256."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._bodies: LRUCache[str, bytes] = LRUCache(_BYTES, getsizeof=len)

    def get(self, sha256: str) -> bytes | None:
        """The certificate, while it is kept."""
        if self._folder is None or not re.fullmatch("[0-9a-f]{64}", sha256):
            return self._bodies.get(sha256)
        try:
            return self._place(self._folder, sha256).read_bytes()
        except OSError:
            return None

    def put(self, sha256: str, body: bytes) -> None:
        """Keeps one; raises OSError where the folder cannot be written."""
        if self._folder is None:
            self._bodies[sha256] = body
            return
        replace_file(self._place(self._folder, sha256), body)
        kept = sorted(self._folder.glob("*.certificate"), key=lambda path: path.stat().st_mtime)
        for old in kept[:-_FILES]:
            old.unlink(missing_ok=True)

    @staticmethod
    def _place(folder: Path, sha256: str) -> Path:
        return folder / f"{sha256}.certificate"
