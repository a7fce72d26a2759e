"""What Numba keeps of the kernels on disk is never older than their text."""

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import noughts

pytest.importorskip("numba", reason="the kernels need the extra 'solver'")

ROOT = Path(noughts.__file__).parent
FILES = sorted((ROOT / "solver" / "search" / "kernels").glob("*.py"))
RECORDS = {"g", "s", "a", "d", "gs", "ss"}
"""Parameters whose type bears the mark of all kernels' text."""


def test_a_change_of_any_kernel_is_a_change_of_what_numba_keeps(tmp_path, monkeypatch):
    """The types that kernels are kept under are other ones as soon as the text of any of them is."""
    from noughts.solver.search.kernels import fields

    wanted = fields.geo_type(4, 64), fields.state_type(4)
    shutil.copytree(Path(fields.__file__).parent, tmp_path / "kernels")
    monkeypatch.setattr(fields, "__file__", str(tmp_path / "kernels" / "fields.py"))
    for file in sorted((tmp_path / "kernels").glob("*.py")):
        now = fields.geo_type(4, 64), fields.state_type(4)
        assert now == wanted
        text = file.read_text()
        file.write_text(text + "\n")
        assert fields.geo_type(4, 64) != wanted[0]
        assert fields.state_type(4) != wanted[1]
        file.write_text(text)


def compiled(tree):
    """The functions of a file that Numba compiles."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and any(
            isinstance(mark, ast.Name) and mark.id in ("kernel", "entry", "register_jitable")
            for mark in node.decorator_list
        ):
            yield node


def test_a_kernel_without_a_record_calls_its_own_file_only():
    """Numba keeps such a kernel until its own file changes, so no other file may change what it does."""
    own = {file: list(compiled(ast.parse(file.read_text()))) for file in FILES}
    kernels = {function.name for functions in own.values() for function in functions}
    plain = 0
    for functions in own.values():
        for function in functions:
            if not RECORDS & {parameter.arg for parameter in function.args.args}:
                plain += 1
                calls = {ast.unparse(node.func) for node in ast.walk(function) if isinstance(node, ast.Call)}
                assert calls & kernels <= {other.name for other in functions}, function.name
    assert plain > 10


AGAIN = """
from numba.core import event
with event.install_recorder("numba:compile") as compiled:
    from noughts.game.board import Board
    from noughts.solver.search.searches import Strong, Weak
    for kind in Weak, Strong:
        print(kind(Board.mnk(3, 3, 3), 12).prove(0, 0, True).claim)
print(len(compiled.buffer))
"""


@pytest.mark.long
def test_a_second_process_compiles_nothing():
    """Both games' kernels are loaded from disk by whoever comes next."""
    env = {"PYTHONPATH": str(ROOT.parent), "PATH": "", "HOME": str(Path.home())}
    env |= {name: os.environ[name] for name in ("NUMBA_CACHE_DIR",) if name in os.environ}
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-c", AGAIN], capture_output=True, text=True, check=True, env=env
        )
    assert done.stdout.split() == ["win", "hold", "0"]
