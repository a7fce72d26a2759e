"""The page and its files: Starlette's, but only files of kinds that a page is made of, tagged by their content."""

from __future__ import annotations

import os
from pathlib import Path, PurePath
from typing import Any

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from noughts.server.cache import tag
from noughts.server.responses import conditional

FOLDER = Path(__file__).parents[1] / "page"

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


class Files(StaticFiles):
    """The files of the page. The browser asks each time whether its copy is still good."""

    def __init__(self) -> None:
        super().__init__(directory=FOLDER, check_dir=False)  # in a browser they are served beside

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
        try:
            file = tag(Path(full_path).read_bytes(), kind)
        except OSError:
            raise HTTPException(404) from None
        return conditional(scope, file, "no-cache", status_code)
