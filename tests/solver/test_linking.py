"""Kernels are plain where Numba's inside is another than the house takes it to be."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from noughts.kernels.later import later
from tests.paths import ROOT

pytest.importorskip("numba", reason="the kernels need the extra 'solver'")


KERNELS = """
from numba import types
from noughts.kernels import linking
from noughts.kernels.declare import entry, kernel

@kernel
def twice(x):
    return 2 * x

@entry
def four_times(x):
    return twice(twice(x))

if __name__ == "__main__":
    assert linking.is_loaded(four_times, (types.int64,)) or not linking.PLAIN
    names = sorted(name.rpartition(".")[2] for name in linking.names_below(four_times))
    print(linking.PLAIN, four_times(3), twice(3), linking.is_kept(four_times), names)
"""


def run(folder: Path, text: str, **settings: str) -> str:
    """What a program says in a process of its own, with an empty folder for what Numba keeps."""
    program = folder / "program.py"
    if not program.exists():  # Numba takes a file that was written again for another
        program.write_text(text)
    settings = {**os.environ, "NUMBA_CACHE_DIR": str(folder / "kept"), **settings}
    command = [sys.executable, str(program)]
    return subprocess.run(command, env=settings, check=True, capture_output=True, text=True).stdout


def test_plain_kernels_answer_the_same(tmp_path: Path) -> None:
    """Forced to be plain or not, a kernel that calls another is called, and what is below it is known."""
    names = "['four_times', 'twice']"
    assert run(tmp_path, KERNELS) == f"False 12 6 True {names}\n"
    assert run(tmp_path, KERNELS, NOUGHTS_PLAIN_KERNELS="1") == f"True 12 6 False {names}\n"


@pytest.mark.long
def test_what_is_kept_is_called_without_what_compiles(tmp_path: Path) -> None:
    """A kernel on disk is there before Numba is ready to compile; others are compiled after it all the same."""
    text = f"""{KERNELS.partition("if __name__")[0]}
@entry
def sets(x):
    return twice(four_times(x)) + len({{x}})

import os, sys
for kernel, number in (four_times, 3), (four_times, 1.5), (sets, 3):
    print(kernel(number), kernel.stats.cache_hits.total(), "numba.cpython.setobj" in sys.modules)
    if "WHOLE" not in os.environ: break
"""
    assert run(tmp_path, text) == "12 0 True\n"
    assert run(tmp_path, text) == "12 1 False\n"
    assert run(tmp_path, text, WHOLE="1") == "12 1 False\n6.0 1 True\n25 0 True\n"


@pytest.mark.long
def test_a_board_is_proved_by_plain_kernels(tmp_path: Path) -> None:
    """The whole search, compiled by Numba alone: a small board has its value, and its proof is one."""
    text = f"""
from noughts import solve, verify
proof = {str(tmp_path / "proof")!r}
print(solve("4x3x3", certificate=proof).value)
verify(proof)
"""
    assert run(tmp_path, text, NOUGHTS_PLAIN_KERNELS="1") == "win\n"


def test_only_tried_versions_are_admitted() -> None:
    """The upper bound in pyproject.toml is the version after the last that was tried."""
    from noughts.kernels.linking import TRIED

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (numba,) = (each for each in project["optional-dependencies"]["solver"] if each.startswith("numba"))
    assert numba == f"numba>=0.{TRIED[0][1]},<0.{TRIED[1][1] + 1}"


def test_matrices_are_imported_when_they_are_multiplied(tmp_path):
    """Numba loads SciPy's matrices, 0.4 s of CPU, where a kernel of somebody multiplies some, and no sooner."""
    pytest.importorskip("scipy")
    said = run(
        tmp_path,
        """
import sys
from noughts.kernels import linking
from numba.np import arraymath, linalg
print(arraymath._HAVE_BLAS, "scipy.linalg" in sys.modules)
linalg.ensure_blas()
import scipy.linalg.cython_blas
print(hasattr(sys.modules["scipy.linalg.cython_blas"], "__pyx_capi__"))
""",
    )
    assert said.split() == ["True", "False", "True"]


def test_what_is_put_off_is_there_once_it_is_asked_for():
    """A module that is imported later is itself as soon as something of it is used, even meanwhile."""
    name = "xml.dom.minicompat"
    sys.modules.pop(name, None)
    with later(name):
        import xml.dom.minicompat

        stand_in = sys.modules[name]
        assert stand_in.NodeList is xml.dom.minicompat.NodeList
    assert sys.modules[name] is not stand_in
    with later("no_such_library.part"):
        assert "no_such_library.part" not in sys.modules
