"""The page's files: read once, compressed once, answered from memory; read anew when a file changes."""

from __future__ import annotations

import gzip
import hashlib
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from noughts.errors import quote
from noughts.ui.web.errors import Refusal
from noughts.ui.web.responses import sent

FOLDER = Path(__file__).parent / "static"

_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".txt": "text/plain; charset=utf-8",
    ".woff2": "font/woff2",
}
"""Only files of these kinds are given out."""


@dataclass(frozen=True)
class _File:
    stamp: tuple[int, int]
    body: bytes
    packed: bytes | None
    etag: str
    kind: str


class Files:
    """The files below a folder, by their names there."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder.resolve()
        self._known: dict[str, _File] = {}

    def answer(self, name: str, request: Request, status: int = 200) -> Response:
        """A file; the browser asks each time whether its copy is still good."""
        return sent(request, self._file(name), "no-cache", status)

    def _file(self, name: str) -> _File:
        path = (self._folder / name).resolve() if "\0" not in name else self._folder
        kind = _TYPES.get(path.suffix)
        if kind is None or not path.is_relative_to(self._folder):
            raise _unknown(name)
        try:
            stat = path.stat()
            stamp = (stat.st_mtime_ns, stat.st_size)
            known = self._known.get(name)
            if known is None or known.stamp != stamp:
                known = self._known[name] = _read(path, stamp, kind)
        except OSError:
            raise _unknown(name) from None
        return known


def _read(path: Path, stamp: tuple[int, int], kind: str) -> _File:
    body = path.read_bytes()
    etag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
    packed = gzip.compress(body, mtime=0)
    return _File(stamp, body, packed if len(packed) < len(body) else None, etag, kind)


def _unknown(name: str) -> Refusal:
    return Refusal("unknown-page", f"there is no page {quote('/static/' + name)}")
