"""Modules that processes and workers of a browser import to compute for the server."""

import subprocess
import sys

import pytest

SERVER_PACKAGES = ("anyio", "prometheus_client", "pydantic", "sqlalchemy", "starlette", "uvicorn")

SCRIPT = """
import importlib, sys
for name in sys.argv[1:]:
    importlib.import_module(name)
print(sum(name.partition(".")[0] == "noughts" for name in sys.modules))
print(*{name.partition(".")[0] for name in sys.modules})
"""

WORKERS = ("noughts.server.worker_processes", "noughts.server.wasm_worker")
JOBS = (
    "noughts.server.analyses",
    "noughts.server.cache",
    "noughts.server.computer_moves",
    "noughts.server.contest_tasks",
)
"""Modules of what they are asked to compute."""


def imported(*modules):
    """Return how many modules of noughts a process has after it imported these, and the names of all packages."""
    command = [sys.executable, "-c", SCRIPT, *modules]
    number, packages = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    return int(number), set(packages.split())


@pytest.mark.parametrize("module", WORKERS)
def test_a_worker_starts_with_few_modules(module):
    """A process or a worker that waits for its first job has a quarter of the server's modules."""
    number, packages = imported(module)
    assert number <= 47
    assert not packages & {*SERVER_PACKAGES, "cachetools"}


def test_jobs_need_no_package_of_the_server():
    """The computations of workers import neither the web framework nor the database."""
    assert not imported(*JOBS)[1] & {*SERVER_PACKAGES}
