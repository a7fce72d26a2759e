"""Kernels that were compiled before: they are all there, they need no NumPy, and they answer as Numba's do."""

import ast
import importlib
import json
import os
import subprocess
import sys

import pytest

from noughts.kernels import library
from tests.processes import PATIENCE
from tests.solver.pyodide import ROOT, Pyodide, said

SOURCE = ROOT / "src/noughts"


def called_by_python():
    """The whole names of the kernels that other modules than those of kernels import, and of all entries."""
    texts = {path: path.read_text() for path in SOURCE.rglob("*.py")}
    decorated = {
        path: {
            node.name: decorator.id
            for node in ast.walk(ast.parse(text))
            if isinstance(node, ast.FunctionDef)
            for decorator in node.decorator_list
            if isinstance(decorator, ast.Name) and decorator.id in {"kernel", "entry"}
        }
        for path, text in texts.items()
        if "@kernel" in text or "@entry" in text
    }
    kernels = {name_of(path): names for path, names in decorated.items() if names}
    for module, names in kernels.items():
        yield from (f"{module}.{name}" for name, kind in names.items() if kind == "entry")
    for path, text in texts.items():
        if (
            name_of(path) in kernels
            or path.name == "entries.py"
            or not any(module in text for module in kernels)
        ):
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ImportFrom) and node.module in kernels:
                named = {alias.name for alias in node.names} & set(kernels[node.module])
                yield from (f"{node.module}.{name}" for name in named)


def name_of(path):
    """A module's name."""
    return ".".join(("noughts", *path.relative_to(SOURCE).with_suffix("").parts))


def test_every_kernel_that_python_calls_is_compiled_for_browsers():
    """What is told to be compiled are the entries and all kernels that plain modules import, each once a type."""
    pytest.importorskip("numba")
    entries = importlib.import_module("web.kernels.entries")
    compiled = [
        (entries.name_of(kernel), *of) for kernels in entries.files().values() for kernel, of in kernels
    ]
    wanted = set(called_by_python()) | {
        "noughts.engine.mcts.compiled.put",
        "noughts.engine.mcts.compiled.grow",
    }
    assert len(compiled) == len(set(compiled))
    assert {name for name, *_ in compiled} == wanted


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
WITHOUT = """
import importlib, json, sys
for name in ("numpy", "numba", "llvmlite"):
    sys.modules[name] = None
for name in json.loads(sys.argv[1]):
    importlib.import_module(name)
from noughts.game.board import Board
from noughts.kernels.library import available
from noughts.solver.search.arrays import PLAIN, geometry_record
geo = geometry_record(Board.parse("7x7x5"), PLAIN)
print(available(), geo.cells, geo.lines, [hash(row) for row in map(tuple, geo.hashes[:3].tolist())])
"""


def told_of(folder, made=None):
    """A folder of kernels that holds none, made of the text as it is now unless another mark is given."""
    told = {"made of": made or library.made_of(), "kernels": {}}
    (folder / "kernels.json").write_text(json.dumps(told))


def without_numpy(folder):
    """What a process says that finds neither NumPy nor Numba."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "NOUGHTS_KERNELS": str(folder or "")}
    command = [sys.executable, "-c", WITHOUT, json.dumps(HOSTS)]
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_what_fills_records_needs_no_numpy(tmp_path):
    """With kernels compiled before neither NumPy nor Numba is imported, and a board's record holds what NumPy's has."""
    from noughts import Board
    from noughts.solver.search.arrays import PLAIN, geometry_record

    told_of(tmp_path)
    geo = geometry_record(Board.parse("7x7x5"), PLAIN)
    rows = [hash(row) for row in map(tuple, geo.hashes[:3].tolist())]
    assert without_numpy(tmp_path) == f"True {geo.cells} {geo.lines} {rows}\n"


def test_without_kernels_the_modules_can_be_imported():
    """Where there is neither Numba nor what was compiled before, they are imported all the same, and nothing is
    available.
    """
    assert without_numpy(None).startswith("False ")


def test_a_kernel_that_is_missing_is_named(tmp_path, monkeypatch):
    """To call a kernel that was not compiled says which, and where it was looked for."""

    def lacking() -> None:
        """Not compiled."""

    monkeypatch.setenv(library.ENVIRONMENT, str(tmp_path))
    told_of(tmp_path)
    library._table.cache_clear()
    with pytest.raises(RuntimeError, match=r"lacking is not among the kernels of .*"):
        library.prebuilt(lacking)()
    library._table.cache_clear()


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda folder: None, "no kernels are there"),
        (lambda folder: (folder / "kernels.json").write_text("{"), "no kernels are there"),
        (lambda folder: told_of(folder, "12345678"), "of another version"),
    ],
)
def test_kernels_that_are_none_are_refused(tmp_path, spoil, words):
    """A folder without kernels, a damaged one, and kernels of another version are refused in one line that names it."""
    spoil(tmp_path)
    environment = {**os.environ, "NOUGHTS_KERNELS": str(tmp_path)}
    rows = "/".join(["." * 9] * 9)
    command = [sys.executable, "-m", "noughts", "decide", "engine", rows, "--board", "9x9x5"]
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert words in done.stderr
    assert f"NOUGHTS_KERNELS='{str(tmp_path)[:20]}" in done.stderr


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


@pytest.mark.long
def test_compiled_ahead_for_this_machine_they_answer_the_same(tmp_path):
    """By kernels compiled ahead for this machine every answer is that of Numba's, and a brain plays without importing
    Numba or NumPy.
    """
    pytest.importorskip("numba")
    pytest.importorskip("ziglang")
    said(sys.executable, "-m", "web.kernels", str(tmp_path), "--here")
    ask = (sys.executable, "-m", "tests.solver.kernel_questions")
    assert said(*ask, kernels=tmp_path) == said(*ask)
    lines = said(sys.executable, "-c", START, kernels=tmp_path)
    assert [line for line in lines if not line.startswith("MESSAGE")] == ["OK", "7,7", "0"]


@pytest.mark.long
def test_in_a_browsers_python_the_answers_are_the_same(tmp_path):
    """In Pyodide, by the kernels compiled for it, every answer is that of this Python: searches, values, certificates
    byte for byte, tables, random games.
    """
    pyodide = Pyodide(tmp_path)
    here = pyodide.here("tests.solver.kernel_questions")
    assert len(here) > 20
    assert pyodide.there("tests.solver.kernel_questions") == here
