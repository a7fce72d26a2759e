"""The libraries of compiled kernels: where they lie, and whether they can be called.

A wheel for a platform has them in ``lib`` beside this module. Elsewhere they are looked for in the user's cache folder,
where ``python -m kernels build`` puts them, one file for each group of kernels. Its name holds a digest of the source
files of the group, so kernels of another version are never taken. Where there are no libraries noughts does without:
the solver and the engine say what is missing.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import platform
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from noughts.errors import MissingError
from noughts.files import cache_folder

_ROOT = Path(__file__).parents[2]
_INTERFACE = ("noughts.kernels.declare", "noughts.kernels.memory")
"""Modules that every group depends on: they say how a kernel is called."""

SUFFIX = {"win32": ".dll", "darwin": ".dylib"}.get(sys.platform, ".so")
MARKER = "building"
"""File in the folder of libraries that holds the number of the process that builds them."""
_LONGEST_BUILD = 3600
"""Seconds after which such a file is out of date."""


@dataclass(frozen=True)
class Group:
    """Kernels that are compiled together into one library."""

    name: str
    modules: tuple[str, ...]
    """Modules, or packages, of the kernels that Python calls."""
    others: tuple[str, ...] = ()
    """Modules, or packages, that these depend on."""
    root: Path = _ROOT
    """Folder of the packages."""
    capacity: int = 0
    """Number of the capacity of records that they are compiled for."""

    @property
    def is_shipped(self) -> bool:
        """True if the library is part of noughts."""
        return self.root == _ROOT and self.modules[0].startswith("noughts.")

    @cached_property
    def files(self) -> list[Path]:
        """Source files of these modules. A browser has none: its modules are compiled."""
        paths = [self.root.joinpath(*name.split(".")) for name in self.modules]
        paths += [_ROOT.joinpath(*name.split(".")) for name in (*self.others, *_INTERFACE)]
        return [
            file
            for path in paths
            for file in (sorted(path.glob("*.py")) if path.is_dir() else [path.with_suffix(".py")])
        ]

    @cached_property
    def digest(self) -> str:
        """A digest of the source files, 16 hexadecimal digits."""
        content = hashlib.sha256()
        for path in self.files:
            content.update(path.read_bytes())
        return content.hexdigest()[:16]

    def has(self, module: str) -> bool:
        """Return whether a module, or the package that it is in, is one of the group's."""
        return module in self.modules or module.rpartition(".")[0] in self.modules

    def place(self, folder: Path, target: str | None = None, suffix: str = SUFFIX) -> Path:
        """Return where the library of this version lies in a folder of libraries, for this machine or another."""
        return folder / f"{self.name}-{self.digest}-{target or this_machine()}{suffix}"

    @property
    def path(self) -> Path | None:
        """The library's file, None if it was not built."""
        beside = Path(__file__).with_name("lib") / f"{self.name}{SUFFIX}"
        if beside.exists():
            return beside
        folder = built()
        if folder:
            with suppress(FileNotFoundError):  # there are no sources in a browser
                place = self.place(folder)
                return place if place.exists() else None
        return None

    @cached_property
    def code(self) -> ctypes.CDLL:
        """The library. Raises MissingError if it is missing or cannot be run here."""
        path = self.path
        if path is None:
            raise MissingError(_absence(), name="kernels")
        try:
            code = ctypes.CDLL(str(path))
        except OSError as error:
            raise MissingError(f"they do not load: {error}", name="kernels") from None
        if not getattr(code, "kernels_run_here", lambda: True)():
            raise MissingError(
                "this processor lacks instructions of x86-64-v2 (SSE4.2, POPCNT)", name="kernels"
            )
        return code


GROUPS = {
    group.name: group
    for group in (
        Group("engine", ("noughts.engine.kernels",), ("noughts.engine.score",)),
        Group("prover", ("noughts.solver.search.kernels",)),
        Group("prover-large", ("noughts.solver.search.kernels",), capacity=1),
        Group(
            "playouts",
            ("noughts.engine.mcts.compiled",),
            ("noughts.engine.mcts.playout_rules", "noughts.engine.static_eval", "noughts.solver.hashing"),
        ),
        Group("tables", ("noughts.solver.small.retrograde",)),
        Group("verifier", ("noughts.solver.certificate.verify_zones_kernel",)),
    )
}
"""The groups of noughts by name."""


def built() -> Path | None:
    """Return the folder of libraries that were built on this machine, None where no cache folder is known."""
    folder = cache_folder()
    return folder / "kernels" if folder else None


@cache
def this_machine() -> str:
    """Return the system and the processor: ``linux-x86_64``."""
    system = {"darwin": "macos", "win32": "windows"}.get(sys.platform, sys.platform)
    processor = platform.machine().lower()
    return f"{system}-{'x86_64' if processor == 'amd64' else processor}"


def problem() -> str | None:
    """Return why kernels cannot be called, None where they can. What is missing may be built meanwhile."""
    try:
        for group in GROUPS.values():
            _ = group.code if group.is_shipped else None
    except MissingError as error:
        return str(error)
    return None


def available() -> bool:
    """Return whether kernels can be called."""
    return problem() is None


def missing(what: str) -> MissingError:
    """Return the error that says that ``what`` needs kernels, and why they cannot be called."""
    return MissingError(f"{what} needs compiled kernels: {problem()}", name="kernels")


def is_building() -> bool:
    """Return whether kernels are being built on this machine now."""
    folder = built()
    if folder is None:
        return False
    with suppress(OSError, ValueError):
        marker = folder / MARKER
        if sys.platform != "win32":  # there signal 0 would be Ctrl-C
            os.kill(int(marker.read_text()), 0)
        return time.time() - marker.stat().st_mtime < _LONGEST_BUILD
    return False


def function(module: str, symbol: str, capacity: int) -> Any:
    """Return a function of the library of a module's group for a capacity.

    Raises MissingError where the library cannot be called, AttributeError where it has no such function.
    """
    return getattr(_group(module, capacity).code, symbol)


@cache
def _group(module: str, capacity: int) -> Group:
    return next(group for group in GROUPS.values() if group.has(module) and group.capacity == capacity)


def _absence() -> str:
    """Return why there is no library."""
    if is_building():
        return "they are being built on this machine; try again in a minute"
    return f"this installation has none for {this_machine()} (see docs/kernels.md)"
