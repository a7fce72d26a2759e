"""Files that a command makes: it writes them, or with ``--check`` compares them with the present files."""

from __future__ import annotations

from pathlib import Path

import click

from noughts.cli.console import check_places, end_unsettled, tell, write

FILE = click.Path(dir_okay=False, path_type=Path)
RECORD = click.Path(exists=True, dir_okay=False, path_type=Path)
FOLDER = click.Path(file_okay=False, path_type=Path)
PRESENT = click.Path(exists=True, file_okay=False, path_type=Path)
"""A folder that exists."""


class Files:
    """The files that a command makes, one after the other."""

    def __init__(self, is_check: bool) -> None:
        self.is_check, self._is_stale = is_check, False

    def begin(self, *paths: Path) -> None:
        """Refuse, before any work, files that cannot be written."""
        if not self.is_check:
            check_places(*paths)

    def put(self, path: Path, content: str | bytes) -> None:
        """Write a file, or say that it is stale."""
        if not self.is_check:
            write(path, content)
        elif not path.is_file() or path.read_bytes() != (
            content.encode() if isinstance(content, str) else content
        ):
            tell(f"{path} is stale")
            self._is_stale = True

    def end(self) -> None:
        """End the command with exit status 1 if a file is stale."""
        if self._is_stale:
            end_unsettled()


files_option = click.option(
    "--check",
    "files",
    is_flag=True,
    callback=lambda _, __, is_check: Files(is_check),
    help="Write nothing; exit status 1 if a file is stale.",
)
