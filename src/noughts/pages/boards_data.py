"""The recorded runs of docs/mnk.md and their small certificates as part of the package, for an installed server.

``python -m noughts.pages mnk`` writes them; a test holds them to the records.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cache
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from noughts.files import replace_file
from noughts.solver.mnk.runs import Records, Run

FOLDER = Path(__file__).parent / "data"
RUNS, CERTIFICATES = "mnk.jsonl", "certificates.zip"


@cache
def known_runs() -> tuple[Run, ...]:
    """Every run that the package has, those of small boards first."""
    return tuple(Records(FOLDER / RUNS).runs)


@cache
def known_certificates() -> dict[str, bytes]:
    """Every certificate that the package has, by its SHA-256."""
    with ZipFile(FOLDER / CERTIFICATES) as archive:
        files = [archive.read(name) for name in archive.namelist()]
    return {hashlib.sha256(file).hexdigest(): file for file in files}


def write_boards(folder: Path, record: Path, certificates: Path) -> None:
    """Writes both in place of the last. Raises OSError where one cannot be read or written."""
    replace_file(folder / RUNS, record.read_bytes())
    replace_file(folder / CERTIFICATES, _archive(sorted(certificates.glob("*.gz"))))


def _archive(files: Sequence[Path]) -> bytes:
    """The files as one, the same bytes whenever it is made; they are compressed already."""
    whole = BytesIO()
    with ZipFile(whole, "w", ZIP_STORED) as archive:
        for file in files:
            entry = ZipInfo(file.name)
            entry.create_system = 3  # otherwise it tells on what system it was made
            archive.writestr(entry, file.read_bytes())
    return whole.getvalue()
