"""The page and its files: Starlette's, with the files read once, and only files of kinds that a page is made of."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Any

from cachetools import LRUCache
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

FOLDER = Path(__file__).parents[1] / "static"

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

_REMEMBERED_BYTES = 4_000_000
"""How much is remembered of the files: several times what the page has."""


@dataclass(frozen=True)
class _File:
    """A file's bytes, what tells whether it has changed since, and the tag that browsers compare."""

    stamp: tuple[int, int]
    body: bytes
    etag: str

    def __len__(self) -> int:
        return len(self.body)


class Files(StaticFiles):
    """The files below a folder. The browser asks each time whether its copy is still good."""

    def __init__(self, folder: Path = FOLDER) -> None:
        super().__init__(directory=folder, check_dir=False)  # in a browser they are served beside
        self._files: LRUCache[Any, _File] = LRUCache(_REMEMBERED_BYTES, getsizeof=len)

    def page(self, scope: Scope, status: int = 200) -> Response:
        """The page, which is one for all addresses, and reads its own."""
        path, stat = self.lookup_path("index.html")
        assert stat
        return self.file_response(path, stat, scope, status)

    def file_response(
        self, full_path: Any, stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """A file by its path in the file system, however it was named, or that the browser's copy is still good."""
        kind = _TYPES.get(PurePath(full_path).suffix)
        if kind is None:
            raise HTTPException(404)
        file = self._file(full_path, (stat_result.st_mtime_ns, stat_result.st_size))
        response = Response(file.body, status_code, {"cache-control": "no-cache", "etag": file.etag}, kind)
        if status_code == 200 and self.is_not_modified(response.headers, Headers(scope=scope)):
            response.headers["vary"] = "Accept-Encoding"
            return NotModifiedResponse(response.headers)
        return response

    def _file(self, path: Any, stamp: tuple[int, int]) -> _File:
        file = self._files.get(path)
        if file is None or file.stamp != stamp:
            try:
                body = Path(path).read_bytes()
            except OSError:
                raise HTTPException(404) from None
            file = _File(stamp, body, f'"{hashlib.sha256(body).hexdigest()[:20]}"')
            if len(file) <= _REMEMBERED_BYTES:
                self._files[path] = file
        return file
