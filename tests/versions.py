"""The versions that pyproject.toml admits, tried: the lowest on the oldest Python here, the highest on all others.

    python tests/versions.py FOLDER [MINOR]...

In FOLDER every Python from 3.11 on that this machine has gets an environment of its own: the wheel with all its extras,
and the programs that the tests need. Then the tests run there that meet what other packages do.
With MINORs, like 11 or 13, only those Pythons are tried; it fails where one of them is not here.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
OLDEST, NEWEST = 11, 14
"""The Pythons that are looked for, which the classifiers name."""

TOOLS = (
    "pip",
    "pytest",
    "pytest-xdist",
    "hypothesis",
    "httpx",
    "jsonschema-rs",
    "hatchling",
    "aiohttp",
    "alembic",
)
TESTS = (
    "tests/test_extras.py",
    "tests/test_batch.py",
    "tests/contract",
    "tests/display",
    "tests/explain/test_svg.py",
    "tests/adapters",
    "tests/solver/search/test_prover.py",
    "tests/cli/test_contract.py",
    "tests/notebook",
    "tests/server",
)
"""Where other people's packages are called; what is ours alone is tried by `make test`."""

LEFT_OUT = ("tests/server/test_schema.py", "tests/server/test_made_up_requests.py")
"""The page's own files, and what needs Schemathesis, which itself asks for newer packages than the lowest."""


def pythons() -> dict[str, str]:
    """The Pythons of this machine from 3.11 to the newest that is named, oldest first: on the path, or pyenv's."""
    root = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    found = {}
    for minor in range(OLDEST, NEWEST + 1):
        named = [shutil.which(f"python3.{minor}"), *sorted(root.glob(f"versions/3.{minor}.*/bin/python"))]
        working = [str(python) for python in named if python and _is(python, minor)]
        found |= {str(minor): python for python in working[:1]}
    return found


def _is(python: str | Path, minor: int) -> bool:
    ask = [python, "-c", "import sys, venv; print(sys.version_info[1])"]
    return subprocess.run(ask, capture_output=True, text=True, check=False).stdout.strip() == str(minor)


def lowest() -> list[str]:
    """Every requirement of the package and its extras at its lower bound."""
    extras = PROJECT["optional-dependencies"]
    wanted = [*PROJECT["dependencies"], *(r for name in extras for r in extras[name] if "noughts[" not in r)]
    return sorted({re.sub(r"\[\w+\]", "", requirement).replace(">=", "==") for requirement in wanted})


def prepared(python: str, folder: Path, bounds: list[str]) -> str:
    """The Python of a new environment with the wheel, its extras and the tools, as these bounds say."""
    shutil.rmtree(folder, ignore_errors=True)
    subprocess.run([python, "-m", "venv", "--without-pip", folder], check=True)
    inside = str(folder / "bin" / "python")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (wheel,) = folder.glob("*.whl")
    (folder / "bounds.txt").write_text("\n".join(bounds))
    pip = [
        sys.executable,
        "-m",
        "pip",
        "--disable-pip-version-check",
        "--python",
        inside,
        "install",
        "--quiet",
    ]
    subprocess.run([*pip, "--constraint", folder / "bounds.txt", f"{wheel}[all]", *TOOLS], check=True)
    return inside


def passes(python: str) -> bool:
    """Return whether the tests pass."""
    tests = [*TESTS, *(f"--ignore={file}" for file in LEFT_OUT), "-q", "-p", "no:cacheprovider"]
    workers = [
        "--numprocesses",
        "2",
        "--dist",
        "loadfile",
        "--no-loadscope-reorder",
        "--max-worker-restart",
        "0",
    ]
    return subprocess.run([python, "-m", "pytest", *workers, *tests], cwd=ROOT, check=False).returncode == 0


def main(folder: Path, *wanted: str) -> int:
    """Tries every Python found, or those wanted; the number of those that failed."""
    here = pythons()
    failed = 0
    for minor in wanted or here:
        if minor not in here:
            sys.exit(f"there is no Python 3.{minor} here")
        bounds = lowest() if minor == str(OLDEST) else []
        inside = prepared(here[minor], folder / f"python-{minor}", bounds)
        sys.stdout.write(f"Python 3.{minor}, the {'lowest' if bounds else 'highest'} versions\n")
        sys.stdout.flush()
        failed += not passes(inside)
    return failed


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve(), *sys.argv[2:]))
