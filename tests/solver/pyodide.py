"""Pyodide, a browser's Python, in Node, with the kernels compiled for browsers."""

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.paths import ROOT, SOURCE

PYODIDE = ROOT / ".venv/node/node_modules/pyodide"


class Pyodide:
    """Runs modules of the tests in Pyodide and natively; kernels that are missing are built, which takes minutes."""

    def __init__(self, folder: Path) -> None:
        bins = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        self.node = shutil.which("node", path=bins)
        if not self.node or not PYODIDE.is_dir():
            pytest.skip("Node and Pyodide (package.json) are not both installed")
        if not all(map(find_spec, ("numba", "ziglang"))):
            pytest.skip("Numba and ziglang, which build kernels, are not both installed")
        self.packages = folder / "packages"
        shutil.copytree(
            SOURCE, self.packages / "noughts", ignore=shutil.ignore_patterns("__pycache__", "lib")
        )
        for name in ("platformdirs", "typing_extensions"):
            found = Path(str(find_spec(name).origin))  # type: ignore[union-attr]
            if found.name == "__init__.py":
                shutil.copytree(found.parent, self.packages / name)
            else:
                shutil.copy(found, self.packages)
        libraries = self.packages / "noughts/kernels/lib"
        lines_of("-m", "kernels", "build", "--target", "browser", "--copy-to", str(libraries))

    def here(self, module: str) -> list[str]:
        """Return the lines that a module prints natively."""
        return lines_of("-m", module)

    def there(self, module: str) -> list[str]:
        """Return the lines that it prints in Pyodide, where neither NumPy nor Numba may be imported."""
        script = Path(__file__).with_name("pyodide.mjs")
        return lines_of(str(script), PYODIDE, ROOT, self.packages, module, program=str(self.node))


def lines_of(*arguments: str | Path, program: str = sys.executable) -> list[str]:
    """Return the lines that a program prints in a process of its own."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join((str(SOURCE.parent), str(ROOT)))}
    done = subprocess.run(
        [program, *map(str, arguments)],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        timeout=1000,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()
