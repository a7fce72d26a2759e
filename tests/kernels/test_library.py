"""Libraries of kernels: where they are found, when they fit, and which error a missing one is."""

import ctypes
import json
import os
import platform
import shutil
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from noughts import MissingError
from noughts.kernels import library
from noughts.kernels.library import GROUPS, MARKER, SUFFIX
from tests.processes import PATIENCE

SHIPPED = [group for group in GROUPS.values() if group.is_shipped]
LIBRARIES = {group.name: group.path for group in SHIPPED}


@pytest.fixture
def elsewhere(tmp_path, monkeypatch):
    """Let libraries be looked for in an empty folder beside the module and in an empty cache folder."""
    monkeypatch.setenv("NOUGHTS_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(library, "__file__", str(tmp_path / "package" / "library.py"))
    monkeypatch.setattr(library, "GROUPS", {group.name: replace(group) for group in SHIPPED})
    beside = tmp_path / "package" / "lib"
    beside.mkdir(parents=True)
    library.library_folder().mkdir(parents=True)
    return beside


def put(path, content=b"no library"):
    """Write a file, and return its path."""
    path.write_bytes(content)
    return path


def test_a_library_beside_the_module_comes_first(elsewhere):
    """An installed library is taken before one of the cache folder; without either the path is None."""
    group = library.GROUPS["engine"]
    assert group.path is None
    cached = put(group.cached_path(library.library_folder()))
    assert group.path == cached
    beside = put(elsewhere / f"engine{SUFFIX}")
    assert group.path == beside


def test_a_library_of_other_sources_is_not_taken(elsewhere):
    """The name in the cache folder holds the digest of the sources."""
    group = library.GROUPS["engine"]
    place = group.cached_path(library.library_folder())
    assert group.digest in place.name
    put(place.with_name(place.name.replace(group.digest, "0" * 16)))
    assert group.path is None


def test_without_sources_no_library_is_taken_from_the_cache(elsewhere, monkeypatch, tmp_path):
    """A browser has compiled modules and no sources: only a library beside the module can be taken."""
    monkeypatch.setattr(library, "_ROOT", tmp_path)
    assert replace(SHIPPED[0], root=tmp_path).path is None
    put(elsewhere / f"{SHIPPED[0].name}{SUFFIX}")
    assert replace(SHIPPED[0], root=tmp_path).path


def test_a_cache_that_cannot_be_read_is_no_cache(elsewhere, monkeypatch):
    """An unreadable folder, and a user without a home folder, have no libraries; nothing is raised."""
    monkeypatch.setattr(library, "library_folder", lambda: Path("/proc/1/root/no"))
    assert library.GROUPS["engine"].path is None
    monkeypatch.undo()
    monkeypatch.setenv("NOUGHTS_CACHE", "~nobody-of-this-name/cache")
    assert library.library_folder() is None
    assert not library.is_building()


def test_a_module_of_no_group_is_an_error():
    """The message names the module."""
    with pytest.raises(LookupError, match=r"no group in .* has the module noughts.game.board"):
        library.function("noughts.game.board", "parse", 0)


def test_without_libraries_it_is_said_for_what_machine(elsewhere):
    """Nothing is available, and the reason names the system and the processor."""
    assert not library.available()
    assert platform.machine().lower().replace("amd64", "x86_64") in library.unavailable_reason()


def test_a_library_that_does_not_load_is_no_library(elsewhere):
    """A file that is no library makes nothing available, and the reason is the system's."""
    for name in library.GROUPS:
        put(elsewhere / f"{name}{SUFFIX}")
    assert not library.available()
    assert "does not load" in library.unavailable_reason()
    with pytest.raises(MissingError, match="does not load"):
        _ = library.GROUPS["engine"].library


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (SimpleNamespace(processor_is_supported=lambda: 0), "this processor lacks instructions of x86-64-v2"),
        (SimpleNamespace(processor_is_supported=lambda: 1), None),
        (SimpleNamespace(), None),
    ],
    ids=["old", "new", "other"],
)
def test_a_processor_below_the_baseline_runs_no_kernel(elsewhere, monkeypatch, code, expected):
    """The library of x86 says whether the processor has the instructions that it needs; others say nothing."""
    for name in library.GROUPS:
        put(elsewhere / f"{name}{SUFFIX}")
    monkeypatch.setattr(ctypes, "CDLL", lambda path: code)
    assert library.available() is (expected is None)
    assert (library.unavailable_reason() or "").startswith(expected or "")


def test_what_is_built_meanwhile_is_found(elsewhere):
    """A missing library is looked for again, so that a process need not be restarted."""
    assert not library.available()
    for name, path in LIBRARIES.items():
        put(elsewhere / f"{name}{SUFFIX}", path.read_bytes())
    assert library.available()


@pytest.mark.skipif(
    not library.this_machine().endswith("x86_64"), reason="other processors have no older ones"
)
def test_this_processor_is_asked():
    """The libraries of x86 have the function that looks at the processor."""
    for group in SHIPPED:
        assert group.library.processor_is_supported() == 1


def ended():
    """Return the number of a process that has ended."""
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


def test_without_a_cache_folder_nothing_is_being_built(monkeypatch, tmp_path):
    """A file of this name in the current folder is of something else."""
    monkeypatch.setattr(library, "library_folder", lambda: None)
    monkeypatch.chdir(tmp_path)
    put(tmp_path / MARKER, str(os.getpid()).encode())
    assert not library.is_building()


@pytest.mark.parametrize(
    ("content", "age", "building"),
    [
        (os.getpid, 0, True),
        (os.getpid, 2 * 3600, False),
        (ended, 0, False),
        (lambda: "", 0, False),
        (lambda: "some process", 0, False),
        (None, 0, False),
    ],
)
def test_kernels_are_being_built_while_the_builder_runs(elsewhere, content, age, building):
    """The builder's number is in a file; a process that has ended, or a file of long ago, builds nothing."""
    if content:
        marker = put(library.library_folder() / MARKER, str(content()).encode())
        then = time.time() - age
        os.utime(marker, (then, then))
    assert library.is_building() is building
    assert ("being built" in library.unavailable_reason()) is building


HOSTS = (
    "noughts.engine.prover_probe",
    "noughts.engine.encode_board",
    "noughts.engine.mcts.compiled_tree",
    "noughts.engine.search",
    "noughts.solver.certificate.verify_zones_compiled",
    "noughts.solver.certificate.write_weak",
    "noughts.solver.search.prover",
    "noughts.solver.search.searches",
    "noughts.solver.search.shortest_win",
    "noughts.solver.small.retrograde",
)
"""Modules that call kernels."""

WITHOUT = """
import importlib, json, sys
for name in ("numpy", "numba", "llvmlite"):
    sys.modules[name] = None
for name in json.loads(sys.argv[1]):
    importlib.import_module(name)
from noughts.kernels import library
from noughts import Limits, solve, verify
print(library.available())
if library.available():
    verdict = solve("5x4x4", certificate=sys.argv[2], limits=Limits(threads=1))
    print(verdict.word, verify(sys.argv[2], plain=False)[0].position.board)
"""


@pytest.mark.parametrize("built", [True, False])
def test_neither_numpy_nor_numba_is_needed(tmp_path, built):
    """Modules that call kernels can be imported without them, and kernels can be called if they were built."""
    environment = dict(os.environ)
    if not built:
        left_out = shutil.ignore_patterns("lib", "page", "__pycache__")
        shutil.copytree(Path(library.__file__).parents[1], tmp_path / "noughts", ignore=left_out)
        environment |= {"NOUGHTS_CACHE": str(tmp_path / "cache"), "PYTHONPATH": str(tmp_path)}
    command = [sys.executable, "-c", WITHOUT, json.dumps(HOSTS), str(tmp_path / "certificate")]
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    assert done.stdout == ("True\ndraw 5x4x4\n" if built else "False\n")


START = """
import io, sys
sys.argv[1:] = ["gomocup"]
sys.stdin = io.StringIO("START 15\\nBEGIN\\nEND\\n")
from noughts.__main__ import run
try:
    run()
except SystemExit as end:
    print(end.code, *sorted({"numba", "llvmlite", "numpy"} & {*sys.modules}))
"""


def test_the_engine_plays_without_importing_numpy():
    """A Gomocup manager gets the first move from a process that imports neither NumPy nor Numba."""
    done = subprocess.run(
        [sys.executable, "-c", START], capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    lines = [line for line in done.stdout.splitlines() if not line.startswith("MESSAGE")]
    assert lines == ["OK", "7,7", "0"]


def test_a_command_without_kernels_is_refused_in_one_line(inside, monkeypatch):
    """The error says that the command needs kernels, and why they cannot be called."""
    monkeypatch.setattr(library, "unavailable_reason", lambda: "this is a test")
    answer = inside("solve", "7x7x5")
    assert (answer.status, answer.out) == (2, "")
    assert answer.err == "noughts: solve needs compiled kernels: this is a test\n"


@pytest.mark.long
def test_browsers_get_the_same_answers(tmp_path):
    """In Pyodide, by the kernels compiled for it, every answer is that of this Python: searches, values, certificates
    byte for byte, tables, random games.
    """
    from tests.solver.pyodide import Pyodide

    pyodide = Pyodide(tmp_path)
    here = pyodide.here("tests.solver.kernel_questions")
    assert len(here) > 20
    assert pyodide.there("tests.solver.kernel_questions") == here
