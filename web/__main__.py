"""Makes the laboratory in a browser alone, a folder of static files.

python -m web FOLDER --pyodide node_modules/pyodide --kept FOLDER_OF_WHAT_WAS_FETCHED [--level 22]
"""

from __future__ import annotations

import argparse
import fcntl
import gzip
from pathlib import Path

from web.prepared import CONSTANT, FIRST, responses

from web import folder, licences, python


def build(site: Path, pyodide: Path, kept: Path, level: int) -> None:
    """Makes the folder; what was fetched and compiled before is used again. One at a time does so."""
    kept.mkdir(parents=True, exist_ok=True)
    with (kept / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        _build(site, pyodide, kept, level)


def _build(site: Path, pyodide: Path, kept: Path, level: int) -> None:
    trees = (python.packages(pyodide, kept), python.house(pyodide, kept), python.kernels(kept))
    library, told = python.library(pyodide, kept), licences.page(pyodide, kept)
    prepared = (responses(CONSTANT), responses(FIRST))
    folder.make(site, folder.Contents(pyodide, library, trees, *prepared, told, level))


def sizes(site: Path) -> dict[str, int]:
    """Bytes of every file as a host sends it, with gzip."""
    files = sorted(path for path in site.rglob("*") if path.is_file())
    return {path.relative_to(site).as_posix(): len(gzip.compress(path.read_bytes(), 9)) for path in files}


def _main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("site", type=Path)
    parser.add_argument("--pyodide", type=Path, required=True)
    parser.add_argument("--kept", type=Path, required=True)
    parser.add_argument(
        "--level", type=int, default=22, help="of Zstandard: 3 takes no time, 22 a quarter of a minute"
    )
    given = parser.parse_args()
    build(given.site, given.pyodide.resolve(), given.kept.resolve(), given.level)
    told = sizes(given.site)
    for name, size in sorted(told.items(), key=lambda pair: -pair[1])[:8]:
        print(f"{size / 1e6:6.2f} MB  {name}")  # noqa: T201 - for whoever builds
    print(f"{sum(told.values()) / 1e6:6.2f} MB  with gzip, of {len(told)} files, in {given.site}")  # noqa: T201


if __name__ == "__main__":
    _main()
