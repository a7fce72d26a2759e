"""The kernels that the tests call: compiled once for all of them, and kept from one installation to the next.

    python tests/kernels.py FOLDER

Numba keeps what it compiles beside the installed modules. What FOLDER has of an earlier run is laid there first: Numba
takes up a file only where the kernel's text, its types and the processor are the same. Then the searches are called
once, and what is there now is copied to FOLDER.
"""

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import noughts
from noughts import Board, Mark, Position, shortest, solve, verify
from noughts.engine.mcts.compiled_tree import CompiledTree
from noughts.engine.search import warm_up
from noughts.solver.certificate.write_file import write_zones
from noughts.solver.small.table import table

HOUSE = Path(noughts.__file__).parent


def compiled(folder: Path) -> Iterator[Path]:
    """Numba's files below a folder: code and its index."""
    return (path.relative_to(folder) for path in sorted(folder.rglob("*.nb[ci]")))


def copy(source: Path, target: Path) -> None:
    """Copies Numba's files, each to its place."""
    for name in compiled(source):
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source / name, target / name)


def call_all(folder: Path) -> None:
    """Calls every kernel, by small boards: engine, random games, a table, draws, wins, fewest plies, zones."""
    warm_up()
    tree = CompiledTree(Position.start(), 0, 1)
    tree.grow(1)
    table(Board.parse("5x3x3"))
    for name in ("5x5x4", "6x5x4"):
        solve(Board.parse(name), certificate=folder / name)
    shortest(Board.parse("4x4x3"), certificate=folder / "plies")
    write_zones(folder / "zones", Position.parse("XX./OO./..."), Mark.X, [2])
    verify(folder / "zones", plain=False)


def main(kept: Path) -> None:
    """Takes up, compiles and keeps."""
    copy(kept, HOUSE)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["NOUGHTS_CACHE"] = folder  # a table kept by an earlier run would be read, not computed
        call_all(Path(folder))
    whole = kept.with_name(f"{kept.name}.{os.getpid()}")
    copy(HOUSE, whole)
    shutil.rmtree(kept, ignore_errors=True)  # of other texts, other files
    with suppress(OSError):  # another run was quicker
        whole.rename(kept)  # at once: nobody takes up half a file, whenever this is stopped
    shutil.rmtree(whole, ignore_errors=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
