"""The Python of the laboratory in a browser: its own library, packages and the house, without what nobody needs there.

What was fetched and compiled is kept in a folder, by what it was made of.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path

from web.bundle import packed

from noughts.kernels.library import GROUPS

HERE = Path(__file__).parent
HOUSE = HERE.parent
PARTS = tomllib.loads((HERE / "parts.toml").read_text())
_SOURCE = HOUSE / "src/noughts"

BEGINNING = "BEGINNING"
_PLATFORM = ("pyemscripten_2026_0_wasm32", "3.14", "cp314")
"""Of Pyodide 314: PEP 783's name of the platform, the Python, its ABI."""


def wheels(kept: Path) -> list[Path]:
    """The packages at the versions of constraints.txt. Raises CalledProcessError where they cannot be fetched."""
    constraints = HOUSE / "constraints.txt"

    def fetch(tree: Path) -> None:
        platform, python, abi = _PLATFORM
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "download", "--quiet", "--no-deps"]
        where = ["--platform", platform, "--python-version", python, "--abi", abi, "--abi", "none"]
        chosen = ["--only-binary", ":all:", "--constraint", str(constraints), *PARTS["packages"]]
        subprocess.run([*pip, *where, *chosen, "--dest", str(tree)], check=True)

    return sorted(_once("wheels", [HERE / "parts.toml", constraints], fetch, kept).glob("*.whl"))


def version() -> str:
    """The house's."""
    return str(tomllib.loads((HOUSE / "pyproject.toml").read_text())["project"]["version"])


def library(pyodide: Path, kept: Path) -> Path:
    """Python's own library, compiled, with what opens the bundle; ``BEGINNING`` in it names what is read first."""

    def lay_out(tree: Path) -> None:
        _extract([pyodide / "python_stdlib.zip"], tree)
        _leave_out(tree, PARTS["left_out_of_python"])
        shutil.copy(HERE / "bundle.py", tree)
        asked = ["node", str(HERE / "boot.mjs"), str(pyodide)]
        first = subprocess.run(asked, check=True, stdout=subprocess.PIPE, text=True).stdout
        (tree / BEGINNING).write_text(f"{first}bundle.py\n")

    sources = [pyodide / "python_stdlib.zip", HERE / "bundle.py", HERE / "boot.mjs"]
    return _compiled("library", sources, lay_out, pyodide, kept)


def beginning(library: Path) -> list[Path]:
    """The files of the library that are read before the bundle is there, packages as a whole."""
    names = (library / BEGINNING).read_text().split()
    return list({path: None for name in names if (path := (library / name).with_suffix(".pyc")).is_file()})


def packages(pyodide: Path, kept: Path) -> Path:
    """The packages, compiled."""
    archives = wheels(kept)

    def lay_out(tree: Path) -> None:
        _extract(archives, tree)
        _leave_out(tree, PARTS["left_out"])

    return _compiled("packages", archives, lay_out, pyodide, kept)


def house(pyodide: Path, kept: Path) -> Path:
    """The house, compiled."""

    def lay_out(tree: Path) -> None:
        shutil.copytree(_SOURCE, tree / "noughts")
        _leave_out(tree / "noughts", PARTS["left_out_of_house"])
        told = tree / f"noughts-{version()}.dist-info/METADATA"
        told.parent.mkdir()
        told.write_text(f"Metadata-Version: 2.1\nName: noughts\nVersion: {version()}\n")

    sources = [path for path in _SOURCE.rglob("*") if path.is_file() and path.suffix != ".pyc"]
    return _compiled("house", sources, lay_out, pyodide, kept)


def kernels(kept: Path) -> Path:
    """Return a folder with the libraries of kernels for browsers, each in its place in the package."""

    def make(tree: Path) -> None:
        command = [sys.executable, "-m", "kernels", "build", "--target", "browser", "--copy-to"]
        house = os.pathsep.join((str(HOUSE / "src"), str(HOUSE)))
        environment = {**os.environ, "PYTHONPATH": house}
        subprocess.run([*command, str(tree / "noughts/kernels/lib")], check=True, cwd=HOUSE, env=environment)

    sources = [
        *(HOUSE / "kernels").glob("*.*"),
        *(path for group in GROUPS.values() for path in group.source_files),
    ]
    return _once("kernels", sources, make, kept)


def _compiled(
    name: str, sources: Iterable[Path], lay_out: Callable[[Path], None], pyodide: Path, kept: Path
) -> Path:
    """The folder of what is laid out, compiled by the Python that reads it."""

    def make(tree: Path) -> None:
        lay_out(tree)
        command = ["node", str(HERE / "compile.mjs"), str(pyodide), str(tree), *PARTS["kept_as_source"]]
        subprocess.run(command, check=True)

    of = [HERE / "parts.toml", HERE / "compile.mjs", pyodide / "package.json", *sources]
    return _once(name, of, make, kept)


def _once(name: str, sources: Iterable[Path], make: Callable[[Path], None], kept: Path) -> Path:
    """The folder of what is made of these sources; made where it is not there yet, and then there whole."""
    told = hashlib.sha256()
    for path in sorted(sources):
        told.update(path.name.encode() + hashlib.sha256(path.read_bytes()).digest())
    tree = kept / f"{name}-{told.hexdigest()[:16]}"
    if not tree.is_dir():
        for old in kept.glob(f"{name}-????????????????"):
            shutil.rmtree(old)
        part = kept / f"part-{name}"
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir()
        make(part)
        part.rename(tree)
    return tree


def _extract(archives: Iterable[Path], tree: Path) -> None:
    for archive in archives:
        with zipfile.ZipFile(archive) as packed:
            packed.extractall(tree)


def _leave_out(tree: Path, patterns: Iterable[str]) -> None:
    for pattern in patterns:
        for path in sorted(tree.glob(pattern)):
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink(missing_ok=True)


def pack(library: Path, files: Iterable[Path], archive: Path) -> None:
    """A ZIP of some files, the same bytes for the same files."""
    with zipfile.ZipFile(archive, "w") as packed:
        for path in sorted(files):
            info = zipfile.ZipInfo(path.relative_to(library).as_posix())
            packed.writestr(info, path.read_bytes(), zipfile.ZIP_DEFLATED, compresslevel=9)


def bundle(trees: Iterable[Path], apart: Iterable[Path], level: int) -> bytes:
    """Everything else in one file, compressed; what is ``apart`` is somewhere else."""
    import zstandard  # only where the folder is made: tests read the rest without it

    left = {*apart}
    files = [
        (path.relative_to(tree).as_posix(), path)
        for tree in trees
        for path in sorted(tree.rglob("*"), key=lambda path: (path.suffix, path))
        if path.is_file() and path not in left and path.name != BEGINNING
    ]
    content = packed((name, path.read_bytes()) for name, path in files)
    options = zstandard.ZstdCompressionParameters.from_level(level, window_log=26)
    return zstandard.ZstdCompressor(compression_params=options).compress(content)
