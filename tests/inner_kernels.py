"""Kernels that only kernels call, in libraries of their own, so that tests can call them, too.

``python -m tests.inner_kernels`` builds the libraries that are missing. A process that imports this module can call the
kernels. Of kernels that are compiled for several capacities only the smallest capacity is there.
"""

from __future__ import annotations

import ctypes
import hashlib
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

from noughts.kernels import declare, library
from noughts.kernels.library import GROUPS, Group

INNER_KERNELS = {
    "engine": (
        "alphabeta.step_over",
        "lines.evaluate",
        "lines.pass_turn",
        "network.evaluate",
        "network.follow",
        "policy.likely",
        "transposition.packed",
        "transposition.unpacked",
        "vcf.answers",
    ),
    "prover": (
        "components.in_parts",
        "components.next_part",
        "pairing.greedy_pairs",
        "pairing.pairing",
        "pairing.pairing_near",
        "pairing_repair.blame_more",
        "pairing_repair.gain",
        "pairing_repair.lay",
        "pairing_repair.list_cells",
        "pairing_repair.mended",
        "potential.potential_holds",
        "sequences.answers",
        "sequences.forced_win",
        "sequences.sequence",
        "state.live_cells",
        "strong_node.short_lines",
    ),
}
"""Names of kernels in the package of a group."""

_FOLDER = library.library_folder()  # before a test sets another cache folder


def share(cache_folder: Path) -> None:
    """Let a cache folder have the compiled kernels of the user's."""
    cache_folder.mkdir(parents=True, exist_ok=True)
    if _FOLDER:
        (cache_folder / "kernels").symlink_to(_FOLDER, target_is_directory=True)


def names(group: Group) -> list[str]:
    """Return the full names of a group's kernels."""
    return [f"{group.modules[0]}.{name}" for name in INNER_KERNELS[group.name]]


def path(group: Group) -> Path:
    """Return the path of a group's library, whose name changes with the sources and with the list of kernels."""
    if _FOLDER is None:
        raise RuntimeError("no cache folder is known: set NOUGHTS_CACHE")
    file = group.cached_path(_FOLDER / "inner")
    listed = hashlib.sha256(" ".join(names(group)).encode()).hexdigest()[:8]
    return file.with_stem(f"{file.stem}-{listed}")


@cache
def _library(group: Group) -> ctypes.CDLL:
    file = path(group)
    if not file.exists():
        raise RuntimeError(f"there is no library {file}; build it: python -m tests.inner_kernels")
    return ctypes.CDLL(str(file))


def _c_function(kernel: declare.Inner, signature: declare.Signature, capacity: int) -> Any:
    """Return a kernel's function in the library of its group, None for a capacity that was not compiled."""
    if capacity > 0:
        return None
    module = kernel.function.__module__
    name = f"{module}.{kernel.function.__qualname__}"
    group = next((GROUPS[name] for name in INNER_KERNELS if GROUPS[name].contains(module)), None)
    if group is None or name not in names(group):
        raise RuntimeError(f"{name} is not listed in tests/inner_kernels.py")
    return signature.bind(getattr(_library(group), signature.symbol(capacity)))


declare.Inner._c_function = _c_function


def main() -> int:
    """Build the libraries that are missing, each in a process of its own; return the exit status."""
    from kernels.__main__ import build, is_built

    if len(sys.argv) > 1:
        group = GROUPS[sys.argv[1]]
        build(group, library.this_machine(), path(group), names(group))
        return 0
    missing = [name for name in INNER_KERNELS if not is_built(path(GROUPS[name]))]
    builds = [subprocess.Popen([sys.executable, "-m", "tests.inner_kernels", name]) for name in missing]
    statuses = [build.wait() for build in builds]
    return int(any(statuses))


if __name__ == "__main__":
    sys.exit(main())
