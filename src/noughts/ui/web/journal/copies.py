"""A copy of all games while they are played, as they stood at one moment: https://www.sqlite.org/backup.html."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from sqlalchemy import URL

from noughts.errors import quote
from noughts.ui.web.journal.databases import SHOWN, url_of
from noughts.ui.web.refusal import StoreError


def back_up(database: str | URL, copy: Path) -> int:
    """Copies a SQLite database to a file that is not there yet, and answers how many games it holds.

    Servers may go on writing meanwhile: what was acknowledged before this began is in the copy, which nobody but its
    owner may read. It is whole or not there at all. Raises StoreError for what cannot be copied or written.
    """
    file = _file_of(database)
    try:
        os.close(os.open(copy, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        raise StoreError(f"there is a file {quote(copy, SHOWN)} already") from None
    except OSError as error:
        raise StoreError(f"cannot write {quote(copy, SHOWN)}: {error.strerror}") from None
    try:
        return _copy(file, copy)
    except (sqlite3.Error, OSError, StoreError) as error:
        with suppress(OSError):
            copy.unlink()
        raise StoreError(f"cannot copy {quote(file, SHOWN)}: {error}") from None


def _file_of(database: str | URL) -> Path:
    url = url_of(database)
    shown = quote(url.render_as_string(hide_password=True), SHOWN)
    if url.get_backend_name() != "sqlite":
        raise StoreError(f"{shown} is not SQLite: its own programs copy it, pg_dump those of PostgreSQL")
    file = Path(url.database or "")
    if not file.is_file():
        raise StoreError(f"there is no database {shown}")
    return file


def _copy(file: Path, copy: Path) -> int:
    """Copies, reads the copy through, and makes it one file that needs no other beside it."""
    with (
        closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as source,
        closing(sqlite3.connect(copy)) as target,
    ):
        source.backup(target)  # in one step: one that lets others write between begins anew whenever they do
        target.execute("PRAGMA journal_mode=DELETE")
        verdict = target.execute("PRAGMA integrity_check(1)").fetchone()[0]
        if verdict != "ok":
            raise StoreError(f"it is damaged: {verdict}")
        old = target.execute("SELECT 1 FROM sqlite_master WHERE name = 'games'").fetchone()  # before layout 4
        games = "games" if old else "shared WHERE kind = 'game'"
        return int(target.execute(f"SELECT count(*) FROM {games}").fetchone()[0])  # noqa: S608 - ours
