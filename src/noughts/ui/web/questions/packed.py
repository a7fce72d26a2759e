"""Answers as they are sent, computed and compressed wherever there is time for it."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from noughts.solver.small.exact import MAX_EMPTY, exact
from noughts.ui.web.questions.answers import read_position

_WORTH_IT = 1_000
"""From so many bytes on an answer is compressed."""


@dataclass(frozen=True)
class Packed:
    """An answer plain and, where that is worth it, compressed."""

    body: bytes
    packed: bytes | None
    etag: str
    kind: str

    @property
    def size(self) -> int:
        """Bytes in memory, but for the small change."""
        return len(self.body) + len(self.packed or b"")


def computed(answer: Callable[..., Any], board: str, position: str, *args: Any) -> Packed:
    """The answer about a position, for any process: names are soon sent there, and a board's lines are not."""
    place = read_position(board, position)
    try:
        found = answer(place, *args)
    finally:
        if place.board.size > MAX_EMPTY:
            exact.cache_clear()  # endless many positions may be asked about: what was searched is not kept
    return pack(found)


def pack(found: Any) -> Packed:
    """Text is an SVG and bytes are a PNG, sent as they are; everything else is JSON."""
    if isinstance(found, bytes):
        return Packed(found, None, _etag(found), "image/png")
    drawn = isinstance(found, str)
    body = (found if drawn else json.dumps(found, separators=(",", ":"))).encode()
    packed = gzip.compress(body, 6, mtime=0) if len(body) >= _WORTH_IT else None
    return Packed(body, packed, _etag(body), "image/svg+xml" if drawn else "application/json")


def _etag(body: bytes) -> str:
    return f'"{hashlib.sha256(body).hexdigest()[:20]}"'
