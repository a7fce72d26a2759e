"""Build the compiled kernels: ``python -m kernels build [GROUP ...] [--target NAME] [--copy-to FOLDER]``.

Libraries are put into the user's cache folder, each under a digest of its source files, where noughts finds those of
this machine; what is there already is not built again. Groups are built side by side.

``python -m kernels announce COMMAND ...`` runs a command that builds them; while it runs, noughts says so.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules
from tempfile import TemporaryDirectory

import research.zones.kernels  # noqa: F401 - its kernels are a group, too

from kernels.targets import TARGETS
from noughts.files import replace_file
from noughts.kernels.library import GROUPS, MARKER, Group, built, this_machine

_HERE = Path(__file__).parent
_TOOLS = ("numba", "llvmlite", "ziglang")
_OLD = 60 * 24 * 3600
"""Seconds after which a library of another version is removed."""


def build(group: Group, target_name: str, place: Path, parts: Collection[str] = ()) -> None:
    """Compile a group of kernels for a target into a library, which appears whole or not at all.

    ``parts`` are names of kernels that only kernels call: then the library is of these, so that tests can call them.
    """
    from kernels import compiler

    target = TARGETS[target_name]
    compiler.compile_for(target)
    for name in group.modules:
        package = getattr(import_module(name), "__path__", ())
        for module in iter_modules(package):
            import_module(f"{name}.{module.name}")
    declared = compiler.PARTS if parts else compiler.ENTRIES
    kernels = [kernel for kernel in declared if group.has(kernel.py_func.__module__)]
    if parts:
        kernels = [kernel for kernel in kernels if compiler.name_of(kernel) in parts]
    place.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=place.parent, prefix=f"{group.name}-") as folder:
        files, exports = [], []
        for symbol, code in compiler.objects(kernels, group.capacity):
            file = Path(folder, f"{symbol}.o")
            file.write_bytes(code)
            files.append(str(file))
            exports += [target.export.format(symbol)] if target.export else []
        files += [str(_HERE / "check_cpu.c")] if target.is_x86 else []
        library = Path(folder, place.name)
        zig = [sys.executable, "-m", "ziglang", *target.linker, *exports, "-o", str(library), *files]
        subprocess.run(zig, check=True)
        library.replace(place)


def build_all(groups: Sequence[Group], options: argparse.Namespace) -> int:
    """Build groups in processes of their own, as many at a time as there are processors; return the exit status."""
    waiting = sorted(groups, key=lambda group: not group.name.startswith("prover"))  # which take longest
    running: list[subprocess.Popen[bytes]] = []
    status = 0
    while waiting or running:
        while waiting and len(running) < (os.cpu_count() or 1):
            running.append(subprocess.Popen([*_command(options), waiting.pop(0).name]))
        time.sleep(0.1)
        for child in [child for child in running if child.poll() is not None]:
            running.remove(child)
            status = status or child.returncode
    return status


def _command(options: argparse.Namespace) -> list[str]:
    """Return the command that builds one group."""
    command = [sys.executable, "-m", "kernels", "build", "--target", options.target]
    return command + ["--force"] * options.force


def folder() -> Path:
    """Return the folder of libraries. Exits with status 2 where no cache folder is known."""
    found = built()
    if found is None:
        sys.stderr.write("kernels: no cache folder is known: set NOUGHTS_CACHE\n")
        raise SystemExit(2)
    return found


def place_of(group: Group, target: str) -> Path:
    """Return where the library of a group for a target is to be put."""
    return group.place(folder(), target, TARGETS[target].suffix)


@contextmanager
def announced() -> Iterator[None]:
    """Let noughts say that kernels are being built, while this process is in the block."""
    marker = folder() / MARKER
    marker.parent.mkdir(parents=True, exist_ok=True)
    replace_file(marker, str(os.getpid()))
    try:
        yield
    finally:
        with suppress(OSError, ValueError):
            if int(marker.read_text()) == os.getpid():
                marker.unlink()


def run_announced(command: Sequence[str]) -> int:
    """Run a command while noughts says that kernels are being built; return its exit status. SIGTERM ends both."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    with announced(), subprocess.Popen(command) as child:
        try:
            return child.wait()
        finally:
            child.terminate()


def copy(groups: Sequence[Group], target: str, goal: Path) -> None:
    """Copy libraries to a folder, each under the name of its group, as they lie in a wheel."""
    goal.mkdir(parents=True, exist_ok=True)
    for group in groups:
        replace_file(goal / f"{group.name}{TARGETS[target].suffix}", place_of(group, target).read_bytes())


def remove_old(group: Group, place: Path) -> None:
    """Remove libraries of other versions that were built long ago."""
    for path in place.parent.glob(f"{group.name}-*"):
        with suppress(OSError):
            if path != place and path.is_file() and time.time() - path.stat().st_mtime > _OLD:
                path.unlink()


def options_of(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """Parse the command line; exit with status 2 for one that is wrong."""
    parser = argparse.ArgumentParser(prog="python -m kernels", description=__doc__.partition("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    builder = commands.add_parser("build", help="build libraries of compiled kernels")
    builder.add_argument(
        "groups", nargs="*", metavar="GROUP", help=f"some of {', '.join(GROUPS)}; default: all"
    )
    builder.add_argument(
        "--target", default=this_machine(), help=f"one of {', '.join(TARGETS)}; default: %(default)s"
    )
    builder.add_argument(
        "--copy-to",
        type=Path,
        metavar="FOLDER",
        help="copy the libraries to a folder, and print the platform tag of a wheel with them",
    )
    builder.add_argument("--force", action="store_true", help="build what is there already, too")
    announcer = commands.add_parser(
        "announce", help="run a command that builds kernels; noughts says so meanwhile"
    )
    announcer.add_argument("run", nargs=argparse.REMAINDER, metavar="COMMAND")
    options = parser.parse_args(arguments)
    if options.command == "build":
        if unknown := [name for name in options.groups if name not in GROUPS]:
            parser.error(f"no such group: {unknown[0]!r}; groups are {', '.join(GROUPS)}")
        if options.target not in TARGETS:
            parser.error(f"kernels cannot be built for {options.target!r}; targets are {', '.join(TARGETS)}")
    return options


def main() -> int:
    """Run the command; return the exit status."""
    options = options_of()
    if options.command == "announce":
        return run_announced(options.run)
    groups = [GROUPS[name] for name in options.groups or GROUPS]
    if options.copy_to and not options.groups:
        groups = [group for group in groups if group.is_shipped]
    status = build_missing(
        [group for group in groups if options.force or not place_of(group, options.target).exists()], options
    )
    if status == 0 and options.copy_to:
        copy(groups, options.target, options.copy_to)
        sys.stdout.write(f"{TARGETS[options.target].tag}\n")
    return status


def build_missing(groups: Sequence[Group], options: argparse.Namespace) -> int:
    """Build groups that are not there; return the exit status."""
    if not groups:
        return 0
    if missing := [package for package in _TOOLS if find_spec(package) is None]:
        sys.stderr.write(f"kernels: {', '.join(missing)} not installed: pip install --group build\n")
        return 2
    if len(groups) > 1:
        with announced():
            return build_all(groups, options)
    (group,) = groups
    place, start = place_of(group, options.target), time.perf_counter()
    build(group, options.target, place)
    remove_old(group, place)
    seconds = time.perf_counter() - start
    sys.stderr.write(
        f"built {group.name} for {options.target}: {place.stat().st_size:,} bytes in {seconds:.0f} s\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
