"""Files that are there whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path


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
