"""Build the compiled kernels: ``python -m kernels build [GROUP ...] [--target NAME] [--copy-to FOLDER]``.

Libraries are put into the user's cache folder, each under a digest of its source files; noughts finds those of this
machine there. A library that is there already is built again only if the builder has changed. Groups are built in
parallel.

``python -m kernels announce COMMAND ...`` runs a command that builds them; while it runs, noughts says so.
"""

from __future__ import annotations

import argparse
import hashlib
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
from noughts.kernels.library import GROUPS, MARKER, Group, library_folder, this_machine

_HERE = Path(__file__).parent
_TOOLS = ("numba", "llvmlite", "ziglang")
_OLD = 60 * 24 * 3600
"""Seconds after which a library of another version is removed."""


class BuildError(Exception):
    """Kernels could not be built. ``status`` is the exit status: 2 if nothing was tried."""

    def __init__(self, message: str, status: int = 1) -> None:
        super().__init__(message)
        self.status = status


def build(group: Group, target_name: str, path: Path, inner_kernels: Collection[str] = ()) -> None:
    """Compile a group of kernels for a target into a library, once a process.

    ``inner_kernels`` are full names of kernels that only kernels call: then the library has these instead, so that
    tests can call them. Raises BuildError if the library cannot be linked.
    """
    from kernels import compiler

    target = TARGETS[target_name]
    compiler.install_compiler(target)
    for name in group.modules:
        package = getattr(import_module(name), "__path__", ())
        for module in iter_modules(package):
            import_module(f"{name}.{module.name}")
    declared = compiler.INNER_KERNELS if inner_kernels else compiler.ENTRIES
    kernels = [kernel for kernel in declared if group.contains(kernel.py_func.__module__)]
    if inner_kernels:
        named = {compiler.name_of(kernel): kernel for kernel in kernels}
        kernels = [named[name] for name in inner_kernels]
    path.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=f"noughts-{group.name}-") as folder:
        files, exports = [], []
        for symbol, code in compiler.objects(kernels, group.capacity):
            file = Path(folder, f"{symbol}.o")
            file.write_bytes(code)
            files.append(str(file))
            exports += [target.export.format(symbol)] if target.export else []
        files += [str(_HERE / "check_cpu.c")] if target.is_x86 else []
        library = Path(folder, path.name)
        zig = [sys.executable, "-m", "ziglang", *target.link_command, *exports, "-o", str(library), *files]
        if status := subprocess.run(zig, stdout=sys.stderr, check=False).returncode:
            raise BuildError(f"linking {group.name} for {target_name} ended with status {status}")
        replace_file(path, library.read_bytes())
    replace_file(_stamp(path), _builder())


def _stamp(path: Path) -> Path:
    """Return the path of the file that says which builder made a library."""
    return path.with_name(f"{path.name}.builder")


def _builder() -> str:
    """Return a digest of the builder's sources."""
    content = hashlib.sha256()
    for file in sorted((*_HERE.glob("*.py"), *_HERE.glob("*.c"))):
        content.update(file.read_bytes())
    return content.hexdigest()


def is_built(path: Path) -> bool:
    """Return whether a library exists and was made by this version of the builder."""
    return path.exists() and _stamp(path).exists() and _stamp(path).read_text() == _builder()


def build_all(groups: Sequence[Group], target: str) -> None:
    """Build groups in processes of their own, as many at a time as there are processors. Raises BuildError."""
    waiting = sorted(groups, key=lambda group: not group.name.startswith("prover"))  # which take longest
    command = [sys.executable, "-m", "kernels", "build", "--force", "--target", target]
    running: dict[str, subprocess.Popen[bytes]] = {}
    failed = []
    try:
        while waiting or running:
            while waiting and len(running) < (os.cpu_count() or 1):
                name = waiting.pop(0).name
                running[name] = subprocess.Popen([*command, name], stdout=sys.stderr)
            time.sleep(0.1)
            for name in [name for name, child in running.items() if child.poll() is not None]:
                failed += [name] * bool(running.pop(name).returncode)
    finally:
        for child in running.values():
            child.terminate()
    if failed:
        raise BuildError(f"could not build {', '.join(failed)} for {target}")


def require_tools() -> None:
    """Raise BuildError unless the tools are installed."""
    if missing := [package for package in _TOOLS if find_spec(package) is None]:
        raise BuildError(
            f"{', '.join(missing)} not installed: pip install --constraint constraints.txt --group build", 2
        )


def require_folder() -> Path:
    """Return the folder of libraries. Raises BuildError if no cache folder is known."""
    folder = library_folder()
    if folder is None:
        require_tools()  # pip's build environment has neither
        raise BuildError("no cache folder is known: set NOUGHTS_CACHE", 2)
    return folder


def path_of(group: Group, target: str) -> Path:
    """Return the path of a group's library for a target."""
    return group.cached_path(require_folder(), target, TARGETS[target].suffix)


@contextmanager
def announced() -> Iterator[None]:
    """Let noughts say that kernels are being built, while this process is in the block."""
    marker = require_folder() / MARKER
    marker.parent.mkdir(parents=True, exist_ok=True)
    replace_file(marker, str(os.getpid()))
    try:
        yield
    finally:
        with suppress(OSError, ValueError):
            if int(marker.read_text()) == os.getpid():
                marker.unlink()


def run_announced(command: Sequence[str]) -> int:
    """Run a command while noughts says that kernels are being built; return its exit status."""
    with announced(), subprocess.Popen(command) as child:
        try:
            return child.wait()
        finally:
            child.terminate()


def copy(groups: Sequence[Group], target: str, goal: Path) -> None:
    """Copy libraries to a folder, each under the name of its group, as they are in a wheel."""
    goal.mkdir(parents=True, exist_ok=True)
    for group in groups:
        replace_file(goal / f"{group.name}{TARGETS[target].suffix}", path_of(group, target).read_bytes())


def remove_old(group: Group, path: Path) -> None:
    """Remove libraries of a group's other versions that were built long ago."""
    for other in path.parent.glob(f"{group.name}-{'[0-9a-f]' * 16}-*"):
        with suppress(OSError):
            if not other.name.startswith(path.name) and time.time() - other.stat().st_mtime > _OLD:
                other.unlink()


def parse_arguments(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """Parse the command line. Exits with status 2 if it is wrong."""
    parser = argparse.ArgumentParser(prog="python -m kernels", description=__doc__.partition("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    builder = commands.add_parser("build", help="build libraries of compiled kernels")
    builder.add_argument(
        "groups",
        nargs="*",
        metavar="GROUP",
        help=f"some of {', '.join(GROUPS)}; default: all or, with --copy-to, those of a wheel",
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
    builder.add_argument("--force", action="store_true", help="build libraries that exist, too")
    announcer = commands.add_parser(
        "announce", help="run a command that builds kernels; noughts says so meanwhile"
    )
    announcer.add_argument("run", nargs=argparse.REMAINDER, metavar="COMMAND")
    options = parser.parse_args(arguments)
    if options.command == "announce" and not options.run:
        parser.error("announce needs a command")
    if options.command == "build":
        if unknown := [name for name in options.groups if name not in GROUPS]:
            parser.error(f"no such group: {unknown[0]!r}; groups are {', '.join(GROUPS)}")
        if options.target not in TARGETS:
            parser.error(f"kernels cannot be built for {options.target!r}; targets are {', '.join(TARGETS)}")
    return options


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return the exit status. SIGTERM ends the processes that it has started, too."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    options = parse_arguments(arguments)
    try:
        if options.command == "announce":
            return run_announced(options.run)
        groups = [GROUPS[name] for name in options.groups or GROUPS]
        if options.copy_to and not options.groups:
            groups = [group for group in groups if group.is_shipped]
        missing = [group for group in groups if options.force or not is_built(path_of(group, options.target))]
        build_missing(missing, options.target)
        if options.copy_to:
            copy(groups, options.target, options.copy_to)
            sys.stdout.write(f"{TARGETS[options.target].wheel_tag}\n")
    except BuildError as error:
        sys.stderr.write(f"kernels: {error}\n")
        return error.status
    except OSError as error:
        sys.stderr.write(f"kernels: {error.filename}: {error.strerror}; NOUGHTS_CACHE names another folder\n")
        return 1
    return 0


def build_missing(groups: Sequence[Group], target: str) -> None:
    """Build groups, several in parallel. Raises BuildError."""
    if not groups:
        return
    require_tools()
    if len(groups) > 1:
        with announced():
            build_all(groups, target)
        return
    (group,) = groups
    path, start = path_of(group, target), time.perf_counter()
    build(group, target, path)
    remove_old(group, path)
    seconds = time.perf_counter() - start
    sys.stderr.write(f"built {group.name} for {target}: {path.stat().st_size:,} bytes in {seconds:.0f} s\n")


if __name__ == "__main__":
    sys.exit(main())
