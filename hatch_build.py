"""The README as the package index shows it: a page that stands alone, without the repository around it.

A link into the repository becomes absolute, below the address that pyproject.toml gives as ``Source`` in
``[project.urls]``; so does a picture. While there is no such address a link is its text, and pictures are left out.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

_PICTURE = re.compile(r"!\[([^\]]*)\]\((?!https?:)([^)]+)\)")
_LINK = re.compile(r"(?<!!)\[([^\]]*)\]\((?!https?:|#)([^)]+)\)")
_EMPTY_ROWS = re.compile(r"^(?:\|[ |-]*\|\n)+", re.MULTILINE)


class ReadmeHook(MetadataHookInterface):
    """Gives the package its long description."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Called by hatchling when it builds."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        source = metadata.get("urls", {}).get("Source")
        metadata["readme"] = {"content-type": "text/markdown", "text": standing_alone(text, source)}


def standing_alone(text: str, source: str | None) -> str:
    """The page with absolute links and pictures, or without them where no address is known."""
    if source:
        base = source.rstrip("/")
        text = _PICTURE.sub(rf"![\1]({base}/raw/main/\2)", text)
        return _LINK.sub(rf"[\1]({base}/blob/main/\2)", text)
    return _EMPTY_ROWS.sub("", _LINK.sub(r"\1", _PICTURE.sub("", text)))
