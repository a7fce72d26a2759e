"""Rules for the source that ruff, mypy and import-linter do not check, and what an import of noughts loads."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import noughts

ROOT = Path(noughts.__file__).parent
HERE = Path(__file__).parent
DOCUMENTED = re.compile(
    r"""^ *(?:async )?def (test_\w+)\((?:.*|\n(?:.*\n)*? *)\)(?: -> .+)?:\n +r?\"{3}(?!\"{3})""", re.MULTILINE
)
"""A test, as `ruff format` writes it, that begins with a docstring."""


@pytest.fixture(scope="module")
def trees():
    """Return a function that yields the path in the package and the syntax tree of each module with certain text."""
    texts = {path.relative_to(ROOT): path.read_text(encoding="utf-8") for path in ROOT.rglob("*.py")}

    def parsed(pattern):
        return ((path, ast.parse(text)) for path, text in texts.items() if re.search(pattern, text))

    return parsed


def test_every_public_name_exists():
    """Every name in ``__all__`` can be imported; ruff does not check names that are loaded lazily."""
    assert [name for name in noughts.__all__ if not hasattr(noughts, name)] == []


def test_the_stub_is_read_whole():
    """The stub is sorted imports and aliases, and each name in it is public at run time."""
    tree = ast.parse((ROOT / "__init__.pyi").read_text(encoding="utf-8"))
    imports = [node for node in tree.body if isinstance(node, ast.ImportFrom)]
    order = [(node.module, alias.name) for node in imports for alias in node.names]
    assert order == sorted(set(order))
    names = {alias.name for node in imports for alias in node.names}
    for node in tree.body[len(imports) :]:
        names.add(node.target.id if isinstance(node, ast.AnnAssign) else node.targets[0].id)
    assert names == set(noughts.__all__)
    assert noughts.Assessment is noughts.Analysis


def test_subpackages_import_nothing():
    """The ``__init__.py`` of a subpackage holds a docstring at most, so that it is in no import cycle."""
    paths = [path for path in ROOT.rglob("*/__init__.py") if path.parent != ROOT]
    assert len(paths) > 20
    for path in paths:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        assert not tree.body or (len(tree.body) == 1 and ast.get_docstring(tree)), path


def test_input_and_compile_are_not_called(trees):
    """``input``, ``compile`` and ``__import__`` are not called; ruff bans ``print``, ``eval`` and ``exec``."""
    for path, tree in trees(r"(?<![.\w])(input|compile|__import__)\s*\("):
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in {"input", "compile", "__import__"}, path


FACES = {"cli", "server"}
"""Packages that choose seeds."""


def test_random_generators_are_seeded(trees):
    """Only ``random.Random`` with a seed is used; in ``FACES`` also ``SystemRandom``, which chooses seeds."""
    for path, tree in trees(r"\brandom\b"):
        allowed = {"Random", "SystemRandom"} if path.parts[0] in FACES else {"Random"}
        generators = {"random.Random"}
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module == "random":
                assert {alias.name for alias in node.names} <= allowed, path
                generators |= {alias.asname or alias.name for alias in node.names}
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                assert node.value.id != "random" or node.attr in allowed, path
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in generators - {"SystemRandom"}:
                assert node.args, path


def test_kernels_are_called_with_their_module(trees):
    """A kernel calls another file's kernels as ``module.kernel``; only types and 0, 1 and none are imported by name."""
    for path, tree in trees(r"\.kernels\."):
        if path.parent.name == "kernels":
            imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
            names = [
                alias.name
                for node in imports
                if ".kernels." in f"{node.module}".removeprefix("noughts.kernels")
                for alias in node.names
            ]
            assert {name for name in names if not name.istitle()} <= {"I64", "NONE", "ONE", "U", "ZERO"}, path


def test_an_import_loads_no_heavy_package():
    """``import noughts`` loads no other module of noughts; the engine loads NumPy to search only."""
    loaded = "print(*sorted(sys.modules))"
    script = f"import sys, noughts; {loaded}; import noughts.engine.analysis, noughts.cli.positions; {loaded}"
    env = {"PYTHONPATH": str(ROOT.parent), "PATH": ""}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, env=env)
    first, later = (set(line.split()) for line in done.stdout.splitlines())
    assert {name for name in first if name.startswith("noughts.")} == set()
    assert not first & {"numpy", "numba", "rich", "click", "importlib.metadata"}
    assert not later & {"numpy", "numba"}


def test_every_test_has_a_docstring():
    """Every test and benchmark states in its docstring what it checks."""
    for folder in (HERE, HERE.parent / "benchmarks"):
        for path in folder.rglob("test_*.py"):
            text = path.read_text(encoding="utf-8")
            if len(DOCUMENTED.findall(text)) == len(re.findall(r"\bdef test_", text)):
                continue  # most files: parsing all of them takes ten times as long
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
                    assert ast.get_docstring(node), f"{path}: {node.name}"
