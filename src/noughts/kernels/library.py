"""The libraries of compiled kernels: where they are, and whether they can be called.

A wheel for a platform has them in ``lib`` beside this module. Otherwise they are looked up in the user's cache folder,
where ``python -m kernels build`` puts them, one file for each group of kernels. The file name contains a digest of the
group's source files, so a library of another version is never loaded. Without libraries noughts still runs: the solver
and the engine say what is missing.
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
"""Modules that every group depends on: they define how a kernel is called."""

SUFFIX = {"win32": ".dll", "darwin": ".dylib"}.get(sys.platform, ".so")
MARKER = "building"
"""File in the folder of libraries with the identifier of the process that builds them."""
_LONGEST_BUILD = 3600
"""Seconds after which such a file is ignored."""


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
    """Index into the record types that they are compiled for: 0 is the smallest capacity."""

    @property
    def is_shipped(self) -> bool:
        """True if the library is part of noughts."""
        return self.root == _ROOT and self.modules[0].startswith("noughts.")

    @cached_property
    def source_files(self) -> list[Path]:
        """Source files of these modules. They do not exist in a browser, which has bytecode only."""
        paths = [self.root.joinpath(*name.split(".")) for name in self.modules]
        paths += [_ROOT.joinpath(*name.split(".")) for name in (*self.others, *_INTERFACE)]
        return [
            file
            for path in paths
            for file in (sorted(path.glob("*.py")) if path.is_dir() else [path.with_suffix(".py")])
        ]

    @cached_property
    def digest(self) -> str:
        """A digest of the source files and of the capacity, 16 hexadecimal digits."""
        content = hashlib.sha256(b"%d" % self.capacity)
        for path in self.source_files:
            source = path.read_bytes()
            content.update(b"%s %d\n" % (path.name.encode(), len(source)) + source)
        return content.hexdigest()[:16]

    def contains(self, module: str) -> bool:
        """Return whether a module, or its package, is one of the group's."""
        return module in self.modules or module.rpartition(".")[0] in self.modules

    def cached_path(self, folder: Path, target: str | None = None, suffix: str = SUFFIX) -> Path:
        """Return the path of this version's library in a folder of libraries, for this machine or another target."""
        return folder / f"{self.name}-{self.digest}-{target or this_machine()}{suffix}"

    @property
    def path(self) -> Path | None:
        """The library's file, None if it does not exist."""
        with suppress(
            OSError
        ):  # the package may be in an archive, the cache unreadable, and a browser has no sources
            if (installed := Path(__file__).with_name("lib") / f"{self.name}{SUFFIX}").exists():
                return installed
        with suppress(OSError):
            if (folder := library_folder()) and (cached := self.cached_path(folder)).exists():
                return cached
        return None

    @cached_property
    def library(self) -> ctypes.CDLL:
        """The loaded library. Raises MissingError if it does not exist or cannot be used here."""
        path = self.path
        if path is None:
            raise MissingError(self._missing_reason, name="kernels")
        try:
            loaded = ctypes.CDLL(str(path))
        except OSError as error:
            raise MissingError(f"the library {self.name!r} does not load: {error}", name="kernels") from None
        if not getattr(loaded, "processor_is_supported", lambda: True)():
            raise MissingError(
                "this processor lacks instructions of x86-64-v2 (SSE4.2, POPCNT)", name="kernels"
            )
        return loaded

    @property
    def _missing_reason(self) -> str:
        """Why there is no library."""
        if is_building():
            return "they are being built on this machine; try again in a minute"
        return f"this installation has no library {self.name!r} for {this_machine()} (see docs/kernels.md)"


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
        Group(
            "verifier",
            ("noughts.solver.certificate.verify_zones_kernel", "noughts.solver.strategy.index_kernel"),
        ),
    )
}
"""The groups of noughts by name."""


def library_folder() -> Path | None:
    """Return the folder of libraries in the user's cache, None where no cache folder is known."""
    folder = cache_folder()
    return folder / "kernels" if folder else None


@cache
def this_machine() -> str:
    """Return the system and the processor: ``linux-x86_64``."""
    system = {"darwin": "macos", "win32": "windows"}.get(sys.platform, sys.platform)
    processor = platform.machine().lower()
    return f"{system}-{'x86_64' if processor == 'amd64' else processor}"


def unavailable_reason() -> str | None:
    """Return why kernels cannot be called, None if they can. Each call looks again: they may have been built."""
    try:
        for group in GROUPS.values():
            _ = group.library if group.is_shipped else None
    except MissingError as error:
        return str(error)
    return None


def available() -> bool:
    """Return whether kernels can be called."""
    return unavailable_reason() is None


def missing_kernels(what: str) -> MissingError:
    """Return an error saying that ``what`` needs kernels, and why they cannot be called."""
    return MissingError(f"{what} needs compiled kernels: {unavailable_reason()}", name="kernels")


def is_building() -> bool:
    """Return whether kernels are being built on this machine now."""
    folder = library_folder()
    if folder is None:
        return False
    with suppress(OSError, ValueError):
        marker = folder / MARKER
        if sys.platform != "win32":  # there signal 0 would be Ctrl-C
            with suppress(PermissionError):  # the process is another user's
                os.kill(int(marker.read_text()), 0)
        return time.time() - marker.stat().st_mtime < _LONGEST_BUILD
    return False


def function(module: str, symbol: str, capacity: int) -> Any:
    """Return a function of the library of a module's group for a capacity.

    Raises MissingError if the library cannot be used, AttributeError if it has no such function, and LookupError if
    the module is in no group.
    """
    return getattr(_group(module, capacity).library, symbol)


@cache
def _group(module: str, capacity: int) -> Group:
    for group in GROUPS.values():
        if group.contains(module) and group.capacity == capacity:
            return group
    raise LookupError(f"no group in noughts.kernels.library.GROUPS has the module {module}")
