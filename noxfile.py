"""Test with the lowest and the highest versions of other packages that pyproject.toml admits: ``nox``.

Python 3.11 gets the lower bounds, every other Python of this machine the newest versions. The tests are those that call
other packages; what is our own alone is tested by `make test`.
"""

import os
import re
import sys
import tomllib
from pathlib import Path

import nox

nox.options.envdir = ".venv/versions"
PYENV = Path.home() / ".pyenv/versions"
os.environ["PATH"] = os.pathsep.join([os.environ["PATH"], *map(str, PYENV.glob("*/bin"))])

OLDEST = "3.11"
TOOLS = ["pytest", "pytest-xdist", "hypothesis", "httpx", "jsonschema-rs", "hatchling", "aiohttp", "alembic"]
TESTS = [
    "test_extras.py",
    "test_batch.py",
    "contract",
    "display",
    "explain/test_svg.py",
    "adapters",
    "solver/search/test_prover.py",
    "cli/test_contract.py",
    "notebook",
    "server",
]
# Schemathesis, which this file needs, asks for newer packages than the lowest.
LEFT_OUT = "tests/server/test_schema.py"


@nox.session(python=[OLDEST, "3.12", "3.13", "3.14"])
def versions(session: nox.Session) -> None:
    """Install the wheel with all extras, and test it."""
    folder = Path(session.create_tmp())
    for old in folder.glob("*.whl"):
        old.unlink()
    session.run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder), external=True)
    bounds = folder / "bounds.txt"
    bounds.write_text("\n".join(lowest() if session.python == OLDEST else []))
    (wheel,) = folder.glob("*.whl")
    session.install("--constraint", str(bounds), f"{wheel}[all]", *TOOLS)
    workers = ["--numprocesses=2", "--dist=loadfile", "--no-loadscope-reorder", "--max-worker-restart=0"]
    tests = [f"tests/{path}" for path in TESTS]
    session.run(
        "python", "-m", "pytest", "-q", "-p", "no:cacheprovider", *workers, f"--ignore={LEFT_OUT}", *tests
    )


def lowest() -> list[str]:
    """Return every requirement of the package and its extras at its lower bound."""
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"].values()
    wanted = project["dependencies"] + [each for extra in extras for each in extra if "noughts[" not in each]
    return sorted({re.sub(r"\[\w+\]", "", requirement).replace(">=", "==") for requirement in wanted})
