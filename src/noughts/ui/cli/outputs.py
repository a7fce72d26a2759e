"""Files that commands write: refused before the work where they cannot be written, told of once they are there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from noughts.errors import NoughtsError, quote
from noughts.files import check_place, replace_file
from noughts.ui.cli.console import tell

PATH = 1000
"""Characters of a path in a message: its end says more than its beginning."""


def check_places(*paths: Path | None) -> None:
    """Refuses, before hours of work, a file that cannot be written after them, and what is no plain file."""
    for path in filter(None, paths):
        with writing(path):
            check_place(path)


def write(path: Path, content: str | bytes) -> None:
    """Writes a file, whole or not at all, and says so on stderr."""
    with writing(path):
        replace_file(path, content)
    tell(f"wrote {path}")


@contextmanager
def writing(*paths: Path | None) -> Iterator[None]:
    """Says what cannot be written: the file that the system names, else any of these."""
    try:
        yield
    except OSError as error:
        named = [error.filename2 or error.filename] if error.filename else filter(None, paths)
        where = " or ".join(quote(path, PATH) for path in named)
        raise NoughtsError(f"cannot write {where}: {error.strerror or error}") from error
