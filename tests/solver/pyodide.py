"""A browser's Python without a browser: Pyodide in Node, with the kernels compiled for it."""

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.paths import ROOT

PYODIDE = ROOT / ".venv/node/node_modules/pyodide"


class Pyodide:
    """Runs modules of the tests, here and there; the kernels are compiled when it is made, in a minute."""

    def __init__(self, folder: Path) -> None:
        bins = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        self.node = shutil.which("node", path=bins)
        if not self.node or not PYODIDE.is_dir() or not find_spec("ziglang"):
            pytest.skip("Node, Pyodide (package.json) and ziglang (the group web) are not all here")
        self.kernels, self.packages = folder / "kernels", folder / "packages"
        self.packages.mkdir()
        for name in ("platformdirs", "typing_extensions"):
            found = Path(str(find_spec(name).origin))  # type: ignore[union-attr]
            if found.name == "__init__.py":
                shutil.copytree(found.parent, self.packages / name)
            else:
                shutil.copy(found, self.packages)
        said(sys.executable, "-m", "web.kernels", str(self.kernels))

    def here(self, module: str) -> list[str]:
        """What a module says natively, line by line."""
        return said(sys.executable, "-m", module)

    def there(self, module: str) -> list[str]:
        """What it says in Pyodide, where neither NumPy nor Numba may be imported."""
        places = (PYODIDE, ROOT, self.kernels, self.packages)
        return said(str(self.node), str(Path(__file__).with_name("pyodide.mjs")), *map(str, places), module)


def said(*command: str, kernels: Path | None = None) -> list[str]:
    """What a program says, line by line, in a process of its own; with kernels compiled ahead, where they are given."""
    house = {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT / "src"), str(ROOT)))}
    house |= {"NOUGHTS_KERNELS": str(kernels)} if kernels else {}
    done = subprocess.run(
        command, cwd=ROOT, env=house, capture_output=True, text=True, timeout=1000, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()
