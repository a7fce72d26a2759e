"""A real cluster to share work out to: nodes of Dask on this machine, each with one worker of one thread."""

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.paths import ROOT
from tests.processes import wait_until

MODULE = (sys.executable, "-m")
WORKER = ("--nworkers", "1", "--nthreads", "1", "--memory-limit", "0", "--no-dashboard")
SETTINGS = {
    "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "2",
    "PYTHONPATH": str(ROOT),
}
"""A job may be lost thrice, as by processes; tests' modules are found by path."""


class Nodes:
    """Dask's own programs: a scheduler, and the nodes; ``end`` kills them all."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.running: list[subprocess.Popen[bytes]] = []
        said = folder / "scheduler.json"
        options = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(said))
        self._scheduler = self._start("distributed.cli.dask_scheduler", *options)
        wait_until(lambda: said.exists() and said.read_bytes().endswith(b"}"), (folder / "said0").read_text)
        self.address: str = json.loads(said.read_bytes())["address"].removeprefix("tcp://")

    def _start(self, module: str, *options: str) -> subprocess.Popen[bytes]:
        """In a session of its own, so that all its processes can be killed at once."""
        path = os.pathsep.join(filter(None, [SETTINGS["PYTHONPATH"], os.environ.get("PYTHONPATH")]))
        with (self.folder / f"said{len(self.running)}").open("ab") as said:
            return subprocess.Popen(
                [*MODULE, module, *options],
                stdout=said,
                stderr=said,
                env={**os.environ, **SETTINGS, "PYTHONPATH": path},
                start_new_session=True,
            )

    def join(self) -> None:
        """One node more."""
        place = ("--local-directory", str(self.folder))
        self.running.append(self._start("distributed.cli.dask_worker", self.address, *WORKER, *place))

    def lose(self, number: int) -> None:
        """Kills a node with all that runs on it."""
        _kill(self.running[number])

    def end(self) -> None:
        """Kills all of them."""
        for program in [*self.running, self._scheduler]:
            _kill(program)

    def wait_for(self, number: int) -> None:
        """Until the cluster has so many nodes."""
        import distributed

        with distributed.Client(self.address, set_as_default=False) as client:
            wait_until(lambda: len(client.nthreads()) == number, interval=0.1)


def _kill(program: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(program.pid, 9)
    program.wait()


@contextlib.contextmanager
def two_nodes(folder: Path) -> Iterator[Nodes]:
    """A cluster of two nodes."""
    nodes = Nodes(folder)
    try:
        nodes.join()
        nodes.join()
        nodes.wait_for(2)
        yield nodes
    finally:
        nodes.end()
