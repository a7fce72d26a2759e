"""The text of a record, which may come as text, as bytes, or in a file."""

from __future__ import annotations

import re
from os import PathLike
from pathlib import Path

from noughts.errors import InputTypeError, NotationError, quote

Source = str | bytes | PathLike[str]

_CHARSET = re.compile(rb"CA\[([^\]]{1,40})\]")
_FILE = re.compile(r"[^\n()\[\]{};]+\.(sgf|psq|json)", re.IGNORECASE)


def text_of(source: Source) -> str:
    """The text; bytes are in UTF-8, or as the first CA of an SGF says.

    Raises NotationError for bytes that are no such text and for the name of a file, which a Path would be.
    """
    if isinstance(source, str):
        if _FILE.fullmatch(source.strip()):
            raise NotationError(f"not a record of a game: {quote(source)} (a file is read by its Path)")
        return source
    if not isinstance(source, bytes | PathLike):
        raise InputTypeError(f"not a record of a game: {quote(source)} (a text, its bytes, or a Path)")
    data = source if isinstance(source, bytes) else Path(source).read_bytes()
    told = _CHARSET.search(data) if data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"(" else None
    charset = told[1].decode("ascii", "replace").strip() if told else "utf-8-sig"
    try:
        return data.decode(charset)
    except (LookupError, UnicodeError):
        raise NotationError(f"not a text in {quote(charset)}: {quote(source)}") from None
